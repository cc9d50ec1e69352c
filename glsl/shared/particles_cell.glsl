// particles_cell: finds the cell of the uniform grid that contains a position, as column, row and layer (GPU Gems, ch. 37, section
// 37.3.1). Positions outside of the box belong to the outermost cells, so that every particle has a cell.
constant float per_edge; // cells per unit of length
constant vec3 last_cell; // the numbers of cells along each axis, less one

float cell_along(float x, float last) {
    float cell = floor(per_edge * x);
    return cell > 0.0 ? min(cell, last) : 0.0;
}

vec3 cell_of(vec3 at) {
    return vec3(cell_along(at.x, last_cell.x), cell_along(at.y, last_cell.y), cell_along(at.z, last_cell.z));
}

// Cells are numbered row by row, so neighbours in a row have neighbouring numbers.
float cell_number(vec3 cell) {
    return (cell.z * (last_cell.y + 1.0) + cell.y) * (last_cell.x + 1.0) + cell.x;
}
