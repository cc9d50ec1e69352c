// filter_walk_packed: the search and gather of Horn's filter (GPU Gems 2, ch. 36, section 36.1). A fragment writes a texel into each
// render target. It descends the pyramid of counts to its first record, walks from there texel by texel, and moves kept records together.
// After a long walk without enough records, it descends again.
parameter index layers = 2; // render targets
parameter index reach = 8;  // maximum number of texels of a walk before the next descent
parameter bool runs = false;      // whether the first elements of runs of equal elements are kept, not those that `keep` keeps
parameter bool positions = false; // whether the result holds the positions of records, not the records
parameter bool keep(element x);
output vec4 texel[layers];
#include "shared/leaf_of.glsl"
#include "shared/number_of.glsl"
#include "shared/run_firsts.glsl"
input vec4 values;
constant index records; // number of records in the result; if it is counted, that of the input

// Returns the number of records in the result.
index wanted_records() {
    index kept = number_of(records);
    return counted && others ? records - kept : kept;
}

void put(index at, vec4 record) {
    for (index k = 0; k < layers; k++) {
        texel[k] = at == k ? record : texel[k];
    }
}

void main() {
    for (index k = 0; k < layers; k++) {
        texel[k] = vec4(0.0);
    }
    index first = 4 * layers * here();
    index wanted = min(4 * layers, wanted_records() - first);
    index found = 0;
    vec4 open = vec4(0.0); // the texel that is being filled
    index lane = 0;        // number of records in it
    index at = 0;          // index of its render target
    index most = 4 * layers;
    for (index go = 0; go < most; go++) {
        if (found >= wanted) {
            break;
        }
        float rest; // number of records of the leaf to skip
        index start = 4 * leaf_of(first + found, rest);
        float before = runs ? fetch(values, max(start - 1, 0)).w : 0.0; // the element before the texel
        for (index k = 0; k < reach; k++) {
            if (found >= wanted) {
                break;
            }
            vec4 x = fetch(values, start + k);
            vec4 kept = runs ? firsts_of(x, before, start + k == 0) : vec4(keep(x.x), keep(x.y), keep(x.z), keep(x.w));
            kept = others ? vec4(1.0) - kept : kept;
            before = x.w;
            // Skips the kept records of the leaf before the wanted one.
            vec4 upto = vec4(kept.x, kept.x + kept.y, kept.x + kept.y + kept.z, kept.x + kept.y + kept.z + kept.w);
            float all = upto.w;
            kept *= step(vec4(rest + 1.0), upto);
            rest = max(rest - all, 0.0);
            // Moves the kept records into the first lanes.
            vec4 four = positions ? vec4(float(4 * (start + k))) + vec4(0.0, 1.0, 2.0, 3.0) : x;
            four.z = kept.z > 0.0 ? four.z : four.w;
            four.yz = kept.y > 0.0 ? four.yz : four.zw;
            four.xyz = kept.x > 0.0 ? four.xyz : four.yzw;
            index more = index(dot(kept, vec4(1.0)));
            // Rotates by the number of filled lanes. Records that do not fit come to the front, for the next texel.
            four = lane == 1 || lane == 3 ? four.wxyz : four;
            four = lane >= 2 ? four.zwxy : four;
            vec4 filled = vec4(lane > 0 ? open.x : four.x, lane > 1 ? open.y : four.y, lane > 2 ? open.z : four.z, four.w);
            found += more;
            lane += more;
            bool full = lane >= 4;
            if (full) {
                put(at, filled);
            }
            at += full ? 1 : 0;
            open = full ? four : filled;
            lane -= full ? 4 : 0;
        }
    }
    if (lane > 0) {
        put(at, open);
    }
}
