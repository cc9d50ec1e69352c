//! A step in plain Rust, on all cores.

use std::f64::consts::PI;

use crate::applications::particles::{Cells, State};
use crate::applications::sph::Settings;
use crate::compare::cases::applications::bodies::{Bodies, Particle};

/// Plain Rust: counts the particles of each cell, sorts them by cell, then sums densities and forces on all cores.
pub struct Plain {
    settings: Settings,
    bodies: Bodies,
}

impl Plain {
    pub fn new(state: &State, settings: Settings, cells: Cells) -> Plain {
        Plain { settings, bodies: Bodies::new(state, cells) }
    }

    /// Returns whether every particle occurs once and is inside the box, and the particles are in the order of cells.
    pub fn is_whole(&self) -> bool {
        self.bodies.is_whole(([0.0; 3], self.settings.size))
    }

    /// Returns the position, velocity and density of each particle.
    pub fn particles(&self) -> Vec<Particle> {
        self.bodies.in_order()
    }

    pub fn step(&mut self) {
        let settings = &self.settings;
        self.bodies.integrate(&settings.motion());
        self.bodies.each(|bodies, particle| weighed(bodies, particle, settings));
        self.bodies.each(|bodies, particle| pushed(bodies, particle, settings));
    }
}

/// Returns the distances of a particle from the six walls, in smoothing radii: those below along each axis, then those above.
fn gaps(own: &Particle, settings: &Settings) -> [[f32; 3]; 2] {
    let below = own.at.map(|x| x / settings.radius);
    [below, std::array::from_fn(|k| settings.size[k] / settings.radius - below[k])]
}

/// Returns the share of the kernel between the two walls of each axis.
fn between([below, above]: [[f32; 3]; 2]) -> [f32; 3] {
    let beyond = |gap: f32| {
        let x = gap.min(1.0);
        let y = x * x;
        0.5 - x * (315.0 - y * (420.0 - y * (378.0 - y * (180.0 - y * 35.0)))) / 256.0
    };
    std::array::from_fn(|k| 1.0 - beyond(below[k]) - beyond(above[k]))
}

/// Returns the square of the distance in smoothing radii, and the way to another particle.
fn way(own: &Particle, other: &Particle, per_radius: f32) -> ([f32; 3], f32) {
    let way: [f32; 3] = std::array::from_fn(|k| per_radius * (other.at[k] - own.at[k]));
    (way, way[0] * way[0] + way[1] * way[1] + way[2] * way[2])
}

/// Returns a particle with its density.
fn weighed(bodies: &Bodies, own: &Particle, settings: &Settings) -> Particle {
    let per_radius = 1.0 / settings.radius;
    let mut near = 0.0;
    bodies.rows_around(own, |others| {
        for other in others {
            let share = (1.0 - way(own, other, per_radius).1).max(0.0);
            near += share * share * share;
        }
    });
    let inside: f32 = between(gaps(own, settings)).iter().product();
    let weight = f64::from(settings.mass) * 315.0 / (64.0 * PI * f64::from(settings.radius).powi(3));
    Particle { extra: weight as f32 * near + settings.rest_density * (1.0 - inside), ..*own }
}

/// Returns a particle after pressure and viscosity.
fn pushed(bodies: &Bodies, own: &Particle, settings: &Settings) -> Particle {
    let per_radius = 1.0 / settings.radius;
    let (radius, step) = (f64::from(settings.radius), f64::from(settings.time_step));
    let strength = (step * f64::from(settings.mass) * 45.0 / (PI * radius.powi(4))) as f32 / own.extra;
    let drag = settings.viscosity / settings.radius;
    let pressure = |density: f32| settings.stiffness * (density - settings.rest_density).max(0.0);
    let own_pressure = pressure(own.extra);
    let mut pushed = *own;
    bodies.rows_around(own, |others| {
        for other in others {
            let (way, square) = way(own, other, per_radius);
            if square >= 1.0 || square == 0.0 {
                continue;
            }
            let apart = square.sqrt();
            let push = 0.5 * (own_pressure + pressure(other.extra)) * (1.0 - apart) / apart;
            let share = strength * (1.0 - apart) / other.extra;
            for (k, way) in way.into_iter().enumerate() {
                pushed.speed[k] += share * (drag * (other.speed[k] - own.speed[k]) - push * way);
            }
        }
    });
    let facing = |gap: f32| {
        let near = (1.0 - gap).max(0.0);
        near * near * near * near * (7.5 - 6.0 * near)
    };
    let [below, above] = gaps(own, settings);
    let between = between([below, above]);
    for k in 0..3 {
        let share = between[(k + 1) % 3] * between[(k + 2) % 3];
        let push = share * settings.time_step / settings.radius * own_pressure / own.extra;
        pushed.speed[k] += push * (facing(below[k]) - facing(above[k]));
    }
    pushed
}
