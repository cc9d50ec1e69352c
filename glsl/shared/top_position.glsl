// top_position: the position of a candidate. Candidates are the elements of the chosen groups, whose numbers ascend, and then those past
// the last group; so they are in the order of their positions.
input float groups;    // the number of each chosen group
constant index size;   // elements of a group
constant index chosen; // number of chosen groups
constant index rest;   // the position of the first element past the last group

index position_of(index candidate) {
    index place = quotient(candidate, size);
    index within = candidate - place * size;
    index first = size * index(fetch(groups, min(place, chosen - 1)));
    return place < chosen ? first + within : rest + candidate - chosen * size;
}
