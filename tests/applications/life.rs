//! Conway's game of life: both rules against plain Rust, and the passes of a generation.

use brooklet::applications::Error;
use brooklet::applications::life::{Life, LifeError, Rule, random};
use brooklet::fragment_program::Chip;
use brooklet::{Device, ShapeError};

use crate::support::each_dialect;

/// The next generation of a torus.
fn next([columns, rows]: [usize; 2], cells: &[f32]) -> Vec<f32> {
    let lives = |x: usize, y: usize| cells[y % rows * columns + x % columns] == 1.0;
    let cell = |k: usize| {
        let (x, y) = (k % columns + columns, k / columns + rows);
        let around = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)];
        let count = around.into_iter().filter(|(right, up)| lives(x + right - 1, y + up - 1)).count();
        f32::from(count == 3 || count == 2 && lives(x, y))
    };
    (0..columns * rows).map(cell).collect()
}

fn check(device: &Device, size: [usize; 2], first: &[f32], steps: usize, rule: Rule) {
    let mut life = Life::new(device, size, first, rule).unwrap();
    let mut wanted = first.to_vec();
    for step in 1..=steps {
        wanted = next(size, &wanted);
        life.step().unwrap();
        assert_eq!(life.cells().read().unwrap(), wanted, "{rule:?}, {size:?}: generation {step}");
    }
}

/// The rules that a device has all for.
fn rules(device: &Device) -> impl Iterator<Item = Rule> {
    let blends = device.features().float_blending();
    Rule::ALL.into_iter().filter(move |rule| blends || *rule == Rule::Kernel)
}

#[test]
fn generations_are_those_of_plain_rust() {
    each_dialect(|device| {
        for rule in rules(device) {
            for size in [[33, 22], [7, 64], [3, 3], [1, 1], [2, 1], [1, 5], [2, 2]] {
                for (seed, share) in [(1, 0.3), (2, 0.6), (3, 1.0)] {
                    check(device, size, &random(size, share, seed).unwrap(), 6, rule);
                }
            }
        }
    });
}

#[test]
fn every_neighbourhood_becomes_what_it_should() {
    // All 512 neighbourhoods of 3 × 3 cells, each with dead cells around it.
    let size = [5 * 32, 5 * 16];
    let mut cells = vec![0.0; size[0] * size[1]];
    for number in 0..512 {
        for bit in (0..9).filter(|bit| number >> bit & 1 == 1) {
            let (x, y) = (5 * (number % 32) + 1 + bit % 3, 5 * (number / 32) + 1 + bit / 3);
            cells[y * size[0] + x] = 1.0;
        }
    }
    each_dialect(|device| rules(device).for_each(|rule| check(device, size, &cells, 1, rule)));
    for chip in [Chip::None, Chip::G80, Chip::Nv40] {
        let device = Device::emulated(chip).unwrap();
        rules(&device).for_each(|rule| check(&device, size, &cells, 1, rule));
    }
    assert_eq!(rules(&Device::emulated(Chip::G80).unwrap()).count(), 2);
}

#[test]
fn a_glider_goes_around_the_torus() {
    each_dialect(|device| {
        let glider = [[0, 1, 0], [0, 0, 1], [1, 1, 1]];
        let mut cells = vec![0.0; 48];
        (0..9).for_each(|k| cells[k / 3 * 8 + k % 3] = glider[k / 3][k % 3] as f32);
        for rule in rules(device) {
            let mut life = Life::new(device, [8, 6], &cells, rule).unwrap();
            // A column and a row in 4 generations: it is back after the least common multiple of 8 columns and 6 rows.
            (0..4 * 24).for_each(|_| life.step().unwrap());
            assert_eq!(life.cells().read().unwrap(), cells, "{rule:?}");
        }
    });
}

#[test]
fn a_generation_by_blending_is_sixteen_copies() {
    each_dialect(|device| {
        if !device.features().float_blending() {
            return;
        }
        let cells = random([16, 8], 0.4, 1).unwrap();
        let mut life = Life::new(device, [16, 8], &cells, Rule::Blending).unwrap();
        let created = device.textures_created();
        let (stepped, trace) = device.traced(|| life.step());
        stepped.unwrap();
        assert_eq!(trace.passes().count(), 16);
        assert!(trace.passes().all(|pass| pass.kernel == "life_copy" && (pass.width, pass.height) == (16, 8)));
        let blended = trace.passes().filter(|pass| pass.operations.blend.is_some()).count();
        assert_eq!((blended, trace.events.len(), device.textures_created()), (12, 16, created));
        let mut life = Life::new(device, [16, 8], &cells, Rule::Kernel).unwrap();
        assert_eq!(device.traced(|| life.step().unwrap()).1.passes().count(), 1);
    });
}

#[test]
fn a_chip_that_does_not_blend_floats_says_so() {
    let device = Device::emulated(Chip::Nv40).unwrap();
    let mut life = Life::new(&device, [4, 4], &[0.0; 16], Rule::Blending).unwrap();
    let error = life.step().unwrap_err();
    assert!(error.is_missing_feature() && error.to_string().contains("blend"), "{error}");
}

#[test]
fn what_is_no_field_is_named() {
    let device = Device::emulated(Chip::None).unwrap();
    let said = |size: [usize; 2], count: usize| {
        Life::new(&device, size, &vec![0.0; count], Rule::Blending).unwrap_err().to_string()
    };
    assert_eq!(said([0, 5], 0), "a field of 0 × 5 cells: it must have from 1 to 16384 columns and rows");
    assert!(said([2, 16_385], 4).starts_with("a field of 2 × 16385 cells"));
    let error = Life::new(&device, [2, 2], &[0.0; 3], Rule::Kernel).unwrap_err();
    assert!(matches!(error, Error::Device(brooklet::Error::Shape(ShapeError::Count { got: 3, .. }))), "{error:?}");
    assert_eq!(random([0, 1], 0.5, 0), Err(LifeError::Size { columns: 0, rows: 1 }));
    assert!(matches!(random([1, 1], f32::NAN, 0), Err(LifeError::Share { .. })));
    let cells = random([100, 100], 0.3, 5).unwrap();
    let living = cells.iter().sum::<f32>();
    assert!((2700.0..3300.0).contains(&living) && cells == random([100, 100], 0.3, 5).unwrap(), "{living}");
    assert_eq!(random([3, 1], 1.0, 5).unwrap(), [1.0; 3]);
    assert_eq!(random([3, 1], 0.0, 5).unwrap(), [0.0; 3]);
}
