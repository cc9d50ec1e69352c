//! Lowers expressions.

use super::Lowering;
use super::build::{converted, int, select, subtract, zero};
use crate::ir::{Binary, Expr, ExprKind, Type, Unary};

impl Lowering<'_> {
    /// Lowers an expression to a number or vector of its own type.
    pub(super) fn value(&mut self, of: &Expr) -> Expr {
        let (ty, span) = (self.kernel_type(of.ty), of.span);
        if Self::is_truth(of) {
            return self.number(of, ty);
        }
        let kind = match &of.kind {
            ExprKind::Float(_) | ExprKind::Int(_) | ExprKind::Local(_) => of.kind.clone(),
            ExprKind::Constant(slot) => return at(self.kernel_constant(*slot), of),
            ExprKind::Element(slot) => return at(self.element(*slot), of),
            ExprKind::Gather { slot, index } => return at(self.gather(*slot, index), of),
            ExprKind::IndexOf(parameter) => return at(self.index_of(*parameter), of),
            ExprKind::Swizzle(inner, taken) => {
                let inner = self.value(inner);
                if inner.ty.count() == 1 {
                    return at(converted(inner, ty), of);
                }
                ExprKind::Swizzle(Box::new(inner), taken.clone())
            }
            ExprKind::At(inner, number) => {
                let (inner, number) = (self.value(inner), self.value(number));
                if inner.ty.count() == 1 {
                    // A scalar is a vector with one component.
                    let zero = zero(inner.ty);
                    return at(select(Self::equal(number, int(0)), inner, zero), of);
                }
                ExprKind::At(Box::new(inner), Box::new(number))
            }
            ExprKind::Convert(inner) => return at(self.conversion(inner, ty), of),
            ExprKind::Vector(parts) => {
                // A vector of equal literals is one literal that fills all components.
                let literal = |part: &Expr| matches!(part.kind, ExprKind::Float(_)) && same(part, &parts[0]);
                if parts.iter().all(literal) {
                    return at(converted(parts[0].clone(), ty), of);
                }
                ExprKind::Vector(parts.iter().map(|part| self.value(part)).collect())
            }
            ExprKind::Uint(value) => return self.unsigned(*value, span),
            ExprKind::Unary(Unary::BitNot, inner) if !self.integers => {
                let inner = self.value(inner);
                return at(subtract(converted(int(-1), ty), inner), of);
            }
            ExprKind::Unary(operator, inner) => ExprKind::Unary(*operator, Box::new(self.value(inner))),
            ExprKind::Binary(operator, left, right)
                if !self.integers && operator.of_ints() && *operator != Binary::Remainder =>
            {
                let (left, right) = (self.value(left), self.value(right));
                return at(self.bits_of_floats(*operator, left, right), of);
            }
            ExprKind::Binary(operator, left, right) => self.arithmetic(*operator, left, right),
            ExprKind::Select(condition, then, otherwise) => {
                let condition = self.truth(condition);
                let (then, otherwise) = (self.value(then), self.value(otherwise));
                ExprKind::Select(Box::new(condition), Box::new(then), Box::new(otherwise))
            }
            ExprKind::Math(function, operands) => {
                ExprKind::Math(*function, operands.iter().map(|operand| self.value(operand)).collect())
            }
            ExprKind::Call(function, arguments) => {
                ExprKind::Call(*function, arguments.iter().map(|argument| self.value(argument)).collect())
            }
            ExprKind::Bool(_)
            | ExprKind::Index(_)
            | ExprKind::AbstractInt(_)
            | ExprKind::Uniform(_)
            | ExprKind::Fetch { .. }
            | ExprKind::Here(_)
            | ExprKind::Extent(..)
            | ExprKind::Texel { .. }
            | ExprKind::Measure(..)
            | ExprKind::FragmentColumn
            | ExprKind::FragmentRow
            | ExprKind::FragmentCentre
            | ExprKind::Lane
            | ExprKind::Remainder(..)
            | ExprKind::Template(_)
            | ExprKind::Fragment(_)
            | ExprKind::Quotient(..) => unreachable!("not of a finished kernel of the stream phase"),
        };
        Expr::new(kind, ty, span)
    }

    fn arithmetic(&mut self, operator: Binary, left: &Expr, right: &Expr) -> ExprKind {
        ExprKind::Binary(operator, Box::new(self.value(left)), Box::new(self.value(right)))
    }

    /// Lowers a conversion to another type, which may also be a shorter vector.
    fn conversion(&mut self, inner: &Expr, ty: Type) -> Expr {
        if Self::is_truth(inner) && inner.ty.count() == 1 {
            return self.number(inner, ty);
        }
        let value = self.value(inner);
        let count = ty.count();
        let value = match value.ty.count() > count {
            true => {
                let (first, span) = (value.ty.with(ty.components()), value.span);
                Expr::new(ExprKind::Swizzle(Box::new(value), (0..count as u8).collect()), first, span)
            }
            false => value,
        };
        // A position always fits an int.
        let place = match &inner.kind {
            ExprKind::Swizzle(of, _) => matches!(of.kind, ExprKind::IndexOf(_)),
            kind => matches!(kind, ExprKind::IndexOf(_)),
        };
        if value.ty.is_float() && ty.is_integer() && !place {
            let integer = self.integer(value.clone(), ty.with(value.ty.components()));
            return converted(integer, ty);
        }
        converted(value, ty)
    }
}

/// Whether both are float literals with the same bits.
fn same(left: &Expr, right: &Expr) -> bool {
    match (&left.kind, &right.kind) {
        (ExprKind::Float(a), ExprKind::Float(b)) => a.to_bits() == b.to_bits(),
        _ => false,
    }
}

/// Gives a lowered expression the span of the original.
fn at(lowered: Expr, of: &Expr) -> Expr {
    Expr { span: of.span, ..lowered }
}
