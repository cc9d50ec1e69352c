//! Executes a channel operation on all fragments of a batch.

use crate::fragment_program::Test;
use crate::fragment_program::arithmetic::{Arithmetic, ceil, floor, round, trunc};
use crate::ir::interpret::circle;
use crate::ir::interpret::math::{self, Floats};
use crate::ir::{Math, Packing};

use super::super::bytecode::Code;
use super::super::lanes::{BATCH, Slot, Slots};
use super::words::{mask, ordered, truth, words};

/// The maximum absolute value of a float that is converted to an integer by an addition.
const SMALL: f32 = 4194304.0;

/// Converts a float of at most this absolute value to an integer, rounded towards zero. The low bits of a sum are the integer.
#[inline(always)]
fn small_whole(x: f32) -> u32 {
    let zero = 3.0 * SMALL;
    (trunc(x) + zero).to_bits().wrapping_sub(zero.to_bits())
}

/// Computes the exact remainder of a division whose quotient is rounded towards zero. Double precision is sufficient unless the
/// quotient is large.
#[inline(always)]
fn remainder(slots: &mut Slots, out: Slot, of: [Slot; 2]) {
    let near = |a: f32, b: f32| {
        let (x, y) = (f64::from(a), f64::from(b));
        // The product and the difference have fewer than 53 bits, and the rounding of the quotient cannot reach the next integer.
        ((x - (x / y).trunc() * y) as f32).copysign(a)
    };
    let apart = |a: f32, b: f32| {
        let quotient = a / b;
        (quotient.abs() > 33554432.0) | quotient.is_nan() | b.is_infinite()
    };
    slots.floats2_but(out, of, near, apart, |a, b| a % b);
}

/// Computes a trigonometric function. Angles near zero need only a few operations (`near`), and other angles need the general function
/// (`all`).
#[inline(always)]
fn circular<A: Arithmetic>(slots: &mut Slots, out: Slot, a: Slot, near: impl Fn(f64) -> f64, all: impl Fn(f32) -> f32) {
    let near = |a: f32| A::convert(near(f64::from(A::operand(a)))).to_bits();
    slots.floats1_with_slow_path(out, a, near, is_far, |a| all(a).to_bits());
}

/// Computes the sine and the cosine of an angle.
#[inline(always)]
pub fn sin_and_cos<A: Arithmetic>(slots: &mut Slots, angle: Slot, [sine, cosine]: [Slot; 2]) {
    let angles = &slots.all[usize::from(angle)];
    let [sines, cosines, ..] = &mut slots.spare;
    near_sines_and_cosines::<A>(angles, sines, cosines);
    if angles.iter().fold(false, |any, &angle| any | is_far(f32::from_bits(angle))) {
        for ((&angle, sine), cosine) in angles.iter().zip(sines.iter_mut()).zip(cosines.iter_mut()) {
            let x = f32::from_bits(angle);
            if is_far(x) {
                (*sine, *cosine) = (A::sin(x).to_bits(), A::cos(x).to_bits());
            }
        }
    }
    slots.place(sine, 0);
    slots.place(cosine, 1);
}

/// Computes the sines and cosines of angles near zero. This is a separate function, so that the compiler knows that the arrays do not
/// overlap.
#[inline(always)]
fn near_sines_and_cosines<A: Arithmetic>(angles: &[u32; BATCH], sines: &mut [u32; BATCH], cosines: &mut [u32; BATCH]) {
    for i in 0..BATCH {
        let x = f64::from(A::operand(f32::from_bits(angles[i])));
        let (sine, cosine) = circle::near_sin_and_cos(x);
        sines[i] = A::convert(sine).to_bits();
        cosines[i] = A::convert(cosine).to_bits();
    }
}

/// Returns whether an angle needs the general function.
#[inline(always)]
fn is_far(angle: f32) -> bool {
    (angle.abs() > circle::FAR) | angle.is_nan()
}

