//! Int literals. A literal is abstract, which means that it has no type yet, until an operator or a destination determines its
//! type.
//!
//! As an operand, a literal that fits an `int` becomes an int, and a larger one becomes a float. There is one exception: a sum,
//! difference, product or `?:` of a larger literal with another literal or an int stays abstract as well. If the destination is an
//! `int`, the literal's 32 bits are taken, as in C (`0xFFFFFFFF` is -1); a literal with more bits is an error. No abstract value
//! leaves the checker.

use super::typed::fitted;
use super::{Checked, Checker};
use crate::brook::types::Plain;
use crate::ir::{Binary, Expr, ExprKind};
use crate::syntax::Span;
use crate::syntax::{Code, Diagnostic};

/// Makes an int literal. `value` is negative if the literal is written with a minus.
pub(super) fn int_literal(value: i64, span: Span) -> Expr {
    Expr { kind: ExprKind::AbstractInt(value), ty: Plain::AbstractInt, span }
}

/// Returns the value of an int literal that is still abstract.
pub(super) fn literal_value(value: &Expr) -> Option<i64> {
    match value.kind {
        ExprKind::AbstractInt(value) => Some(value),
        _ => None,
    }
}

/// Whether a sum, difference or product of these stays abstract. It does if both could be ints and one of them is, or is computed
/// from, a literal that does not fit an `int`.
pub(super) fn stays_abstract(a: &Expr, b: &Expr) -> bool {
    could_be_int(a) && could_be_int(b) && (is_large(a) || is_large(b))
}

/// Whether a `?:` between these two values stays abstract. It does if both are scalars and one of them is, or is computed from, a
/// literal that does not fit an `int`. The other may be a float.
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
    /// Converts an abstract value to an int, for a destination that is an `int`. Returns any other value unchanged.
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

    /// Returns both values. If one is unsigned and the other an abstract literal, the literal becomes unsigned.
    pub(super) fn beside_uint(&mut self, a: Expr, b: Expr) -> Checked<(Expr, Expr)> {
        let unsigned = |value: &Expr| matches!(value.ty, Plain::Uint(_));
        let mut beside = |value: Expr, other: bool| match other && value.ty == Plain::AbstractInt {
            true => self.as_int(value).map(|value| fitted(value, Plain::UINT)),
            false => Ok(value),
        };
        let (left, right) = (unsigned(&a), unsigned(&b));
        Ok((beside(a, right)?, beside(b, left)?))
    }

    /// Returns both operands of a shift, which has the type of the left one. A literal on the left is an int, whatever the type on
    /// the right.
    pub(super) fn of_shift(&mut self, operator: Binary, left: Expr, right: Expr) -> Checked<(Expr, Expr)> {
        self.signed(operator, &left)?;
        let left = self.as_int(left)?;
        self.beside_uint(left, right)
    }

    /// Fails for a literal whose 32 bits the operator would read as a negative number.
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
            self.report(diagnostic.help(format!("for a float write `{a}.0 {sign} {b}.0`")));
        }
    }
}
