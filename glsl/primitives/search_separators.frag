// search_separators: computes all levels of a search index in one pass, one after the other. A texel has a separator for each of four
// texels of the level below: the last element under it. For a missing texel below, the last element is repeated. After the binary search
// of GPU Gems, ch. 37, section 37.3.2, here with four children per node.
parameter bool counted = false; // whether loops cannot end early
input float values;
constant index texels; // number of texels of the elements, four to a texel
output vec4 separators;

float last(index texel, index elements) { return fetch(values, min((texel + 1) * elements, count(values)) - 1); }

void main() {
    index first = 0;             // first texel of the level
    index level = quotient(texels + 3, 4);
    index elements = 4;          // number of elements below each separator
    // Goes through the levels to find the one to which this texel belongs.
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
