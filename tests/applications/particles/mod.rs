//! Particles, against plain Rust.

mod errors;
mod grid;
mod reference;

use brooklet::applications::particles::{Collisions, Particles, Settings, State};
use brooklet::fragment_program::Chip;
use brooklet::{Device, Trace};

use crate::support::level::sample;
use crate::support::{self, each_dialect};

/// Small where nothing is optimised.
fn sized(small: usize, large: usize) -> usize {
    if cfg!(debug_assertions) { small } else { large }
}

/// A block in the middle of collapsing, so that many particles touch.
fn system(device: &Device, count: usize, settings: &Settings, steps: usize) -> Particles {
    let state = State::block(count, 11, 0.3, settings).unwrap();
    let mut particles = Particles::new(device, &state, settings.clone()).unwrap();
    for _ in 0..steps {
        particles.step().unwrap();
    }
    particles
}

fn contacts(particles: &Particles) -> Vec<f32> {
    let mut contacts = vec![0.0; particles.len()];
    for (at, velocity) in particles.position().read().unwrap().iter().zip(particles.velocity().read().unwrap()) {
        contacts[at[3] as usize] = velocity[3];
    }
    contacts
}

#[test]
fn each_step_is_that_of_f64_within_the_bound() {
    each_dialect(|device| {
        for collisions in [Collisions::Grid, Collisions::StencilRouting, Collisions::AllPairs] {
            if collisions == Collisions::StencilRouting && device.features().points.is_none() {
                support::lacks(device, "points");
                continue;
            }
            let settings = Settings { collisions, ..Settings::of_count(sized(300, 2000)) };
            let mut particles = system(device, sized(300, 2000), &settings, 40);
            for _ in 0..4 {
                let expected = reference::step(&particles.state().unwrap(), &settings);
                particles.step().unwrap();
                reference::compare(&particles.state().unwrap(), &expected);
                for _ in 0..12 {
                    particles.step().unwrap();
                }
            }
            let touching = contacts(&particles).iter().filter(|contacts| **contacts > 0.0).count();
            assert!(touching > particles.len() / 2, "{touching}");
        }
    });
}

#[test]
fn trajectories_without_collisions_are_those_of_f64() {
    each_dialect(|device| {
        let settings = Settings { collisions: Collisions::None, bounce: 0.9, ..Settings::of_count(200) };
        let mut particles = system(device, 200, &settings, 0);
        let start = particles.state().unwrap();
        let mut bounces = 0;
        let steps = 300;
        for _ in 0..steps {
            particles.step().unwrap();
        }
        let state = particles.state().unwrap();
        let (low, high) = settings.room();
        for k in 0..particles.len() {
            for axis in 0..3 {
                let (mut x, mut v) = (f64::from(start.positions[k][axis]), f64::from(start.velocities[k][axis]));
                let (low, high) = (f64::from(low[axis]), f64::from(high[axis]));
                let dt = f64::from(settings.time_step);
                for _ in 0..steps {
                    v += f64::from(settings.gravity[axis]) * dt;
                    x += dt * v;
                    if x < low || x > high {
                        bounces += 1;
                        v = if x < low { 1.0 } else { -1.0 } * f64::from(settings.bounce) * v.abs();
                        x = if x < low { 2.0 * low - x } else { 2.0 * high - x };
                    }
                }
                let bound = 4.0 * f64::from(steps) * support::roundoff() * 2.0;
                assert!((f64::from(state.positions[k][axis]) - x).abs() <= bound, "{k} {axis}");
                assert!((f64::from(state.velocities[k][axis]) - v).abs() <= 2.0 * bound, "{k} {axis}");
            }
        }
        assert!(bounces > 100, "{bounces}");
    });
}

