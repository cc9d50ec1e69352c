//! The solutions of the puzzles on the device of the tests, and on all chips where a run is full: each computes there what it computes on a
//! machine without limits.

use brooklet::Device;
use brooklet::fragment_program::Chip;
use brooklet::puzzle::{LookError, Puzzle};

use crate::support::level::{Level, level};
use crate::support::{devices, lacks};

/// What the R300 and the R420 have in place of infinity: their largest number, with the 17 bits of their mantissa.
const LARGEST: f32 = 36_893_206_672_442_393_000.0;

fn check(device: &Device, puzzle: &Puzzle, file: &str, text: &str) {
    for &size in puzzle.shown.iter().chain(&puzzle.hidden) {
        let wanted = puzzle.example(size).unwrap().pop().unwrap().1;
        match puzzle.run_on(device, file, text, size) {
            Ok(mut found) => {
                found.iter_mut().filter(|number| **number == LARGEST).for_each(|number| *number = f32::INFINITY);
                assert_eq!(found, wanted, "{}/{file}, {size} elements, {}", puzzle.name, device.info().renderer);
            }
            Err(LookError::Device(error)) if error.is_missing_feature() => {
                return lacks(device, &format!("what {}/{file} needs: {error}", puzzle.name));
            }
            Err(error) => panic!("{}/{file}: {error}", puzzle.name),
        }
    }
}

#[test]
fn solutions_compute_the_same_on_every_device() {
    let mut all = devices();
    if level() == Level::Full {
        all.extend(Chip::ALL.map(|chip| Device::emulated(chip).unwrap()));
    }
    for device in all {
        for puzzle in Puzzle::all() {
            check(&device, &puzzle, "solution.frag", puzzle.solution.text().unwrap());
            if let Some(brook) = &puzzle.brook {
                check(&device, &puzzle, "solution.br", brook.solution.as_deref().unwrap());
            }
        }
    }
}
