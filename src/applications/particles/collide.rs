//! Collisions: the effect of particles that touch on each other's velocities.

use crate::error::Error;
use crate::glsl;
use crate::machine::{Pass, Stream};

use super::Settings;
use super::around::{Plan, around};
use super::bodies::Bodies;
use super::grid::{Cells, Grid};

/// Adds the effect of collisions with the particles in the 27 cells around to each velocity.
pub(super) fn by_grid(
    bodies: &Bodies,
    found: (&Cells, &Grid),
    settings: &Settings,
    plan: Plan,
) -> Result<Stream<[f32; 4]>, Error> {
    let looping = glsl!("applications/particles_collide.frag");
    let unrolled = glsl!("applications/particles_collide_row.frag");
    let count = plan.around(bodies.position.len(), found)?;
    around(bodies, found, [&looping, &unrolled], (plan, count), |pass| contact(pass, settings))
}

/// Adds the effect of collisions to each velocity, testing all pairs.
pub(super) fn all_pairs(bodies: &Bodies, settings: &Settings, plan: Plan) -> Result<Stream<[f32; 4]>, Error> {
    let (position, velocity) = (&bodies.position, &bodies.velocity);
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
pub(super) fn contact<'a>(pass: Pass<'a>, settings: &Settings) -> Pass<'a> {
    pass.constant("diameter", settings.diameter())
        .constant("stiffness", settings.stiffness * settings.time_step)
        .constant("damping", settings.damping * settings.time_step)
}

#[cfg(all(test, feature = "headless"))]
mod tests {
    use super::*;
    use crate::Device;
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
        let still = device.upload(&vec![[0.0f32; 4]; count]).unwrap();
        let bodies =
            Bodies { position: device.upload(&particles.position().read().unwrap()).unwrap(), velocity: still };
        let found = (particles.cells(), particles.grid().unwrap());
        let contacts = |pushed: Stream<[f32; 4]>| pushed.read().unwrap().iter().map(|v| v[3]).collect::<Vec<_>>();
        for plan in [Plan { dynamic: true, max: 1000 }, Plan { dynamic: true, max: 8 }, Plan { dynamic: false, max: 4 }]
        {
            let (grid, trace) = device.traced(|| by_grid(&bodies, found, &settings, plan));
            assert_eq!(contacts(grid.unwrap()), vec![count as f32 - 1.0; count], "{plan:?}");
            assert_eq!(trace.readbacks().count(), usize::from(plan.max < count));
            let (pairs, trace) = device.traced(|| all_pairs(&bodies, &settings, plan));
            assert_eq!(contacts(pairs.unwrap()), vec![count as f32 - 1.0; count], "{plan:?}");
            assert_eq!(trace.passes().count(), count.div_ceil(plan.max));
        }
    }
}