/// Executes an operation. `lines` has the slopes and the start of each component of each coordinate.
#[inline(always)]
pub fn compute<A: Arithmetic>(slots: &mut Slots, code: Code, out: Slot, of: [Slot; 4], lines: &[[[f32; 3]; 4]]) {
    let [a, b, c, _] = of;
    match code {
        Code::Coordinate(number, component) => {
            let [across, down, start] = lines[usize::from(number)][usize::from(component)];
            slots.floats2(out, [a, b], |x, y| A::store(x * across + (y * down + start)));
        }
        Code::Add => slots.floats2(out, [a, b], A::add),
        Code::Subtract => slots.floats2(out, [a, b], A::subtract),
        Code::Multiply => slots.floats2(out, [a, b], A::multiply),
        Code::MultiplyAdd => slots.floats3(out, [a, b, c], A::multiply_add),
        Code::MultiplySubtract => slots.floats3(out, [a, b, c], |a, b, c| A::multiply_add(-a, b, c)),
        Code::MultiplyDifference => slots.floats3(out, [a, b, c], |a, b, c| A::multiply_add(a, b, -c)),
        Code::Divide => slots.floats2(out, [a, b], A::divide),
        Code::Reciprocal => slots.floats1(out, a, A::reciprocal),
        Code::ReciprocalRoot => slots.floats1(out, a, A::reciprocal_root),
        Code::Root => slots.floats1(out, a, f32::sqrt),
        Code::Exp2 => slots.floats1(out, a, A::exp2),
        Code::Log2 => slots.floats1(out, a, A::log2),
        Code::Power => slots.floats2(out, [a, b], A::power),
        Code::Sin => circular::<A>(slots, out, a, circle::near_sin, A::sin),
        Code::Cos => circular::<A>(slots, out, a, circle::near_cos, A::cos),
        Code::Min => slots.floats2(out, [a, b], |a, b| A::operand(a).min(A::operand(b))),
        Code::Max => slots.floats2(out, [a, b], |a, b| A::operand(a).max(A::operand(b))),
        Code::Saturate => slots.floats1(out, a, |a| {
            let raised = if a > 0.0 { a } else { 0.0 };
            A::operand(if raised < 1.0 { raised } else { 1.0 })
        }),
        Code::Clamp01 => slots.floats1(out, a, |a| a.clamp(0.0, 1.0)),
        Code::Floor => slots.floats1(out, a, |a| floor(A::operand(a))),
        Code::Ceil => slots.floats1(out, a, |a| ceil(A::operand(a))),
        Code::Trunc => slots.floats1(out, a, |a| trunc(A::operand(a))),
        Code::Round => slots.floats1(out, a, |a| round(A::operand(a))),
        Code::Sign => slots.floats1(out, a, |a| truth(A::operand(a) > 0.0) - truth(A::operand(a) < 0.0)),
        Code::Clamp => slots.floats3(out, [a, b, c], |a, b, c| {
            let raised = A::operand(a).max(A::operand(b));
            A::operand(raised).min(A::operand(c))
        }),
        Code::RemainderByPower => {
            slots.floats3(out, [a, b, c], |a, b, per_b| (a - trunc(a * per_b) * b).copysign(a));
        }
        Code::FloorOfProduct => slots.floats2(out, [a, b], |a, b| floor(A::operand(A::multiply(a, b)))),
        Code::Rounded(precision) => slots.floats1(out, a, |a| precision.round(A::operand(a))),
        Code::Pack(packing) => packed(slots, packing, out, of),
        Code::Unpack(packing, number) => slots.words1(out, a, |a| packing.unpack(a, number.into()).to_bits()),
        Code::Math(Math::Fmod) => remainder(slots, out, [a, b]),
        Code::Math(function) => general(slots, function, out, [a, b, c]),
        Code::ToFloat(true) => slots.words1(out, a, |a| A::convert(f64::from(a as i32)).to_bits()),
        Code::ToFloat(false) => slots.words1(out, a, |a| A::convert(f64::from(a)).to_bits()),
        Code::ToInt(true) => {
            slots.floats1_with_slow_path(out, a, small_whole, |a| (a.abs() > SMALL) | a.is_nan(), |a| a as i32 as u32)
        }
        Code::ToInt(false) => {
            slots.floats1_with_slow_path(out, a, small_whole, |a| !(0.0..=SMALL).contains(&a), |a| a as u32)
        }
        _ => choose::<A>(slots, code, out, of),
    }
}

