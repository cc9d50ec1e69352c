// march_cells: computes the marching cubes cases of four cells that are neighbours along x.
input vec4 samples; // four neighbours along x
constant float iso;
constant index row;     // texels per row, including padding
constant index slice;   // texels per plane
constant index columns; // samples per row, without padding
constant index rows;

// Returns the bits of the corners with the same x as four samples, in the cells that start at these samples.
vec4 corners_at(index at, index y, index z) {
    vec4 sum = step(vec4(iso), fetch(samples, at));
    sum += 4.0 * step(vec4(iso), fetch(samples, at + y));
    sum += 16.0 * step(vec4(iso), fetch(samples, at + z));
    return sum + 64.0 * step(vec4(iso), fetch(samples, at + y + z));
}

// Combines these bits with those of the next sample into the cases of the cells.
vec4 cases(vec4 corners, float next) {
    return corners + 2.0 * vec4(corners.yzw, next);
}

// Returns 1 for each of the four cells that exists, else 0. `x` is the column of the first sample.
vec4 present(index x) {
    return step(vec4(0.0, 1.0, 2.0, 3.0) + float(x) + 1.5, vec4(float(columns)));
}
