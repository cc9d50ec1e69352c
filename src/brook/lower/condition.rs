//! Lowers truth values. In the stream phase they are floats, 1 or 0. In the kernel phase they are booleans, which are converted to
//! numbers where the program uses them as such.

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
            // Spreading a number to all components, or converting an int to a float, gives 0 exactly if the number was 0. This does
            // not hold for converting a float to an int.
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

    /// Whether the expression computes a truth value, such as a comparison. Its type in Brook is that of a number.
    pub(super) fn is_truth(of: &Expr) -> bool {
        use Math::*;
        of.is_truth() || matches!(of.kind, ExprKind::Math(All | Any | IsNan | IsInf | IsFinite, _))
    }

    /// Lowers a truth value to a number, 1 or 0.
    pub(super) fn number(&mut self, of: &Expr, ty: Type) -> Expr {
        let truth = self.truth(of);
        converted(truth, ty)
    }

    /// Compares two numbers of one type for equality.
    pub(super) fn equal(left: Expr, right: Expr) -> Expr {
        expr(ExprKind::Binary(Binary::Equal, Box::new(left), Box::new(right)), Type::BOOL)
    }
}
