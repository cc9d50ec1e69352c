// histogram_bins: finds the bin of each element, four at a time; -1 for an element that is out of range. It guesses the bin by arithmetic,
// and corrects the guess by comparisons with edges, as NumPy does. With two axes, the bins of the second are the faster dimension. Texels
// past the end get -1, so that blocks of texels can be read whole.
// Not from a paper. It prepares a gather, as fragments cannot scatter (GPU Gems 2, ch. 36, section 36.1).
parameter index axes = 1;
parameter index writes_bins = 1;    // 1 if this pass writes the bins, else 0
parameter index writes_weights = 0; // 1 if it writes the weights
parameter bool computed = true; // whether edges are computed, which is exact then; else they are read
parameter bool narrow = false;  // whether a guess may be off by a whole bin in both directions
parameter bool one_row = true;  // whether the edges are in one row of a texture
parameter bool aligned = false; // whether elements and bins are in the same places of their textures
input vec4 values[axes];
input float edges[axes];
input vec4 weights;
constant float unit[axes];      // a guess is (x * unit - origin) * scale, rounded
constant float origin[axes];
constant float scale[axes];
constant float width_of_bin[axes];
constant float last_bin[axes];
constant float first_edge[axes];
constant float last_edge[axes];
constant index elements;
constant index last_texel;      // of the elements
constant index last_row;
output vec4 found[writes_bins];
output vec4 moved[writes_weights]; // the weights, with 0 for an element that is out of range

float edge_at(const index axis, float at) {
    if (computed) {
        return first_edge[axis] + at * width_of_bin[axis];
    }
    if (one_row) {
        return fetch(edges[axis], index(at), 0);
    }
    return fetch(edges[axis], index(at));
}

// Returns the bin of `x`. `guess` is the bin if bins are narrow, else the nearest edge.
float corrected(const index axis, float guess, float x) {
    float bin = x < edge_at(axis, guess) ? guess - 1.0 : guess;
    if (narrow) {
        bin = x >= edge_at(axis, guess + 1.0) ? guess + 1.0 : bin;
    }
    return x >= first_edge[axis] && x <= last_edge[axis] ? min(bin, last_bin[axis]) : -1.0;
}

vec4 bins_of(const index axis, vec4 x) {
    vec4 place = (x * unit[axis] - origin[axis]) * scale[axis];
    vec4 guess = clamp(floor(place + (narrow ? 0.0 : 0.5)), 0.0, last_bin[axis] + (narrow ? 0.0 : 1.0));
    return vec4(corrected(axis, guess.x, x.x), corrected(axis, guess.y, x.y), corrected(axis, guess.z, x.z),
        corrected(axis, guess.w, x.w));
}

vec4 values_at(const index axis) {
    if (aligned) {
        return fetch(values[axis], here_x(), min(here_y(), last_row));
    }
    return fetch(values[axis], min(here(), last_texel));
}

vec4 weights_at() {
    if (aligned) {
        return fetch(weights, here_x(), min(here_y(), last_row));
    }
    return fetch(weights, min(here(), last_texel));
}

void main() {
    index left = here() > last_texel ? 0 : elements - 4 * here();
    vec4 bins = bins_of(0, values_at(0));
    if (axes == 2) {
        vec4 second = bins_of(axes - 1, values_at(axes - 1));
        vec4 both = bins * (last_bin[axes - 1] + 1.0) + second;
        bins = vec4(min(bins.x, second.x) < 0.0 ? -1.0 : both.x, min(bins.y, second.y) < 0.0 ? -1.0 : both.y,
            min(bins.z, second.z) < 0.0 ? -1.0 : both.z, min(bins.w, second.w) < 0.0 ? -1.0 : both.w);
    }
    bins = vec4(left > 0 ? bins.x : -1.0, left > 1 ? bins.y : -1.0, left > 2 ? bins.z : -1.0, left > 3 ? bins.w : -1.0);
    if (writes_bins == 1) {
        found[0] = bins;
    }
    if (writes_weights == 1) {
        vec4 weight = weights_at();
        moved[0] = vec4(bins.x < 0.0 ? 0.0 : weight.x, bins.y < 0.0 ? 0.0 : weight.y, bins.z < 0.0 ? 0.0 : weight.z,
            bins.w < 0.0 ? 0.0 : weight.w);
    }
}
