// search_separators: the whole index of a search in one pass, a level after the other: a texel has the last elements of four
// texels of the level below, a separator for each. What has no texel below repeats the last. The chapter's binary search
// (GPU Gems, ch. 37, section 37.3.2), by fours.
parameter bool counted = false; // whether loops cannot end early
input float values;
constant index texels; // of the elements, four to a texel
output vec4 separators;

float last(index texel, index elements) { return fetch(values, min((texel + 1) * elements, count(values)) - 1); }

void main() {
    index first = 0;             // texel of the level
    index level = quotient(texels + 3, 4);
    index elements = 4;          // below each separator
    // Of the levels, one after the other, the one that this texel belongs to.
    if (counted) {
        bool higher = true;
        for (index k = 0; k < 13; k++) {
            higher = higher && here() >= first + level;
            first += higher ? level : 0;
            level = higher ? quotient(level + 3, 4) : level;
            elements *= higher ? 4 : 1;
        }
    } else {
        for (index k = 0; k < 13; k++) {
            if (here() < first + level) {
                break;
            }
            first += level;
            level = quotient(level + 3, 4);
            elements *= 4;
        }
    }
    index child = 4 * (here() - first);
    separators = vec4(last(child, elements), last(child + 1, elements), last(child + 2, elements), last(child + 3, elements));
}
