// histogram_bins: finds the bin of each element, four at a time; -1 for an element that is out of range. It guesses the bin by arithmetic,
// and corrects the guess by a comparison with the edges of the guessed bin, as NumPy does. With two axes, the bins of the second are the
// faster dimension. Texels past the end get -1, so that blocks of texels can be read whole.
parameter index axes = 1;
parameter index outputs = 1;  // 2 with weights
input vec4 values[axes];
input vec2 edges[axes];       // the lower and the upper edge of each bin
input vec4 weights;
constant float unit[axes];    // a guess is floor((x * unit - origin) * scale)
constant float origin[axes];
constant float scale[axes];
constant float last_bin[axes];
constant float first_edge[axes];
constant float last_edge[axes];
constant index elements;
output vec4 texel[outputs];   // the bins; then the weights, with 0 for an element that is out of range

float corrected(const index axis, float guess, float x) {
    vec2 edge = fetch(edges[axis], index(guess));
    float bin = guess + (x < edge.x ? -1.0 : x < edge.y ? 0.0 : 1.0);
    bool inside = x >= first_edge[axis] && x <= last_edge[axis];
    return inside ? min(bin, last_bin[axis]) : -1.0;
}

vec4 bins_of(const index axis, index texel) {
    vec4 x = fetch(values[axis], texel);
    vec4 guess = clamp(floor((x * unit[axis] - origin[axis]) * scale[axis]), 0.0, last_bin[axis]);
    return vec4(corrected(axis, guess.x, x.x), corrected(axis, guess.y, x.y), corrected(axis, guess.z, x.z),
        corrected(axis, guess.w, x.w));
}

void main() {
    index last = quotient(elements - 1, 4);
    index from = min(here(), last);
    index left = here() > last ? 0 : elements - 4 * from;
    vec4 bins = bins_of(0, from);
    if (axes == 2) {
        vec4 second = bins_of(axes - 1, from);
        vec4 both = bins * (last_bin[axes - 1] + 1.0) + second;
        bins = vec4(min(bins.x, second.x) < 0.0 ? -1.0 : both.x, min(bins.y, second.y) < 0.0 ? -1.0 : both.y,
            min(bins.z, second.z) < 0.0 ? -1.0 : both.z, min(bins.w, second.w) < 0.0 ? -1.0 : both.w);
    }
    bins = vec4(left > 0 ? bins.x : -1.0, left > 1 ? bins.y : -1.0, left > 2 ? bins.z : -1.0, left > 3 ? bins.w : -1.0);
    texel[0] = bins;
    if (outputs == 2) {
        vec4 weight = fetch(weights, from);
        texel[outputs - 1] = vec4(bins.x < 0.0 ? 0.0 : weight.x, bins.y < 0.0 ? 0.0 : weight.y, bins.z < 0.0 ? 0.0 : weight.z,
            bins.w < 0.0 ? 0.0 : weight.w);
    }
}
