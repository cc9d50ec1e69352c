// box_muller: two numbers with a normal distribution from two uniform ones (Box and Muller, 1958).

// Returns -log(u) for u between 0 and 1. `rest` is 1 - u. Near 1 the logarithms of many devices are off by more than they return, so
// it is computed there from `rest`, by the series of the inverse hyperbolic tangent.
float minus_log(float u, float rest) {
    float s = rest / (2.0 - rest);
    float t = s * s;
    float series = 1.0 + t * (0.33333333 + t * (0.2 + t * (0.14285714 + t * (0.11111111 + t * 0.09090909))));
    return rest < 0.5 ? 2.0 * s * series : -log(u);
}

vec2 box_muller(float u, float rest, float turn) {
    float radius = sqrt(2.0 * minus_log(u, rest));
    float angle = 6.2831853 * turn;
    return radius * vec2(cos(angle), sin(angle));
}
