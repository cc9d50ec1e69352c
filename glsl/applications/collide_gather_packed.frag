// collide_gather_packed: the same as collide_gather for the four pairs of a texel.
// GPU Gems 2 ch. 36, section 36.2.
input vec4 tested;    // of two leaves -1 less the position
constant index start; // the texel of the level's first pairs
constant index pairs; // its pairs
constant float zero;
output vec4 gathered;

void main() {
    index texel = here() - start;
    vec4 four = clamped(tested, texel);
    float left = float(pairs - 4 * texel);
    float first = 4.0 * float(start);
    float null = 1.0 / zero;
    gathered.x = four.x < 0.0 && left > 0.0 ? four.x - first : null;
    gathered.y = four.y < 0.0 && left > 1.0 ? four.y - first : null;
    gathered.z = four.z < 0.0 && left > 2.0 ? four.z - first : null;
    gathered.w = four.w < 0.0 && left > 3.0 ? four.w - first : null;
}
