//! A step in double precision from the same state, with bounds on the errors of a device.
//!
//! The force of a contact jumps when two particles touch, because the damper acts fully at once. Two particles that just touch
//! therefore get different speeds than two that just miss each other. Walls cause jumps as well. Rounding decides on which side of
//! a jump a particle is. Particles within rounding error of a jump are set aside: their error may be as large as the jump, whereas
//! the error of all others must be that of rounding. The number of particles that are set aside must not exceed what rounding
//! explains.

use std::f64::consts::PI;

use crate::applications::particles::{Settings, State};
use crate::compare::cases::Verdict;

/// The number of particles that may always be set aside.
const ASIDE: f64 = 4.0;

/// The share of the volume that hard spheres fill in their densest fluid state. `IN_CONTACT` is the factor by which more pairs are
/// in contact then than at random positions (Carnahan and Starling 1969, equation 10).
const PACKING: f64 = 0.494;
const IN_CONTACT: f64 = 5.7;

type Vector = [f64; 3];

/// A particle, with bounds on a device's error along an axis.
#[derive(Clone, Copy)]
struct Particle {
    at: Vector,
    speed: Vector,
    at_error: f64,
    speed_error: f64,
    /// The additional bound on the error of the speed, if a jump is within rounding error.
    jump: f64,
}

/// Checks whether a device's state `got` is one step after `state`. `roundoff` is the relative error of an operation.
pub fn check(state: &State, settings: &Settings, roundoff: f64, got: &State) -> Verdict {
    let moved = moved(state, settings, roundoff);
    let exact = collided(&moved, settings, roundoff);
    let (mut wrong, mut worst) = (0, 0f64);
    for (particle, (at, speed)) in exact.iter().zip(got.positions.iter().zip(&got.velocities)) {
        let off = |got: &[f32; 3], wanted: Vector, bound: f64| {
            let share = |(got, wanted): (&f32, f64)| {
                let share = (f64::from(*got) - wanted).abs() / bound;
                if share.is_nan() { f64::INFINITY } else { share }
            };
            got.iter().zip(wanted).map(share).fold(0.0, f64::max)
        };
        let off = off(at, particle.at, particle.at_error).max(off(
            speed,
            particle.speed,
            particle.speed_error + particle.jump,
        ));
        wrong += usize::from(off > 1.0);
        worst = worst.max(off);
    }
    let (count, aside) = (exact.len(), exact.iter().filter(|particle| particle.jump > 0.0).count());
    let max = most_aside(&moved, settings, roundoff);
    if wrong > 0 || got.positions.len() != count {
        let what = "farther from double precision than rounding explains";
        return Verdict::wrong(format!("{wrong} of {count} particles are {what}, the worst {worst:.1} times as far"));
    }
    let jump = "within rounding of a jump of the force";
    match aside {
        0 => Verdict::from(true),
        _ if aside > max => {
            Verdict::wrong(format!("{aside} of {count} particles are {jump}, more than rounding explains, {max}"))
        }
        _ => Verdict::right(format!(
            "{aside} of {count} particles are {jump} (at most {max} may be): held to its height"
        )),
    }
}

/// Returns the maximum number of particles that may be set aside. It is the expected number of particles in a dense fluid of
/// spheres whose distance to another particle is one diameter within rounding error.
fn most_aside(moved: &[Particle], settings: &Settings, roundoff: f64) -> usize {
    let diameter = f64::from(settings.diameter());
    let error = moved.iter().map(|particle| particle.at_error).fold(0.0, f64::max);
    let shell = 4.0 * PI * diameter.powi(2) * 2.0 * apart_error(error, error, diameter, roundoff);
    let density = IN_CONTACT * PACKING * 6.0 / (PI * diameter.powi(3));
    (ASIDE + (density * shell).min(1.0) * moved.len() as f64) as usize
}

/// Returns the error bound of a distance, given the error bounds of its two ends along an axis.
fn apart_error(one: f64, other: f64, diameter: f64, roundoff: f64) -> f64 {
    3f64.sqrt() * (one + other) + 8.0 * roundoff * diameter
}