#[test]
fn momentum_is_kept_away_from_walls() {
    each_dialect(|device| {
        // Two that hit each other get the same, bit for bit, with signs changed.
        let settings = Settings { gravity: [0.0; 3], ..Settings::new(0.1, [0.0, -1.0, 0.0]) };
        let positions = vec![[0.41, 0.5, 0.5], [0.59, 0.51, 0.49]];
        let velocities = vec![[0.7, 0.1, -0.1], [-0.7, -0.1, 0.1]];
        let mut two = Particles::new(device, &State { positions, velocities }, settings.clone()).unwrap();
        for _ in 0..12 {
            two.step().unwrap();
            let [a, b] = two.state().unwrap().velocities.try_into().unwrap();
            assert_eq!(a.map(f32::to_bits), b.map(|x| (-x).to_bits()), "{a:?} {b:?}");
        }
        assert!(two.state().unwrap().velocities[0][0] < 0.0);

        // Many that overlap: the sum is what it was, up to the rounding of each.
        let count = sized(500, 5000);
        let settings = Settings { gravity: [0.0; 3], ..Settings::of_count(8 * count) };
        let noise = support::noise(6 * count, 5);
        let random = |k: usize, scale: f32, about: f32| -> Vec<[f32; 3]> {
            let of = |at: &[f32]| std::array::from_fn(|axis| about + scale * at[axis]);
            noise[3 * count * k..][..3 * count].chunks(3).map(of).collect()
        };
        let state = State { positions: random(0, 0.2, 0.5), velocities: random(1, 0.1, 0.05) };
        let mut many = Particles::new(device, &state, settings).unwrap();
        let momentum = |state: &State| -> [f64; 3] {
            std::array::from_fn(|axis| state.velocities.iter().map(|v| f64::from(v[axis])).sum())
        };
        let before = momentum(&state);
        let mut allowed = 0.0;
        for _ in 0..3 {
            let old = many.state().unwrap();
            many.step().unwrap();
            let now = many.state().unwrap();
            assert!(now.positions.iter().flatten().all(|x| (0.2..0.8).contains(x)), "no wall was touched");
            // A velocity is a sum of as many terms as there are contacts: each may be the size of what they come to together.
            for ((old, now), contacts) in old.velocities.iter().zip(&now.velocities).zip(contacts(&many)) {
                let size: f64 =
                    (0..3).map(|k| f64::from(old[k].abs()) + 4.0 * f64::from((now[k] - old[k]).abs())).sum();
                allowed += support::roundoff() * f64::from(contacts + 1.0) * (size + 1.0);
            }
            let now = momentum(&now);
            for axis in 0..3 {
                assert!((now[axis] - before[axis]).abs() <= allowed, "{now:?} {before:?} {allowed:e}");
            }
        }
        assert!(contacts(&many).iter().sum::<f32>() > count as f32);
    });
}

#[test]
fn the_grid_finds_the_pairs_that_all_pairs_have() {
    each_dialect(|device| {
        let sizes = [[1.0, 1.0, 1.0], [2.0, 0.3, 0.7], [0.2, 0.2, 3.0]];
        for (size, radius) in sizes.into_iter().zip([0.03, 0.09, 0.1]) {
            let mut settings = Settings { size, ..Settings::new(radius, [0.3, -1.0, 0.1]) }.stable();
            let count = sized(300, 3000);
            let noise = support::noise(3 * count, 9);
            let place = |at: &[f32]| std::array::from_fn(|axis| size[axis] * (0.5 + 0.5 * at[axis]));
            let positions: Vec<[f32; 3]> = noise.chunks(3).map(place).collect();
            let state = State { velocities: vec![[0.0; 3]; count], positions };
            let mut by_grid = Particles::new(device, &state, settings.clone()).unwrap();
            settings.collisions = Collisions::AllPairs;
            let mut by_pairs = Particles::new(device, &state, settings).unwrap();
            by_grid.step().unwrap();
            by_pairs.step().unwrap();
            assert_eq!(contacts(&by_grid), contacts(&by_pairs), "{size:?}");
            assert!(contacts(&by_grid).iter().sum::<f32>() >= 20.0);
        }
    });
}

