// convolve_crop: a picture of the components that spectra were convolved of, without what they were extended by (after Moreland and Angel
// 2003).
parameter index components = 1;
input float part_0;
input float part_1;
input float part_2;
input float part_3;
constant index before_x;
constant index before_y;
#include "shared/part.glsl"
output element convolved;

void main() {
    index x = here_x() + before_x;
    index y = here_y() + before_y;
    float second = components > 1 ? fetch(part_1, x, y) : 0.0;
    float third = components > 2 ? fetch(part_2, x, y) : 0.0;
    float fourth = components > 3 ? fetch(part_3, x, y) : 0.0;
    convolved = joined(element(0.0), vec4(fetch(part_0, x, y), second, third, fourth));
}
