//! A step of a particle system in plain Rust, in f64, of all pairs, with a bound on what a device may differ by.

use brooklet::applications::particles::{Collisions, Settings, State};

use crate::support;

/// What a particle is to be after a step, and by how much position and velocity may differ.
#[derive(Clone, Copy, Debug)]
pub struct Expected {
    pub position: [f64; 3],
    pub velocity: [f64; 3],
    pub position_error: f64,
    pub velocity_error: f64,
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn sub(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|k| a[k] - b[k])
}

/// A step from a state: gravity, walls, then collisions, from the same positions and velocities for all pairs.
///
/// Let e be a roundoff. Of a position and a velocity half a dozen operations are made before particles collide; of a contact, the
/// overlap is off by what both positions are and by the roundings of a distance, its direction by as much of a distance.
pub fn step(state: &State, settings: &Settings) -> Vec<Expected> {
    let e = support::roundoff();
    let dt = f64::from(settings.time_step);
    let (low, high) = settings.room();
    let mut moved: Vec<Expected> = state
        .positions
        .iter()
        .zip(&state.velocities)
        .map(|(at, v)| {
            let mut new = Expected { position: [0.0; 3], velocity: [0.0; 3], position_error: 0.0, velocity_error: 0.0 };
            for k in 0..3 {
                let speed = f64::from(v[k]) + dt * f64::from(settings.gravity[k]);
                let x = f64::from(at[k]) + dt * speed;
                let (low, high) = (f64::from(low[k]), f64::from(high[k]));
                let mirrored = if x < low {
                    2.0 * low - x
                } else if x > high {
                    2.0 * high - x
                } else {
                    x
                };
                let bounced = f64::from(settings.bounce) * speed.abs();
                new.position[k] = mirrored.clamp(low, high);
                new.velocity[k] = if x < low {
                    bounced
                } else if x > high {
                    -bounced
                } else {
                    speed
                };
                let size = f64::from(settings.size[k]);
                let error = 4.0 * e * (f64::from(at[k]).abs() + dt * speed.abs() + 2.0 * size);
                new.position_error = new.position_error.max(error);
                // On the wall itself, either side is right.
                let at_wall = (x - low).abs().min((x - high).abs()) <= error;
                let turn = if at_wall { (1.0 + f64::from(settings.bounce)) * speed.abs() } else { 0.0 };
                new.velocity_error = new.velocity_error.max(4.0 * e * (speed.abs() + 1e-30) + turn);
            }
            new
        })
        .collect();
    if settings.collisions == Collisions::None {
        return moved;
    }
    let diameter = f64::from(settings.diameter());
    let (stiffness, damping) = (dt * f64::from(settings.stiffness), dt * f64::from(settings.damping));
    let before = moved.clone();
    for (i, own) in before.iter().enumerate() {
        let mut contacts = 0.0;
        let mut pushed = 0.0;
        for (j, other) in before.iter().enumerate() {
            let way = sub(other.position, own.position);
            let apart = dot(way, way).sqrt();
            let error = own.position_error + other.position_error + 8.0 * e * diameter;
            if i == j || apart > diameter + error {
                continue;
            }
            let normal = way.map(|x| x / apart);
            let between = sub(other.velocity, own.velocity);
            let closing = dot(between, normal);
            let push = (damping * closing - stiffness * (diameter - apart)).min(0.0);
            let speed = dot(between, between).sqrt();
            let speed_error = own.velocity_error + other.velocity_error;
            let of_push = stiffness * error + damping * (2.0 * speed_error + speed * (8.0 * e + 2.0 * error / apart));
            let touches = if (apart - diameter).abs() <= error { damping * speed } else { 0.0 };
            moved[i].velocity_error += 2.0 * of_push + push.abs() * (16.0 * e + 2.0 * error / apart) + touches;
            if apart < diameter {
                contacts += 1.0;
                pushed += push.abs();
                for (speed, along) in moved[i].velocity.iter_mut().zip(&normal) {
                    *speed += push * along;
                }
            }
        }
        let speed = dot(own.velocity, own.velocity).sqrt();
        moved[i].velocity_error += 2.0 * e * (contacts + 2.0) * (pushed + speed);
    }
    moved
}

/// Whether a state is what was expected; and by how much of the bound it differs at the most.
pub fn compare(state: &State, expected: &[Expected]) -> f64 {
    assert_eq!(state.positions.len(), expected.len());
    let mut worst = 0f64;
    for (k, expected) in expected.iter().enumerate() {
        for axis in 0..3 {
            let position = (f64::from(state.positions[k][axis]) - expected.position[axis]).abs();
            let velocity = (f64::from(state.velocities[k][axis]) - expected.velocity[axis]).abs();
            let share = (position / expected.position_error).max(velocity / expected.velocity_error);
            assert!(share <= 1.0, "particle {k}, axis {axis}: off by {position:e}, {velocity:e}: {expected:?}");
            worst = worst.max(share);
        }
    }
    worst
}
