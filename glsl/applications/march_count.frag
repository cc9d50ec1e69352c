// march_count: of each four cells that are neighbours along x, how many triangles the surface has in them; sixteen cells a
// fragment. The base of a pyramid of counts. (GPU Gems 2, ch. 36, section 36.3: cells without a triangle are filtered out.)
#include "shared/march_cells.glsl"
parameter bool keeps_nan = true; // whether a sum of samples that are not finite is told from others
constant float zero; // 0, which a compiler must not know: NaN times 0 is NaN
input float triangles; // of each case
constant index planes;
output vec4 counts;

// 0, or NaN where one of sixteen samples is none that is finite.
float nothing(index at) {
    if (!keeps_nan) {
        return 0.0;
    }
    vec4 sum = zero * fetch(samples, at) + zero * fetch(samples, at + 1);
    sum += zero * fetch(samples, at + 2) + zero * fetch(samples, at + 3);
    return dot(sum, vec4(1.0));
}

float count_of(vec4 kinds, vec4 there) {
    vec4 each = vec4(fetch(triangles, index(kinds.x)), fetch(triangles, index(kinds.y)), fetch(triangles, index(kinds.z)),
        fetch(triangles, index(kinds.w)));
    return dot(each, there);
}

void main() {
    index at = 4 * here();
    index line = quotient(at, row);
    index z = quotient(at, slice);
    index x = at - line * row;
    index y = line - z * rows;
    bool inner = y < rows - 1 && z < planes - 1;
    // Where there are no cells, the same samples take the place of those that are not there.
    index to_y = inner ? row : 0;
    index to_z = inner ? slice : 0;
    index last = count(samples) - 1;
    vec4 a = corners_at(at, to_y, to_z);
    vec4 b = corners_at(at + 1, to_y, to_z);
    vec4 c = corners_at(at + 2, to_y, to_z);
    vec4 d = corners_at(at + 3, to_y, to_z);
    float next = corners_at(min(at + 4, last - to_y - to_z), to_y, to_z).x;
    counts = vec4(0.0);
    // All samples below, or all above: nothing to look up.
    vec4 sum = a + b + c + d;
    float all = dot(sum, vec4(1.0)) + next;
    if (inner && all > 0.0 && all < 1445.0) {
        counts = vec4(count_of(cases(a, b.x), present(4 * x)), count_of(cases(b, c.x), present(4 * x + 4)),
            count_of(cases(c, d.x), present(4 * x + 8)), count_of(cases(d, next), present(4 * x + 12)));
    }
    counts += nothing(at);
}
