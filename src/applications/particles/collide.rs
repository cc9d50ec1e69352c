//! Collisions: what particles that touch do to each other's velocities.

use crate::backend::{Class, LoopSupport};
use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::kernel::Source;
use crate::machine::{Device, Pass, Stream};
use crate::operator::Operator;
use crate::primitives;

use super::grid::{Cells, Grid};
use super::Settings;

/// Particles that a fragment looks at in one pass, where a driver ends long loops (llvmpipe after 65,535 iterations in all).
const SOFTWARE: usize = 63_000;

/// The same of each of nine stretches where loops are unrolled.
const UNROLLED: usize = 4;

/// The nine rows of cells around a cell: what their y and z differ by.
const ROWS: [[f32; 2]; 9] =
    [[-1., -1.], [0., -1.], [1., -1.], [-1., 0.], [0., 0.], [1., 0.], [-1., 1.], [0., 1.], [1., 1.]];

/// How collisions are cut into passes on a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Plan {
    /// Whether loops end by data, so that a pass looks at all nine stretches.
    dynamic: bool,
    /// How many particles of a stretch a pass looks at; of all particles, nine times as many.
    most: usize,
}

impl Plan {
    fn of(device: &Device, count: usize) -> Plan {
        let dynamic = device.features().loops == LoopSupport::Dynamic;
        let most = match device.info().class {
            _ if !dynamic => UNROLLED,
            Class::Software => SOFTWARE / 9,
            Class::Hardware => count,
        };
        Plan { dynamic, most }
    }

    /// The part "reach": how many iterations the loop of a kernel takes.
    fn reach(self, source: Source) -> Source {
        source.part(
            "reach",
            match self.dynamic {
                true => "index reach = end - first;\n".to_owned(),
                false => format!("const index reach = {UNROLLED};\n"),
            },
        )
    }
}

/// Adds what collisions with the particles of the 27 cells around do to each velocity.
pub(super) fn by_grid(
    position: &Stream<[f32; 4]>,
    velocity: &Stream<[f32; 4]>,
    (cells, grid): (&Cells, &Grid),
    settings: &Settings,
) -> Result<Stream<[f32; 4]>, Error> {
    let device = position.device();
    let plan = Plan::of(device, position.len());
    let (declared, rows) = match plan.dynamic {
        true => (
            "",
            "for (index z = -1; z <= 1; z++) {\n    for (index y = -1; y <= 1; y++) {\n        \
             stretch(sum, at, speed, cell + vec3(0.0, float(y), float(z)));\n    }\n}\n",
        ),
        false => ("constant vec2 row;\n", "stretch(sum, at, speed, cell + vec3(0.0, row));\n"),
    };
    let source = glsl!("applications/particles_collide.frag").part("declared", declared).part("rows", rows);
    let kernel = device.kernel(&plan.reach(source))?;
    // A stretch has no more particles than there are; only where that may be too many for a pass are they counted.
    let longest = if position.len() <= plan.most { position.len() } else { longest(grid, cells)? };
    let mut pushed: Option<Stream<[f32; 4]>> = None;
    for skip in (0..longest.max(1)).step_by(plan.most) {
        for row in ROWS.iter().take(if plan.dynamic { 1 } else { 9 }) {
            let mut result = device.stream(position.len())?;
            let pass = device.pass(&kernel).input("position", position).input("velocity", velocity);
            let pass = pass.input("starts", &grid.starts).input("pushed", pushed.as_ref().unwrap_or(velocity));
            let pass = contact(cells.constants(pass), settings).constant("skip", skip).constant("most", plan.most);
            let pass = if plan.dynamic { pass } else { pass.constant("row", *row) };
            pass.output("result", &mut result).run()?;
            pushed = Some(result);
        }
    }
    Ok(pushed.expect("a pass at least"))
}

/// Adds what collisions do to each velocity, of all pairs.
pub(super) fn all_pairs(
    position: &Stream<[f32; 4]>,
    velocity: &Stream<[f32; 4]>,
    settings: &Settings,
) -> Result<Stream<[f32; 4]>, Error> {
    let (device, count) = (position.device(), position.len());
    let plan = Plan::of(device, count);
    let kernel = device.kernel(&plan.reach(glsl!("applications/particles_all_pairs.frag")))?;
    let most = if plan.dynamic { (9 * plan.most).min(SOFTWARE) } else { plan.most };
    let mut pushed: Option<Stream<[f32; 4]>> = None;
    for first in (0..count).step_by(most) {
        let mut result = device.stream(count)?;
        let pass = device.pass(&kernel).input("position", position).input("velocity", velocity);
        let pass = contact(pass.input("pushed", pushed.as_ref().unwrap_or(velocity)), settings);
        let pass = pass.constant("first", first).constant("end", count.min(first + most));
        pass.output("result", &mut result).run()?;
        pushed = Some(result);
    }
    Ok(pushed.expect("a particle at least"))
}

/// The forces of a contact, over a time step.
fn contact<'a>(pass: Pass<'a>, settings: &Settings) -> Pass<'a> {
    pass.constant("diameter", settings.diameter())
        .constant("stiffness", settings.stiffness * settings.time_step)
        .constant("damping", settings.damping * settings.time_step)
}

/// Of three cells in a row, no more particles than this: the one count that is read back.
fn longest(grid: &Grid, cells: &Cells) -> Result<usize, Error> {
    let device = grid.starts.device();
    let kernel = device.kernel(&glsl!("applications/particles_longest.frag"))?;
    let mut particles = device.stream_with::<f32>(cells.count(), Layout::Packed)?;
    let pass = device.pass(&kernel).input("starts", &grid.starts).constant("cells", cells.count());
    pass.output("particles", &mut particles).run()?;
    Ok(primitives::reduce(&particles, &Operator::max())? as usize)
}
