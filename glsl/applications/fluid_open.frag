// fluid_open: to which of its neighbours a cell is open: to the right, to the left, in the next row, in the row before. 1 is open; 0 is a cell that
// keeps what it has, or the upper or the lower border. To the right border a cell is open.
// Harris, GPU Gems, ch. 38, stores for each cell which neighbours are obstacles.
input float kept;
output vec4 open;

void main() {
    index x = here_x();
    index y = here_y();
    vec4 sides = vec4(1.0) - vec4(clamped(kept, x + 1, y), clamped(kept, x - 1, y), clamped(kept, x, y + 1), clamped(kept, x, y - 1));
    sides.z = y == height(kept) - 1 ? 0.0 : sides.z;
    sides.w = y == 0 ? 0.0 : sides.w;
    open = sides;
}
