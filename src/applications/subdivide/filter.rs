//! The filter: finds the children that are complete, those that are to be split, and the places of slivers. A scan counts all three
//! at once, and one texel is read back. A search in the running counts then makes each list.

use super::criterion::Judge;
use super::grid::Grid;
use super::program::{Points, Program};
use crate::applications::Error;
use crate::glsl;
use crate::machine::{Device, Stream};
use crate::operator::Operator;
use crate::primitives::{scan, with_steps};

/// The children of a level, with running counts.
pub(super) struct Counted {
    /// The flags of all children, in the format of [`Points::flags`], with a plane for each child of a parent.
    pub status: Stream<[f32; 4]>,
    sums: Stream<[f32; 4]>,
    rows: usize,
    /// The number of complete children, of children to be split, and of slivers.
    pub counts: [usize; 3],
}

/// Selects one of the counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    Complete,
    Continued,
    /// The slivers beside the children that are to be split, which are in this grid.
    Slivers(Grid),
}

impl Counted {
    /// Evaluates the criterion for the edges of all children, and counts the children. This takes three passes and a scan, and
    /// reads back one texel.
    pub fn new(device: &Device, program: &Program, points: &Points, judge: &Judge) -> Result<Counted, Error> {
        let table = program.table(points);
        let grid = &points.grid;
        let mut complete = grid.stream::<f32>(device, table.edges)?;
        let pass = judge.pass(device).input("edges", &points.edges).input("vertices", points.vertices());
        let pass = pass.input("flags", &*points.flags).input("pairs", &table.pairs).constant("rows", grid.rows);
        pass.output("complete", &mut complete).run()?;
        let kernel = device.kernel(&glsl!("applications/subdivide_status.frag"))?;
        let mut status = grid.stream(device, table.children)?;
        let pass = device.pass(&kernel).input("complete", &complete).input("before", &*points.flags);
        let pass = pass.input("numbers", &table.numbers).constant("rows", grid.rows);
        pass.output("status", &mut status).run()?;
        drop(complete);
        let kernel = device.kernel(&glsl!("applications/subdivide_count.frag"))?;
        let mut counts = grid.stream(device, table.children)?;
        let pass = device.pass(&kernel).input("status", &status).constant("rows", grid.rows);
        pass.constant("triangles", grid.count).output("counts", &mut counts).run()?;
        let sums = scan(&counts, &Operator::<[f32; 4]>::sum())?;
        let [complete, continued, slivers, _] = sums.read_range(sums.len() - 1..sums.len())?[0];
        let counts = [complete, continued, slivers].map(|count| count as usize);
        Ok(Counted { status, sums, rows: grid.rows, counts })
    }

    /// Makes the list of the selected children or slivers, in a grid with room for all of them, in one pass.
    pub fn list(&self, device: &Device, of: Of, grid: &Grid) -> Result<Stream<[f32; 4]>, Error> {
        let steps = self.sums.len().max(2).next_power_of_two().ilog2() as usize;
        let source = with_steps(glsl!("applications/subdivide_find.frag"), device, steps);
        let kernel = device.kernel(&source)?;
        let (counted, width) = match of {
            Of::Complete => ([1.0, 0.0, 0.0, 0.0], 1),
            Of::Continued => ([0.0, 1.0, 0.0, 0.0], 1),
            Of::Slivers(of) => ([0.0, 0.0, 1.0, 0.0], of.width),
        };
        let mut found = grid.stream(device, 1)?;
        let pass = device.pass(&kernel).input("sums", &self.sums).input("status", &self.status);
        let pass = pass.constant("counted", counted).constant("slivers", matches!(of, Of::Slivers(_)));
        let pass = pass.constant("rows", self.rows).constant("row_of_chosen", width);
        let pass = pass.constant("reach", 1usize << (steps - 1)).constant("steps", steps);
        pass.output("found", &mut found).run()?;
        Ok(found)
    }
}
