// particles_around: adds to each particle's velocity the effects of all particles in the 27 cells around it (GPU Gems, ch. 37, section
// 37.3). The kernel defines `effect` of another particle, and `alone`, which is added once. Cells in a row have neighbouring numbers, so
// their particles are one range: nine ranges cover all, and one loop processes them, so that fragments side by side take about as many
// iterations. Cells farther from the particle than the edge of a cell are left out.
input vec4 position; // in the order of cells
input vec4 velocity;
input vec4 pushed;   // the velocity, with what earlier passes added
input float starts;  // of each cell, its first particle; then the number of particles
constant index skip; // the number of particles around that earlier passes processed
constant index most; // the number that this pass processes
#include "shared/particles_cell.glsl"
output vec4 result;

float gap_to(float side, float within) {
    return side < 0.0 ? within : (side > 0.0 ? 1.0 - within : 0.0);
}

// Adds a row of cells, on this side along y and z, to the total. Returns the difference between the index of a particle and its
// number among all particles around.
index stretch(vec3 cell, vec3 within, float y, float z, inout index total) {
    vec3 at = cell + vec3(0.0, y, z);
    float far = gap_to(y, within.y) * gap_to(y, within.y) + gap_to(z, within.z) * gap_to(z, within.z);
    bool near = at.y >= 0.0 && at.y <= last_cell.y && at.z >= 0.0 && at.z <= last_cell.z && far <= 1.0;
    float left = far + within.x * within.x <= 1.0 ? max(at.x - 1.0, 0.0) : at.x;
    float right = far + (1.0 - within.x) * (1.0 - within.x) <= 1.0 ? min(at.x + 1.0, last_cell.x) : at.x;
    float row = cell_number(vec3(0.0, clamp(at.y, 0.0, last_cell.y), clamp(at.z, 0.0, last_cell.z)));
    index first = index(fetch(starts, index(row + left)));
    index behind = index(fetch(starts, index(row + right) + 1));
    index way = first - total;
    total += near ? behind - first : 0;
    return way;
}

void main() {
    vec3 at = fetch(position, here()).xyz;
    vec4 own = fetch(velocity, here());
    vec3 cell = cell_of(at);
    vec3 within = per_edge * at - cell;
    // The nine rows of cells around: what leads to the particles of each, and the particles up to its end.
    index total = 0;
    index way[9];
    index up_to[9];
    for (index z = 0; z < 3; z++) {
        for (index y = 0; y < 3; y++) {
            way[3 * z + y] = stretch(cell, within, float(y - 1), float(z - 1), total);
            up_to[3 * z + y] = total;
        }
    }
    index end = min(total, skip + most);
    vec4 sum = skip > 0 ? vec4(0.0) : alone(at, own);
    for (index k = skip; k < end; k += 4) {
        vec3 other_at[4];
        vec4 other_own[4];
        index other[4];
        for (index n = 0; n < 4; n++) {
            // If fewer than four are left, the last is fetched instead.
            index number = min(k + n, end - 1);
            index from = way[8];
            for (index s = 7; s >= 0; s--) {
                from = number < up_to[s] ? way[s] : from;
            }
            other[n] = number + from;
        }
        for (index n = 0; n < 4; n++) {
            other_at[n] = fetch(position, other[n]).xyz;
        }
        for (index n = 0; n < 4; n++) {
            other_own[n] = fetch(velocity, other[n]);
        }
        for (index n = 0; n < 4; n++) {
            vec4 change = effect(at, own, other_at[n], other_own[n], float(other[n] - here()));
            sum += k + n < end ? change : vec4(0.0);
        }
    }
    result = fetch(pushed, here()) + sum;
}
