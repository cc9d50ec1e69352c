// Rays on their way through a grid, a cell or a triangle a pass. A ray's walk is the cell that it is in and the place of the next
// triangle in the lists; its reach is how far it is to the next cell along each axis, and where the cell's list ends, or -1 where
// it walks no more.
input vec4 way;
input vec2 cells;    // the first of the triangles of each cell, and how many
constant vec3 size;   // of a cell
constant vec3 counts; // of cells, along each axis

// A ray along an axis never gets to the next cell of another.
vec3 slope_of(vec3 d) {
    return vec3(abs(d.x) > 1.0e-12 ? d.x : 1.0e-12, abs(d.y) > 1.0e-12 ? d.y : 1.0e-12, abs(d.z) > 1.0e-12 ? d.z : 1.0e-12);
}

vec2 list_of(vec3 cell) {
    return fetch(cells, index(cell.x + counts.x * (cell.y + counts.y * cell.z)));
}
