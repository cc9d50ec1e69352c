// histogram_sum: adds the counts of the same four bins in up to `steps` slices. In `pairs`, a component holds two counters: the lower one,
// of a bin of the first texel of the result, and 4096 times the upper one, of a bin of the second texel.
// A reduction along columns (GPU Gems, ch. 37, section 37.2).
parameter index known_steps = -1; // the maximum number of slices, if it must be known
parameter bool pairs = false;
input vec4 parts;
constant index steps;  // the maximum number of slices
constant index slices; // the number of slices of the input
constant index across; // texels of a slice of the input
constant index result; // texels of a slice of the result
output vec4 counts;

void main() {
    index slice = quotient(here(), result);
    index texel = here() - slice * result;
    index part = pairs ? quotient(texel, 2) : texel;
    bool upper = pairs && texel > 2 * part;
    index length = known_steps >= 0 ? known_steps : steps;
    index first = slice * length;
    vec4 sum = vec4(0.0);
    for (index k = 0; k < (known_steps >= 0 ? known_steps : steps); k++) {
        index row = min(first + k, slices - 1);
        vec4 four = fetch(parts, row * across + part);
        if (pairs) {
            vec4 high = floor(four * (1.0 / 4096.0));
            four = upper ? high : four - 4096.0 * high;
        }
        sum += first + k < slices ? four : vec4(0.0);
    }
    counts = sum;
}
