//! Fluids on a grid: against plain Rust in double precision, and by all ways to skip obstacles.

mod reference;

use brooklet::applications::Error;
use brooklet::applications::fluid::{Fluid, Predication, Settings};
use brooklet::fragment_program::Chip;
use brooklet::{Device, Trace};

use crate::support::level::sample;
use crate::support::{bits, each_dialect, noise, roundoff};
use reference::Reference;

const SETTINGS: Settings =
    Settings { size: [23, 14], speed: 1.5, stripes: 3, iterations: 6, predication: Predication::EarlyZ };

/// Obstacles: none, all, a disc, and cells at random.
fn scenes(settings: &Settings) -> [Vec<f32>; 4] {
    let count = settings.size[0] * settings.size[1];
    let random = noise(count, 3).iter().map(|x| f32::from(*x > 0.5)).collect();
    [vec![0.0; count], vec![1.0; count], settings.disc(), random]
}

fn flown(device: &Device, settings: Settings, obstacles: &[f32], steps: usize) -> Fluid {
    let mut fluid = Fluid::new(device, &settings, obstacles).unwrap();
    (0..steps).for_each(|_| fluid.step().unwrap());
    fluid
}

/// The bits of all that a fluid has.
fn all_bits(fluid: &Fluid) -> Vec<u32> {
    let velocity = fluid.velocity().read().unwrap();
    let others = [fluid.dye(), fluid.pressure(), fluid.divergence()].map(|stream| stream.read().unwrap());
    bits(&[velocity.as_flattened(), &others.concat()].concat())
}

#[test]
fn all_ways_to_skip_compute_the_same_bits() {
    each_dialect(|device| {
        for size in [[1, 1], [1, 4], [5, 1], [2, 2], [17, 9], [23, 14]] {
            let settings = Settings { size, ..SETTINGS };
            for (scene, obstacles) in scenes(&settings).iter().enumerate() {
                let [none, branch, early_z] =
                    Predication::ALL.map(|predication| Settings { predication, ..settings }).map(|settings| {
                        let fluid = flown(device, settings, obstacles, 4);
                        // The two textures of each take turns, so that both are seen.
                        let later = flown(device, settings, obstacles, 3);
                        assert!(is_still_in_obstacles(&fluid, obstacles) && is_still_in_obstacles(&later, obstacles));
                        [all_bits(&fluid), all_bits(&later)]
                    });
                assert!(branch == none && early_z == none, "scene {scene} of {size:?}");
            }
        }
    });
}

fn is_still_in_obstacles(fluid: &Fluid, obstacles: &[f32]) -> bool {
    let [dye, pressure, divergence] =
        [fluid.dye(), fluid.pressure(), fluid.divergence()].map(|stream| stream.read().unwrap());
    let velocity = fluid.velocity().read().unwrap();
    let still = |at: usize| velocity[at] == [0.0; 2] && [dye[at], pressure[at], divergence[at]] == [0.0; 3];
    (0..obstacles.len()).all(|at| obstacles[at] == 0.0 || still(at))
}

/// Each of 5 steps adds to a number the roundings of some 50 operations on numbers up to 24, the columns. What the steps before had is enlarged by
/// differences of neighbours, which are up to 2.
const BOUND: f64 = 200.0;

#[test]
fn steps_are_those_of_double_precision() {
    each_dialect(|device| {
        for size in [[1, 3], [6, 1], [9, 8], [23, 14]] {
            let settings = Settings { size, ..SETTINGS };
            for (scene, obstacles) in scenes(&settings).iter().enumerate() {
                let fluid = flown(device, settings, obstacles, 5);
                let mut wanted = Reference::new(settings, obstacles);
                (0..5).for_each(|_| wanted.step());
                let close = |name: &str, found: &[f32], wanted: &[f64]| {
                    let off = found.iter().zip(wanted).map(|(a, b)| (f64::from(*a) - b).abs()).fold(0.0, f64::max);
                    assert!(off < BOUND * roundoff(), "{name} of scene {scene} of {size:?} is off by {off}");
                };
                close("velocity", fluid.velocity().read().unwrap().as_flattened(), wanted.velocity.as_flattened());
                close("dye", &fluid.dye().read().unwrap(), &wanted.dye);
                close("pressure", &fluid.pressure().read().unwrap(), &wanted.pressure);
                close("divergence", &fluid.divergence().read().unwrap(), &wanted.divergence);
            }
        }
    });
}

#[test]
fn less_diverges_after_the_projection() {
    each_dialect(|device| {
        let settings = Settings { size: [40, 24], iterations: 60, ..SETTINGS };
        let fluid = flown(device, settings, &settings.disc(), 1);
        let sum = |numbers: Vec<f64>| numbers.iter().map(|x| x * x).sum::<f64>();
        let before = sum(fluid.divergence().read().unwrap().into_iter().map(f64::from).collect());
        let mut after = Reference::new(settings, &settings.disc());
        after.velocity = fluid.velocity().read().unwrap().iter().map(|velocity| velocity.map(f64::from)).collect();
        let after = sum((0..40 * 24).filter(|at| !after.is_kept(*at)).map(|at| after.outflow(at)).collect());
        assert!(before > 1.0 && after < before / 4.0, "{before} becomes {after}");
    });
}

