//! Compares errors, in units in the last place of the result, with the published intervals.

use super::*;
use crate::level::is_quick;

/// Returns the smallest and the largest error of `found` on random pairs of numbers.
fn errors(format: Format, found: fn(f32, f32) -> f32, exact: fn(f64, f64) -> f64) -> (f64, f64) {
    let (mut least, mut max) = (0f64, 0f64);
    let mut numbers = Numbers::new(6);
    let kept = !((1u32 << (24 - format.bits)) - 1);
    for _ in 0..if is_quick() { 200_000 } else { 2_000_000 } {
        // Positive numbers of like size, as the test program of the paper takes them.
        let field = |word: u32| 117 + word % 20;
        let mut number = || {
            let field = field(numbers.word());
            f32::from_bits(field << 23 | numbers.word() & 0x7F_FFFF & kept)
        };
        let (a, b) = (number(), number());
        let (result, wanted) = (found(a, b), exact(a.into(), b.into()));
        if result == 0.0 {
            continue;
        }
        let unit = f64::from(format.parts(result).1 - format.bits as i32 + 1).exp2();
        // An error towards zero is negative, whatever the sign of the result.
        let error = (f64::from(result) - wanted) / unit * f64::from(result.signum());
        (least, max) = (least.min(error), max.max(error));
    }
    (least, max)
}

/// Asserts that the errors lie in this interval, and fill most of it.
#[track_caller]
fn within((least, max): (f64, f64), interval: (f64, f64)) {
    assert!(least >= interval.0 && max <= interval.1, "{least} to {max}, beyond {interval:?}");
    assert!(max - least > 0.5 * (interval.1 - interval.0), "{least} to {max} in {interval:?}");
}

#[test]
fn errors_of_24_bits() {
    within(errors(FP24, Fp24::add, |a, b| a + b), (-1.0, 0.0));
    within(errors(FP24, Fp24::subtract, |a, b| a - b), (-1.0, 1.0));
    // Published: -0.989 to 0.125.
    within(errors(FP24, Fp24::multiply, |a, b| a * b), (-1.0, 0.125));
    // Published: -2.869 to 0.094.
    within(errors(FP24, Fp24::divide, |a, b| a / b), (-3.0, 0.094));
}

#[test]
fn errors_of_the_geforce() {
    within(errors(FP32, GeForce::add, |a, b| a + b), (-1.0, 0.0));
    within(errors(FP32, GeForce::subtract, |a, b| a - b), (-0.75, 0.75));
    within(errors(FP32, GeForce::multiply, |a, b| a * b), (-0.782, 0.625));
    let divide = errors(FP32, GeForce::divide, |a, b| a / b);
    assert!(divide.0 >= -1.199 && divide.1 <= 1.375, "{divide:?}");
}

#[test]
fn errors_of_r520_and_g80() {
    for add in [R520::add, G80::add] {
        within(errors(FP32, add, |a, b| a + b), (-0.5, 0.5));
    }
    for multiply in [R520::multiply, G80::multiply] {
        within(errors(FP32, multiply, |a, b| a * b), (-0.5, 0.5));
    }
    // NVIDIA's promise for division is two units.
    within(errors(FP32, G80::divide, |a, b| a / b), (-2.0, 2.0));
}
