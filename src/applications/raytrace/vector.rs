//! Vectors of three numbers.

pub(super) fn sub(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|k| a[k] - b[k])
}

pub(super) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|k| a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3])
}

pub(super) fn length(a: [f64; 3]) -> f64 {
    a.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// A vector of length 1, where it has a direction.
pub(super) fn unit(a: [f64; 3]) -> Option<[f64; 3]> {
    let length = length(a);
    (length > 0.0).then(|| a.map(|x| x / length))
}
