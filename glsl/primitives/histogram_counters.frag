// histogram_counters: counts the elements of a block by bin, eight bins for each render target. An element adds a one to a counter of 4
// bits, of which a word has eight; before one can overflow, they are added to counters of 8 bits, and these to counters of 16 bits. So
// one comparison, one selection and one addition count for eight bins at once. A block is a part of a column of texels.
// Not from a paper. It gathers, as fragments cannot scatter (GPU Gems 2, ch. 36, section 36.1).
parameter index layers = 2; // render targets
parameter index rounds = 1;
parameter index steps = 21; // of a round: at most 21, because counters of 8 bits hold 255 elements, and a step has three texels
input vec4 bins;
constant index groups; // number of fragments of a block; each has its own bins
output vec4 texel[layers]; // component c: the counter of bin c, and 4096 times the counter of bin c + 4

void main() {
    index block = quotient(here(), groups);
    int base = 8 * layers * (here() - block * groups);
    index band = quotient(block, width(bins));
    index column = block - band * width(bins);
    index row = band * 3 * steps * rounds;
    ivec4 counts[layers]; // component c: the counters of bins c and c + 4, 16 bits each
    for (index j = 0; j < layers; j++) {
        counts[j] = ivec4(0);
    }
    for (index round = 0; round < rounds; round++) {
        int even[layers]; // the counters of bins 0, 2, 4 and 6, 8 bits each
        int odd[layers];
        for (index j = 0; j < layers; j++) {
            even[j] = 0;
            odd[j] = 0;
        }
        for (index step = 0; step < steps; step++) {
            int few[layers]; // the counters of all eight bins, 4 bits each
            for (index j = 0; j < layers; j++) {
                few[j] = 0;
            }
            for (index k = 0; k < 3; k++) {
                ivec4 bin = ivec4(fetch(bins, column, row)) - base;
                ivec4 word = bin >> 3;
                ivec4 one = ivec4(1) << ((bin & 7) << 2);
                for (index j = 0; j < layers; j++) {
                    few[j] += ((word.x == j ? one.x : 0) + (word.y == j ? one.y : 0))
                        + ((word.z == j ? one.z : 0) + (word.w == j ? one.w : 0));
                }
                row++;
            }
            for (index j = 0; j < layers; j++) {
                even[j] += few[j] & 0x0f0f0f0f;
                odd[j] += (few[j] >> 4) & 0x0f0f0f0f;
            }
        }
        for (index j = 0; j < layers; j++) {
            counts[j] += ivec4(even[j], odd[j], even[j] >> 8, odd[j] >> 8) & 0x00ff00ff;
        }
    }
    for (index j = 0; j < layers; j++) {
        texel[j] = vec4((counts[j] & 0xffff) + ((counts[j] >> 16) << 12));
    }
}
