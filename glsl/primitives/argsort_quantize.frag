// argsort_quantize: makes integers of few bits of the keys of a sort, for methods that do not sort words.
input float keys;
output float quantized;
#include "shared/key_bits.glsl"

void main() {
    quantized = step_of(fetch(keys, here()));
}
