//! Executes operations on words and integers for all fragments of a batch.

use super::super::bytecode::Code;
use super::super::lanes::{Slot, Slots};

/// The mask of all bits of a float except the sign.
const SIZE: u32 = !(1 << 31);
/// The sign bit of a float or an integer.
const SIGN: u32 = 1 << 31;

#[inline(always)]
pub fn truth(holds: bool) -> f32 {
    if holds { 1.0 } else { 0.0 }
}

#[inline(always)]
pub fn mask(holds: bool) -> u32 {
    if holds { u32::MAX } else { 0 }
}

/// Returns a signed integer with the same order as the word, which is signed or unsigned.
#[inline(always)]
pub fn ordered(signed: bool, word: u32) -> i32 {
    // Flipping the sign bit maps the order of unsigned integers to that of signed integers.
    (if signed { word } else { word ^ SIGN }) as i32
}

/// Executes an operation on words.
#[inline(always)]
pub fn words(slots: &mut Slots, code: Code, out: Slot, [a, b]: [Slot; 2]) {
    match code {
        Code::Move => slots.words1(out, a, |a| a),
        Code::Abs => slots.words1(out, a, |a| a & SIZE),
        Code::Neg => slots.words1(out, a, |a| a ^ SIGN),
        Code::And => slots.words2(out, [a, b], |a, b| a & b),
        Code::AndNot => slots.words2(out, [a, b], |a, b| a & !b),
        Code::Or => slots.words2(out, [a, b], |a, b| a | b),
        Code::Xor => slots.words2(out, [a, b], |a, b| a ^ b),
        Code::Not => slots.words1(out, a, |a| !a),
        Code::IntAdd => slots.words2(out, [a, b], u32::wrapping_add),
        Code::IntSubtract => slots.words2(out, [a, b], u32::wrapping_sub),
        Code::IntMultiply => slots.words2(out, [a, b], u32::wrapping_mul),
        Code::IntDivide(true) => {
            slots.words2(out, [a, b], |a, b| if b == 0 { 0 } else { (a as i32).wrapping_div(b as i32) as u32 })
        }
        Code::IntDivide(false) => slots.words2(out, [a, b], |a, b| a.checked_div(b).unwrap_or(0)),
        Code::IntRemainder(true) => {
            slots.words2(out, [a, b], |a, b| if b == 0 { 0 } else { (a as i32).wrapping_rem(b as i32) as u32 })
        }
        Code::IntRemainder(false) => slots.words2(out, [a, b], |a, b| a.checked_rem(b).unwrap_or(0)),
        Code::ShiftLeft => slots.words2(out, [a, b], u32::wrapping_shl),
        Code::ShiftRight(true) => slots.words2(out, [a, b], |a, b| (a as i32).wrapping_shr(b) as u32),
        Code::ShiftRight(false) => slots.words2(out, [a, b], u32::wrapping_shr),
        Code::IntMin(signed) => {
            slots.words2(out, [a, b], |a, b| if ordered(signed, a) < ordered(signed, b) { a } else { b })
        }
        Code::IntMax(signed) => {
            slots.words2(out, [a, b], |a, b| if ordered(signed, a) > ordered(signed, b) { a } else { b })
        }
        Code::IntAbs => slots.words1(out, a, |a| (a as i32).unsigned_abs()),
        Code::IntNeg => slots.words1(out, a, u32::wrapping_neg),
        Code::IntSign => slots.words1(out, a, |a| ((a as i32).signum() as f32).to_bits()),
        Code::IntLess(signed) => slots.words2(out, [a, b], |a, b| mask(ordered(signed, a) < ordered(signed, b))),
        Code::IntLessOne(signed) => {
            slots.words2(out, [a, b], |a, b| truth(ordered(signed, a) < ordered(signed, b)).to_bits())
        }
        Code::IntEqual => slots.words2(out, [a, b], |a, b| mask(a == b)),
        Code::Iterations(max) => slots.words1(out, a, |a| (f32::from_bits(a) as u32).min(max)),
        Code::IntIterations(max) => slots.words1(out, a, |a| ((a as i32).max(0) as u32).min(max)),
        _ => unreachable!("{code:?} is an operation on floats"),
    }
}
