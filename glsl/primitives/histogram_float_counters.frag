// histogram_float_counters: counts the elements of a block by bin, without integers. A component of a render target holds the counters
// of two bins: one of them counts by 1, the other by 4096. With weights, a component holds the sum of the weights of one bin. A block is a
// part of a column of texels.
// Not from a paper. It gathers, as fragments cannot scatter (GPU Gems 2, ch. 36, section 36.1).
parameter index layers = 2; // render targets
parameter index known_steps = -1; // number of texels of a block, if it must be known
parameter bool weighted = false;
input vec4 bins;
input vec4 weights;
constant index steps;  // number of texels of a block, at most 1023, so that a bin counts less than 4096 elements
constant index groups; // number of fragments of a block; each has its own bins
output vec4 texel[layers]; // component c: the counter of bin c, and 4096 times the counter of bin c + 4

// Returns the number that an element adds to each component of the render target with its bin.
vec4 added(float bin, float weight, out float target) {
    float lane = bin;
    float one = weight;
    if (weighted) {
        target = floor(bin * 0.25);
        lane = bin - 4.0 * target;
    } else {
        target = floor(bin * 0.125);
        lane = bin - 8.0 * target;
        one = lane >= 4.0 ? 4096.0 : 1.0;
        lane = lane >= 4.0 ? lane - 4.0 : lane;
    }
    return vec4(lane == 0.0 ? one : 0.0, lane == 1.0 ? one : 0.0, lane == 2.0 ? one : 0.0, lane == 3.0 ? one : 0.0);
}

void main() {
    index block = quotient(here(), groups);
    index bins_of_target = weighted ? 4 : 8;
    float base = float(bins_of_target * layers * (here() - block * groups));
    index band = quotient(block, width(bins));
    index column = block - band * width(bins);
    index length = known_steps >= 0 ? known_steps : steps;
    index row = band * length;
    vec4 sums[layers];
    for (index j = 0; j < layers; j++) {
        sums[j] = vec4(0.0);
    }
    for (index k = 0; k < (known_steps >= 0 ? known_steps : steps); k++) {
        vec4 bin = fetch(bins, column, row + k) - base;
        vec4 weight = vec4(1.0);
        if (weighted) {
            weight = fetch(weights, column, row + k);
        }
        float a, b, c, d;
        vec4 of_a = added(bin.x, weight.x, a);
        vec4 of_b = added(bin.y, weight.y, b);
        vec4 of_c = added(bin.z, weight.z, c);
        vec4 of_d = added(bin.w, weight.w, d);
        for (index j = 0; j < layers; j++) {
            float target = float(j);
            sums[j] += ((a == target ? of_a : vec4(0.0)) + (b == target ? of_b : vec4(0.0)))
                + ((c == target ? of_c : vec4(0.0)) + (d == target ? of_d : vec4(0.0)));
        }
    }
    for (index j = 0; j < layers; j++) {
        texel[j] = sums[j];
    }
}
