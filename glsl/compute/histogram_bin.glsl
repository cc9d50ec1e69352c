// histogram_bin: the bin of an element, or -1 if it is out of range. A guess by arithmetic is corrected by a comparison with the
// edges of the guessed bin. Include it after the declarations of x, y, edges_x, edges_y and the constants.
int corrected(float value, float guess, float lower, float upper, vec3 range) {
    float bin = guess + (value < lower ? -1.0 : value < upper ? 0.0 : 1.0);
    return value >= range.x && value <= range.y ? int(min(bin, range.z)) : -1;
}

int bin_of(int i) {
    float value = x[i];
    float guess = clamp(floor((value * guess_x.x - guess_x.y) * guess_x.z), 0.0, range_x.z);
    int at = int(guess);
    int bin = corrected(value, guess, edges_x[at], edges_x[at + 1], range_x);
    if (two && bin >= 0) {
        value = y[i];
        guess = clamp(floor((value * guess_y.x - guess_y.y) * guess_y.z), 0.0, range_y.z);
        at = int(guess);
        int second = corrected(value, guess, edges_y[at], edges_y[at + 1], range_y);
        bin = second < 0 ? -1 : bin * (int(range_y.z) + 1) + second;
    }
    return bin;
}
