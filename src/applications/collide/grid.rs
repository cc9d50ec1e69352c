//! The grid that vertices are rounded to, so that what is computed of them is exact in floats.

use crate::mesh::Mesh;
use crate::mesh::vector::cross;

/// The maximum distance, in steps of the grid, between two vertices of triangles whose boxes overlap. Differences then have 21
/// bits, and the products of their 11-bit halves sum up exactly in 24 bits.
const SPAN: f64 = (1 << 21) as f64;
/// Steps that are kept free of the span, since boxes that are a little apart can still be found to overlap.
const SLACK: f64 = 256.0;
/// Entries of a rotation are whole numbers over this.
pub(super) const ONE: f64 = (1 << 20) as f64;

/// The grid on which a pair of meshes lies: the size of its step, a power of two.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Grid {
    pub step: f64,
}

/// A mesh on the grid: whole numbers around its middle.
pub(super) struct Snapped {
    /// Its middle, a place of the grid.
    pub origin: [f64; 3],
    /// The corners of each triangle, as steps from there.
    pub triangles: Vec<[[f32; 3]; 3]>,
}

impl Grid {
    /// The finest grid on which the vertices of any two triangles whose boxes overlap are at most the span apart. The bound on that
    /// distance: each triangle lies in a ball around the middle of its mesh, and the diagonal of a triangle's box is at most √2
    /// times the ball's diameter.
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

/// Rounds to the nearest whole number, halves up, as the kernel does.
pub(super) fn round(x: f64) -> f64 {
    (x + 0.5).floor()
}

fn middle(mesh: &Mesh) -> [f64; 3] {
    let (low, high) = mesh.bounds();
    std::array::from_fn(|k| 0.5 * (f64::from(low[k]) + f64::from(high[k])))
}

/// Half the diagonal of the box around a mesh.
fn radius(mesh: &Mesh) -> f64 {
    let (low, high) = mesh.bounds();
    let square: f64 = (0..3).map(|k| (0.5 * (f64::from(high[k]) - f64::from(low[k]))).powi(2)).sum();
    square.sqrt()
}

/// Whether a triangle has no area: its three corners are on a line.
pub(super) fn is_flat([a, b, c]: [[f32; 3]; 3]) -> bool {
    // Differences have 21 bits, and their products fit a double.
    let difference = |p: [f32; 3]| std::array::from_fn::<f64, 3, _>(|k| f64::from(p[k]) - f64::from(a[k]));
    cross(difference(b), difference(c)) == [0.0; 3]
}
