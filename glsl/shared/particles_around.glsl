// particles_around: adds to each particle's velocity the effects of all particles in the 27 cells around it (GPU Gems, ch. 37, section
// 37.3). The kernel defines `effect` of another particle, and `alone`, which is added once. Cells in a row have neighbouring numbers, so
// their particles are one range: nine ranges cover all, and one loop processes them, so that fragments side by side take about as many
// iterations. Cells farther from the particle than the edge of a cell are left out.
input vec4 pushed;   // the velocity, with what earlier passes added
input float starts;  // of each cell, its first particle; then the number of particles
constant index skip; // the number of particles around that earlier passes processed
constant index max_count; // the maximum number that this pass processes
#include "shared/particles_four.glsl"
#include "shared/particles_cell.glsl"
output vec4 result;

float gap_to(float side, float within) {
    return side < 0.0 ? within : (side > 0.0 ? 1.0 - within : 0.0);
}

// Adds a row of cells, on this side along y and z, to the total. Returns the difference between the index of a particle and its
// number among all particles around.
index add_row(vec3 cell, vec3 within, float y, float z, inout index total) {
    vec3 at = cell + vec3(0.0, y, z);
    float far = gap_to(y, within.y) * gap_to(y, within.y) + gap_to(z, within.z) * gap_to(z, within.z);
    bool near = at.y >= 0.0 && at.y <= last_cell.y && at.z >= 0.0 && at.z <= last_cell.z && far <= 1.0;
    float left = far + within.x * within.x <= 1.0 ? max(at.x - 1.0, 0.0) : at.x;
    float right = far + (1.0 - within.x) * (1.0 - within.x) <= 1.0 ? min(at.x + 1.0, last_cell.x) : at.x;
    float row = cell_number(vec3(0.0, clamp(at.y, 0.0, last_cell.y), clamp(at.z, 0.0, last_cell.z)));
    index first = index(fetch(starts, index(row + left)));
    index behind = index(fetch(starts, index(row + right) + 1));
    index offset = first - total;
    total += near ? behind - first : 0;
    return offset;
}

void main() {
    vec3 at = fetch(position, here()).xyz;
    vec4 own = fetch(velocity, here());
    vec3 cell = cell_of(at);
    vec3 within = per_edge * at - cell;
    // For each of the nine rows: the offset of its particles, and the number of particles up to its end.
    index total = 0;
    index offset[9];
    index up_to[9];
    for (index z = 0; z < 3; z++) {
        for (index y = 0; y < 3; y++) {
            offset[3 * z + y] = add_row(cell, within, float(y - 1), float(z - 1), total);
            up_to[3 * z + y] = total;
        }
    }
    index end = min(total, skip + max_count);
    vec4 sum = skip > 0 ? vec4(0.0) : alone(at, own);
    for (index k = skip; k < end; k += 4) {
        index other[4];
        for (index n = 0; n < 4; n++) {
            // If fewer than four are left, the last is fetched instead.
            index number = min(k + n, end - 1);
            index from = offset[8];
            for (index s = 7; s >= 0; s--) {
                from = number < up_to[s] ? offset[s] : from;
            }
            other[n] = number + from;
        }
        sum += effect_of_four(at, own, other[0], other[1], other[2], other[3], end - k);
    }
    result = fetch(pushed, here()) + sum;
}
