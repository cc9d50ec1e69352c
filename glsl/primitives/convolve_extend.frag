// convolve_extend: a component of a picture with what stands past its edges, as far as weights reach, and with zeros behind that: what a
// convolution by spectra (after Moreland and Angel 2003, The FFT on a GPU) takes, which goes around.
parameter index channel = 0;
input element picture;
constant index columns;  // of the picture
constant index rows;
constant index before_x; // columns in front of the picture
constant index before_y;
constant index wide;     // columns of the picture and of what stands past its edges
constant index high;
constant index offset_x;
constant index offset_y;
#include "shared/border.glsl"
#include "shared/part.glsl"
output float extended;

void main() {
    index x = min(here_x(), wide - 1) - before_x;
    index y = min(here_y(), high - 1) - before_y;
    bool inside = here_x() < wide && here_y() < high && !is_zero(x, columns) && !is_zero(y, rows);
    element own = fetch(picture, bounded(x, columns, offset_x), bounded(y, rows, offset_y));
    extended = inside ? part(own, channel) : 0.0;
}
