//! Sine and cosine, computed with operations that map to vector instructions. Both interpreters and the emulated chips use only these
//! functions.

use std::f64::consts::FRAC_2_PI;

/// The largest angle that the `near_` functions accept. For a larger one, `QUARTER` has too few bits for the number of quarter turns that
/// have to be subtracted.
pub const FAR: f32 = 134217728.0;

/// A quarter turn in two parts: its leading bits, whose products with integers of 28 bits are exact, and the remainder.
const QUARTER: [f64; 2] = [1.570_796_310_901_641_8, 1.589_325_477_352_819_6e-8];

/// Adding this constant rounds a number to an integer, which is then in the low bits of the sum.
const WHOLE: f64 = 6755399441055744.0;

/// Coefficients of the sine polynomial from the third power on. Among such polynomials it has the smallest error from -45 to 45 degrees:
/// 2^-58.
const SINE: [f64; 6] = [
    -0.166_666_666_666_666_32,
    0.008_333_333_333_322_49,
    -0.000_198_412_698_298_579_5,
    2.755_731_370_707_006_8e-6,
    -2.505_076_025_340_686_3e-8,
    1.589_690_995_211_55e-10,
];

/// Coefficients of the cosine polynomial from the fourth power on, for the same range.
const COSINE: [f64; 6] = [
    0.041_666_666_666_666_6,
    -0.001_388_888_888_887_411,
    2.480_158_728_947_673e-5,
    -2.755_731_435_139_066_3e-7,
    2.087_572_321_298_175e-9,
    -1.135_964_755_778_819_5e-11,
];

/// Returns the sine of an angle. The angle is an `f32`; the result has more precision than an `f32`.
pub fn sin(x: f64) -> f64 {
    if x.abs() <= f64::from(FAR) { near_sin(x) } else { x.sin() }
}

/// Returns the cosine of an angle, with the precision of [`sin`].
pub fn cos(x: f64) -> f64 {
    if x.abs() <= f64::from(FAR) { near_cos(x) } else { x.cos() }
}

/// Returns the sine of an angle up to [`FAR`]. Zero keeps its sign.
#[inline(always)]
pub fn near_sin(x: f64) -> f64 {
    near_sin_and_cos(x).0
}

/// Returns the cosine of an angle up to [`FAR`].
#[inline(always)]
pub fn near_cos(x: f64) -> f64 {
    near_sin_and_cos(x).1
}

/// Returns the sine and the cosine of an angle up to [`FAR`]. Their common part is computed only once.
#[inline(always)]
pub fn near_sin_and_cos(x: f64) -> (f64, f64) {
    let (quarters, both) = reduced(x);
    let sine = turned(quarters, both);
    (if x == 0.0 { x } else { sine }, turned(quarters.wrapping_add(1), both))
}

/// Returns the number of quarter turns in an angle, in the low bits of the integer, and the sine and cosine of the remaining angle.
#[inline(always)]
fn reduced(x: f64) -> (u64, (f64, f64)) {
    let sum = x * FRAC_2_PI + WHOLE;
    let count = sum - WHOLE;
    let rest = x - count * QUARTER[0] - count * QUARTER[1];
    let square = rest * rest;
    let of = |coefficients: [f64; 6]| coefficients.into_iter().rfold(0.0, |sum, next| sum * square + next);
    let sine = rest + rest * square * of(SINE);
    let cosine = 1.0 - 0.5 * square + square * square * of(COSINE);
    (sum.to_bits(), (sine, cosine))
}

/// Returns the sine of an angle plus `quarters` quarter turns, from the sine and cosine of the angle.
#[inline(always)]
fn turned(quarters: u64, (sine, cosine): (f64, f64)) -> f64 {
    let size = if quarters & 1 == 0 { sine } else { cosine };
    // The second bit of the number of quarter turns is the sign.
    f64::from_bits(size.to_bits() ^ (quarters & 2) << 62)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(
        all(windows, target_env = "gnu"),
        ignore = "MinGW's are those of the x87, which are wrong for large angles"
    )]
    fn sine_and_cosine_are_those_of_the_standard_library() {
        for exponent in -40..28 {
            for step in 0..500 {
                let x = ((1.0 + f64::from(step) / 500.0) * f64::from(exponent).exp2()) as f32;
                for x in [f64::from(x), f64::from(-x)] {
                    assert!((sin(x) - x.sin()).abs() <= 1e-12 * x.sin().abs(), "{x}");
                    assert!((cos(x) - x.cos()).abs() <= 1e-12 * x.cos().abs(), "{x}");
                }
            }
        }
        assert_eq!((sin(-0.0).to_bits(), cos(0.0)), ((-0.0f64).to_bits(), 1.0));
        assert!(sin(f64::INFINITY).is_nan() && cos(f64::NAN).is_nan());
    }
}
