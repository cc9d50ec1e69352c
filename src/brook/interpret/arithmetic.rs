//! The operators and functions of the language on numbers and vectors. They apply those of the interpreter of the kernel phase,
//! which work on single floats and ints, to each component.

use super::Number;
use crate::ir::interpret::math::{self, Floats, truth};
use crate::ir::{Binary, Math, Unary};

/// Applies an operator to one operand.
pub(super) fn unary(operator: Unary, value: Number) -> Number {
    let bits = |f: fn(u32) -> u32| Number::from_words(value.ty(), value.words().map(f));
    match (operator, value) {
        (Unary::Neg, Number::Floats(..)) => value.map(|a| -a),
        (Unary::Neg, _) => bits(u32::wrapping_neg),
        (Unary::Not, _) => Number::floats(&(0..value.count()).map(|c| truth(!value.holds(c))).collect::<Vec<_>>()),
        (Unary::BitNot, _) => bits(|word| !word),
    }
}

/// Applies an operator to two operands.
pub(super) fn binary(operator: Binary, left: Number, right: Number) -> Number {
    let components = left.ty().components().max(right.ty().components());
    let count = components.count();
    if operator.is_logical() {
        let holds = |c: usize| match operator {
            Binary::LogicalAnd => left.holds(c) && right.holds(c),
            _ => left.holds(c) || right.holds(c),
        };
        return Number::floats(&(0..count).map(|c| truth(holds(c))).collect::<Vec<_>>());
    }
    let (ty, signed) = match (left, right) {
        (Number::Ints(..), Number::Ints(..)) => (left.ty().with(components), true),
        (Number::Uints(..), Number::Uints(..)) => (left.ty().with(components), false),
        _ => {
            return left.zip(&right, |a, b| match operator {
                _ if operator.compares() => truth(math::compare(operator, a, b)),
                _ => math::float(operator, a, b),
            });
        }
    };
    if operator.compares() {
        let holds = |c: usize| match signed {
            true => math::compare(operator, left.int_of(c), right.int_of(c)),
            false => math::compare(operator, left.uint_of(c), right.uint_of(c)),
        };
        return Number::floats(&(0..count).map(|c| truth(holds(c))).collect::<Vec<_>>());
    }
    let word = |c: usize| match signed {
        true => math::int(operator, left.int_of(c), right.int_of(c)).map(|whole| whole as u32),
        false => math::uint(operator, left.uint_of(c), right.uint_of(c)),
    };
    Number::from_words(ty, std::array::from_fn(|c| if c < count { word(c).unwrap_or(0) } else { 0 }))
}

/// Applies a function of the language.
pub(super) fn apply(intrinsic: Math, values: &[Number]) -> Number {
    let given: Vec<Floats> = values.iter().map(|value| Floats::new(&value.to_vec())).collect();
    let Floats { count, values } = math::floats(intrinsic, &given);
    Number::floats(&values[..count])
}
