//! Cloth, each step against the same step in f64, and many steps.

use brooklet::applications::Error;
use brooklet::applications::cloth::{Cloth, Settings, State};
use brooklet::fragment_program::Chip;
use brooklet::{Device, Event};

use crate::support;

type V = [f64; 3];

fn sub(a: V, b: V) -> V {
    std::array::from_fn(|k| a[k] - b[k])
}

fn dot(a: V, b: V) -> f64 {
    (0..3).map(|k| a[k] * b[k]).sum()
}

fn cross(a: V, b: V) -> V {
    std::array::from_fn(|k| a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3])
}

/// A step in f64: spring by spring, then triangle by triangle.
fn reference(settings: &Settings, state: &State, step: usize) -> (Vec<V>, Vec<V>, Vec<[f32; 4]>) {
    let Settings { rows, columns, .. } = *settings;
    let [stiffness, damping, drag, time] =
        [settings.stiffness, settings.damping, settings.drag, settings.step].map(f64::from);
    let count = rows * columns;
    let at: Vec<V> = state.positions.iter().map(|p| [p[0], p[1], p[2]].map(f64::from)).collect();
    let speed: Vec<V> = state.speeds.iter().map(|v| v.map(f64::from)).collect();
    let mut force = vec![[0.0, -f64::from(settings.gravity), 0.0]; count];
    let mut springs = state.springs.clone();
    for (from, springs) in springs.iter_mut().enumerate() {
        let to = [from + 1, from + columns, from + columns + 1, (from + columns).wrapping_sub(1)];
        for (k, rest) in [1.0, 1.0, 2f64.sqrt(), 2f64.sqrt()].into_iter().enumerate() {
            if springs[k] == 0.0 {
                continue;
            }
            let way = sub(at[to[k]], at[from]);
            let far = dot(way, way).sqrt();
            if far > f64::from(springs[k]) * rest {
                springs[k] = 0.0;
                continue;
            }
            let unit = way.map(|x| x / far);
            let pull = stiffness * (far - rest) + damping * dot(sub(speed[to[k]], speed[from]), unit);
            for c in 0..3 {
                force[from][c] += pull * unit[c];
                force[to[k]][c] -= pull * unit[c];
            }
        }
    }
    let wind = settings.wind_at(step).map(f64::from);
    for here in 0..count {
        let (x, y) = (here % columns, here / columns);
        let felt = sub(wind, speed[here]);
        // Around: right, down, left, up, each with whether its spring is whole.
        let around = [
            (x + 1 < columns && springs[here][0] > 0.0).then(|| at[here + 1]),
            (y + 1 < rows && springs[here][1] > 0.0).then(|| at[here + columns]),
            (x > 0 && springs[here.wrapping_sub(1) % count][0] > 0.0).then(|| at[here - 1]),
            (y > 0 && springs[(here + count - columns) % count][1] > 0.0).then(|| at[here - columns]),
        ];
        for k in 0..4 {
            if let (Some(u), Some(v)) = (around[k], around[(k + 1) % 4]) {
                let normal = cross(sub(u, at[here]), sub(v, at[here]));
                let area = dot(normal, normal).sqrt().max(1e-6);
                (0..3).for_each(|c| force[here][c] += drag * 0.25 * dot(felt, normal) / area * normal[c]);
            }
        }
        (0..3).for_each(|c| force[here][c] -= drag * 0.02 * speed[here][c]);
    }
    let mut positions = at;
    let mut speeds = speed;
    for here in 0..count {
        let free = f64::from(state.positions[here][3]);
        speeds[here] = std::array::from_fn(|c| free * (speeds[here][c] + time * force[here][c]));
        positions[here] = std::array::from_fn(|c| positions[here][c] + time * speeds[here][c]);
        if positions[here][1] < f64::from(settings.ground) {
            positions[here][1] = f64::from(settings.ground);
            speeds[here] = [0.9 * speeds[here][0], 0.0, 0.9 * speeds[here][2]];
        }
    }
    (positions, speeds, springs)
}

/// The largest difference, but for masses at springs that broke in one of both alone: at their limit to rounding.
fn off(settings: &Settings, before: &State, after: &State, step: usize) -> f64 {
    let (positions, speeds, springs) = reference(settings, before, step);
    assert_eq!(springs, after.springs, "step {step}: other springs broke");
    let mut max = 0.0f64;
    for at in 0..positions.len() {
        for c in 0..3 {
            max = max.max((positions[at][c] - f64::from(after.positions[at][c])).abs());
            max = max.max((speeds[at][c] - f64::from(after.speeds[at][c])).abs());
        }
    }
    max
}

/// A cloth, or none where a chip says what it lacks.
fn stepped(cloth: &mut Cloth) -> Option<()> {
    match cloth.step() {
        Ok(()) => Some(()),
        Err(error) => {
            assert!(support::chip().is_some() && error.is_missing_feature(), "{error}");
            None
        }
    }
}

