//! The grid that vertices are rounded to. With it, computations on vertices are exact in floats.

use crate::mesh::Mesh;
use crate::mesh::vector::cross;

/// The maximum distance, in steps of the grid, between two vertices of triangles whose boxes overlap. Differences then have 21
/// bits, and the products of their 11-bit halves sum up exactly in 24 bits.
const SPAN: f64 = (1 << 21) as f64;
/// The number of steps by which the span is reduced, because boxes that are a little apart may still be reported as overlapping.
const SLACK: f64 = 256.0;
/// The denominator of a rotation's entries, which are integers divided by this number.
pub(super) const ONE: f64 = (1 << 20) as f64;

/// The grid of a pair of meshes. Its step is a power of two.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Grid {
    pub step: f64,
}

/// A mesh on the grid, with integer coordinates relative to its middle.
pub(super) struct Snapped {
    /// Its middle, a point of the grid.
    pub origin: [f64; 3],
    /// The corners of each triangle, in steps from the middle.
    pub triangles: Vec<[[f32; 3]; 3]>,
}

impl Grid {
    /// Returns the finest grid on which the vertices of any two triangles with overlapping boxes are at most the span apart. The
    /// bound on that distance follows from the fact that each triangle lies in a ball around the middle of its mesh, and that the
    /// diagonal of a triangle's box is at most √2 times the ball's diameter.
    pub fn of(a: &Mesh, b: &Mesh) -> Grid {
        let wanted = 3.0 * (radius(a) + radius(b));
        if wanted == 0.0 {
            return Grid { step: 1.0 };
        }
        let mut step = 2f64.powi((wanted / SPAN).log2().floor() as i32 - 1);
        while wanted > (SPAN - SLACK) * step {
            step *= 2.0;
        }
        Grid { step }
    }

    pub fn snap(&self, mesh: &Mesh) -> Snapped {
        let origin = middle(mesh).map(|x| round(x / self.step) * self.step);
        let place = |p: [f32; 3]| std::array::from_fn(|k| round((f64::from(p[k]) - origin[k]) / self.step) as f32);
        let triangles = (0..mesh.triangles.len()).map(|triangle| mesh.corners(triangle).map(place)).collect();
        Snapped { origin, triangles }
    }
}

/// Rounds to the nearest integer, with halves up, as the kernel does.
pub(super) fn round(x: f64) -> f64 {
    (x + 0.5).floor()
}

fn middle(mesh: &Mesh) -> [f64; 3] {
    let (low, high) = mesh.bounds();
    std::array::from_fn(|k| 0.5 * (f64::from(low[k]) + f64::from(high[k])))
}

/// Returns half the diagonal of the box around a mesh.
fn radius(mesh: &Mesh) -> f64 {
    let (low, high) = mesh.bounds();
    let square: f64 = (0..3).map(|k| (0.5 * (f64::from(high[k]) - f64::from(low[k]))).powi(2)).sum();
    square.sqrt()
}

/// Whether a triangle has no area, because its three corners are on a line.
pub(super) fn is_flat([a, b, c]: [[f32; 3]; 3]) -> bool {
    // Differences have 21 bits, so their products are exact in a double.
    let difference = |p: [f32; 3]| std::array::from_fn::<f64, 3, _>(|k| f64::from(p[k]) - f64::from(a[k]));
    cross(difference(b), difference(c)) == [0.0; 3]
}
