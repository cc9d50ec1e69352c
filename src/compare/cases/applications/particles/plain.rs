//! A step in plain Rust, on all cores.

use crate::applications::particles::{Cells, Settings, State};
use crate::compare::cases::applications::bodies::{Bodies, Particle};

/// Plain Rust: counts the particles of each cell, sorts them by cell, then applies the collisions on all cores.
pub struct Plain {
    settings: Settings,
    bodies: Bodies,
}

impl Plain {
    pub fn new(state: &State, settings: Settings, cells: Cells) -> Plain {
        Plain { settings, bodies: Bodies::new(state, cells) }
    }

    /// Returns whether every particle occurs once and is inside the room, and the particles are in the order of cells.
    pub fn is_whole(&self) -> bool {
        self.bodies.is_whole(self.settings.room())
    }

    pub fn step(&mut self) {
        let settings = &self.settings;
        self.bodies.integrate(&settings.motion());
        self.bodies.each(|bodies, particle| pushed(bodies, particle, settings));
    }
}

/// Returns a particle after its collisions.
fn pushed(bodies: &Bodies, own: &Particle, settings: &Settings) -> Particle {
    let mut pushed = *own;
    let diameter = settings.diameter();
    let (stiffness, damping) = (settings.stiffness * settings.time_step, settings.damping * settings.time_step);
    bodies.rows_around(own, |others| {
        for other in others {
            let way: [f32; 3] = std::array::from_fn(|k| other.at[k] - own.at[k]);
            let square = way[0] * way[0] + way[1] * way[1] + way[2] * way[2];
            if square >= diameter * diameter || other.number == own.number || square == 0.0 {
                continue;
            }
            let apart = square.sqrt();
            let closing: f32 = (0..3).map(|k| (other.speed[k] - own.speed[k]) * way[k]).sum::<f32>() / apart;
            let push = (damping * closing - stiffness * (diameter - apart)).min(0.0) / apart;
            for (speed, way) in pushed.speed.iter_mut().zip(way) {
                *speed += push * way;
            }
        }
    });
    pushed
}
