// run_firsts: 1 for each element of a texel that differs from the one before it: the first of a run of equal elements. `before` is the
// element before the texel, and `first` says that there is none.
#include "shared/differs.glsl"

vec4 firsts_of(vec4 x, float before, bool first) {
    return vec4(first || differs(x.x, before), differs(x.y, x.x), differs(x.z, x.y), differs(x.w, x.z));
}