/// Applies gravity and walls.
fn moved(state: &State, settings: &Settings, roundoff: f64) -> Vec<Particle> {
    let (dt, bounce) = (f64::from(settings.time_step), f64::from(settings.bounce));
    let (low, high) = settings.room();
    let particle = |(at, speed): (&[f32; 3], &[f32; 3])| {
        let mut new = Particle { at: [0.0; 3], speed: [0.0; 3], at_error: 0.0, speed_error: 0.0, jump: 0.0 };
        for k in 0..3 {
            let (low, high) = (f64::from(low[k]), f64::from(high[k]));
            let gained = dt * f64::from(settings.gravity[k]);
            let speed = f64::from(speed[k]) + gained;
            let x = f64::from(at[k]) + dt * speed;
            let speed_error = 2.0 * roundoff * (2.0 * gained.abs() + speed.abs()) + f64::MIN_POSITIVE;
            let mut at_error = 2.0 * (dt * speed_error + roundoff * (dt * speed.abs() + x.abs()));
            let (past, turned) = if x < low { (low, bounce) } else { (high, -bounce) };
            if !(low + at_error..=high - at_error).contains(&x) {
                at_error += 4.0 * roundoff * (past.abs() + f64::from(settings.size[k]));
            }
            let beyond = !(low..=high).contains(&x);
            (new.at[k], new.speed[k]) = match beyond {
                true => ((2.0 * past - x).clamp(low, high), turned * speed.abs()),
                false => (x, speed),
            };
            if (x - low).abs().min((x - high).abs()) <= at_error {
                new.jump = new.jump.max((1.0 + bounce) * speed.abs());
            }
            new.at_error = new.at_error.max(at_error);
            new.speed_error = new.speed_error.max(speed_error);
        }
        new
    };
    state.positions.iter().zip(&state.velocities).map(particle).collect()
}

/// Applies the collisions of all pairs, from the same positions and speeds.
fn collided(moved: &[Particle], settings: &Settings, roundoff: f64) -> Vec<Particle> {
    let diameter = f64::from(settings.diameter());
    let error = moved.iter().map(|particle| particle.at_error).fold(0.0, f64::max);
    let reach = diameter + apart_error(error, error, diameter, roundoff);
    let cells = Cells::of(moved, reach, settings);
    let contact = Contact::of(settings, roundoff);
    let particle = |own: usize| {
        let mut sum = Pushed { own: moved[own], contacts: 0.0, pushed: 0.0 };
        cells.around(moved[own].at, |other| {
            if other != own {
                contact.add(&mut sum, &moved[own], &moved[other]);
            }
        });
        let speed = dot(moved[own].speed, moved[own].speed).sqrt();
        sum.own.speed_error += 2.0 * roundoff * (sum.contacts + 2.0) * (sum.pushed + speed);
        sum.own
    };
    (0..moved.len()).map(particle).collect()
}

/// A particle, with its number of contacts and the sum of their pushes so far.
struct Pushed {
    own: Particle,
    contacts: f64,
    pushed: f64,
}

/// The parameters of a contact, and the relative error of an operation.
struct Contact {
    diameter: f64,
    stiffness: f64,
    damping: f64,
    roundoff: f64,
}

impl Contact {
    fn of(settings: &Settings, roundoff: f64) -> Contact {
        let dt = f64::from(settings.time_step);
        let (stiffness, damping) = (dt * f64::from(settings.stiffness), dt * f64::from(settings.damping));
        Contact { diameter: f64::from(settings.diameter()), stiffness, damping, roundoff }
    }

