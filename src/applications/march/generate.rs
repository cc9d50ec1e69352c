//! Generates volumes for trying out marching cubes.

/// The names of the volumes that [`generate`] knows.
pub const GENERATED: [&str; 4] = ["sphere", "torus", "gyroid", "blobs"];

/// Generates the samples of a volume of n × n × n, in C order. The surface is at level 0, and samples inside are positive. Returns
/// `None` for an unknown name. Coordinates are from -1 to 1 along each axis. The volumes are: a sphere with radius 0.8, and a torus
/// around z with radii 0.6 and 0.25 (both as signed distances, in units of samples); a gyroid with two periods, which leaves the
/// volume on all sides; and five blobs that merge.
pub fn generate(name: &str, n: usize) -> Option<Vec<f32>> {
    let scale = (n.max(2) - 1) as f64 / 2.0;
    let field: fn([f64; 3]) -> f64 = match name {
        "sphere" => |[x, y, z]| 0.8 - (x * x + y * y + z * z).sqrt(),
        "torus" => |[x, y, z]| 0.25 - (x.hypot(y) - 0.6).hypot(z),
        "gyroid" => |at| {
            let [x, y, z] = at.map(|x| 2.0 * std::f64::consts::PI * x);
            0.1 * (x.sin() * y.cos() + y.sin() * z.cos() + z.sin() * x.cos())
        },
        "blobs" => |[x, y, z]| {
            let blobs = [
                [0.0, 0.0, 0.0, 0.3],
                [0.45, 0.2, 0.1, 0.2],
                [-0.4, 0.35, -0.2, 0.2],
                [0.1, -0.5, 0.3, 0.2],
                [-0.1, 0.0, -0.55, 0.2],
            ];
            let one = |[a, b, c, r]: [f64; 4]| {
                let square = (x - a).powi(2) + (y - b).powi(2) + (z - c).powi(2);
                (-square / (r * r)).exp()
            };
            0.2 * (blobs.into_iter().map(one).sum::<f64>() - 0.3)
        },
        _ => return None,
    };
    let at = |index: usize| index as f64 / scale - 1.0;
    let cell = move |index: usize| (scale * field([at(index % n), at(index / n % n), at(index / n / n)])) as f32;
    Some((0..n * n * n).map(cell).collect())
}
