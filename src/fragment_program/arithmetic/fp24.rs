//! 24-bit floats, as R300 and R420 have them.

use super::Arithmetic;

/// 24-bit floats: a sign, 7 bits of exponent (bias 63), and 16 bits of mantissa. A number is stored as an `f32` whose low 7 mantissa
/// bits are zero, and whose exponent is from -62 to 64.
///
/// - There are no denormals. A number smaller than 2^-62 becomes a zero of the same sign.
/// - There are no infinities and no NaNs. A number that is too large, infinite or NaN becomes the largest number, 2^65 - 2^48
///   ([`Fp24::MAX`]), with the same sign. So does 1 / 0. If a function returns NaN, the result is the positive largest number.
/// - Constants and uploads are chopped (rounded towards zero). So even numbers that a kernel only copies are chopped.
/// - For a sum, the smaller operand is first chopped to one bit below the last bit of the larger operand. Then the sum is chopped.
/// - A product is computed with all of its 34 bits, and then chopped.
#[derive(Clone, Copy, Debug)]
pub struct Fp24;

impl Fp24 {
    /// The largest number: 2^65 - 2^48.
    pub const MAX: f32 = f32::from_bits(0x5FFF_FF80);
    /// The smallest positive number: 2^-62.
    pub const MIN_POSITIVE: f32 = f32::from_bits((127 - 62) << 23);
}

const SIGN: u32 = 1 << 31;
const EXPONENT: u32 = 255 << 23;
/// A mask of the bits of an `f32` that the format keeps.
const KEPT: u32 = !127;
/// A mask of the bits of an `f64` that the format keeps.
const KEPT_WIDE: u64 = !((1 << 36) - 1);

/// Chops a result with too many bits, which may be infinite or NaN, to a number of the format.
#[inline(always)]
fn chop(x: f32) -> f32 {
    let bits = x.to_bits();
    let size = f32::from_bits(bits & KEPT & !SIGN);
    // With the operands in this order, this is one vector instruction, and NaN counts as too large.
    let size = if size < Fp24::MAX { size } else { Fp24::MAX };
    let size = if size < Fp24::MIN_POSITIVE { 0 } else { size.to_bits() };
    f32::from_bits(size | bits & SIGN)
}

/// Rounds a positive number towards zero, to a multiple of `last`. Both `last` and `large` are powers of two, and `last` is 2^-23 times
/// `large`.
#[inline(always)]
fn align(size: f32, large: f32, last: f32) -> f32 {
    // The sum with `large` has no room for bits below `last`, so it is rounded to the nearest multiple of `last`.
    let rounded = (size + large) - large;
    rounded - if rounded > size { last } else { 0.0 }
}

impl Arithmetic for Fp24 {
    const EXACT: f64 = 65_536.0;

    #[inline(always)]
    fn store(x: f32) -> f32 {
        chop(x)
    }

    #[inline(always)]
    fn convert(x: f64) -> f32 {
        if x.is_nan() {
            return Fp24::MAX;
        }
        // The conversion to `f32` is exact, or gives an infinity.
        chop(f64::from_bits(x.to_bits() & KEPT_WIDE) as f32)
    }

    #[inline(always)]
    fn add(a: f32, b: f32) -> f32 {
        let (size_a, size_b) = (a.abs(), b.abs());
        let b_is_smaller = size_b < size_a;
        let (larger, smaller) = if b_is_smaller { (a, b) } else { (b, a) };
        let exponent = larger.to_bits() & EXPONENT;
        // `last` is the guard bit, one bit below the last of the larger operand's 17 bits. It is 2^-17 times the leading bit. Zeros
        // need no alignment.
        let large = f32::from_bits(exponent.wrapping_add(6 << 23));
        let last = f32::from_bits(exponent.wrapping_sub(17 << 23));
        let size = if b_is_smaller { size_b } else { size_a };
        let aligned = align(size, large, last);
        // The sum is exact, since it has at most 19 bits.
        chop(larger + f32::from_bits(aligned.to_bits() | smaller.to_bits() & SIGN))
    }

    #[inline(always)]
    fn multiply(a: f32, b: f32) -> f32 {
        // The product is exact, then it is chopped, and the conversion to `f32` is exact again.
        let product = f64::from(a) * f64::from(b);
        chop(f64::from_bits(product.to_bits() & KEPT_WIDE) as f32)
    }
}
