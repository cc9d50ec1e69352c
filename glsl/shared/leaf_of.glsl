// leaf_of: descends a pyramid of counts to the leaf that holds a record. A level takes four texels: sixteen counts.
#include "shared/lane_of.glsl"
parameter index levels = 2;
parameter index top = 0; // 0: record numbers are floats. Otherwise the number of texels of the highest level: record numbers are
                         // integers until the counts of that level are subtracted, and less than 2^24 afterwards
parameter bool others = false; // whether records are the elements that are not counted
input vec4 level[levels];

// Returns four counts of the records that are wanted, of `span` elements each.
vec4 wanted_of(vec4 counts, float span) { return others ? vec4(span) - counts : counts; }

index leaf_of(index record, out float rest) {
    index node = 0;
    float span = 1.0; // number of elements of a count
    for (index n = 0; n < levels; n++) {
        span *= 16.0;
    }
    vec4 a, b, c, d;
    if (top == 0) {
        rest = float(record);
    } else {
        index upto = 0;
        index before = 0;
        for (index k = 0; k < top; k++) {
            a = wanted_of(fetch(level[levels - 1], k), span);
            upto += index(a.x);
            node += record >= upto ? 1 : 0;
            before = record >= upto ? upto : before;
            upto += index(a.y);
            node += record >= upto ? 1 : 0;
            before = record >= upto ? upto : before;
            upto += index(a.z);
            node += record >= upto ? 1 : 0;
            before = record >= upto ? upto : before;
            upto += index(a.w);
            node += record >= upto ? 1 : 0;
            before = record >= upto ? upto : before;
        }
        rest = float(record - before);
        node = 4 * node;
        span /= 16.0;
    }
    for (index n = levels - (top == 0 ? 1 : 2); n >= 0; n--) {
        a = wanted_of(fetch(level[n], node), span);
        b = wanted_of(fetch(level[n], node + 1), span);
        c = wanted_of(fetch(level[n], node + 2), span);
        d = wanted_of(fetch(level[n], node + 3), span);
        node = 4 * (node + texel_of(a, b, c, d, rest));
        node += lane_of(a, rest);
        span /= 16.0;
        if (n > 0) {
            node = 4 * node;
        }
    }
    return node;
}
