//! Applies operators, conversions and functions to values. The validator has checked their types.

use super::Value;
use super::math::{self, Floats};
use crate::Components;
use crate::ir::{Binary, Math, Type, Unary};

/// Applies `f` to each component; components past `count` are zero.
fn each<T: Copy + Default>(count: Components, f: impl Fn(usize) -> T) -> [T; 4] {
    std::array::from_fn(|c| if c < count.count() { f(c) } else { T::default() })
}

/// Applies a unary operator.
pub(crate) fn unary(operator: Unary, value: Value) -> Value {
    match (operator, value) {
        (Unary::Neg, Value::Float(n, all)) => Value::Float(n, each(n, |c| -all[c])),
        (Unary::Neg, Value::Int(n, all)) => Value::Int(n, all.map(i32::wrapping_neg)),
        (Unary::Neg, Value::Index(value)) => Value::Index(value.wrapping_neg()),
        (Unary::BitNot, Value::Int(n, all)) => Value::Int(n, each(n, |c| !all[c])),
        (Unary::BitNot, Value::Uint(n, all)) => Value::Uint(n, each(n, |c| !all[c])),
        (Unary::Not, Value::Bool(n, all)) => Value::Bool(n, each(n, |c| !all[c])),
        _ => unreachable!("{operator:?} of {value:?}"),
    }
}

/// Applies a binary operator to two operands, both of which have been evaluated.
pub(crate) fn binary(operator: Binary, left: Value, right: Value) -> Value {
    let count = left.ty().components().max(right.ty().components());
    // The index of component `c` of an operand. A scalar is combined with each component of a vector.
    let at = |value: Value, c: usize| if value.count() == 1 { 0 } else { c };
    let (l, r) = (|c| at(left, c), |c| at(right, c));
    let compares = operator.compares();
    match (left, right) {
        (Value::Float(_, a), Value::Float(_, b)) if compares => {
            Value::Bool(count, each(count, |c| math::compare(operator, a[l(c)], b[r(c)])))
        }
        (Value::Float(_, a), Value::Float(_, b)) => {
            Value::Float(count, each(count, |c| math::float(operator, a[l(c)], b[r(c)])))
        }
        (Value::Int(_, a), Value::Int(_, b)) if compares => {
            Value::Bool(count, each(count, |c| math::compare(operator, a[l(c)], b[r(c)])))
        }
        (Value::Int(_, a), Value::Int(_, b)) => {
            Value::Int(count, each(count, |c| math::int(operator, a[l(c)], b[r(c)]).unwrap_or(0)))
        }
        (Value::Uint(_, a), Value::Uint(_, b)) if compares => {
            Value::Bool(count, each(count, |c| math::compare(operator, a[l(c)], b[r(c)])))
        }
        (Value::Uint(_, a), Value::Uint(_, b)) => {
            Value::Uint(count, each(count, |c| math::uint(operator, a[l(c)], b[r(c)]).unwrap_or(0)))
        }
        (Value::Bool(_, a), Value::Bool(_, b)) => {
            let one = |c: usize| match operator {
                Binary::LogicalAnd => a[c] && b[c],
                Binary::LogicalOr => a[c] || b[c],
                _ => math::compare(operator, a[c], b[c]),
            };
            Value::Bool(count, each(count, one))
        }
        (Value::Index(a), Value::Index(b)) if compares => Value::from(math::compare(operator, a, b)),
        (Value::Index(a), Value::Index(b)) => Value::Index(math::int(operator, a, b).unwrap_or(0)),
        _ => unreachable!("{left:?} {} {right:?}", operator.sign()),
    }
}

/// Returns `a` divided by `b`, rounded down; 0 if `b` is 0.
pub(crate) fn quotient(a: i32, b: i32) -> i32 {
    // The operands of a valid kernel are not negative. For negative ones, this rounds down as well.
    let (a, b) = (i64::from(a), i64::from(b));
    match b {
        0 => 0,
        _ => (a / b - i64::from(a % b != 0 && (a < 0) != (b < 0))) as i32,
    }
}

