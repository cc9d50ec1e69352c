// march_volume: a volume as marching cubes (GPU Gems 2, ch. 36, section 36.3) reads it: rows filled up, and, where it is to be
// closed, samples around it that are lower than any level.
input float values;
constant index margin;  // samples put before and behind along each axis
constant index row;     // samples a row, with what fills it up
constant index columns; // without
constant index rows;
constant index planes;
constant float around;
output float samples;

void main() {
    index line = quotient(here(), row);
    index x = here() - line * row;
    index z = quotient(line, rows);
    index y = line - z * rows;
    bool inside = x >= margin && y >= margin && z >= margin && x < columns - margin && y < rows - margin && z < planes - margin;
    index at = ((z - margin) * (rows - 2 * margin) + y - margin) * (columns - 2 * margin) + x - margin;
    samples = inside ? fetch(values, inside ? at : 0) : around;
}
