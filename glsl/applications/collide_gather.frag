// collide_gather: the pairs of leaves that a level kept, at their place below those of the levels before; what is none is null.
// GPU Gems 2 ch. 36, section 36.2, filters leaves out of each level; here those of all levels are filtered at once.
input float tested;   // of two leaves -1 less the position
constant index start; // the place of the level's first pair
constant index pairs; // its pairs
constant float zero;
output float gathered;

void main() {
    index position = here() - start;
    float pair = clamped(tested, position);
    gathered = position < pairs && pair < 0.0 ? pair - float(start) : 1.0 / zero;
}
