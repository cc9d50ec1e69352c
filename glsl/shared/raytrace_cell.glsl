// Rays walk through a grid, by one cell or one triangle in each pass. A ray's walk is its current cell and the index of the next
// triangle in the lists. Its reach is the distance to the next cell along each axis, and the end of the cell's list, or -1 if the ray
// has stopped.
input vec4 way;
input vec2 cells;    // of each cell: index of its first triangle, number of triangles
constant vec3 size;   // size of a cell
constant vec3 counts; // number of cells along each axis

// A tiny component in place of 0 keeps a ray along one axis from ever reaching the next cell along another.
vec3 slope_of(vec3 d) {
    return vec3(abs(d.x) > 1.0e-12 ? d.x : 1.0e-12, abs(d.y) > 1.0e-12 ? d.y : 1.0e-12, abs(d.z) > 1.0e-12 ? d.z : 1.0e-12);
}

vec2 list_of(vec3 cell) {
    return fetch(cells, index(cell.x + counts.x * (cell.y + counts.y * cell.z)));
}
