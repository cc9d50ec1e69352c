//! Vectors of three numbers, in doubles.

// Why not `glam` 0.34: it would replace these 25 lines, as many in `view` and the quaternions of `collide`, at 5 s of processor time
// a build, and convert at each call, as positions are arrays for callers and for textures. Its `DVec3` has the same products,
// bit for bit (a million random pairs); its `normalize` multiplies by the reciprocal, with other bits for 58 of 100 vectors
// (`Vec3` 56): other pictures.

pub(crate) fn sub(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|k| a[k] - b[k])
}

pub(crate) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|k| a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3])
}

pub(crate) fn length(a: [f64; 3]) -> f64 {
    dot(a, a).sqrt()
}

/// A vector of length 1; NaNs where it has no direction.
pub(crate) fn normalized(a: [f64; 3]) -> [f64; 3] {
    let length = length(a);
    a.map(|x| x / length)
}
