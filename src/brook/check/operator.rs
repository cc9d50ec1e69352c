//! Operators: the types of their operands and results.

use super::int_literal::{int_literal, literal_value, stays_abstract};
use super::typed::{fitted, settled, unified};
use super::{Checked, Checker};
use crate::brook::types::Plain;
use crate::ir::{Binary, Expr, ExprKind, Unary};
use crate::syntax::Span;
use crate::syntax::{Code, Diagnostic};

/// Folds a minus before a literal into the literal. Returns `None` for any other operator or operand.
fn negated(operator: Unary, of: &Expr) -> Option<ExprKind> {
    match (operator, &of.kind) {
        (Unary::Neg, ExprKind::Float(value)) => Some(ExprKind::Float(-value)),
        (Unary::Neg, ExprKind::Int(value)) => Some(ExprKind::Int(value.wrapping_neg())),
        (Unary::Neg, ExprKind::Uint(value)) => Some(ExprKind::Uint(value.wrapping_neg())),
        _ => None,
    }
}

/// Whether both operands must have the same type, so that a scalar operand of a vector operator becomes a vector.
pub(super) fn spread(operator: Binary) -> bool {
    operator.compares() || operator.is_logical()
}

/// Returns both operands of a shift, with the right one converted to the scalar type of the left one.
fn shifted(left: Expr, right: Expr) -> (Expr, Expr) {
    let scalar = left.ty.scalar();
    let right_ty = scalar.with(right.ty.components());
    let right = fitted(right, right_ty);
    unified(left, right, true)
}

/// Whether the operator is a sum, difference or product. These can be computed modulo 2^32.
fn is_linear(operator: Binary) -> bool {
    matches!(operator, Binary::Add | Binary::Subtract | Binary::Multiply)
}

impl Checker<'_> {
    /// Checks a unary operator.
    pub(super) fn unary(&mut self, operator: Unary, value: Expr, span: Span) -> Checked<Expr> {
        if let (Unary::Neg, Some(number)) = (operator, literal_value(&value)) {
            return Ok(int_literal(-number, span));
        }
        let value = if operator == Unary::BitNot { self.as_int(value)? } else { value };
        let value = settled(value);
        if let Some(kind) = negated(operator, &value) {
            return Ok(Expr { kind, ty: value.ty, span });
        }
        if operator == Unary::BitNot && !value.ty.is_integer() {
            let title = format!("`~` works on `int`s, and this is a `{}`", value.ty.brook());
            return self
                .fail(Diagnostic::error(Code::B0321, value.span, title).help("to negate a condition, write `!`"));
        }
        let ty = match (operator, value.ty) {
            (Unary::Not, ty) => Expr::floats(ty.count()),
            (Unary::Neg, Plain::Uint(_)) => {
                let kind =
                    ExprKind::Binary(Binary::Subtract, Box::new(Expr::zero(value.ty, span)), Box::new(value.clone()));
                return Ok(Expr { kind, ty: value.ty, span });
            }
            (_, ty) => ty,
        };
        Ok(Expr { kind: ExprKind::Unary(operator, Box::new(value)), ty, span })
    }

    /// Checks a binary operator.
    pub(super) fn binary(&mut self, operator: Binary, left: Expr, right: Expr, span: Span) -> Checked<Expr> {
        let (left, right) = match operator {
            Binary::ShiftLeft | Binary::ShiftRight => self.of_shift(operator, left, right)?,
            _ => self.beside_uint(left, right)?,
        };
        // Bitwise operators take ints, and a literal that is compared with an int is an int.
        let bits = operator.of_ints() || [Binary::Equal, Binary::NotEqual].contains(&operator);
        let int = |value: &Expr| matches!(value.ty, Plain::Int(_)) || literal_value(value).is_some();
        let (left, right) = match bits && int(&left) && int(&right) {
            true => {
                self.signed(operator, &left)?;
                self.signed(operator, &right)?;
                (self.as_int(left)?, self.as_int(right)?)
            }
            false if is_linear(operator) && stays_abstract(&left, &right) => {
                let kind = ExprKind::Binary(operator, Box::new(left), Box::new(right));
                return Ok(Expr { kind, ty: Plain::AbstractInt, span });
            }
            false => (settled(left), settled(right)),
        };
        if operator.of_ints()
            && let Some(bad) = [&left, &right].into_iter().find(|value| !value.ty.is_integer())
        {
            let title = format!("`{}` works on `int`s, and this is a `{}`", operator.sign(), bad.ty.brook());
            let help = match operator {
                Binary::Remainder => "the remainder of floats is `fmod(a, b)`".to_owned(),
                _ => "keep it in an `int` variable first".to_owned(),
            };
            return self.fail(Diagnostic::error(Code::B0321, bad.span, title).help(help));
        }

        self.overflow(operator, &left, &right, span);
        if let (Binary::Divide, ExprKind::Int(a), ExprKind::Int(b)) = (operator, &left.kind, &right.kind) {
            if *b != 0 && a.wrapping_rem(*b) != 0 {
                let title = format!("`{a} / {b}` divides whole numbers, and is {}", a / b);
                self.report(
                    Diagnostic::warning(Code::B0322, span, title).help(format!("for a fraction write `{a}.0 / {b}.0`")),
                );
            } else if *b == 0 {
                self.report(Diagnostic::warning(Code::B0322, span, format!("`{a} / 0` divides by zero")));
            }
        }
        let (left, right) = match operator {
            Binary::ShiftLeft | Binary::ShiftRight => shifted(left, right),
            _ => unified(left, right, spread(operator)),
        };
        let both = left.ty.components().max(right.ty.components());
        let ty = if spread(operator) { Plain::Float(both) } else { left.ty.with(both) };
        Ok(Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), ty, span })
    }
}
