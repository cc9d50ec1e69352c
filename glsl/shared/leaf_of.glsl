// leaf_of: descends a pyramid of counts to the leaf that holds a record. A level takes four texels: sixteen counts.
#include "shared/lane_of.glsl"
parameter index levels = 2;
parameter index top = 0; // 0: record numbers are floats. Otherwise the number of texels of the highest level: record numbers are
                         // integers until the counts of that level are subtracted, and less than 2^24 afterwards
input vec4 level[levels];

index leaf_of(index record, out float rest) {
    index node = 0;
    vec4 a, b, c, d;
    if (top == 0) {
        rest = float(record);
    } else {
        index upto = 0;
        index before = 0;
        for (index k = 0; k < top; k++) {
            a = fetch(level[levels - 1], k);
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
    }
    for (index n = levels - (top == 0 ? 1 : 2); n >= 0; n--) {
        a = fetch(level[n], node);
        b = fetch(level[n], node + 1);
        c = fetch(level[n], node + 2);
        d = fetch(level[n], node + 3);
        node = 4 * (node + texel_of(a, b, c, d, rest));
        node += lane_of(a, rest);
        if (n > 0) {
            node = 4 * node;
        }
    }
    return node;
}