#[test]
fn without_obstacles_dye_moves_straight_on() {
    each_dialect(|device| {
        let settings = Settings { speed: 2.0, ..SETTINGS };
        let [columns, rows] = settings.size;
        let fluid = flown(device, settings, &vec![0.0; columns * rows], 4);
        assert_eq!(fluid.velocity().read().unwrap(), vec![[2.0, 0.0]; columns * rows]);
        let dye = fluid.dye().read().unwrap();
        for (y, row) in dye.chunks(columns).enumerate() {
            let flows_in = f32::from(y * 7 / rows % 2 == 1);
            let wanted: Vec<f32> = (0..columns).map(|x| if x <= 8 { flows_in } else { 0.0 }).collect();
            assert_eq!(row, wanted, "row {y}");
        }
    });
}

fn stepped(device: &Device, predication: Predication, obstacles: &[f32]) -> (Fluid, Trace, Trace) {
    let (fluid, first) = device.traced(|| Fluid::new(device, &Settings { predication, ..SETTINGS }, obstacles));
    let mut fluid = fluid.unwrap();
    let (step, trace) = device.traced(|| fluid.step());
    step.unwrap();
    (fluid, first, trace)
}

#[test]
fn passes_and_skipped_cells_are_counted() {
    each_dialect(|device| {
        for obstacles in scenes(&SETTINGS) {
            for predication in Predication::ALL {
                let (fluid, first, trace) = stepped(device, predication, &obstacles);
                let passes = |trace: &Trace| crate::support::passes_of_kernels(trace);
                assert_eq!(passes(&first), if predication == Predication::EarlyZ { 2 } else { 1 });
                assert_eq!(passes(&trace), 4 + SETTINGS.iterations);
                let of = |name: &str| trace.passes().filter(|pass| pass.kernel == name).count();
                assert!(of("fluid_advect") >= 2 && of("fluid_pressure") >= SETTINGS.iterations);
                let columns = SETTINGS.size[0];
                let kept =
                    (0..obstacles.len()).filter(|at| obstacles[*at] == 1.0 || at.is_multiple_of(columns)).count();
                let share = match predication {
                    Predication::EarlyZ => kept as f64 / obstacles.len() as f64,
                    Predication::None | Predication::Branch => 0.0,
                };
                let skipped = fluid.skipped().unwrap();
                assert_eq!(skipped.is_some(), device.features().fragment_counts);
                assert!(skipped.is_none_or(|skipped| (skipped - share).abs() < 1e-9), "{skipped:?}, not {share}");
            }
        }
        assert_eq!(Fluid::new(device, &SETTINGS, &SETTINGS.disc()).unwrap().skipped().unwrap(), None);
    });
}

#[test]
fn chips_of_the_time_run_fewer_fragments() {
    // A block of 6 × 6 cells, beside an even column, so that chips have blocks of fragments to skip.
    let is_solid = |at: usize| (8..14).contains(&(at % 23)) && (4..10).contains(&(at / 23));
    let obstacles: Vec<f32> = (0..23 * 14).map(|at| f32::from(is_solid(at))).collect();
    let chips = [Chip::None, Chip::R300, Chip::R420, Chip::R520, Chip::Nv30, Chip::Nv40, Chip::G70, Chip::G80];
    for chip in sample(chips, 5, 3) {
        let device = Device::emulated(chip).unwrap();
        let [(none, all), (branch, _), (early_z, fewer)] = Predication::ALL.map(|predication| {
            let (fluid, _, trace) = stepped(&device, predication, &obstacles);
            (all_bits(&fluid), trace.passes().map(|pass| pass.cost.fragments).sum::<u64>())
        });
        assert!(branch == none && early_z == none, "{chip}");
        let passes = 4 + SETTINGS.iterations as u64;
        assert!(all >= passes * 23 * 14, "{chip}: {all}");
        match chip {
            Chip::None => assert_eq!(fewer, passes * (22 * 14 - 36), "the plain machine skips each fragment"),
            _ => assert!(fewer < all, "{chip}: {fewer} of {all}"),
        }
    }
}

#[test]
fn what_is_wrong_is_named_with_its_numbers() {
    let device = Device::emulated(Chip::None).unwrap();
    let said = |settings: Settings, cells: usize| match Fluid::new(&device, &settings, &vec![0.0; cells]) {
        Err(Error::Fluid(error)) => error.to_string(),
        other => panic!("{other:?}"),
    };
    let found = said(Settings { size: [0, 5], ..SETTINGS }, 0);
    assert_eq!(found, "the number of columns is 0; it must be from 1 to 8192");
    let found = said(Settings { size: [5, 8193], ..SETTINGS }, 0);
    assert_eq!(found, "the number of rows is 8193; it must be from 1 to 8192");
    let found = said(Settings { iterations: 4097, ..SETTINGS }, 322);
    assert_eq!(found, "the number of iterations is 4097; it must be from 1 to 4096");
    let found = said(Settings { stripes: 20000, ..SETTINGS }, 322);
    assert_eq!(found, "the number of stripes is 20000; it must be from 0 to 8192");
    for speed in [-1.0, 65.0, f32::NAN] {
        let found = said(Settings { speed, ..SETTINGS }, 322);
        assert_eq!(found, format!("the speed of the inflow is {speed} cells a step; it must be from 0 to 64"));
    }
    assert_eq!(said(SETTINGS, 321), "a fluid of 23 × 14 has 322 cells, and 321 are given");
}
