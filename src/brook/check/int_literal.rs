//! Int literals, which are abstract until an operator or a destination settles their type.
//!
//! An operator takes a literal that fits an `int` as an int, and a larger one as a float. However, the sum, difference,
//! product or choice of a larger literal and another literal or an int stays abstract as well. Where an `int` is wanted in
//! the end, the 32 bits of the literal are taken, as in C (`0xFFFFFFFF` is -1), and a literal with more bits is an error.
//! Nothing abstract leaves the checker.

use super::typed::fitted;
use super::{Checked, Checker};
use crate::brook::types::Plain;
use crate::ir::{Binary, Expr, ExprKind};
use crate::syntax::Span;
use crate::syntax::{Code, Diagnostic};

/// Makes an int literal. Its value is negative if a minus stands before it.
pub(super) fn int_literal(value: i64, span: Span) -> Expr {
    Expr { kind: ExprKind::AbstractInt(value), ty: Plain::AbstractInt, span }
}

/// Returns the value of an int literal whose type is not settled yet.
pub(super) fn literal_value(value: &Expr) -> Option<i64> {
    match value.kind {
        ExprKind::AbstractInt(value) => Some(value),
        _ => None,
    }
}

/// Whether a sum, difference or product of these stays abstract: one is a literal that no `int` holds, or is made of one, and
/// the other could be an int.
pub(super) fn stays_abstract(a: &Expr, b: &Expr) -> bool {
    could_be_int(a) && could_be_int(b) && (is_large(a) || is_large(b))
}

/// Whether a choice between these stays abstract, as far as it depends on them. One of them may be a float.
pub(super) fn choice_stays_abstract(a: &Expr, b: &Expr) -> bool {
    a.ty.count() == 1 && b.ty.count() == 1 && (is_large(a) || is_large(b))
}

fn is_large(value: &Expr) -> bool {
    match value.kind {
        ExprKind::AbstractInt(value) => i32::try_from(value).is_err(),
        _ => value.ty == Plain::AbstractInt,
    }
}

fn could_be_int(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Select(_, a, b) if value.ty == Plain::AbstractInt => could_be_int(a) && could_be_int(b),
        _ => value.ty == Plain::INT || value.ty == Plain::AbstractInt,
    }
}

impl Checker<'_> {
    /// Returns the value for where an `int` is wanted: an abstract value becomes an int, any other stays as it is.
    pub(super) fn as_int(&mut self, value: Expr) -> Checked<Expr> {
        if value.ty != Plain::AbstractInt {
            return Ok(value);
        }
        let (ty, span) = (Plain::INT, value.span);
        match value.kind {
            ExprKind::Select(condition, a, b) => {
                let (a, b) = (self.as_int(*a)?, self.as_int(*b)?);
                let [a, b] = [a, b].map(|part| Box::new(fitted(part, ty)));
                Ok(Expr { kind: ExprKind::Select(condition, a, b), ty, span })
            }
            ExprKind::Binary(operator, a, b) => {
                let (a, b) = (self.as_int(*a)?, self.as_int(*b)?);
                self.binary(operator, a, b, span)
            }
            ExprKind::AbstractInt(number) if (i64::from(i32::MIN)..=u32::MAX.into()).contains(&number) => {
                Ok(Expr { kind: ExprKind::Int(number as u32 as i32), ty, span })
            }
            ExprKind::AbstractInt(number) => {
                let title = format!("an `int` has 32 bits, and `{number}` does not fit");
                let help = "an `int` goes from -2147483648 to 2147483647, as 32 bits up to 4294967295, 0xFFFFFFFF";
                let diagnostic = Diagnostic::error(Code::B0335, span, title).help(help);
                self.fail(diagnostic.help(format!("a `float` can hold it: `{number}.0`")))
            }
            _ => Ok(value),
        }
    }

    /// Returns both values. An abstract literal beside an unsigned value becomes unsigned, too.
    pub(super) fn beside_uint(&mut self, a: Expr, b: Expr) -> Checked<(Expr, Expr)> {
        let unsigned = |value: &Expr| matches!(value.ty, Plain::Uint(_));
        let mut beside = |value: Expr, other: bool| match other && value.ty == Plain::AbstractInt {
            true => self.as_int(value).map(|value| fitted(value, Plain::UINT)),
            false => Ok(value),
        };
        let (left, right) = (unsigned(&a), unsigned(&b));
        Ok((beside(a, right)?, beside(b, left)?))
    }

    /// Returns both operands of a shift, which has the type of the left one. A literal on the left is an int, whatever it is
    /// shifted by.
    pub(super) fn of_shift(&mut self, operator: Binary, left: Expr, right: Expr) -> Checked<(Expr, Expr)> {
        self.signed(operator, &left)?;
        let left = self.as_int(left)?;
        self.beside_uint(left, right)
    }

    /// Fails for a literal whose 32 bits the operator would take for a negative number.
    pub(super) fn signed(&mut self, operator: Binary, value: &Expr) -> Checked<()> {
        let large = literal_value(value).filter(|number| i32::try_from(*number).is_err());
        match (operator, large.and_then(|number| u32::try_from(number).ok())) {
            (Binary::Remainder | Binary::ShiftRight, Some(number)) => {
                let title = format!("`{}` works on `int`s, and `{number}` is beyond 2147483647", operator.sign());
                let help = format!("an `int` has a sign: with these 32 bits it is {}", number as i32);
                self.fail(Diagnostic::error(Code::B0335, value.span, title).help(help))
            }
            _ => Ok(()),
        }
    }

    /// Warns where the result of an operator on two int literals does not fit an `int`.
    pub(super) fn overflow(&mut self, operator: Binary, a: &Expr, b: &Expr, span: Span) {
        let (ExprKind::Int(a), ExprKind::Int(b)) = (&a.kind, &b.kind) else { return };
        let (all, kept) = match operator {
            Binary::Add => (i64::from(*a) + i64::from(*b), a.wrapping_add(*b)),
            Binary::Subtract => (i64::from(*a) - i64::from(*b), a.wrapping_sub(*b)),
            Binary::Multiply => (i64::from(*a) * i64::from(*b), a.wrapping_mul(*b)),
            _ => return,
        };
        if all != i64::from(kept) {
            let sign = operator.sign();
            let title = format!("`{a} {sign} {b}` is {all}, which no `int` holds: its 32 bits are {kept}");
            let diagnostic = Diagnostic::warning(Code::B0338, span, title);
            self.say(diagnostic.help(format!("for a float write `{a}.0 {sign} {b}.0`")));
        }
    }
}
