// particles_collide: every particle against those in the 27 cells around it (GPU Gems, ch. 37, section 37.3). Cells in a row have
// neighbouring numbers, and their particles lie one after the other: nine stretches of particles are all, walked as one, so that
// fragments side by side take about as many steps. Cells that are farther away than a particle is wide are left out.
input vec4 position; // in the order of cells
input vec4 velocity;
input vec4 pushed;   // the velocity, with what passes before this one added
input float starts;  // of each cell, its first particle; then how many there are
constant index skip; // of the particles around, those that passes before this one looked at
constant index most; // how many this one looks at
#include "shared/particles_cell.glsl"
#include "shared/particles_contact.glsl"
output vec4 result;

float gap(float side, float within) {
    return side < 0.0 ? within : (side > 0.0 ? 1.0 - within : 0.0);
}

// Adds a row of cells, on this side along y and z, to the total; says what leads from a number among all particles around to
// the particle.
index stretch(vec3 cell, vec3 within, float y, float z, inout index total) {
    vec3 at = cell + vec3(0.0, y, z);
    float far = gap(y, within.y) * gap(y, within.y) + gap(z, within.z) * gap(z, within.z);
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
    vec3 speed = fetch(velocity, here()).xyz;
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
    // Each is among those around it, once.
    vec4 sum = vec4(0.0, 0.0, 0.0, skip > 0 ? 0.0 : -1.0);
    for (index k = skip; k < end; k += 4) {
        vec3 other_at[4];
        vec3 other_speed[4];
        index other[4];
        for (index n = 0; n < 4; n++) {
            // Where there are fewer than four, the last is fetched instead.
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
            other_speed[n] = fetch(velocity, other[n]).xyz;
        }
        for (index n = 0; n < 4; n++) {
            vec4 push = contact(at, speed, other_at[n], other_speed[n], float(other[n] - here()));
            sum += k + n < end ? push : vec4(0.0);
        }
    }
    result = fetch(pushed, here()) + sum;
}
