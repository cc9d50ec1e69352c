// argsort_quantize: makes integers of few bits of the keys of a sort (GPU Gems, ch. 37, section 37.3.1), for methods that do not sort
// words. Steps of equal size are not from the source.
input float keys;
output float quantized;
#include "shared/key_bits.glsl"

void main() {
    quantized = step_of(fetch(keys, here()));
}
