// level: of the levels of an index, one after the other, the one that this texel belongs to. Inside search_separators.
for (index k = 0; k < 13; k++) {
    if (here() < first + level) {
        break;
    }
    first += level;
    level = quotient(level + 3, 4);
    elements *= 4;
}
