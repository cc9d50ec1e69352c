//! A fluid of particles, against plain Rust in double precision.

mod reference;

use brooklet::Device;
use brooklet::applications::particles::State;
use brooklet::applications::sph::{Fluid, Settings};
use brooklet::fragment_program::Chip;

use crate::support::level::sample;
use crate::support::{self, each_dialect};

/// Small where nothing is optimised.
fn sized(small: usize, large: usize) -> usize {
    if cfg!(debug_assertions) { small } else { large }
}

/// A dam in the middle of breaking.
fn dam(device: &Device, count: usize, steps: usize) -> Fluid {
    let settings = Settings::of_count(count);
    let mut fluid = Fluid::new(device, &settings.dam(count, 11).unwrap(), settings).unwrap();
    for _ in 0..steps {
        fluid.step().unwrap();
    }
    fluid
}

#[test]
fn each_step_is_that_of_f64_within_the_bound() {
    each_dialect(|device| {
        let count = sized(250, 2000);
        let mut fluid = dam(device, count, 40);
        for _ in 0..3 {
            let before = fluid.state().unwrap();
            fluid.step().unwrap();
            let (after, densities) = (fluid.state().unwrap(), fluid.densities().unwrap());
            let expected = reference::check(&before, (&after, &densities), fluid.settings());
            // The bounds say something: they are small beside the numbers.
            let rest = f64::from(fluid.settings().rest_density);
            assert!(support::roundoff() > 1e-7 || expected.iter().all(|new| new.density_error < 2e-5 * rest));
            let fast = f64::from(fluid.settings().stiffness).sqrt();
            assert!(support::roundoff() > 1e-7 || expected.iter().all(|new| new.speed_error < 1e-4 * fast));
            let pressed = densities.iter().filter(|density| f64::from(**density) > rest).count();
            assert!(pressed > count / 20, "{pressed} of {count}");
            for _ in 0..sized(10, 100) {
                fluid.step().unwrap();
            }
        }
    });
}

#[test]
fn mass_and_momentum_are_kept_away_from_walls() {
    each_dialect(|device| {
        let count = sized(300, 3000);
        // A drop of twice the density, which bursts; no wall is within the smoothing radius.
        let settings = Settings { gravity: [0.0; 3], ..Settings::of_count(8 * count) };
        let noise = support::noise(6 * count, 5);
        let random = |k: usize, scale: f32, about: f32| -> Vec<[f32; 3]> {
            let of = |at: &[f32]| std::array::from_fn(|axis| about + scale * at[axis]);
            noise[3 * count * k..][..3 * count].chunks(3).map(of).collect()
        };
        let state = State { positions: random(0, 0.12, 0.5), velocities: random(1, 0.5, 0.1) };
        let momentum = |state: &State| -> [f64; 3] {
            std::array::from_fn(|axis| state.velocities.iter().map(|v| f64::from(v[axis])).sum())
        };
        let before = momentum(&state);
        let mut fluid = Fluid::new(device, &state, settings).unwrap();
        let mut allowed = 0.0;
        let mut moved = 0.0f64;
        for _ in 0..3 {
            let old = fluid.state().unwrap();
            // Both of a pair get opposite terms, so only the sums round differently.
            allowed += reference::step(&old, fluid.settings()).iter().map(|new| new.sum_error).sum::<f64>();
            fluid.step().unwrap();
            let now = fluid.state().unwrap();
            let radius = fluid.settings().radius;
            assert!(now.positions.iter().flatten().all(|x| (radius..1.0 - radius).contains(x)), "a wall is near");
            let change = |(a, b): (&[f32; 3], &[f32; 3])| (0..3).map(|k| f64::from((a[k] - b[k]).abs())).sum::<f64>();
            moved += now.velocities.iter().zip(&old.velocities).map(change).sum::<f64>();
            let now = momentum(&now);
            for axis in 0..3 {
                assert!((now[axis] - before[axis]).abs() <= allowed, "{now:?} {before:?} {allowed:e}");
            }
        }
        assert!(moved > 500.0 * allowed || support::roundoff() > 1e-7, "{moved} {allowed}");
        let mut numbers: Vec<usize> = fluid.position().read().unwrap().iter().map(|at| at[3] as usize).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (0..count).collect::<Vec<_>>());
    });
}

#[test]
fn two_particles_get_opposite_changes() {
    each_dialect(|device| {
        let settings =
            Settings { gravity: [0.0; 3], rest_density: 1e-3, stiffness: 2.0, ..Settings::new(0.1, [0.0, -1.0, 0.0]) };
        let positions = vec![[0.46, 0.5, 0.5], [0.54, 0.51, 0.49]];
        let velocities = vec![[0.7, 0.1, -0.1], [-0.7, -0.1, 0.1]];
        let mut two = Fluid::new(device, &State { positions, velocities }, settings).unwrap();
        for _ in 0..12 {
            two.step().unwrap();
            let [a, b] = two.state().unwrap().velocities.try_into().unwrap();
            assert_eq!(a.map(f32::to_bits), b.map(|x| (-x).to_bits()), "{a:?} {b:?}");
        }
        assert!(two.state().unwrap().velocities[0][0] < 0.0);
    });
}

