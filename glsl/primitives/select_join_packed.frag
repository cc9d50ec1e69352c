// select_join_packed: the kept records, and behind them the others, texel by texel: the last pass of a partition. After the gather of Horn's
// filter (GPU Gems 2, ch. 36, section 36.1) and CUB's DevicePartition::Flagged.
#include "shared/number_of.glsl"
input vec4 kept;
input vec4 rest;
constant index split;     // number of kept records; if it is counted, that of all records
constant index last_kept; // the last texel of kept records
constant index last_rest; // the last texel of others
output vec4 partitioned;

void main() {
    index first = 4 * here();
    index first_other = number_of(split);
    index last;
    index end;
    if (counted) {
        last = quotient(max(first_other, 1) - 1, 4);
        end = quotient(max(split - first_other, 1) - 1, 4);
    } else {
        last = last_kept;
        end = last_rest;
    }
    vec4 before = fetch(kept, min(here(), last));
    // The others are moved by up to three lanes.
    index from = max(first + 4 - first_other, 0); // counts from four elements before the others
    index texel = quotient(from, 4);
    index lane = from - 4 * texel;
    vec4 low = fetch(rest, max(texel - 1, 0));
    vec4 high = fetch(rest, min(texel, end));
    vec4 behind = lane < 2
        ? (lane == 0 ? low : vec4(low.yzw, high.x)) : (lane == 2 ? vec4(low.zw, high.xy) : vec4(low.w, high.xyz));
    partitioned = vec4(
        first < first_other ? before.x : behind.x,
        first + 1 < first_other ? before.y : behind.y,
        first + 2 < first_other ? before.z : behind.z,
        first + 3 < first_other ? before.w : behind.w);
}
