// quantile_pick: picks the two neighbours of a rank among sorted elements (GPU Gems, ch. 37, section 37.3.1, sorts them), and interpolates
// between them. A rank that is outside the sorted elements is that of an end of a bracket. Along an axis, it does so in each line.
parameter bool bracketed = false;
parameter bool along = false; // whether each line along an axis is sorted by itself
constant index lines;         // number of lines
#include "shared/lines.glsl"
input float sorted;
input float bounds; // lower and upper end of each bracket
input vec4 ranks;   // of each quantile: place of the lower neighbour, of the upper one, and its weight; -1 - i: end i of the brackets
output float quantile;

float element_at(float place, index quantile_number) {
    if (along) {
        index line = here() - quantile_number * lines;
        index outer = quotient(line, inner);
        return fetch(sorted, (outer * extent + index(place)) * inner + line - outer * inner);
    }
    float found = fetch(sorted, index(max(place, 0.0)));
    if (bracketed) {
        return place < 0.0 ? fetch(bounds, index(max(-1.0 - place, 0.0))) : found;
    }
    return found;
}

void main() {
    index number = along ? quotient(here(), lines) : here();
    vec4 rank = fetch(ranks, number);
    float a = element_at(rank.x, number);
    float b = element_at(rank.y, number);
    float between = min(max(a * (1.0 - rank.z) + b * rank.z, a), b);
    quantile = rank.z == 0.0 || a == b ? a : between;
}
