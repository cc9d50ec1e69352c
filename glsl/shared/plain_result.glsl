// plain_result: the result of the packed bitonic sort, element by element.
output float result;

void main() {
    index texel = quotient(here(), 4);
    index lane = here() - 4 * texel;
    vec4 four = texel_at(texel);
    result = lane < 2 ? (lane == 0 ? four.x : four.y) : (lane == 2 ? four.z : four.w);
}
