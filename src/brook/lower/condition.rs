//! Lowers truth values. In the stream phase they are floats of 1 and 0; here they are booleans until a number is wanted.

use super::Lowering;
use super::build::{binary, converted, expr, zero};
use crate::ir::{Binary, Expr, ExprKind, Math, Type, Unary};

impl Lowering<'_> {
    /// Lowers a condition: whether a number, or any component of a vector, is not 0.
    pub(super) fn condition(&mut self, of: &Expr) -> Expr {
        let truth = self.truth(of);
        match truth.ty.count() {
            1 => truth,
            _ => Expr::new(ExprKind::Math(Math::Any, vec![truth]), Type::BOOL, of.span),
        }
    }

    /// Lowers a value to booleans: which components are not 0.
    pub(super) fn truth(&mut self, of: &Expr) -> Expr {
        let ty = Type::Bool(of.ty.components());
        if let Some(truth) = of.truth() {
            return Expr::new(ExprKind::Bool(truth), Type::BOOL, of.span);
        }
        let kind = match &of.kind {
            ExprKind::Binary(operator, left, right) if operator.compares() => {
                ExprKind::Binary(*operator, Box::new(self.value(left)), Box::new(self.value(right)))
            }
            ExprKind::Binary(operator, left, right) if operator.is_logical() => {
                ExprKind::Binary(*operator, Box::new(self.truth(left)), Box::new(self.truth(right)))
            }
            ExprKind::Unary(Unary::Not, inner) => ExprKind::Unary(Unary::Not, Box::new(self.truth(inner))),
            ExprKind::Math(function @ (Math::IsNan | Math::IsInf | Math::IsFinite), operands) => {
                ExprKind::Math(*function, operands.iter().map(|operand| self.value(operand)).collect())
            }
            ExprKind::Math(function @ (Math::All | Math::Any), operands) => {
                let truth = self.truth(&operands[0]);
                if truth.ty.count() == 1 {
                    return truth;
                }
                ExprKind::Math(*function, vec![truth])
            }
            // A number that fills all components, or an int converted to a float, is 0 exactly where it was 0 before. A float
            // converted to an int need not be.
            ExprKind::Convert(inner) if inner.ty.count() == 1 && of.ty.is_float() => {
                return converted(self.truth(inner), ty);
            }
            _ => {
                let value = self.value(of);
                let zero = zero(value.ty);
                return binary(Binary::NotEqual, value, zero);
            }
        };
        Expr::new(kind, ty, of.span)
    }

    /// Whether the expression computes a truth value, which is a number in the language.
    pub(super) fn is_truth(of: &Expr) -> bool {
        use Math::*;
        of.is_truth() || matches!(of.kind, ExprKind::Math(All | Any | IsNan | IsInf | IsFinite, _))
    }

    /// Lowers a truth value to the number that the language has for it.
    pub(super) fn number(&mut self, of: &Expr, ty: Type) -> Expr {
        let truth = self.truth(of);
        converted(truth, ty)
    }

    /// Compares two numbers of one type for equality.
    pub(super) fn equal(left: Expr, right: Expr) -> Expr {
        expr(ExprKind::Binary(Binary::Equal, Box::new(left), Box::new(right)), Type::BOOL)
    }
}
