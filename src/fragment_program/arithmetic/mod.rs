//! Arithmetic: how the fragment processors of 2002 to 2006 computed, with one type for each family.
//!
//! Every number is stored in an `f32`, because each format here is a subset of its values. The operations are straight-line code, so
//! that the compiler turns loops over them into vector instructions.
//!
//! | type | chips | numbers | add, multiply | multiply-add |
//! |---|---|---|---|---|
//! | [`Ieee`] | none | all of `f32` | to nearest even | rounded twice |
//! | [`Fp24`] | R300, R420 | 1 + 7 + 16 bits, no denormals, infinities, NaNs | chopped, one guard bit | chopped twice |
//! | [`GeForce`] | NV30, NV40, G70 | `f32` without denormals | chopped, two guard bits; to nearest even | rounded twice |
//! | [`R520`] | R520 | `f32` without denormals | to nearest even | rounded twice |
//! | [`G80`] | G80 | `f32`, denormals are read as zero | to nearest even | product chopped |
//!
//! G80's additions and multiplications are known exactly. For the others, only intervals of errors were ever published (Hillesland and
//! Lastra, *GPU floating-point paranoia*, 2004, for R300 and NV35: quoted from memory, in units in the last place). These types are
//! *consistent with the published intervals*, and no more is claimed:
//!
//! | | R300 | [`Fp24`] | NV35 | [`GeForce`] |
//! |---|---|---|---|---|
//! | add | -1.000 to 0.000 | -1 to 0 | -1.000 to 0.000 | -1 to 0 |
//! | subtract | -1.000 to 1.000 | -1 to 1 | -0.750 to 0.750 | -0.75 to 0.5 |
//! | multiply | -0.989 to 0.125 | -1 to 0 | -0.782 to 0.625 | -0.5 to 0.5 |
//! | divide | -2.869 to 0.094 | -3 to 0 | -1.199 to 1.375 | -0.75 to 0.5 |
//!
//! The intervals were measured on samples, so their ends are a little inside of what the hardware can do. A chopped product reaches
//! 0.011 below the published end. ATI said that R520 is within one bit, and rounding to nearest is.
//!
//! The functions (reciprocals, powers, logarithms, sines) are not known exactly. Here they are computed in double precision, and then
//! converted to the format in the same way as the chip's products. So they are more accurate than the hardware was. A division is a
//! multiplication by a reciprocal, and a power is 2 to the product with a logarithm, as compilers of the time expanded them.

mod fp24;
mod full;
#[cfg(test)]
mod tests;

pub use fp24::Fp24;
pub use full::{G80, GeForce, Ieee, R520};

use crate::ir::interpret::circle;

/// The arithmetic of a fragment processor. All operands are numbers of the format, such as [`store`](Arithmetic::store) returns.
pub trait Arithmetic: 'static {
    /// The magnitude up to which sums and products of integers are exact.
    const EXACT: f64 = 16_777_216.0;

    /// Converts an uploaded float or a constant to the format.
    fn store(x: f32) -> f32;
    /// Converts a result that was computed in double precision to the format.
    fn convert(x: f64) -> f32;
    /// Returns the number that arithmetic sees for an operand. It is zero for a denormal, if registers can hold denormals but
    /// arithmetic does not support them.
    #[inline(always)]
    fn operand(x: f32) -> f32 {
        x
    }
    /// Returns a + b.
    fn add(a: f32, b: f32) -> f32;
    /// Returns a · b.
    fn multiply(a: f32, b: f32) -> f32;
    /// Returns a - b.
    #[inline(always)]
    fn subtract(a: f32, b: f32) -> f32 {
        Self::add(a, -b)
    }
    /// Returns a · b + c.
    #[inline(always)]
    fn multiply_add(a: f32, b: f32, c: f32) -> f32 {
        Self::add(Self::multiply(a, b), c)
    }
    /// Returns 1 / x.
    #[inline(always)]
    fn reciprocal(x: f32) -> f32 {
        Self::convert(1.0 / f64::from(Self::operand(x)))
    }
    /// Returns 1 / √|x|.
    #[inline(always)]
    fn reciprocal_root(x: f32) -> f32 {
        Self::convert(1.0 / f64::from(Self::operand(x).abs()).sqrt())
    }
    /// Returns a / b.
    #[inline(always)]
    fn divide(a: f32, b: f32) -> f32 {
        Self::multiply(a, Self::reciprocal(b))
    }
    /// Returns 2 to the power of x.
    fn exp2(x: f32) -> f32 {
        Self::convert(f64::from(Self::operand(x)).exp2())
    }
    /// Returns the logarithm of x to base 2.
    fn log2(x: f32) -> f32 {
        Self::convert(f64::from(Self::operand(x)).log2())
    }
    /// Returns x to the power of y.
    fn power(x: f32, y: f32) -> f32 {
        Self::exp2(Self::multiply(y, Self::log2(x)))
    }
    /// Returns the sine of x.
    fn sin(x: f32) -> f32 {
        Self::convert(circle::sin(f64::from(Self::operand(x))))
    }
    /// Returns the cosine of x.
    fn cos(x: f32) -> f32 {
        Self::convert(circle::cos(f64::from(Self::operand(x))))
    }
}

/// Returns the largest integer not above x. All processors but the oldest have this as one instruction.
#[inline(always)]
pub fn floor(x: f32) -> f32 {
    x.floor()
}

/// Returns the smallest integer not below x.
#[inline(always)]
pub fn ceil(x: f32) -> f32 {
    x.ceil()
}

/// Rounds x to the nearest integer, halves to even.
#[inline(always)]
pub fn round(x: f32) -> f32 {
    x.round_ties_even()
}

/// Returns x without its fraction.
#[inline(always)]
pub fn trunc(x: f32) -> f32 {
    x.trunc()
}
