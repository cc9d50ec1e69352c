// packed_sort_steps: one or two steps of the bitonic merge sort (GPU Gems, ch. 37, section 37.3.1, after Batcher) between groups of
// texels. The pass that ends a stage also does all steps within a group, in registers. A group is one texel of each stream. Block sizes,
// distances and the texture's row length are powers of two, so a distance lies along x or along y. A pass that begins a stage compares in
// mirrored order, so that the smaller key always comes first. Needs no integers.
parameter index streams = 2;
parameter bool mirror = false; // the pass begins a stage
parameter bool two = true;     // it does two steps at once
parameter bool last = true;    // it ends a stage
input vec4 keys[streams];
output vec4 sorted[streams];
#include "shared/packed_group.glsl"
constant index block_x; // columns and rows of a block, whose halves the first step compares
constant index block_y;
constant float per_x;   // 1 / block_x, 1 / block_y
constant float per_y;
constant index far_x;   // columns and rows from a group to its partner in the first step; one of them is 0
constant index far_y;
constant index near_x;  // likewise in the second step
constant index near_y;

bool inside(index x, index y) { return y * width(keys[0]) + x < count(keys[0]); }

index partner(index at, index start, index block, index far, bool upper) {
    return mirror ? 2 * start + block - 1 - at : at + (upper ? -far : far);
}

void main() {
    index x = here_x();
    index y = here_y();
    index start_x = index(float(x) * per_x) * block_x;
    index start_y = index(float(y) * per_y) * block_y;
    // Whether this group is in the upper half of its block.
    bool upper = x - start_x >= far_x && y - start_y >= far_y;
    // The groups a and b that the second step compares. One of them is at this position. Without a second step it is a.
    index half_x = start_x + (upper ? far_x : 0);
    index half_y = start_y + (upper ? far_y : 0);
    bool later = two && x - half_x >= near_x && y - half_y >= near_y;
    index ax = two ? x - (later ? near_x : 0) : x;
    index ay = two ? y - (later ? near_y : 0) : y;
    index bx = ax + near_x;
    index by = ay + near_y;
    // The partners of a and b in the first step.
    index apx = partner(ax, start_x, block_x, far_x, upper);
    index apy = partner(ay, start_y, block_y, far_y, upper);
    index bpx = partner(bx, start_x, block_x, far_x, upper);
    index bpy = partner(by, start_y, block_y, far_y, upper);
    bool b_inside = inside(bx, by);
    bool a_pair = upper || inside(apx, apy);
    bool b_pair = upper ? b_inside : inside(bpx, bpy);
    vec4 t[streams];
    for (index k = 0; k < streams; k++) {
        t[k] = kept(
            fetch(keys[k], ax, ay),
            mirror ? reversed(fetch(keys[streams - 1 - k], apx, apy)) : fetch(keys[k], apx, apy),
            upper, a_pair);
        if (two) {
            vec4 b = kept(
                fetch(keys[k], bx, by),
                mirror ? reversed(fetch(keys[streams - 1 - k], bpx, bpy)) : fetch(keys[k], bpx, bpy),
                upper, b_pair);
            t[k] = chosen(t[k], b, later, b_inside);
        }
    }
    if (last) {
        for (index distance = quotient(streams, 2); distance > 0; distance = quotient(distance, 2)) {
            for (index k = 0; k < streams; k++) {
                if ((k & distance) == 0) {
                    exchange(t[k], t[k + distance]);
                }
            }
        }
    }
    for (index k = 0; k < streams; k++) {
        sorted[k] = last ? settled(t[k]) : t[k];
    }
}