    fn add(&self, sum: &mut Pushed, own: &Particle, other: &Particle) {
        let Contact { diameter, stiffness, damping, roundoff } = *self;
        let way = sub(other.at, own.at);
        let apart = dot(way, way).sqrt();
        let error = apart_error(own.at_error, other.at_error, diameter, roundoff);
        if apart > diameter + error {
            return;
        }
        let between = sub(other.speed, own.speed);
        let speed = dot(between, between).sqrt();
        sum.own.jump += damping * (own.jump + other.jump) * 2.0;
        if apart <= 2.0 * error {
            // The direction between two particles in the same place is undefined.
            sum.own.jump += 2.0 * (stiffness * diameter + damping * speed);
            return;
        }
        let normal = way.map(|x| x / apart);
        let closing = dot(between, normal);
        let turned = 16.0 * roundoff + 2.0 * error / apart;
        let closing_error = 3f64.sqrt() * (own.speed_error + other.speed_error) + speed * turned;
        let push = (damping * closing - stiffness * (diameter - apart)).min(0.0);
        let forces = stiffness * (diameter - apart).abs() + damping * closing.abs();
        sum.own.speed_error +=
            stiffness * error + damping * closing_error + 16.0 * roundoff * forces + push.abs() * turned;
        if (apart - diameter).abs() <= error {
            sum.own.jump += (damping * (closing_error - closing)).max(0.0);
        }
        if apart < diameter {
            sum.contacts += 1.0;
            sum.pushed += push.abs();
            for (speed, along) in sum.own.speed.iter_mut().zip(normal) {
                *speed += push * along;
            }
        }
    }
}

fn dot(a: Vector, b: Vector) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn sub(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|k| a[k] - b[k])
}

/// Particles sorted into the cells of a grid. Particles that touch are in neighbouring cells.
struct Cells {
    edge: f64,
    along: [usize; 3],
    /// The index in `order` of the first particle of each cell, then the number of particles.
    starts: Vec<usize>,
    order: Vec<usize>,
}

impl Cells {
    fn of(particles: &[Particle], reach: f64, settings: &Settings) -> Cells {
        let size = settings.size.map(f64::from);
        // Limit the number of cells to twice the number of particles.
        let edge = reach.max((size.iter().product::<f64>() / (2 * particles.len().max(1)) as f64).cbrt());
        let along = size.map(|size| (size / edge) as usize + 1);
        let mut cells = Cells { edge, along, starts: vec![0; along.iter().product::<usize>() + 1], order: Vec::new() };
        let numbers: Vec<usize> = particles.iter().map(|particle| cells.number(cells.cell(particle.at))).collect();
        for number in &numbers {
            cells.starts[number + 1] += 1;
        }
        for cell in 1..cells.starts.len() {
            cells.starts[cell] += cells.starts[cell - 1];
        }
        let mut next = cells.starts.clone();
        cells.order = vec![0; particles.len()];
        for (particle, number) in numbers.into_iter().enumerate() {
            cells.order[next[number]] = particle;
            next[number] += 1;
        }
        cells
    }

    fn cell(&self, at: Vector) -> [usize; 3] {
        std::array::from_fn(|k| ((at[k] / self.edge).max(0.0) as usize).min(self.along[k] - 1))
    }

    fn number(&self, [x, y, z]: [usize; 3]) -> usize {
        (z * self.along[1] + y) * self.along[0] + x
    }

