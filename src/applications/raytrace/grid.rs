//! The uniform grid: for each cell, the triangles that may be in it. It is built on the CPU, as by Purcell et al.

use crate::mesh::Mesh;

/// The approximate number of cells for each triangle.
const DENSITY: f64 = 4.0;
/// The maximum number of cells along an axis.
const MAX_CELLS: f64 = 128.0;

/// A box that is divided into equal cells, with the triangles that may be in each cell.
///
/// ```
/// use brooklet::{Mesh, applications::raytrace::Grid};
/// let grid = Grid::new(&Mesh::cube());
/// assert_eq!(grid.cells.len(), grid.counts.iter().product::<usize>());
/// let all: usize = grid.cells.iter().map(|(_, count)| *count as usize).sum();
/// assert_eq!(all, grid.triangles.len());
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Grid {
    /// The lowest corner.
    pub low: [f32; 3],
    /// The extents of a cell.
    pub size: [f32; 3],
    /// Cells along each axis.
    pub counts: [usize; 3],
    /// For each cell, the index of its first triangle in `triangles`, and the number of its triangles. x varies fastest.
    pub cells: Vec<(u32, u32)>,
    /// Indices of triangles, cell by cell.
    pub triangles: Vec<u32>,
}

impl Grid {
    /// Builds the grid of a mesh: four cells for each triangle, at most 128 along an axis, and as near to cubes as possible.
    pub fn new(mesh: &Mesh) -> Grid {
        let (low, high) = mesh.bounds();
        let diagonal = (0..3).map(|k| f64::from(high[k]) - f64::from(low[k])).map(|x| x * x).sum::<f64>().sqrt();
        // With this margin, nothing is on the border of the grid, and no side of the grid has length 0.
        let margin = (1e-3 * diagonal).max(1e-30);
        let low: [f64; 3] = low.map(|x| f64::from(x) - margin);
        let extent: [f64; 3] = std::array::from_fn(|k| f64::from(high[k]) + margin - low[k]);
        let volume: f64 = extent.iter().product();
        let edge = (volume / (DENSITY * mesh.triangles.len().max(1) as f64)).cbrt();
        let counts = extent.map(|x| (x / edge).round().clamp(1.0, MAX_CELLS) as usize);
        let size: [f64; 3] = std::array::from_fn(|k| extent[k] / counts[k] as f64);
        let mut grid = Grid {
            low: low.map(|x| x as f32),
            size: size.map(|x| x as f32),
            counts,
            cells: vec![(0, 0); counts.iter().product()],
            triangles: Vec::new(),
        };
        let ranges: Vec<_> = (0..mesh.triangles.len()).map(|k| grid.reach(mesh.corners(k))).collect();
        // Two rounds: the first counts the triangles of each cell, the second lists them.
        for (triangle, range) in ranges.iter().enumerate() {
            grid.each(range, &mesh.corners(triangle), |cells, cell| cells[cell].1 += 1);
        }
        let mut first = 0;
        for cell in &mut grid.cells {
            cell.0 = first;
            first += std::mem::take(&mut cell.1);
        }
        let mut triangles = vec![0; first as usize];
        for (triangle, range) in ranges.iter().enumerate() {
            grid.each(range, &mesh.corners(triangle), |cells, cell| {
                triangles[(cells[cell].0 + cells[cell].1) as usize] = triangle as u32;
                cells[cell].1 += 1;
            });
        }
        grid.triangles = triangles;
        grid
    }

    /// Returns the first and the last cell of the range that the slightly enlarged box of a triangle overlaps.
    fn reach(&self, corners: [[f32; 3]; 3]) -> ([usize; 3], [usize; 3]) {
        let cell = |k: usize, x: f32, beyond: f32| {
            let at = ((x - self.low[k]) / self.size[k] + beyond).floor();
            at.clamp(0.0, (self.counts[k] - 1) as f32) as usize
        };
        let least = |k: usize| corners.iter().map(|corner| corner[k]).fold(f32::INFINITY, f32::min);
        let max = |k: usize| corners.iter().map(|corner| corner[k]).fold(f32::NEG_INFINITY, f32::max);
        (std::array::from_fn(|k| cell(k, least(k), -SLACK)), std::array::from_fn(|k| cell(k, max(k), SLACK)))
    }

    /// Calls a function for each cell of a range that the plane of a triangle intersects.
    fn each(
        &mut self,
        (from, to): &([usize; 3], [usize; 3]),
        corners: &[[f32; 3]; 3],
        mut visit: impl FnMut(&mut [(u32, u32)], usize),
    ) {
        let [a, b, c] = corners.map(|corner| corner.map(f64::from));
        let (u, v): ([f64; 3], [f64; 3]) = (std::array::from_fn(|k| b[k] - a[k]), std::array::from_fn(|k| c[k] - a[k]));
        let normal: [f64; 3] =
            std::array::from_fn(|k| u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
        if normal == [0.0; 3] {
            // A triangle without area is never hit.
            return;
        }
        let half: [f64; 3] = self.size.map(|x| (0.5 + f64::from(SLACK)) * f64::from(x));
        let radius: f64 = (0..3).map(|k| half[k] * normal[k].abs()).sum();
        for z in from[2]..=to[2] {
            for y in from[1]..=to[1] {
                for x in from[0]..=to[0] {
                    let at = [x, y, z];
                    let distance: f64 = (0..3)
                        .map(|k| {
                            let middle = f64::from(self.low[k]) + (at[k] as f64 + 0.5) * f64::from(self.size[k]);
                            normal[k] * (middle - a[k])
                        })
                        .sum();
                    if distance.abs() <= radius {
                        visit(&mut self.cells, x + self.counts[0] * (y + self.counts[1] * z));
                    }
                }
            }
        }
    }

    /// Returns the maximum number of cells that a ray passes.
    pub fn longest_walk(&self) -> usize {
        self.counts.iter().sum()
    }
}

/// The part of a cell by which triangles are enlarged, because positions along a ray are rounded.
const SLACK: f32 = 0.01;
