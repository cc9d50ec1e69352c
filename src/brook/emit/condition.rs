//! Truth values in a kernel's text: as bools, and as the ones and zeros that the language has.

use super::Emitter;
use super::expr::{ADD, BOTH, EITHER, EQUAL, LESS, POSTFIX, bracketed};
use super::helpers::Helper;
use crate::brook::intrinsics;
use crate::brook::types::Plain;
use crate::ir::Math;
use crate::ir::{Binary, Expr, ExprKind, Unary};

/// Whether the expression as a bool compares for order.
fn orders(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(operator, left, _) if operator.compares() => {
            left.ty != Plain::INT && !matches!(operator, Binary::Equal | Binary::NotEqual)
        }
        ExprKind::Binary(_, a, b) => orders(a) || orders(b),
        ExprKind::Unary(_, inner) | ExprKind::Convert(inner) => orders(inner),
        ExprKind::Select(condition, then, otherwise) => {
            [condition, then, otherwise].into_iter().any(|part| orders(part))
        }
        _ => false,
    }
}

impl Emitter<'_> {
    /// A vector of ones and zeros.
    pub(super) fn truth(&mut self, expr: &Expr, least: u8) -> String {
        if expr.is_truth() {
            return self.value(expr, least);
        }
        match &expr.kind {
            ExprKind::Convert(inner) if inner.is_truth() => self.value(expr, least),
            _ => format!("{0}(notEqual({1}, {0}(0.0)))", expr.ty.glsl(), self.value(expr, 0)),
        }
    }

    /// A comparison: a bool, or a vector of them.
    pub(super) fn compared(&mut self, operator: Binary, left: &Expr, right: &Expr, least: u8) -> String {
        if left.ty.count() > 1 {
            let function = match operator {
                Binary::Less => "lessThan",
                Binary::LessEqual => "lessThanEqual",
                Binary::Greater => "greaterThan",
                Binary::GreaterEqual => "greaterThanEqual",
                Binary::Equal => "equal",
                _ => "notEqual",
            };
            return format!("{function}({}, {})", self.value(left, 0), self.value(right, 0));
        }
        let own = if matches!(operator, Binary::Equal | Binary::NotEqual) { EQUAL } else { LESS };
        let text = format!("{} {} {}", self.value(left, ADD), operator.sign(), self.value(right, ADD));
        bracketed(text, own, least)
    }

    /// The expression as a vector of bools.
    pub(super) fn conditions(&mut self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Binary(operator, left, right) if operator.compares() => self.compared(*operator, left, right, 0),
            _ => format!("notEqual({}, {}(0.0))", self.value(expr, 0), expr.ty.glsl()),
        }
    }

    /// The expression as a bool: of a vector, whether any component is not 0.
    pub(super) fn condition(&mut self, expr: &Expr, least: u8) -> String {
        if expr.ty.count() > 1 {
            return format!("any({})", self.conditions(expr));
        }
        if let Some(truth) = expr.truth() {
            return truth.to_string();
        }
        match &expr.kind {
            ExprKind::Binary(operator, left, right) if operator.compares() => {
                self.compared(*operator, left, right, least)
            }
            ExprKind::Binary(operator, left, right) if operator.is_logical() => {
                let (own, sign) = if *operator == Binary::LogicalAnd { (BOTH, "&&") } else { (EITHER, "||") };
                let text = format!("{} {sign} {}", self.condition(left, own), self.condition(right, own + 1));
                bracketed(text, own, least)
            }
            ExprKind::Unary(Unary::Not, inner) => self.negated(inner, least),
            ExprKind::Math(intrinsic, arguments) if arguments.iter().all(|a| a.ty.count() == 1) => match intrinsic {
                Math::IsNan | Math::IsInf => {
                    format!("{}({})", intrinsics::name(*intrinsic), self.value(&arguments[0], 0))
                }
                Math::IsFinite => {
                    self.helpers.insert(Helper::IsFinite);
                    format!("is_finite({})", self.value(&arguments[0], 0))
                }
                _ => self.is_not_zero(expr, least),
            },
            ExprKind::Convert(inner) if inner.ty.count() == 1 && expr.ty != Plain::INT => self.condition(inner, least),
            _ => self.is_not_zero(expr, least),
        }
    }

    /// The opposite of the expression as a bool. NVIDIA compiles `!(a > b)` as `a <= b`, which of NaN is something else, but
    /// takes `(a > b) == false` at its word.
    pub(super) fn negated(&mut self, expr: &Expr, least: u8) -> String {
        let condition = self.condition(expr, POSTFIX);
        match orders(expr) {
            true => bracketed(format!("{condition} == false"), EQUAL, least),
            false => format!("!{condition}"),
        }
    }

    /// The test of a loop. NVIDIA leaves `for (; a < b;)` where `a >= b`, which with NaN is never; `== true` it takes at its
    /// word. `counted`: neither side can be NaN.
    pub(super) fn test(&mut self, expr: &Expr, counted: bool) -> String {
        match orders(expr) && !counted {
            true => format!("{} == true", self.condition(expr, POSTFIX)),
            false => self.condition(expr, 0),
        }
    }

    fn is_not_zero(&mut self, expr: &Expr, least: u8) -> String {
        let zero = if expr.ty == Plain::INT { "0" } else { "0.0" };
        bracketed(format!("{} != {zero}", self.value(expr, ADD)), EQUAL, least)
    }

    pub(super) fn all_of(&mut self, expr: &Expr) -> String {
        match expr.ty.count() {
            // `all` is of vectors alone.
            1 => {
                let value = self.value(expr, 0);
                format!("notEqual(vec2({value}), vec2(0.0))")
            }
            _ => self.conditions(expr),
        }
    }
}
