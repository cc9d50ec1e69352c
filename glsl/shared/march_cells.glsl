// march_cells: the cases of four cells that are neighbours along x.
input vec4 samples; // four neighbours along x
constant float iso;
constant index row;     // texels a row, with what fills it up
constant index slice;   // texels a plane
constant index columns; // samples a row, without what fills it up
constant index rows;

// Of four samples the bits of their corners in the cells that start there.
vec4 corners_at(index at, index y, index z) {
    vec4 sum = step(vec4(iso), fetch(samples, at));
    sum += 4.0 * step(vec4(iso), fetch(samples, at + y));
    sum += 16.0 * step(vec4(iso), fetch(samples, at + z));
    return sum + 64.0 * step(vec4(iso), fetch(samples, at + y + z));
}

// The cells' cases, from those and from the next sample's.
vec4 cases(vec4 corners, float next) {
    return corners + 2.0 * vec4(corners.yzw, next);
}

// Which of the four cells there are: x is their first sample.
vec4 present(index x) {
    return step(vec4(0.0, 1.0, 2.0, 3.0) + float(x) + 1.5, vec4(float(columns)));
}
