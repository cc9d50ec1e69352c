// particles_collide_routed: what particles_collide does, with the particles of each cell in a square of texels (GPU Gems, ch. 37, section
// 37.3; the squares after Purcell et al. 2003). Cells farther from the particle than the edge of a cell are left out.
input float squares;
#include "shared/particles_contact.glsl"
#include "shared/particles_four.glsl"
#include "shared/particles_cell.glsl"
#include "shared/particles_square.glsl"
constant index cells; // 27. It is a constant so that drivers do not unroll the loop: drivers with LLVM took minutes to compile it unrolled
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
    for (index number = 0; number < cells; number++) {
        index layer = quotient(number, 9);
        index row = quotient(number - 9 * layer, 3);
        vec3 to = vec3(float(number - 9 * layer - 3 * row - 1), float(row - 1), float(layer - 1));
        vec3 there = cell + to;
        vec3 gap = vec3(gap_to(to.x, within.x), gap_to(to.y, within.y), gap_to(to.z, within.z));
        bool exists = there == clamp(there, vec3(0.0), last_cell) && dot(gap, gap) <= 1.0;
        vec2 first = first_texel(cell_number(exists ? there : cell));
        index live = exists ? 4 : 0;
        for (index k = 0; k < side * side && live == 4; k += 4) {
            index a = particle(first, k);
            index b = particle(first, k + 1);
            index c = particle(first, k + 2);
            index d = particle(first, k + 3);
            live = a < 0 ? 0 : b < 0 ? 1 : c < 0 ? 2 : d < 0 ? 3 : 4;
            sum += effect_of_four(at, own, max(a, 0), max(b, 0), max(c, 0), max(d, 0), live);
        }
    }
    result = own + sum;
}
