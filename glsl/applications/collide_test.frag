// collide_test: whether the boxes of a pair overlap. Where they do, the result is the pair's position; of two leaves -1 less it, so
// that the two can be told apart; where they do not, it is null: infinity (GPU Gems 2 ch. 36, section 36.2). A pair is not written
// anywhere: it is what its parent, the pair that was split, makes of its position.
#include "shared/collide_gap.glsl"
input vec2 parents;    // the box that stayed, and the first of two neighbours: the other one's children
input vec4 boxes;      // three texels each: middle; half of the sides and content, of a leaf less than 0; rotation
constant float margin; // more than all roundings come to
constant float zero;
output float tested;

void main() {
    index place = quotient(here(), 2);
    vec2 parent = fetch(parents, place);
    index a = 3 * index(parent.x);
    index b = 3 * (index(parent.y) + here() - 2 * place);
    vec4 sides_a = fetch(boxes, a + 1);
    vec4 sides_b = fetch(boxes, b + 1);
    float apart = gap(fetch(boxes, a).xyz, sides_a.xyz, fetch(boxes, a + 2), fetch(boxes, b).xyz, sides_b.xyz, fetch(boxes, b + 2));
    float position = float(here());
    float kept = sides_a.w < 0.0 && sides_b.w < 0.0 ? -1.0 - position : position;
    tested = apart <= margin ? kept : 1.0 / zero;
}
