// histogram_compare: counts the elements of a slice that belong to one of four bins. A fragment pipeline cannot scatter, so each bin
// gathers: it compares the bin of every element with itself (GPU Gems 2, ch. 36, section 36.1, on the lack of scatter). A slice is a
// part of a column of texels. With weights, it sums the weights of these elements.
parameter index known_steps = -1; // number of texels of a slice, if it must be known
parameter bool weighted = false;
input vec4 bins;
input vec4 weights;
constant index steps; // number of texels of a slice
constant index across; // number of texels of four bins
output vec4 counts;

vec4 matching(float bin, float weight, vec4 own) {
    return vec4(bin == own.x ? weight : 0.0, bin == own.y ? weight : 0.0, bin == own.z ? weight : 0.0, bin == own.w ? weight : 0.0);
}

void main() {
    index slice = quotient(here(), across);
    vec4 own = vec4(4 * (here() - slice * across)) + vec4(0.0, 1.0, 2.0, 3.0);
    index band = quotient(slice, width(bins));
    index column = slice - band * width(bins);
    index length = known_steps >= 0 ? known_steps : steps;
    index row = band * length;
    vec4 sum = vec4(0.0);
    for (index k = 0; k < (known_steps >= 0 ? known_steps : steps); k++) {
        vec4 bin = fetch(bins, column, row + k);
        vec4 weight = vec4(1.0);
        if (weighted) {
            weight = fetch(weights, column, row + k);
        }
        sum += (matching(bin.x, weight.x, own) + matching(bin.y, weight.y, own))
            + (matching(bin.z, weight.z, own) + matching(bin.w, weight.w, own));
    }
    counts = sum;
}
