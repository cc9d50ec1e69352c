// fft_filter: a spectrum times a Gaussian, which is one half where the frequency is `cutoff`, or one minus that, with the
// mean kept. Frequencies are in cycles an element: column x of n has x / n, or (x - n) / n where that is nearer to zero.
// What Brook's FFT (Buck et al., section 5.1) is for: filtering a picture.
input element spectrum;
constant vec2 per_size; // one over the columns and rows
constant float cutoff;
constant bool high;
output element kept;

void main() {
    vec2 at = vec2(float(here_x()), float(here_y())) * per_size;
    vec2 frequency = min(at, vec2(1.0) - at) * (1.0 / cutoff);
    float low = exp2(-dot(frequency, frequency));
    // The mean is at frequency 0, where low is 1.
    float weight = high && at != vec2(0.0) ? 1.0 - low : low;
    kept = weight * fetch(spectrum, here_x(), here_y());
}