    /// Calls `found` with each particle in the cells around a position.
    fn around(&self, at: Vector, mut found: impl FnMut(usize)) {
        let [x, y, z] = self.cell(at);
        let near = |at: usize, along: usize| at.saturating_sub(1)..=(at + 1).min(along - 1);
        for z in near(z, self.along[2]) {
            for y in near(y, self.along[1]) {
                let row = near(x, self.along[0]);
                let stretch =
                    self.starts[self.number([*row.start(), y, z])]..self.starts[self.number([*row.end(), y, z]) + 1];
                self.order[stretch].iter().for_each(|particle| found(*particle));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROUNDOFF: f64 = 1.0 / (1 << 23) as f64;

    /// Returns the state that `check` computes as exact, rounded to single precision.
    fn stepped(state: &State, settings: &Settings) -> State {
        let exact = collided(&moved(state, settings, ROUNDOFF), settings, ROUNDOFF);
        State {
            positions: exact.iter().map(|particle| particle.at.map(|x| x as f32)).collect(),
            velocities: exact.iter().map(|particle| particle.speed.map(|x| x as f32)).collect(),
        }
    }

    /// Returns two particles that approach each other, and whose distance after gravity and the step is `apart`.
    fn approaching(settings: &Settings, apart: f32) -> State {
        let way = 2.0 * settings.time_step;
        State {
            positions: vec![[0.5 - apart / 2.0 - way / 2.0, 0.5, 0.5], [0.5 + apart / 2.0 + way / 2.0, 0.5, 0.5]],
            velocities: vec![[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]],
        }
    }

    #[test]
    fn who_just_touches_may_be_pushed_or_not_and_is_counted() {
        let settings = Settings { gravity: [0.0; 3], ..Settings::new(0.01, [0.0, -1.0, 0.0]) };
        let state = approaching(&settings, settings.diameter());
        let mut got = stepped(&state, &settings);
        let damper = 2.0 * settings.damping * settings.time_step;
        assert!(damper > 0.1);
        let aside =
            "2 of 2 particles are within rounding of a jump of the force (at most 4 may be): held to its height";
        for pushed in [0.0, damper] {
            got.velocities = vec![[1.0 - pushed, 0.0, 0.0], [pushed - 1.0, 0.0, 0.0]];
            assert_eq!(check(&state, &settings, ROUNDOFF, &got), Verdict::right(aside.to_owned()));
        }
        got.velocities[0][0] = 1.0 - 2.5 * damper;
        let wrong = check(&state, &settings, ROUNDOFF, &got);
        assert!(!wrong.ok && wrong.note.as_deref().is_some_and(|note| note.starts_with("1 of 2 ")), "{wrong:?}");
    }

    #[test]
    fn who_clearly_touches_is_held_to_rounding() {
        let settings = Settings { gravity: [0.0; 3], ..Settings::new(0.01, [0.0, -1.0, 0.0]) };
        for apart in [0.9, 0.999, 1.001, 1.1] {
            let state = approaching(&settings, apart * settings.diameter());
            let mut got = stepped(&state, &settings);
            assert_eq!(check(&state, &settings, ROUNDOFF, &got), Verdict::from(true));
            let touches = got.velocities[0][0] < 0.9;
            assert_eq!(touches, apart < 1.0);
            got.velocities[0][1] += 1e-3;
            assert!(!check(&state, &settings, ROUNDOFF, &got).ok);
            got.velocities[0][1] = f32::NAN;
            assert!(!check(&state, &settings, ROUNDOFF, &got).ok);
        }
    }

    #[test]
    fn more_at_a_jump_than_rounding_explains_are_wrong() {
        // A lattice in which all neighbours just touch and approach each other.
        let settings = Settings { gravity: [0.0; 3], ..Settings::new(0.01, [0.0, -1.0, 0.0]) };
        let apart = f64::from(settings.diameter());
        let mut state = State::default();
        for k in 0..512 {
            let cell = [k % 8, k / 8 % 8, k / 64];
            let speed = if cell.iter().sum::<usize>() % 2 == 0 { 1e-6 } else { -1e-6 };
            state.positions.push(cell.map(|cell| (0.3 + apart * cell as f64) as f32));
            state.velocities.push([speed; 3]);
        }
        let verdict = check(&state, &settings, ROUNDOFF, &stepped(&state, &settings));
        assert!(!verdict.ok, "{verdict:?}");
        assert!(
            verdict.note.unwrap().ends_with(
                "of 512 particles are within rounding of a jump of the force, more than rounding explains, 5"
            )
        );
    }

    #[test]
    fn all_pairs_are_found() {
        let settings = Settings::of_count(500);
        let state = State::block(500, 3, 2.0, &settings).unwrap();
        let moved = moved(&state, &settings, ROUNDOFF);
        let contact = Contact::of(&settings, ROUNDOFF);
        let by_grid = collided(&moved, &settings, ROUNDOFF);
        let mut contacts = 0.0;
        for (own, found) in by_grid.iter().enumerate() {
            let mut sum = Pushed { own: moved[own], contacts: 0.0, pushed: 0.0 };
            for (_, particle) in moved.iter().enumerate().filter(|(other, _)| *other != own) {
                contact.add(&mut sum, &moved[own], particle);
            }
            contacts += sum.contacts;
            assert!((0..3).all(|k| (sum.own.speed[k] - found.speed[k]).abs() < 1e-12), "{own}");
        }
        assert!(contacts > 50.0);
    }
}
