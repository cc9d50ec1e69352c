//! Tests each operation against integer arithmetic, over all exponents, and against the published intervals of errors.

mod exact;
mod functions;
mod intervals;
mod rounding;

use super::*;
use crate::random::Random;

/// Random numbers that are the same in each run.
pub struct Numbers(Random);

impl Numbers {
    pub fn new(seed: u64) -> Numbers {
        Numbers(Random::new(seed))
    }

    pub fn word(&mut self) -> u32 {
        self.0.word()
    }

    /// Returns a mantissa field of 23 bits: any bits, few of them set, or almost all of them set.
    pub fn mantissa(&mut self) -> u32 {
        let any = self.word() & 0x7F_FFFF;
        match self.word() % 4 {
            0 => any & self.word() & self.word() & self.word(),
            1 => 0x7F_FFFF & !(any & self.word() & self.word()),
            _ => any,
        }
    }

    /// A number of either sign with this exponent field of an `f32`.
    pub fn with_exponent(&mut self, exponent: u32) -> f32 {
        f32::from_bits(self.word() & 1 << 31 | exponent << 23 | self.mantissa())
    }
}

/// A format of floats, for [`exact`]: numbers are `mantissa · 2^(exponent - bits + 1)`.
#[derive(Clone, Copy)]
pub struct Format {
    /// Bits of the mantissa, with the leading one.
    pub bits: u32,
    /// The exponents of the smallest and the largest number.
    pub exponents: (i32, i32),
    /// The result of an overflow.
    pub overflow: f32,
}

pub const FP24: Format = Format { bits: 17, exponents: (-62, 64), overflow: Fp24::MAX };
pub const FP32: Format = Format { bits: 24, exponents: (-126, 127), overflow: f32::INFINITY };

impl Format {
    /// Mantissa and exponent of a number of the format that is not zero.
    pub fn parts(self, x: f32) -> (u64, i32) {
        let bits = x.to_bits();
        let mantissa = (bits & 0x7F_FFFF | 1 << 23) >> (24 - self.bits);
        (mantissa.into(), (bits >> 23 & 255) as i32 - 127)
    }

    /// The exponent fields of `f32` that its numbers have.
    pub fn fields(self) -> std::ops::RangeInclusive<u32> {
        (self.exponents.0 + 127) as u32..=(self.exponents.1 + 127) as u32
    }

    /// Makes a number of the format from a sign, a mantissa that fits or is zero, and an exponent.
    pub fn number(self, negative: bool, mantissa: u64, exponent: i32) -> f32 {
        let size = match (mantissa, exponent) {
            (0, _) => 0.0,
            (_, e) if e < self.exponents.0 => 0.0,
            (_, e) if e > self.exponents.1 => self.overflow,
            _ => f32::from_bits(((exponent + 127) as u32) << 23 | (mantissa << (24 - self.bits)) as u32 & 0x7F_FFFF),
        };
        if negative { -size } else { size }
    }

    /// `wide · 2^power`, rounded: chopped, or to nearest even.
    pub fn rounded(self, negative: bool, wide: u128, power: i32, chop: bool) -> f32 {
        if wide == 0 {
            return self.number(negative, 0, 0);
        }
        let length = 128 - wide.leading_zeros();
        let excess = length as i32 - self.bits as i32;
        let (mut mantissa, mut exponent) = match excess {
            ..=0 => (wide << -excess, length as i32 - 1 + power),
            _ => {
                let kept = wide >> excess;
                let (rest, half) = (wide - (kept << excess), 1u128 << (excess - 1));
                let up = !chop && (rest > half || rest == half && kept & 1 == 1);
                (kept + u128::from(up), length as i32 - 1 + power)
            }
        };
        if mantissa >> self.bits != 0 {
            (mantissa, exponent) = (mantissa >> 1, exponent + 1);
        }
        self.number(negative, mantissa as u64, exponent)
    }

    /// Returns the sum: the smaller operand is chopped to `guards` bits below the last bit of the larger, then the sum is chopped.
    pub fn guarded_sum(self, a: f32, b: f32, guards: u32) -> f32 {
        match (a == 0.0, b == 0.0) {
            (true, true) => return a + b,
            (true, _) => return b,
            (_, true) => return a,
            _ => {}
        }
        let (larger, smaller) = if a.abs() >= b.abs() { (a, b) } else { (b, a) };
        let ((m, e), (n, f)) = (self.parts(larger), self.parts(smaller));
        let shift = (e - f).min(63) as u32;
        let (m, n) = (i128::from(m << guards), i128::from((n << guards) >> shift));
        let sum = if larger.is_sign_negative() == smaller.is_sign_negative() { m + n } else { m - n };
        let negative = larger.is_sign_negative() && sum != 0;
        self.rounded(negative, sum.unsigned_abs(), e - self.bits as i32 + 1 - guards as i32, true)
    }

    /// The product.
    pub fn product(self, a: f32, b: f32, chop: bool) -> f32 {
        let negative = a.is_sign_negative() != b.is_sign_negative();
        if a == 0.0 || b == 0.0 {
            return self.number(negative, 0, 0);
        }
        let ((m, e), (n, f)) = (self.parts(a), self.parts(b));
        self.rounded(negative, u128::from(m) * u128::from(n), e + f - 2 * (self.bits as i32 - 1), chop)
    }
}

/// Calls `check` on random numbers for every pair of exponents of the format, `each` times per pair.
pub fn pairs(format: Format, each: usize, mut check: impl FnMut(f32, f32)) {
    let mut numbers = Numbers::new(1);
    let kept = !((1u32 << (24 - format.bits)) - 1);
    let mut number = |field| f32::from_bits(numbers.with_exponent(field).to_bits() & kept);
    for first in format.fields() {
        for second in format.fields() {
            for _ in 0..each {
                check(number(first), number(second));
            }
        }
    }
}

/// Calls `check` on random numbers whose exponents are near each other, where sums cancel.
pub fn near(format: Format, each: usize, mut check: impl FnMut(f32, f32)) {
    let mut numbers = Numbers::new(2);
    let kept = !((1u32 << (24 - format.bits)) - 1);
    for field in format.fields() {
        for other in field.saturating_sub(30).max(*format.fields().start())..=field {
            for _ in 0..each {
                let mut number = |field| f32::from_bits(numbers.with_exponent(field).to_bits() & kept);
                check(number(field), number(other));
            }
        }
    }
}

#[track_caller]
pub fn same(found: f32, wanted: f32, what: impl Fn() -> String) {
    let equal = found.to_bits() == wanted.to_bits() || found.is_nan() && wanted.is_nan();
    assert!(equal, "{}: {found:e} ({:08x}), not {wanted:e} ({:08x})", what(), found.to_bits(), wanted.to_bits());
}