#[test]
fn a_broken_dam_stays_in_its_box_at_the_density_of_rest() {
    each_dialect(|device| {
        for count in [0, 1, 2, 3, sized(300, 4096)] {
            let mut fluid = dam(device, count, 0);
            for _ in 0..sized(60, 400) {
                fluid.step().unwrap();
            }
            let (state, mut densities) = (fluid.state().unwrap(), fluid.densities().unwrap());
            assert_eq!(state.positions.len(), count);
            assert!(state.positions.iter().flatten().all(|x| (0.0..=1.0).contains(x)));
            densities.sort_by(f32::total_cmp);
            if count > 3 {
                assert!((0.9..1.1).contains(&densities[count / 2]), "{}", densities[count / 2]);
                assert!(densities[count - 1] < 1.4, "{}", densities[count - 1]);
                let front = state.positions.iter().map(|at| at[0]).fold(0.0, f32::max);
                assert!(front > 0.6, "{front}");
            }
        }
    });
}

#[test]
fn steps_are_stable_at_any_viscosity_and_stiffness() {
    each_dialect(|device| {
        let usual = Settings::of_count(300);
        for (viscosity, stiffness) in [(0.5, usual.stiffness), (usual.viscosity, 2000.0), (0.0, 0.0)] {
            let settings = Settings { viscosity, stiffness, ..usual.clone() }.with_stable_step();
            let mut fluid = Fluid::new(device, &settings.dam(300, 1).unwrap(), settings.clone()).unwrap();
            for _ in 0..60 {
                fluid.step().unwrap();
            }
            // Nothing is faster than what falls the height of the box, but by a little.
            let speeds = fluid.state().unwrap().velocities.into_iter().flatten().map(f32::abs);
            let fastest = speeds.fold(0.0, f32::max);
            assert!(fastest < 2.0, "{settings:?}: {fastest}");
        }
    });
}

#[test]
fn particles_in_one_place_part() {
    each_dialect(|device| {
        let settings = Settings { gravity: [0.0; 3], rest_density: 1e-3, ..Settings::new(0.1, [0.0, -1.0, 0.0]) };
        let state = State { positions: vec![[0.5; 3]; 2], velocities: vec![[0.0; 3]; 2] };
        let mut fluid = Fluid::new(device, &state, settings).unwrap();
        for _ in 0..10 {
            fluid.step().unwrap();
        }
        let [a, b] = fluid.state().unwrap().positions.try_into().unwrap();
        assert!((a[0] - b[0]).abs() > 0.05 && a[1] == 0.5, "{a:?} {b:?}");
    });
}

#[test]
fn passes_are_as_many_as_documented() {
    if let Some(chip) = support::chip() {
        support::left_out(format!("what is so on drivers alone: the chip {chip}"));
        return;
    }
    each_dialect(|device| {
        let mut fluid = dam(device, 1000, 1);
        let (step, trace) = device.traced(|| fluid.step());
        step.unwrap();
        let grid = fluid.grid().unwrap();
        let (_, sort) = device.traced(|| brooklet::primitives::sort_pairs(&grid.cells, &grid.order).unwrap());
        let passes: Vec<&str> = trace.passes().map(|pass| pass.kernel.as_str()).collect();
        for name in ["particles_integrate", "particles_cells", "particles_gather", "sph_density", "sph_force"] {
            assert_eq!(passes.iter().filter(|pass| **pass == name).count(), 1, "{passes:?}");
        }
        // Five of its own, the sort, and two that search.
        assert_eq!(passes.len(), 5 + sort.passes().count() + 2, "{passes:?}");
        assert_eq!(trace.readbacks().count(), 0);
    });
}

#[test]
fn chips_run_it() {
    let run = |chip: Chip| {
        let device = Device::emulated(chip).unwrap();
        let settings = Settings::of_count(24);
        let mut fluid = Fluid::new(&device, &settings.dam(24, 3).unwrap(), settings).unwrap();
        (0..2).try_for_each(|_| fluid.step()).map(|()| fluid.state().unwrap().positions)
    };
    let plain = run(Chip::None).unwrap();
    for chip in sample([Chip::R300, Chip::Nv40, Chip::R420, Chip::Nv30], 0, 2) {
        for (a, b) in plain.iter().zip(run(chip).unwrap()) {
            assert!((0..3).all(|k| (a[k] - b[k]).abs() < 5e-5), "{chip:?}: {a:?} {b:?}");
        }
    }
}

#[test]
fn wrong_settings_and_states_are_named() {
    let device = support::device(support::dialects()[0]);
    let right = Settings::new(0.05, [0.0, -1.0, 0.0]);
    let refused = |settings: Settings, at: [f32; 3]| {
        let state = State { positions: vec![at], velocities: vec![[0.0; 3]] };
        Fluid::new(&device, &state, settings).map(|_| ()).unwrap_err().to_string()
    };
    let wrong = |change: &dyn Fn(&mut Settings)| {
        let mut settings = right.clone();
        change(&mut settings);
        refused(settings, [0.5; 3])
    };
    assert_eq!(wrong(&|s| s.mass = 0.0), "the mass is 0, and has to be a finite number above 0");
    assert_eq!(wrong(&|s| s.viscosity = f32::NAN), "the viscosity is NaN, and has to be a finite number from 0 on");
    assert_eq!(
        wrong(&|s| s.size[1] = 0.15),
        "the smoothing radius is 0.1, twice the distance of neighbours, and too large for a box of 1 x 0.15 x 1: it is at most half an edge"
    );
    assert_eq!(
        refused(right.clone(), [0.5, 2.0, 0.5]),
        "particle 0 is at (0.5, 2, 0.5), outside the box from (0, 0, 0) to (1, 1, 1)"
    );
    assert_eq!(
        right.dam(8001, 1).unwrap_err().to_string(),
        "8001 particles at a distance of 0.05 do not fit in the box: 8000 do; take a smaller distance, or fewer"
    );
}
