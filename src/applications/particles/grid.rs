//! The uniform grid: its cells, and its streams on the device.

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::machine::{Device, Pass, Stream};
use crate::primitives::{self, Sort, SortOptions};

/// The maximum number of cells along an axis. With more, floats would not be precise enough to find the cell of a position.
const MAX_CELLS: f64 = 4096.0;

/// The margin by which a cell's edge is longer than the reach of a particle. With it, particles within reach are in neighbouring
/// cells despite rounding.
const MARGIN: f64 = 1.0 / 256.0;

/// The cells of a uniform grid. They are cubes at least as wide as a particle reaches, and are numbered along x first, then y, then z.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cells {
    /// The number of cells for each unit of length.
    pub per_edge: f32,
    /// The number of cells along each axis, minus one.
    pub last: [f32; 3],
}

impl Cells {
    /// Makes cells of a box that begins at the origin, as narrow as the reach of a particle allows. `highest` is the highest corner of
    /// where particles can be. Limits the number of cells to a small multiple of that of the particles, and to what floats can count
    /// exactly.
    pub(in crate::applications) fn of(reach: f32, highest: [f32; 3], count: usize, exact: u32) -> Cells {
        let exact = f64::from(exact.min(1 << 24));
        let max = (4.0 * count as f64 + 64.0).min(exact - 1.0);
        let along = (exact / 4096.0).clamp(1.0, MAX_CELLS);
        let mut edge = f64::from(reach) * (1.0 + MARGIN);
        loop {
            let per_edge = (1.0 / edge) as f32;
            // Compute this as the kernel does.
            let last = highest.map(|x| (per_edge * x).floor().max(0.0));
            let wide = last.map(|cell| f64::from(cell) + 1.0);
            let fits = wide.iter().all(|cells| *cells <= along) && wide.iter().product::<f64>() <= max;
            if per_edge.is_finite() && fits {
                return Cells { per_edge, last };
            }
            edge *= 1.02;
        }
    }

    /// Returns the number of cells.
    pub fn count(&self) -> usize {
        self.last.iter().map(|cell| *cell as usize + 1).product()
    }

    /// Returns the index of the cell that contains a position.
    pub fn number(&self, at: [f32; 3]) -> usize {
        let along = |axis: usize| {
            let cell = (self.per_edge * at[axis]).floor();
            if cell > 0.0 { cell.min(self.last[axis]) as usize } else { 0 }
        };
        (along(2) * (self.last[1] as usize + 1) + along(1)) * (self.last[0] as usize + 1) + along(0)
    }

    pub(in crate::applications) fn constants<'a>(&self, pass: Pass<'a>) -> Pass<'a> {
        pass.constant("per_edge", self.per_edge).constant("last_cell", self.last)
    }
}

/// The uniform grid of one step, on the device.
#[derive(Debug)]
pub struct Grid {
    /// The cell of each particle, in ascending order.
    pub cells: Stream<f32>,
    /// For each entry of `cells`, the index of its particle before sorting.
    pub order: Stream<f32>,
    /// The index of the first particle of each cell; after the last cell, the number of particles.
    pub starts: Stream<f32>,
}

/// Data that are made once, and used to build the grid of every step.
pub(in crate::applications) struct Builder {
    pub cells: Cells,
    /// 0, 1, 2, .. for each particle: the payload that is sorted with the cells.
    places: Stream<f32>,
    /// 0, 1, 2, .. for each cell, and one more: the queries of the search.
    queries: Stream<f32>,
}

impl Builder {
    pub fn new(device: &Device, cells: Cells, count: usize) -> Result<Builder, Error> {
        let kernel = device.kernel(&glsl!("applications/particles_count.frag"))?;
        let counted = |count: usize| {
            let mut places = device.stream_with::<f32>(count, Layout::Packed)?;
            device.pass(&kernel).output("place", &mut places).run()?;
            Ok::<_, Error>(places)
        };
        Ok(Builder { cells, places: counted(count)?, queries: counted(cells.count() + 1)? })
    }

    /// Computes the cell of each particle at these positions, sorts by cell, and searches for the start of each cell.
    pub fn build(&self, position: &Stream<[f32; 4]>, sort: Option<Sort>) -> Result<Grid, Error> {
        let device = position.device();
        let kernel = device.kernel(&glsl!("applications/particles_cells.frag"))?;
        let mut cells = device.stream_with::<f32>(position.len(), Layout::Packed)?;
        let pass = self.cells.constants(device.pass(&kernel).input("position", position));
        pass.output("cell", &mut cells).run()?;
        let options = SortOptions::default().stable();
        let options = sort.map_or(options, |method| options.method(method));
        let (cells, order) = primitives::sort_pairs_with(&cells, &self.places, options)?;
        let starts = primitives::lower_bound(&cells, &self.queries)?;
        Ok(Grid { cells, order, starts })
    }
}
