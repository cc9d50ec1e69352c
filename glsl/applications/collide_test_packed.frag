// collide_test_packed: the same as collide_test for four pairs at once, which have two parents: the box that stayed is fetched once
// for two of them. GPU Gems 2 ch. 36, section 36.2; boxes by Gottschalk et al. 1996.
#include "shared/collide_gap.glsl"
input vec2 parents;    // the box that stayed, and the first of two neighbours: the other one's children
input vec4 boxes;      // three texels each: middle; half of the sides and content, of a leaf less than 0; rotation
constant float margin; // more than all roundings come to
constant float zero;
output vec4 tested;

vec2 children(vec2 parent, float position) {
    index a = 3 * index(parent.x);
    index b = 3 * index(parent.y);
    vec4 center = fetch(boxes, a);
    vec4 sides = fetch(boxes, a + 1);
    vec4 turn = fetch(boxes, a + 2);
    vec4 left = fetch(boxes, b + 1);
    vec4 right = fetch(boxes, b + 4);
    float left_apart = gap(center.xyz, sides.xyz, turn, fetch(boxes, b).xyz, left.xyz, fetch(boxes, b + 2));
    float right_apart = gap(center.xyz, sides.xyz, turn, fetch(boxes, b + 3).xyz, right.xyz, fetch(boxes, b + 5));
    float left_kept = sides.w < 0.0 && left.w < 0.0 ? -1.0 - position : position;
    float right_kept = sides.w < 0.0 && right.w < 0.0 ? -2.0 - position : position + 1.0;
    return vec2(left_apart <= margin ? left_kept : 1.0 / zero, right_apart <= margin ? right_kept : 1.0 / zero);
}

void main() {
    float position = 4.0 * float(here());
    vec2 first = children(fetch(parents, 2 * here()), position);
    // The last texel may have room for more: what is in it past the end is not looked at.
    vec2 second = children(clamped(parents, 2 * here() + 1), position + 2.0);
    tested = vec4(first, second);
}
