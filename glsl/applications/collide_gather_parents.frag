// collide_gather_parents: the parents of a level's pairs, below those of the levels before, as collide_gather has the pairs.
// GPU Gems 2 ch. 36, section 36.2.
input vec2 parents;
constant index start;
output vec2 gathered;

void main() {
    gathered = clamped(parents, here() - start);
}
