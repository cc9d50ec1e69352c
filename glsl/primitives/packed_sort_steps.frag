// packed_sort_steps: one or two steps of the bitonic merge sort (GPU Gems, ch. 37, section 37.3.1, after Batcher) whose distance
// is a group of texels or more, and at the end of a stage all steps within a group, in registers. A group is one texel of
// each stream. Blocks and distances are powers of two, and so are a texture's rows: a distance goes along x or along y alone.
// Where a stage begins, groups are compared as in a mirror, so that the smaller always comes first. Needs no integers.
#include "streams" // keys_0, keys_1, .. and the outputs
#include "group"
#include "partner"
constant index block_x; // columns and rows of a block, which this stage sorts
constant index block_y;
constant float per_x;   // one over these
constant float per_y;
constant index far_x;   // columns and rows from a group to its partner in the first step; one of them is 0
constant index far_y;

bool inside(index x, index y) { return y * width(keys_0) + x < count(keys_0); }

void main() {
    index x = here_x();
    index y = here_y();
    index start_x = index(float(x) * per_x) * block_x;
    index start_y = index(float(y) * per_y) * block_y;
    // Which half of the block this is.
    bool upper = x - start_x >= far_x && y - start_y >= far_y;
#include "places"
#include "steps"
}
