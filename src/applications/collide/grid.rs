//! The grid that vertices are rounded to, so that what is computed of them is exact in floats.

use crate::mesh::Mesh;
use crate::mesh::vector::cross;

/// Steps of the grid between two vertices of triangles whose boxes overlap, at most: differences of 21 bits, whose halves of 11
/// bits have products that sum up exactly in 24.
const SPAN: f64 = (1 << 21) as f64;
/// Steps that the span is short of, for boxes that are found to overlap though they are a little apart.
const SLACK: f64 = 256.0;
/// Entries of a rotation are whole numbers over this.
pub(super) const ONE: f64 = (1 << 20) as f64;

/// Where meshes lie on the grid of a pair: the size of a step, a power of two.
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
    /// The finest on which two triangles of the meshes whose boxes overlap are nowhere more than the span apart: each lies in a ball
    /// around its middle, and the diagonal of a triangle's box is at most the root of two times the diameter.
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

/// To the nearest whole number, halves up: as the kernel does it.
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

/// Whether a triangle has no area: three of its corners are on a line.
pub(super) fn is_flat([a, b, c]: [[f32; 3]; 3]) -> bool {
    // Differences have 21 bits, and their products fit a double.
    let difference = |p: [f32; 3]| std::array::from_fn::<f64, 3, _>(|k| f64::from(p[k]) - f64::from(a[k]));
    cross(difference(b), difference(c)) == [0.0; 3]
}
