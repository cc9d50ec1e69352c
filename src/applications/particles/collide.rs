//! Collisions: the effect of particles that touch on each other's velocities.

use crate::backend::{Class, LoopSupport};
use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::machine::{Device, Pass, Stream};
use crate::operator::Operator;
use crate::primitives;

use super::Settings;
use super::grid::{Cells, Grid};

/// The number of particles that a fragment fetches in one iteration, so that it waits for all their texels together.
const TOGETHER: usize = 4;

/// The number of particles that a fragment fetches in one pass, on a driver that ends long loops (llvmpipe after 65,535 iterations
/// in total).
const SOFTWARE: usize = 62_500 * TOGETHER;

/// The nine rows of cells around a cell: their offsets in y and z.
const ROWS: [[i32; 2]; 9] = [[-1, -1], [0, -1], [1, -1], [-1, 0], [0, 0], [1, 0], [-1, 1], [0, 1], [1, 1]];

/// How collisions are split into passes on a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Plan {
    /// Whether the device has loops whose trip count depends on data. If so, a pass fetches all nine rows of cells, otherwise one
    /// row.
    dynamic: bool,
    /// The maximum number of particles that a pass fetches.
    max: usize,
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

    fn rows(self) -> usize {
        if self.dynamic { ROWS.len() } else { 1 }
    }
}

/// Adds the effect of collisions with the particles in the 27 cells around to each velocity.
pub(super) fn by_grid(
    position: &Stream<[f32; 4]>,
    velocity: &Stream<[f32; 4]>,
    (cells, grid): (&Cells, &Grid),
    settings: &Settings,
    plan: Plan,
) -> Result<Stream<[f32; 4]>, Error> {
    let device = position.device();
    let kernel = device.kernel(&match plan.dynamic {
        true => glsl!("applications/particles_collide.frag"),
        false => glsl!("applications/particles_collide_row.frag"),
    })?;
    // The total number of particles bounds those around a cell. Count them only if the total is too large for a pass.
    let around = match position.len() <= plan.max {
        true => position.len(),
        false => plan.rows() * longest(grid, cells)?,
    };
    let mut pushed: Option<Stream<[f32; 4]>> = None;
    for skip in (0..around.max(1)).step_by(plan.max) {
        for row in ROWS.iter().take(ROWS.len() / plan.rows()) {
            let mut result = device.stream(position.len())?;
            let pass = device.pass(&kernel).input("position", position).input("velocity", velocity);
            let pass = pass.input("starts", &grid.starts).input("pushed", pushed.as_ref().unwrap_or(velocity));
            let pass = contact(cells.constants(pass), settings).constant("skip", skip);
            let pass = match plan.dynamic {
                true => pass.constant("most", plan.max),
                false => pass.constant("row", row.map(|side| side as f32)),
            };
            pass.output("result", &mut result).run()?;
            pushed = Some(result);
        }
    }
    Ok(pushed.expect("there is a pass at least"))
}

/// Adds the effect of collisions to each velocity, testing all pairs.
pub(super) fn all_pairs(
    position: &Stream<[f32; 4]>,
    velocity: &Stream<[f32; 4]>,
    settings: &Settings,
    plan: Plan,
) -> Result<Stream<[f32; 4]>, Error> {
    let (device, count) = (position.device(), position.len());
    let source = glsl!("applications/particles_all_pairs.frag").parameter("loops", plan.dynamic);
    let kernel = device.kernel(&source)?;
    let mut pushed: Option<Stream<[f32; 4]>> = None;
    for first in (0..count).step_by(plan.max) {
        let mut result = device.stream(count)?;
        let pass = device.pass(&kernel).input("position", position).input("velocity", velocity);
        let pass = contact(pass.input("pushed", pushed.as_ref().unwrap_or(velocity)), settings);
        let pass = pass.constant("first", first).constant("end", count.min(first + plan.max));
        pass.output("result", &mut result).run()?;
        pushed = Some(result);
    }
    Ok(pushed.expect("there is a particle at least"))
}

/// Sets the constants of a contact's forces, multiplied by the time step.
fn contact<'a>(pass: Pass<'a>, settings: &Settings) -> Pass<'a> {
    pass.constant("diameter", settings.diameter())
        .constant("stiffness", settings.stiffness * settings.time_step)
        .constant("damping", settings.damping * settings.time_step)
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

#[cfg(all(test, feature = "headless"))]
mod tests {
    use super::*;
    use crate::applications::particles::{Particles, State};
    use crate::fragment_program::Chip;
    use crate::level::is_quick;

    /// Where particles are crowded, further passes follow until all are processed, and no pair is lost.
    #[test]
    fn crowds_take_several_passes() {
        let device = Device::emulated(Chip::None).unwrap();
        let count: usize = if is_quick() { 60 } else { 150 };
        let settings = Settings { gravity: [0.0; 3], ..Settings::new(0.2, [0.0, -1.0, 0.0]) };
        let place = |k: usize| [0.5 + 0.001 * (k % 5) as f32, 0.45 + 0.01 * (k % 7) as f32, 0.5 + 0.0003 * k as f32];
        let positions: Vec<[f32; 3]> = (0..count).map(place).collect();
        let state = State { velocities: vec![[0.0; 3]; positions.len()], positions };
        let mut particles = Particles::new(&device, &state, settings.clone()).unwrap();
        particles.step().unwrap();
        let (position, still) = (particles.position(), device.upload(&vec![[0.0f32; 4]; count]).unwrap());
        let found = (particles.cells(), particles.grid().unwrap());
        let contacts = |pushed: Stream<[f32; 4]>| pushed.read().unwrap().iter().map(|v| v[3]).collect::<Vec<_>>();
        for plan in [Plan { dynamic: true, max: 1000 }, Plan { dynamic: true, max: 8 }, Plan { dynamic: false, max: 4 }]
        {
            let (grid, trace) = device.traced(|| by_grid(position, &still, found, &settings, plan));
            assert_eq!(contacts(grid.unwrap()), vec![count as f32 - 1.0; count], "{plan:?}");
            assert_eq!(trace.readbacks().count(), usize::from(plan.max < count));
            let (pairs, trace) = device.traced(|| all_pairs(position, &still, &settings, plan));
            assert_eq!(contacts(pairs.unwrap()), vec![count as f32 - 1.0; count], "{plan:?}");
            assert_eq!(trace.passes().count(), count.div_ceil(plan.max));
        }
    }
}
