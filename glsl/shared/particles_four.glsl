// particles_four: sums the effects of four particles on one. All four are fetched before any effect is computed, so that a fragment waits
// for their texels together (GPU Gems, ch. 37, section 37.3). The kernel defines `effect`.
input vec4 position;
input vec4 velocity;

// Only the first `live` of the four count.
vec4 effect_of_four(vec3 at, vec4 own, index first, index second, index third, index fourth, index live) {
    index other[4];
    other[0] = first;
    other[1] = second;
    other[2] = third;
    other[3] = fourth;
    vec3 other_at[4];
    vec4 other_own[4];
    for (index n = 0; n < 4; n++) {
        other_at[n] = fetch(position, other[n]).xyz;
    }
    for (index n = 0; n < 4; n++) {
        other_own[n] = fetch(velocity, other[n]);
    }
    vec4 sum = vec4(0.0);
    for (index n = 0; n < 4; n++) {
        vec4 change = effect(at, own, other_at[n], other_own[n], float(other[n] - here()));
        sum += n < live ? change : vec4(0.0);
    }
    return sum;
}
