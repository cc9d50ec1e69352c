//! Writes conversions. In dialects without integers, ints and positions are floats. There, a conversion of a float to an int truncates,
//! but the truncation is left out if the value is certainly an integer.

use super::Writer;
use super::expr::{ADD, EQUAL, bracketed};
use super::helpers::Helper;
use super::literal;
use crate::ir::{AccessFunction, Binary, Expr, ExprKind, Math, Type, Unary};

impl Writer<'_> {
    /// Writes `inner` converted to another type. A scalar is spread to all components of a vector.
    pub(super) fn converted(&mut self, inner: &Expr, ty: Type, least: u8) -> String {
        let (from, to) = (inner.ty, ty.scalar());
        if ty.is_bool() && !from.is_bool() {
            let zero = literal::zero(self.dialect, from);
            if from.count() > 1 {
                return format!("notEqual({}, {zero})", self.value(inner, 0));
            }
            let splat = ty.count() > 1;
            let text = format!("{} != {zero}", self.value(inner, ADD));
            return if splat { format!("{}({text})", self.ty(ty)) } else { bracketed(text, EQUAL, least) };
        }
        if from.is_bool() && from.count() > 1 && to == Type::FLOAT {
            return self.ones(inner, least);
        }
        let name = self.ty(ty);
        if !self.dialect.integers() && from.is_float() && !ty.is_float() {
            let splat = ty.count() > from.count();
            let text = match (is_whole(inner), is_positive(inner, &self.kernel.access)) {
                (true, _) => self.value(inner, if splat { 0 } else { least }),
                (_, true) => format!("floor({})", self.value(inner, 0)),
                _ => format!("{}({})", self.helper(Helper::Trunc, from), self.value(inner, 0)),
            };
            return if splat { format!("{name}({text})") } else { text };
        }
        if !self.dialect.integers()
            && ty.is_float()
            && matches!(from, Type::Int(_))
            && !is_positive(inner, &self.kernel.access)
        {
            let own = format!("{}({})", self.helper(Helper::IntToFloat, from), self.value(inner, 0));
            return if ty.count() > from.count() { format!("{name}({own})") } else { own };
        }
        // Nothing is written for types that are the same in this dialect, such as `int` and a position.
        if name == literal::type_name(self.dialect, from) {
            self.ty(from);
            return self.value(inner, least);
        }
        format!("{name}({})", self.value(inner, 0))
    }
}

/// Whether the value of an expression is certainly an integer, judging from the expression's form.
pub(super) fn is_whole(expr: &Expr) -> bool {
    if !expr.ty.is_float() {
        return true;
    }
    match &expr.kind {
        ExprKind::Float(value) => value.fract() == 0.0,
        ExprKind::Math(function, arguments) => match function {
            Math::Floor | Math::Ceil | Math::Trunc | Math::Round | Math::RoundEven | Math::RoundAway => true,
            Math::Sign | Math::Step | Math::FrexpExponent => true,
            Math::Abs | Math::Min | Math::Max | Math::Clamp => arguments.iter().all(is_whole),
            _ => false,
        },
        ExprKind::Convert(inner) | ExprKind::Swizzle(inner, _) | ExprKind::Unary(Unary::Neg, inner) => is_whole(inner),
        ExprKind::Binary(Binary::Add | Binary::Subtract | Binary::Multiply, left, right) => {
            is_whole(left) && is_whole(right)
        }
        ExprKind::Select(_, then, otherwise) => is_whole(then) && is_whole(otherwise),
        ExprKind::Vector(parts) => parts.iter().all(is_whole),
        _ => false,
    }
}

/// Whether the value of an expression is certainly not negative, judging from the expression's form. `access` has the kinds of the
/// kernel's first functions, which are access functions.
fn is_positive(expr: &Expr, access: &[AccessFunction]) -> bool {
    let is_positive = |expr: &Expr| self::is_positive(expr, access);
    match &expr.kind {
        ExprKind::Float(value) => *value >= 0.0,
        ExprKind::Int(value) | ExprKind::Index(value) => *value >= 0,
        ExprKind::Quotient(..) | ExprKind::Remainder(..) | ExprKind::Measure(..) => true,
        ExprKind::FragmentColumn | ExprKind::FragmentRow | ExprKind::FragmentCentre | ExprKind::Lane => true,
        ExprKind::Call(function, _) => {
            use AccessFunction::{Here, HereColumn, HereRow};
            matches!(access.get(function.0), Some(Here | HereColumn | HereRow))
        }
        ExprKind::Math(function, arguments) => match function {
            Math::Abs | Math::Saturate | Math::Fract | Math::Sqrt | Math::Exp | Math::Exp2 => true,
            Math::Length | Math::Distance | Math::Step => true,
            Math::Floor | Math::Ceil | Math::Trunc | Math::Round | Math::RoundEven | Math::RoundAway => {
                is_positive(&arguments[0])
            }
            Math::Max => arguments.iter().any(is_positive),
            Math::Min => arguments.iter().all(is_positive),
            Math::Clamp => is_positive(&arguments[1]) && is_positive(&arguments[2]),
            _ => false,
        },
        ExprKind::Convert(inner) => inner.ty.is_bool() || is_positive(inner),
        ExprKind::Swizzle(inner, _) => is_positive(inner),
        ExprKind::Binary(Binary::Add | Binary::Multiply | Binary::Divide, left, right) => {
            is_positive(left) && is_positive(right)
        }
        ExprKind::Select(_, then, otherwise) => is_positive(then) && is_positive(otherwise),
        ExprKind::Vector(parts) => parts.iter().all(is_positive),
        _ => false,
    }
}
