//! Rotations as quaternions, the real part last.

/// A quaternion: x, y, z and the real part.
pub(super) type Quaternion = [f64; 4];

/// Returns the rotation that maps the coordinate axes to `axes`, which must be right-handed and of unit length.
pub(super) fn of_axes(axes: [[f64; 3]; 3]) -> Quaternion {
    // Returns an entry of the matrix whose columns are the axes.
    let m = |row: usize, column: usize| axes[column][row];
    let trace = m(0, 0) + m(1, 1) + m(2, 2);
    let largest = (0..3).max_by(|i, j| m(*i, *i).total_cmp(&m(*j, *j))).unwrap_or(0);
    let mut q = [0.0; 4];
    if trace >= m(largest, largest) {
        q = [m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1), 1.0 + trace];
    } else {
        let (i, j, k) = (largest, (largest + 1) % 3, (largest + 2) % 3);
        q[i] = 1.0 + m(i, i) - m(j, j) - m(k, k);
        q[j] = m(j, i) + m(i, j);
        q[k] = m(k, i) + m(i, k);
        q[3] = m(k, j) - m(j, k);
    }
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    q.map(|x| x / length)
}

/// Returns the images of the coordinate axes under the rotation. The quaternion may have any length.
pub(super) fn axes([x, y, z, w]: Quaternion) -> [[f64; 3]; 3] {
    let s = 2.0 / (x * x + y * y + z * z + w * w);
    [
        [1.0 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)],
        [s * (x * y - w * z), 1.0 - s * (x * x + z * z), s * (y * z + w * x)],
        [s * (x * z + w * y), s * (y * z - w * x), 1.0 - s * (x * x + y * y)],
    ]
}
