// march_expand: each triangle finds its cell, down the pyramid of counts, and its corners there. Two cells that share an edge
// compute its vertex from the same samples in the same order. (GPU Gems 2, ch. 36, section 36.3, expands cells that are left.)
#include "shared/march_cells.glsl"
#include "shared/leaf_of.glsl"
parameter index first_corner = 0; // the first of a triangle's corners that is written
parameter index corners = 3;      // how many are
output vec3 corner[corners];
input float values;    // the same samples, each by itself
input float triangles; // of each case
input vec4 edges;      // of each case fifteen: where an edge starts, and its axis
constant float origin;

float count_at(float kind, float there) {
    return there > 0.0 ? fetch(triangles, index(kind)) : 0.0;
}

// Where the surface crosses an edge of the cell whose first sample is `first`, at `place`.
vec3 vertex(index edge, index first, vec3 place) {
    vec4 start = fetch(edges, edge);
    vec3 along = vec3(start.w < 0.5 ? 1.0 : 0.0, start.w > 0.5 && start.w < 1.5 ? 1.0 : 0.0, start.w > 1.5 ? 1.0 : 0.0);
    index low = first + index(start.x) + 4 * row * index(start.y) + 4 * slice * index(start.z);
    index high = low + index(along.x) + 4 * row * index(along.y) + 4 * slice * index(along.z);
    float from = fetch(values, low);
    float to = fetch(values, high);
    return place + start.xyz + along * ((iso - from) / (to - from));
}

void main() {
    float rest;
    index at = leaf_of(here(), rest);
    index line = quotient(at, row);
    index z = quotient(line, rows);
    index y = line - z * rows;
    index x = 4 * (at - line * row);
    vec4 there = present(x);
    vec4 kinds = cases(corners_at(at, row, slice), corners_at(min(at + 1, count(samples) - 1 - row - slice), row, slice).x);
    vec4 counts = vec4(count_at(kinds.x, there.x), count_at(kinds.y, there.y), count_at(kinds.z, there.z), count_at(kinds.w, there.w));
    index lane = lane_of(counts, rest);
    float kind = lane == 0 ? kinds.x : lane == 1 ? kinds.y : lane == 2 ? kinds.z : kinds.w;
    index edge = 15 * index(kind) + 3 * index(rest);
    vec3 place = vec3(float(x + lane), float(y), float(z)) + origin;
    index first = 4 * at + lane;
    for (index k = 0; k < corners; k++) {
        corner[k] = vertex(edge + first_corner + k, first, place);
    }
}