/// Executes a comparison or a selection, otherwise an operation on words.
#[inline(always)]
fn choose<A: Arithmetic>(slots: &mut Slots, code: Code, out: Slot, of: [Slot; 4]) {
    let [a, b, c, d] = of;
    match code {
        Code::Less => slots.floats2(out, [a, b], |a, b| truth(A::operand(a) < A::operand(b))),
        Code::GreaterEqual => slots.floats2(out, [a, b], |a, b| truth(A::operand(a) >= A::operand(b))),
        Code::Equal => slots.floats2(out, [a, b], |a, b| truth(A::operand(a) == A::operand(b))),
        Code::NotEqual => slots.floats2(out, [a, b], |a, b| truth(A::operand(a) != A::operand(b))),
        Code::Compare => slots.floats3(out, [a, b, c], |a, b, c| if A::operand(a) < 0.0 { b } else { c }),
        Code::Choose => slots.floats3(out, [a, b, c], |a, b, c| if A::operand(a) > 0.0 { b } else { c }),
        Code::ChooseLess => choose_if::<A>(slots, out, of, |a, b| a < b),
        Code::ChooseGreaterEqual => choose_if::<A>(slots, out, of, |a, b| a >= b),
        Code::ChooseEqual => choose_if::<A>(slots, out, of, |a, b| a == b),
        Code::ChooseIntLess(signed) => {
            slots.words4(out, [a, b, c, d], |a, b, c, d| if ordered(signed, a) < ordered(signed, b) { c } else { d });
        }
        Code::Nearest => slots.floats1(out, a, |a| {
            let below = floor(A::operand(a));
            if A::operand(A::subtract(a, below)) < 0.5 { below } else { A::add(below, 1.0) }
        }),
        Code::Test(test) => compare_with_zero::<A>(slots, test, out, a),
        Code::Select => slots.words3(out, [a, b, c], |mask, b, c| b & mask | c & !mask),
        _ => words(slots, code, out, [a, b]),
    }
}

/// Executes a selection between two words by a comparison of two floats. `holds` is a generic parameter rather than a function pointer,
/// so that it is inlined into the loop over the fragments.
#[inline(always)]
fn choose_if<A: Arithmetic>(slots: &mut Slots, out: Slot, of: [Slot; 4], holds: impl Fn(f32, f32) -> bool) {
    let number = |word: u32| A::operand(f32::from_bits(word));
    slots.words4(out, of, |a, b, c, d| if holds(number(a), number(b)) { c } else { d });
}

/// Executes a function of the kernel language for which there is no instruction, one fragment after the other.
#[inline(always)]
fn general(slots: &mut Slots, function: Math, out: Slot, operands: [Slot; 3]) {
    let arity = function.arity();
    for i in 0..BATCH {
        let given: [Floats; 3] = std::array::from_fn(|operand| {
            let slot = operands[if operand < arity { operand } else { 0 }];
            Floats::new(&[f32::from_bits(slots.of(slot)[i])])
        });
        slots.spare[0][i] = math::floats(function, &given[..arity]).values[0].to_bits();
    }
    slots.place(out, 0);
}

/// Packs numbers into the bits of a float.
#[inline(always)]
fn packed(slots: &mut Slots, packing: Packing, out: Slot, of: [Slot; 4]) {
    let count = packing.count();
    for i in 0..BATCH {
        let numbers: [f32; 4] = std::array::from_fn(|k| f32::from_bits(slots.of(of[if k < count { k } else { 0 }])[i]));
        slots.spare[0][i] = packing.pack(&numbers[..count]);
    }
    slots.place(out, 0);
}

#[inline(always)]
fn compare_with_zero<A: Arithmetic>(slots: &mut Slots, test: Test, out: Slot, a: Slot) {
    let number = |a: u32| A::operand(f32::from_bits(a));
    match test {
        Test::Equal => slots.words1(out, a, |a| mask(number(a) == 0.0)),
        Test::GreaterEqual => slots.words1(out, a, |a| mask(number(a) >= 0.0)),
        Test::Greater => slots.words1(out, a, |a| mask(number(a) > 0.0)),
        Test::LessEqual => slots.words1(out, a, |a| mask(number(a) <= 0.0)),
        Test::Less => slots.words1(out, a, |a| mask(number(a) < 0.0)),
        Test::NotEqual => slots.words1(out, a, |a| mask(number(a) != 0.0)),
        Test::True => slots.words1(out, a, |_| u32::MAX),
        Test::False => slots.words1(out, a, |_| 0),
    }
}

/// Returns the result of an operation on these words.
pub fn evaluate<A: Arithmetic>(slots: &mut Slots, code: Code, of: &[u32]) -> u32 {
    for (lanes, &word) in slots.all.iter_mut().zip(of) {
        lanes.fill(word);
    }
    compute::<A>(slots, code, 4, [0, 1, 2, 3], &[]);
    slots.of(4)[0]
}
