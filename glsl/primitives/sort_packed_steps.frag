// sort_packed_steps: one or two steps of the bitonic merge sort (GPU Gems, ch. 37, section 37.3.1, after Batcher) whose distance
// is a group of texels or more, and at the end of a stage all steps within a group, in registers. A group is one texel of
// each stream. Blocks and distances are powers of two, and so are a texture's rows: a distance goes along x or along y alone.
// Where a stage begins, groups are compared as in a mirror, so that the smaller always comes first. Needs no integers.
#include "streams" // keys_0, keys_1, .. and the outputs
#include "group"
constant index block_x; // columns and rows of a block, which this stage sorts
constant index block_y;
constant float per_x;   // one over these
constant float per_y;
constant index far_x;   // columns and rows from a group to its partner in the first step; one of them is 0
constant index far_y;
constant index near_x;  // the same in the second step; both are 0 where there is none
constant index near_y;

bool inside(index x, index y) { return y * width(keys_0) + x < count(keys_0); }

void main() {
    index x = here_x();
    index y = here_y();
    index start_x = index(float(x) * per_x) * block_x;
    index start_y = index(float(y) * per_y) * block_y;
    // Which half of the block this is, and which half of that half.
    bool upper = x - start_x >= far_x && y - start_y >= far_y;
    index half_x = start_x + (upper ? far_x : 0);
    index half_y = start_y + (upper ? far_y : 0);
    bool later = x - half_x >= near_x && y - half_y >= near_y;
    // The second step compares the group at a with the one at b. Before it, each is compared with a partner in the other half.
    index ax = x - (later ? near_x : 0);
    index ay = y - (later ? near_y : 0);
    index bx = ax + near_x;
    index by = ay + near_y;
#include "partners"
    bool b_inside = inside(bx, by);
    bool a_pair = upper ? inside(ax, ay) : inside(apx, apy);
    bool b_pair = upper ? b_inside : inside(bpx, bpy);
#include "steps"
}