#[test]
fn no_particle_is_lost() {
    each_dialect(|device| {
        for count in [0, 1, 2, 3, 100, 1025] {
            let settings = Settings::of_count(count);
            let particles = system(device, count, &settings, 30);
            let mut numbers: Vec<usize> =
                particles.position().read().unwrap().iter().map(|at| at[3] as usize).collect();
            numbers.sort_unstable();
            assert_eq!(numbers, (0..count).collect::<Vec<_>>());
            let (low, high) = settings.room();
            for at in particles.state().unwrap().positions {
                assert!((0..3).all(|axis| (low[axis]..=high[axis]).contains(&at[axis])), "{at:?}");
            }
        }
    });
}

#[test]
fn particles_in_one_place_part() {
    each_dialect(|device| {
        let settings = Settings::new(0.1, [0.0; 3]);
        let state = State { positions: vec![[0.5; 3]; 2], velocities: vec![[0.0; 3]; 2] };
        let mut particles = Particles::new(device, &state, settings).unwrap();
        for _ in 0..50 {
            particles.step().unwrap();
        }
        let [a, b] = particles.state().unwrap().positions.try_into().unwrap();
        assert!((a[0] - b[0]).abs() > 0.19 && a[1] == 0.5, "{a:?} {b:?}");
    });
}

fn names(trace: &Trace) -> Vec<(String, usize)> {
    let mut names: Vec<(String, usize)> = Vec::new();
    for pass in trace.passes() {
        match names.iter_mut().find(|(name, _)| *name == pass.kernel) {
            Some((_, passes)) => *passes += 1,
            None => names.push((pass.kernel.clone(), 1)),
        }
    }
    names
}

#[test]
fn passes_are_as_many_as_documented() {
    if let Some(chip) = support::chip() {
        support::left_out(format!("what is so on drivers alone: the chip {chip}"));
        return;
    }
    each_dialect(|device| {
        let settings = Settings::of_count(1000);
        let mut particles = system(device, 1000, &settings, 1);
        let (step, trace) = device.traced(|| particles.step());
        step.unwrap();
        let sorted = particles.grid().unwrap();
        let (_, sort) = device.traced(|| brooklet::primitives::sort_pairs(&sorted.cells, &sorted.order).unwrap());
        let passes = names(&trace);
        for name in ["particles_integrate", "particles_cells", "particles_gather", "particles_collide"] {
            assert!(passes.contains(&(name.to_owned(), 1)), "{passes:?}");
        }
        // Four of its own, the sort, and two that search.
        assert_eq!(trace.passes().count(), 4 + sort.passes().count() + 2, "{passes:?}");
        assert_eq!(trace.readbacks().count(), 0);

        let all = Settings { collisions: Collisions::AllPairs, ..settings };
        let mut particles = system(device, 1000, &all, 1);
        let (step, trace) = device.traced(|| particles.step());
        step.unwrap();
        assert_eq!(trace.passes().count(), 2, "{:?}", names(&trace));
    });
}

#[test]
fn chips_run_them_or_say_what_is_missing() {
    // What the plain machine makes, of each method.
    let mut plain = Vec::new();
    for chip in [Chip::None].into_iter().chain(sample([Chip::R300, Chip::Nv40, Chip::R420, Chip::Nv30], 0, 2)) {
        let device = Device::emulated(chip).unwrap();
        for (number, collisions) in Collisions::ALL.into_iter().enumerate() {
            let settings = Settings { collisions, ..Settings::of_count(24) };
            let state = State::block(24, 3, 0.5, &settings).unwrap();
            let mut particles = Particles::new(&device, &state, settings).unwrap();
            let mut run = || (0..3).try_for_each(|_| particles.step());
            if let Err(error) = run() {
                assert!(error.is_missing_feature() && chip != Chip::None, "{chip:?}, {collisions:?}: {error}");
                continue;
            }
            if chip == Chip::None {
                plain.push(particles.state().unwrap().positions);
                continue;
            }
            for (a, b) in plain[number].iter().zip(particles.state().unwrap().positions) {
                assert!((0..3).all(|k| (a[k] - b[k]).abs() < 2e-3), "{chip:?}: {a:?} {b:?}");
            }
        }
    }
}
