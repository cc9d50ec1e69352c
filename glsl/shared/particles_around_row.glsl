// particles_around_row: what particles_around does, where loops are unrolled: adds the effects of four of the particles in three cells
// in a row (GPU Gems, ch. 37, section 37.3).
input vec4 pushed;   // the velocity, with what earlier passes added
input float starts;  // of each cell, its first particle; then the number of particles
constant index skip; // the number of particles in the row that earlier passes processed
constant vec2 row;   // the row, along y and z from the particle's own
#include "shared/particles_four.glsl"
#include "shared/particles_cell.glsl"
output vec4 result;

void main() {
    vec3 at = fetch(position, here()).xyz;
    vec4 own = fetch(velocity, here());
    vec3 cell = cell_of(at) + vec3(0.0, row);
    bool exists = cell.y >= 0.0 && cell.y <= last_cell.y && cell.z >= 0.0 && cell.z <= last_cell.z;
    float before = cell_number(vec3(0.0, clamp(cell.y, 0.0, last_cell.y), clamp(cell.z, 0.0, last_cell.z)));
    index k = skip + index(fetch(starts, index(before + max(cell.x - 1.0, 0.0))));
    index behind = index(fetch(starts, index(before + min(cell.x + 1.0, last_cell.x)) + 1));
    index end = exists ? behind : 0;
    vec4 sum = skip == 0 && row.x + row.y < -1.5 ? alone(at, own) : vec4(0.0);
    index other[4];
    for (index n = 0; n < 4; n++) {
        // If fewer than four are left, the last is fetched instead.
        other[n] = min(k + n, max(end - 1, 0));
    }
    sum += effect_of_four(at, own, other[0], other[1], other[2], other[3], end - k);
    result = fetch(pushed, here()) + sum;
}
