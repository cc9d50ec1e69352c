//! The operators and functions of the language, on numbers and vectors.

use super::Number;
use crate::ir::Math;
use crate::ir::{Binary, Unary};

fn truth(value: bool) -> f32 {
    if value { 1.0 } else { 0.0 }
}

/// An operator on one operand.
pub(super) fn unary(operator: Unary, value: Number) -> Number {
    match (operator, value) {
        (Unary::Neg, Number::Int(value)) => Number::Int(value.wrapping_neg()),
        (Unary::Neg, value) => value.map(|a| -a),
        (Unary::Not, Number::Int(value)) => Number::floats(&[truth(value == 0)]),
        (Unary::Not, value) => value.map(|a| truth(a == 0.0)),
        (Unary::BitNot, value) => Number::Int(!value.int()),
    }
}

/// An operator on two.
pub(super) fn binary(operator: Binary, left: Number, right: Number) -> Number {
    if let (Number::Int(a), Number::Int(b)) = (left, right) {
        let whole = match operator {
            Binary::Add => Some(a.wrapping_add(b)),
            Binary::Subtract => Some(a.wrapping_sub(b)),
            Binary::Multiply => Some(a.wrapping_mul(b)),
            Binary::Divide => Some(if b == 0 { 0 } else { a.wrapping_div(b) }),
            Binary::Remainder => Some(if b == 0 { 0 } else { a.wrapping_rem(b) }),
            Binary::And => Some(a & b),
            Binary::Or => Some(a | b),
            Binary::Xor => Some(a ^ b),
            Binary::ShiftLeft => Some(a.wrapping_shl(b as u32)),
            Binary::ShiftRight => Some(a.wrapping_shr(b as u32)),
            _ => None,
        };
        if let Some(whole) = whole {
            return Number::Int(whole);
        }
        let holds = match operator {
            Binary::Less => a < b,
            Binary::LessEqual => a <= b,
            Binary::Greater => a > b,
            Binary::GreaterEqual => a >= b,
            Binary::Equal => a == b,
            Binary::NotEqual => a != b,
            Binary::LogicalAnd => a != 0 && b != 0,
            _ => a != 0 || b != 0,
        };
        return Number::floats(&[truth(holds)]);
    }
    left.zip(&right, |a, b| match operator {
        Binary::Add => a + b,
        Binary::Subtract => a - b,
        Binary::Multiply => a * b,
        Binary::Divide => a / b,
        Binary::Less => truth(a < b),
        Binary::LessEqual => truth(a <= b),
        Binary::Greater => truth(a > b),
        Binary::GreaterEqual => truth(a >= b),
        Binary::Equal => truth(a == b),
        Binary::NotEqual => truth(a != b),
        Binary::LogicalAnd => truth(a != 0.0 && b != 0.0),
        Binary::LogicalOr => truth(a != 0.0 || b != 0.0),
        // Those of ints are not for floats.
        _ => f32::NAN,
    })
}

/// x as a fraction from 0.5 up to 1 times 2 to the exponent.
fn frexp(x: f32) -> (f32, f32) {
    if x == 0.0 || !x.is_finite() {
        return (x, 0.0);
    }
    let mut fraction = x as f64;
    let mut exponent = 0;
    while fraction.abs() >= 1.0 {
        fraction /= 2.0;
        exponent += 1;
    }
    while fraction.abs() < 0.5 {
        fraction *= 2.0;
        exponent -= 1;
    }
    (fraction as f32, exponent as f32)
}

/// A function of the language.
pub(super) fn apply(intrinsic: Math, values: &[Number]) -> Number {
    use Math::*;
    let a = values[0];
    let dot = |a: &Number, b: &Number| (0..a.count()).map(|c| a.float(c) * b.float(c)).sum::<f32>();
    let one = |f: fn(f32) -> f32| a.map(f);
    let two = |f: fn(f32, f32) -> f32| a.zip(&values[1], f);
    let three = |f: fn(f32, f32, f32) -> f32| {
        let count = values.iter().map(Number::count).max().unwrap_or(1);
        let all: Vec<f32> = (0..count).map(|c| f(values[0].float(c), values[1].float(c), values[2].float(c))).collect();
        Number::floats(&all)
    };
    let float = |value: f32| Number::floats(&[value]);
    match intrinsic {
        Abs => one(f32::abs),
        Acos => one(f32::acos),
        All => float(truth((0..a.count()).all(|c| a.float(c) != 0.0))),
        Any => float(truth(a.is_true())),
        Asin => one(f32::asin),
        Atan => one(f32::atan),
        Atan2 => two(f32::atan2),
        Ceil => one(f32::ceil),
        Clamp => three(|x, low, high| x.max(low).min(high)),
        Cos => one(f32::cos),
        Cosh => one(f32::cosh),
        Cross => {
            let b = values[1];
            let part = |i: usize, j: usize| a.float(i) * b.float(j) - a.float(j) * b.float(i);
            Number::floats(&[part(1, 2), part(2, 0), part(0, 1)])
        }
        Degrees => one(f32::to_degrees),
        Distance => {
            let difference = a.zip(&values[1], |a, b| a - b);
            float(dot(&difference, &difference).sqrt())
        }
        Dot => float(dot(&a, &values[1])),
        Exp => one(f32::exp),
        Exp2 => one(f32::exp2),
        Floor => one(f32::floor),
        Fmod => two(|x, y| x % y),
        Fract => one(|x| x - x.floor()),
        IsFinite => one(|x| truth(x.is_finite())),
        IsInf => one(|x| truth(x.is_infinite())),
        IsNan => one(|x| truth(x.is_nan())),
        // The power by itself may be too large or small for a float.
        Ldexp => two(|x, power| (f64::from(x) * f64::from(power).clamp(-512.0, 512.0).exp2()) as f32),
        Length => float(dot(&a, &a).sqrt()),
        Mix => three(|a, b, t| a * (1.0 - t) + b * t),
        Log => one(f32::ln),
        Log2 => one(f32::log2),
        Log10 => one(f32::log10),
        Max => two(f32::max),
        Min => two(f32::min),
        Normalize => {
            let length = dot(&a, &a).sqrt();
            a.map(|x| x / length)
        }
        PowC => two(f32::powf),
        Radians => one(f32::to_radians),
        Reflect => {
            let along = dot(&a, &values[1]);
            a.zip(&values[1], |i, n| i - 2.0 * along * n)
        }
        RoundAway => one(f32::round),
        InverseSqrt => one(|x| 1.0 / x.sqrt()),
        Saturate => one(|x| x.clamp(0.0, 1.0)),
        Sign => one(|x| {
            if x > 0.0 {
                1.0
            } else if x < 0.0 {
                -1.0
            } else {
                0.0
            }
        }),
        Sin => one(f32::sin),
        Sinh => one(f32::sinh),
        SmoothStep => three(|low, high, x| {
            let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
            t * t * (3.0 - 2.0 * t)
        }),
        Sqrt => one(f32::sqrt),
        Step => two(|edge, x| truth(x >= edge)),
        Tan => one(f32::tan),
        Tanh => one(f32::tanh),
        Trunc => one(f32::trunc),
        FrexpExponent => one(|x| frexp(x).1),
        FrexpFraction => one(|x| frexp(x).0),
        _ => unreachable!("of the kernel phase"),
    }
}