/// Converts a value to another type with as many components. A scalar is copied to all components of a vector.
pub(crate) fn convert(value: Value, to: Type) -> Value {
    let word = |c: usize| {
        let single = value.count() == 1;
        let c = if single { 0 } else { c };
        match (value, to) {
            (Value::Float(_, all), Type::Float(_)) => all[c].to_bits(),
            (Value::Float(_, all), Type::Int(_) | Type::Index | Type::AbstractInt) => all[c] as i32 as u32,
            (Value::Float(_, all), Type::Uint(_)) => all[c] as u32,
            (Value::Float(_, all), Type::Bool(_)) => (all[c] != 0.0).into(),
            (Value::Int(_, all), Type::Float(_)) => (all[c] as f32).to_bits(),
            (Value::Uint(_, all), Type::Float(_)) => (all[c] as f32).to_bits(),
            (Value::Index(value), Type::Float(_)) => (value as f32).to_bits(),
            (Value::Bool(_, all), Type::Float(_)) => math::truth(all[c]).to_bits(),
            // Ints, positions and booleans keep their bits, and any value other than 0 is true.
            (other, _) => other.words()[c],
        }
    };
    Value::from_words(to, each(to.components(), word))
}

/// Chooses between two values component-wise.
pub(crate) fn select(test: [bool; 4], then: Value, otherwise: Value) -> Value {
    let (a, b) = (then.words(), otherwise.words());
    Value::from_words(then.ty(), std::array::from_fn(|c| if test[c] { a[c] } else { b[c] }))
}

/// Applies a math function.
pub(crate) fn apply(function: Math, of: &[Value]) -> Value {
    use Math::*;
    let first = of[0];
    match (function, first) {
        (FloatBitsToInt, _) => return Value::from_words(Type::Int(first.ty().components()), first.words()),
        (FloatBitsToUint, _) => return Value::from_words(Type::Uint(first.ty().components()), first.words()),
        (IntBitsToFloat | UintBitsToFloat, _) => {
            return Value::from_words(Type::Float(first.ty().components()), first.words());
        }
        (All, Value::Bool(n, all)) => return Value::from(all[..n.count()].iter().all(|&holds| holds)),
        (Any, Value::Bool(n, all)) => return Value::from(all[..n.count()].iter().any(|&holds| holds)),
        (_, Value::Int(..) | Value::Uint(..) | Value::Index(_)) => return whole(function, of),
        _ => {}
    }
    let given: Vec<Floats> = of
        .iter()
        .map(|operand| match operand {
            Value::Float(n, all) => Floats { count: n.count(), values: *all },
            _ => unreachable!("{function:?} of {operand:?}"),
        })
        .collect();
    let Floats { count, values } = math::floats(function, &given);
    match function {
        IsNan | IsInf | IsFinite => Value::bools(&values.map(|value| value != 0.0)[..count]),
        _ => Value::floats(&values[..count]),
    }
}

/// Applies a math function to integers or positions.
fn whole(function: Math, of: &[Value]) -> Value {
    let first = of[0];
    let signed = !matches!(first, Value::Uint(..));
    let number = |operand: usize, c: usize| {
        let value = of[operand];
        let word = value.words()[if value.count() == 1 { 0 } else { c }];
        if signed { i64::from(word as i32) } else { i64::from(word) }
    };
    let one = |c: usize| match function {
        Math::Abs => number(0, c).abs(),
        Math::Sign => number(0, c).signum(),
        Math::Min => number(0, c).min(number(1, c)),
        Math::Max => number(0, c).max(number(1, c)),
        Math::Clamp => number(0, c).max(number(1, c)).min(number(2, c)),
        _ => unreachable!("{function:?} of {first:?}"),
    };
    Value::from_words(first.ty(), std::array::from_fn(|c| if c < first.count() { one(c) as u32 } else { 0 }))
}
