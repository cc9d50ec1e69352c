//! 32-bit floats: IEEE's, and those of the chips, which have no denormals.

use super::Arithmetic;

/// IEEE 754 arithmetic on `f32`, in which each operation is rounded once. The plain machine has it.
#[derive(Clone, Copy, Debug)]
pub struct Ieee;

impl Arithmetic for Ieee {
    #[inline(always)]
    fn store(x: f32) -> f32 {
        x
    }

    #[inline(always)]
    fn convert(x: f64) -> f32 {
        x as f32
    }

    #[inline(always)]
    fn add(a: f32, b: f32) -> f32 {
        a + b
    }

    #[inline(always)]
    fn multiply(a: f32, b: f32) -> f32 {
        a * b
    }

    #[inline(always)]
    fn subtract(a: f32, b: f32) -> f32 {
        a - b
    }

    #[inline(always)]
    fn reciprocal(x: f32) -> f32 {
        1.0 / x
    }

    #[inline(always)]
    fn reciprocal_root(x: f32) -> f32 {
        1.0 / x.abs().sqrt()
    }

    #[inline(always)]
    fn divide(a: f32, b: f32) -> f32 {
        a / b
    }

    fn exp2(x: f32) -> f32 {
        x.exp2()
    }

    fn log2(x: f32) -> f32 {
        x.log2()
    }

    fn power(x: f32, y: f32) -> f32 {
        x.powf(y)
    }
}

/// Replaces a denormal by a zero of the same sign.
#[inline(always)]
fn flush(x: f32) -> f32 {
    let kept = if x.abs() < f32::MIN_POSITIVE { 1 << 31 } else { u32::MAX };
    f32::from_bits(x.to_bits() & kept)
}

/// A mask that keeps those 24 bits of an `f64`'s mantissa that an `f32` has.
const KEPT_WIDE: u64 = !((1 << 29) - 1);
/// A mask that keeps two more bits.
const KEPT_OF_RECIPROCAL: u64 = !((1 << 27) - 1);
const SIGN_WIDE: u64 = 1 << 63;
const EXPONENT_WIDE: u64 = 2047 << 52;

/// GeForce FX to GeForce 7: `f32` without denormals, which become zeros of the same sign.
///
/// For a sum, the smaller operand is first chopped to two bits below the last bit of the larger operand: there are two guard bits. Then
/// the sum is chopped. A product is rounded to nearest even. Numbers that are too large become infinite. Infinities and NaNs behave as
/// in IEEE 754. A division is one instruction, which keeps two more bits of the reciprocal than a register could. With 24 bits, its
/// errors would exceed the published interval, by 0.3 at the lower end.
#[derive(Clone, Copy, Debug)]
pub struct GeForce;

impl Arithmetic for GeForce {
    #[inline(always)]
    fn store(x: f32) -> f32 {
        flush(x)
    }

    #[inline(always)]
    fn convert(x: f64) -> f32 {
        flush(x as f32)
    }

    #[inline(always)]
    fn add(a: f32, b: f32) -> f32 {
        let (wide_a, wide_b) = (f64::from(a), f64::from(b));
        let (size_a, size_b) = (wide_a.abs(), wide_b.abs());
        // If an operand is NaN, it counts as the larger one.
        let larger = if size_b < size_a { size_a } else { size_b };
        let exponent = larger.to_bits() & EXPONENT_WIDE;
        // `last` is the second bit below the last of the larger operand's 24 bits. It is 2^-25 times the leading bit. `large` is 2^27
        // times the leading bit, so the last bit of a sum with `large` is `last`.
        let large = f64::from_bits(exponent.wrapping_add(27 << 52));
        let last = f64::from_bits(exponent.wrapping_sub(25 << 52));
        let align = |size: f64, whole: f64| {
            let rounded = (size + large) - large;
            let chopped = rounded - if rounded > size { last } else { 0.0 };
            f64::from_bits(chopped.to_bits() | whole.to_bits() & SIGN_WIDE)
        };
        // The sum is exact, since it has at most 27 bits.
        let sum = align(size_a, wide_a) + align(size_b, wide_b);
        let chopped = f64::from_bits(sum.to_bits() & KEPT_WIDE) as f32;
        if larger <= f64::from(f32::MAX) { flush(chopped) } else { a + b }
    }

    #[inline(always)]
    fn multiply(a: f32, b: f32) -> f32 {
        flush(a * b)
    }

    #[inline(always)]
    fn divide(a: f32, b: f32) -> f32 {
        let reciprocal = f64::from_bits((1.0 / f64::from(b)).to_bits() & KEPT_OF_RECIPROCAL);
        flush((f64::from(a) * reciprocal) as f32)
    }
}

/// Radeon X1800 and X1900: `f32` without denormals, which become zeros of the same sign. Each operation is rounded to nearest even,
/// which is within the error of one bit that ATI promised.
#[derive(Clone, Copy, Debug)]
pub struct R520;

impl Arithmetic for R520 {
    #[inline(always)]
    fn store(x: f32) -> f32 {
        flush(x)
    }

    #[inline(always)]
    fn convert(x: f64) -> f32 {
        flush(x as f32)
    }

    #[inline(always)]
    fn add(a: f32, b: f32) -> f32 {
        flush(a + b)
    }

    #[inline(always)]
    fn multiply(a: f32, b: f32) -> f32 {
        flush(a * b)
    }
}

/// GeForce 8: `f32`. Registers and memory keep denormals, since they hold integers too, but arithmetic treats denormal operands and
/// results as zeros of the same sign. Sums and products are rounded to nearest even. In a multiply-add, the product is chopped to 24
/// bits before the sum is rounded.
#[derive(Clone, Copy, Debug)]
pub struct G80;

impl Arithmetic for G80 {
    #[inline(always)]
    fn store(x: f32) -> f32 {
        x
    }

    #[inline(always)]
    fn convert(x: f64) -> f32 {
        flush(x as f32)
    }

    #[inline(always)]
    fn operand(x: f32) -> f32 {
        flush(x)
    }

    #[inline(always)]
    fn add(a: f32, b: f32) -> f32 {
        flush(flush(a) + flush(b))
    }

    #[inline(always)]
    fn multiply(a: f32, b: f32) -> f32 {
        flush(flush(a) * flush(b))
    }

    #[inline(always)]
    fn multiply_add(a: f32, b: f32, c: f32) -> f32 {
        // The product is exact, since it has 48 bits.
        let product = f64::from(flush(a)) * f64::from(flush(b));
        let chopped = f64::from_bits(product.to_bits() & KEPT_WIDE) as f32;
        flush(flush(chopped) + flush(c))
    }
}
