//! Adds the effects of the particles around each particle: the walk through the 27 cells, as passes.

use crate::backend::{Class, LoopSupport};
use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::kernel::Source;
use crate::machine::{Device, Pass, Stream};
use crate::operator::Operator;
use crate::primitives;

use super::bodies::Bodies;
use super::grid::{Cells, Grid};

/// The number of particles that a fragment fetches in one iteration, so that it waits for all their texels together.
const TOGETHER: usize = 4;

/// The number of particles that a fragment fetches in one pass, on a driver that ends long loops (llvmpipe after 65,535 iterations
/// in total).
const SOFTWARE: usize = 62_500 * TOGETHER;

/// The nine rows of cells around a cell: their offsets in y and z.
const ROWS: [[i32; 2]; 9] = [[-1, -1], [0, -1], [1, -1], [-1, 0], [0, 0], [1, 0], [-1, 1], [0, 1], [1, 1]];

/// How a walk is split into passes on a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::applications) struct Plan {
    /// Whether the device has loops whose trip count depends on data. If so, a pass fetches all nine rows of cells, otherwise one
    /// row.
    pub dynamic: bool,
    /// The maximum number of particles that a pass fetches.
    pub max: usize,
}

impl Plan {
    pub fn of(device: &Device, count: usize) -> Plan {
        let dynamic = device.features().loops == LoopSupport::Dynamic;
        let max = match device.info().class {
            _ if !dynamic => TOGETHER,
            Class::Software => SOFTWARE,
            Class::Hardware => count.next_multiple_of(TOGETHER).max(TOGETHER),
        };
        Plan { dynamic, max }
    }

    /// Returns a bound on the number of particles that a fragment fetches in all passes. Reads back a count if all particles are too many for one
    /// pass.
    pub fn around(self, count: usize, (cells, grid): (&Cells, &Grid)) -> Result<usize, Error> {
        if count <= self.max { Ok(count) } else { Ok(self.rows() * longest(grid, cells)?) }
    }

    fn rows(self) -> usize {
        if self.dynamic { ROWS.len() } else { 1 }
    }
}

/// Runs a kernel that adds the effects of the particles in the 27 cells around to each velocity. There are two texts of it: with a
/// loop, and for a device without such loops. `count` is what [`Plan::around`] returns. Returns the sums.
pub(in crate::applications) fn around(
    bodies: &Bodies,
    (cells, grid): (&Cells, &Grid),
    [looping, unrolled]: [&Source; 2],
    (plan, count): (Plan, usize),
    constants: impl for<'a> Fn(Pass<'a>) -> Pass<'a>,
) -> Result<Stream<[f32; 4]>, Error> {
    let (position, velocity) = (&bodies.position, &bodies.velocity);
    let device = position.device();
    let kernel = device.kernel(if plan.dynamic { looping } else { unrolled })?;
    let mut pushed: Option<Stream<[f32; 4]>> = None;
    for skip in (0..count.max(1)).step_by(plan.max) {
        for row in ROWS.iter().take(ROWS.len() / plan.rows()) {
            let mut result = device.stream(position.len())?;
            let pass = device.pass(&kernel).input("position", position).input("velocity", velocity);
            let pass = pass.input("starts", &grid.starts).input("pushed", pushed.as_ref().unwrap_or(velocity));
            let pass = constants(cells.constants(pass)).constant("skip", skip);
            let pass = match plan.dynamic {
                true => pass.constant("max_count", plan.max),
                false => pass.constant("row", row.map(|side| side as f32)),
            };
            pass.output("result", &mut result).run()?;
            pushed = Some(result);
        }
    }
    Ok(pushed.expect("there is a pass at least"))
}

/// Returns the maximum number of particles in three cells in a row. Reads back this count.
fn longest(grid: &Grid, cells: &Cells) -> Result<usize, Error> {
    let device = grid.starts.device();
    let kernel = device.kernel(&glsl!("applications/particles_longest.frag"))?;
    let mut particles = device.stream_with::<f32>(cells.count(), Layout::Packed)?;
    let pass = device.pass(&kernel).input("starts", &grid.starts).constant("cells", cells.count());
    pass.output("particles", &mut particles).run()?;
    Ok(primitives::reduce(&particles, &Operator::max())? as usize)
}
