// collide_append: one list of pairs after another.
input vec4 first;
input vec4 second;
output vec4 both;

void main() {
    index before = count(first);
    vec4 old = clamped(first, here());
    vec4 new = clamped(second, here() - before);
    both = here() < before ? old : new;
}