#[test]
fn each_step_is_that_of_f64() {
    support::each_dialect(|device| {
        // Springs so weak that some break at once.
        let settings = Settings { strength: 1.02, wind: 200.0, ..Settings::of(7, 9) };
        let mut cloth = Cloth::new(device, settings).unwrap();
        let whole = cloth.state().unwrap().whole_springs();
        for step in 0..200 {
            let before = cloth.state().unwrap();
            if stepped(&mut cloth).is_none() {
                return;
            }
            let after = cloth.state().unwrap();
            let off = off(&settings, &before, &after, step);
            assert!(off < 512.0 * support::roundoff(), "step {step}: {off}");
        }
        let left = cloth.state().unwrap().whole_springs();
        assert!(left < whole, "nothing tore");
        assert_eq!(cloth.steps(), 200);
    });
}

#[test]
fn a_step_is_one_pass_and_nothing_is_read() {
    support::each_dialect(|device| {
        let mut cloth = Cloth::new(device, Settings::of(8, 8)).unwrap();
        if stepped(&mut cloth).is_none() {
            return;
        }
        let (done, trace) = device.traced(|| cloth.step());
        done.unwrap();
        if support::writes(device, &[4, 4, 4]) {
            assert_eq!(trace.passes().count(), 1);
        }
        assert!(!trace.events.iter().any(|event| matches!(event, Event::ReadBack(_) | Event::Upload(_))));
    });
}

#[test]
fn it_is_stable_and_tears_once() {
    let device = support::device(support::dialects()[0]);
    let (rows, columns, steps) = if cfg!(debug_assertions) { (12, 16, 400) } else { (32, 40, 10_000) };
    let settings = Settings::of(rows, columns);
    let mut cloth = Cloth::new(&device, settings).unwrap();
    let mut before = cloth.state().unwrap();
    // What gravity and the wind can give it: the speed of the wind for every mass, and the height.
    let wind = f64::from(settings.wind).powi(2);
    let max = before.energy(&settings) + (rows * columns) as f64 * wind;
    for _ in 0..10 {
        for _ in 0..steps / 10 {
            if stepped(&mut cloth).is_none() {
                return;
            }
        }
        let state = cloth.state().unwrap();
        let energy = state.energy(&settings);
        assert!(energy.is_finite() && energy < max, "{energy} after {}, and at most {max}", cloth.steps());
        let broken = |state: &State| state.springs.as_flattened().iter().map(|max| *max == 0.0).collect::<Vec<_>>();
        let healed = broken(&before).iter().zip(broken(&state)).any(|(before, after)| *before && !after);
        assert!(!healed, "a spring is whole again");
        state.mesh(&settings).check().unwrap();
        before = state;
    }
}

#[test]
fn without_wind_it_hangs_whole() {
    support::each_dialect(|device| {
        let settings = Settings { wind: 0.0, ..Settings::of(6, 6) };
        let mut cloth = Cloth::new(device, settings).unwrap();
        let whole = cloth.state().unwrap().whole_springs();
        for _ in 0..50 {
            if stepped(&mut cloth).is_none() {
                return;
            }
        }
        let state = cloth.state().unwrap();
        assert_eq!(state.whole_springs(), whole);
        assert_eq!(whole, 6 * 5 * 2 + 5 * 5 * 2);
        assert_eq!(state.mesh(&settings).triangles.len(), 50);
        assert_eq!((state.positions[0], state.positions[5]), ([0.0; 4], [5.0, 0.0, 0.0, 0.0]));
    });
}

#[test]
fn settings_that_cannot_be_are_said() {
    let device = support::device(support::dialects()[0]);
    let said = |settings: Settings| Cloth::new(&device, settings).unwrap_err().to_string();
    assert_eq!(said(Settings::of(1, 4)), "a cloth has at least 2 × 2 masses, and this has 1 × 4");
    let of = Settings::of(4, 4);
    assert_eq!(said(Settings { wind: f32::NAN, ..of }), "the wind is NaN: it must be finite and not below 0");
    let long = said(Settings { step: 1.0, ..of });
    assert!(long.starts_with("a step of 1 is too long: ") && long.ends_with(" is 1812, and must be below 4"), "{long}");
}

#[test]
fn emulated_chips_do_the_same_or_say_what_they_lack() {
    for (chip, runs) in [(Chip::None, true), (Chip::Nv40, true), (Chip::R300, false)] {
        let device = Device::emulated(chip).unwrap();
        let settings = Settings::of(3, 4);
        let mut cloth = Cloth::new(&device, settings).unwrap();
        let before = cloth.state().unwrap();
        match cloth.step() {
            Ok(()) => {
                let off = off(&settings, &before, &cloth.state().unwrap(), 0);
                assert!(off < if runs { 1e-5 } else { 1e-2 }, "{chip:?}: {off}");
            }
            Err(error) => assert!(!runs && error.is_missing_feature(), "{chip:?}: {error}"),
        }
    }
    let error = Error::from(brooklet::applications::cloth::ClothError::Small { rows: 0, columns: 0 });
    assert!(!error.is_missing_feature());
}
