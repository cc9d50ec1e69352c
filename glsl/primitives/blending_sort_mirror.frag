// blending_sort_mirror: the key at the mirrored place of its block. Blending compares it with the key at its own place, and keeps the smaller or the
// larger one. A program of the time drew each block as a quad with mirrored texture coordinates, and had no fragment program at all.
// GPUSort: Govindaraju, Raghuvanshi, Manocha, Fast and Approximate Stream Mining of Quantiles and Frequencies Using Graphics Processors, 2005.
input float keys;
constant index block; // the length of a block, a power of two
output float mirrored;

void main() {
    index start = quotient(here(), block) * block;
    mirrored = fetch(keys, start + (block - 1 - (here() - start)));
}
