// particles_collide_routed: what particles_collide does, with the particles of each cell in a square of texels (GPU Gems, ch. 37, section
// 37.3; the squares after Purcell et al. 2003). Cells farther from the particle than the edge of a cell are left out.
input float squares;
#include "shared/particles_contact.glsl"
#include "shared/particles_four.glsl"
#include "shared/particles_cell.glsl"
#include "shared/particles_square.glsl"
output vec4 result;

float gap_to(float side, float within) {
    return side < 0.0 ? within : (side > 0.0 ? 1.0 - within : 0.0);
}

// The particle in texel k of a square, or -1.
index particle(vec2 first, index k) {
    index row = quotient(k, side);
    bool exists = row < side;
    index y = exists ? row : 0;
    index x = exists ? k - row * side : 0;
    return exists ? index(fetch(squares, index(first.x) + x, index(first.y) + y)) : -1;
}

void main() {
    vec3 at = fetch(position, here()).xyz;
    vec4 own = fetch(velocity, here());
    vec3 cell = cell_of(at);
    vec3 within = per_edge * at - cell;
    vec4 sum = vec4(0.0);
    for (index z = 0; z < 3; z++) {
        for (index y = 0; y < 3; y++) {
            for (index x = 0; x < 3; x++) {
                vec3 to = vec3(float(x - 1), float(y - 1), float(z - 1));
                vec3 there = cell + to;
                vec3 gap = vec3(gap_to(to.x, within.x), gap_to(to.y, within.y), gap_to(to.z, within.z));
                bool exists = there == clamp(there, vec3(0.0), last_cell) && dot(gap, gap) <= 1.0;
                vec2 first = first_texel(cell_number(exists ? there : cell));
                index live = exists ? 4 : 0;
                for (index k = 0; k < side * side && live == 4; k += 4) {
                    index other[4];
                    live = 0;
                    for (index n = 0; n < 4; n++) {
                        other[n] = particle(first, k + n);
                        live += other[n] >= 0 ? 1 : 0;
                        other[n] = max(other[n], 0);
                    }
                    sum += effect_of_four(at, own, other[0], other[1], other[2], other[3], live);
                }
            }
        }
    }
    result = own + sum;
}
