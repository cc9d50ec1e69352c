// march_finite: 0, or NaN where one of sixteen samples is none that is finite. Comes after "shared/march_cells.glsl".
constant float zero; // 0, which a compiler must not know: NaN times 0 is NaN

float nothing(index at) {
    vec4 sum = zero * fetch(samples, at) + zero * fetch(samples, at + 1);
    sum += zero * fetch(samples, at + 2) + zero * fetch(samples, at + 3);
    return dot(sum, vec4(1.0));
}
