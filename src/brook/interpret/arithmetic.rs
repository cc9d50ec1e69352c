//! The operators and functions of the language, on numbers and vectors. What they make of single floats and ints is that of
//! the interpreter of the kernel phase.

use super::Number;
use crate::ir::interpret::math::{self, Floats, truth};
use crate::ir::{Binary, Math, Unary};

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
        if let Some(whole) = math::int(operator, a, b) {
            return Number::Int(whole);
        }
        let holds = match operator {
            Binary::LogicalAnd => a != 0 && b != 0,
            Binary::LogicalOr => a != 0 || b != 0,
            _ => math::compare(operator, a, b),
        };
        return Number::floats(&[truth(holds)]);
    }
    left.zip(&right, |a, b| match operator {
        Binary::LogicalAnd => truth(a != 0.0 && b != 0.0),
        Binary::LogicalOr => truth(a != 0.0 || b != 0.0),
        _ if operator.compares() => truth(math::compare(operator, a, b)),
        _ => math::float(operator, a, b),
    })
}

/// A function of the language.
pub(super) fn apply(intrinsic: Math, values: &[Number]) -> Number {
    let given: Vec<Floats> = values.iter().map(|value| Floats::new(&value.to_vec())).collect();
    let Floats { count, values } = math::floats(intrinsic, &given);
    Number::floats(&values[..count])
}
