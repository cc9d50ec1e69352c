//! Writes truth values: comparisons, logical operators and negations.

use super::Writer;
use super::expr::{ADD, BOTH, EITHER, EQUAL, LESS, MULTIPLY, POSTFIX, PREFIX, bracketed};
use super::helpers::Helper;
use crate::glsl::workarounds::Workaround;
use crate::ir::{Binary, Expr, ExprKind, Math, Type, Unary};

/// Whether the expression is an ordering comparison of floats. If an operand is NaN, its negation differs from the opposite comparison.
pub(super) fn orders(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(operator, left, _) if operator.compares() => {
            left.ty.is_float() && !matches!(operator, Binary::Equal | Binary::NotEqual)
                || left.ty.is_bool() && orders(left)
        }
        ExprKind::Binary(_, a, b) => orders(a) || orders(b),
        ExprKind::Unary(_, inner) | ExprKind::Convert(inner) => orders(inner),
        ExprKind::Select(condition, then, otherwise) => {
            [condition, then, otherwise].into_iter().any(|part| orders(part))
        }
        ExprKind::Math(Math::All | Math::Any, arguments) => arguments.iter().any(orders),
        _ => false,
    }
}

impl Writer<'_> {
    /// Writes a comparison.
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
        self.infix(operator, (left, ADD), (right, ADD), own, least)
    }

    /// Writes `a && b` or `a || b`. GLSL has these operators only for scalars.
    pub(super) fn joined(&mut self, operator: Binary, left: &Expr, right: &Expr, ty: Type, least: u8) -> String {
        let both = operator == Binary::LogicalAnd;
        if ty.count() > 1 {
            let helper = self.helper(if both { Helper::Both } else { Helper::Either }, ty);
            return format!("{helper}({}, {})", self.value(left, 0), self.value(right, 0));
        }
        let own = if both { BOTH } else { EITHER };
        // `a || (b && c)` gets brackets, because few readers remember the precedence.
        let least_of = |side: &Expr, least| match side.kind {
            ExprKind::Binary(Binary::LogicalAnd, ..) if !both => EQUAL,
            _ => least,
        };
        let (to_left, to_right) = (least_of(left, own), least_of(right, own + 1));
        self.infix(operator, (left, to_left), (right, to_right), own, least)
    }

    /// Writes the negation of a truth value, or of each component of a vector.
    pub(super) fn negated(&mut self, expr: &Expr, least: u8) -> String {
        match &expr.kind {
            ExprKind::Bool(value) => return (!value).to_string(),
            ExprKind::Unary(Unary::Not, inner) => return self.value(inner, least),
            _ => {}
        }
        let orders = orders(expr);
        if orders {
            self.works_around(Workaround::NegatedOrder);
        }
        match (expr.ty.count(), orders) {
            (1, true) => bracketed(format!("{} == false", self.value(expr, POSTFIX)), EQUAL, least),
            (1, false) => bracketed(format!("!{}", self.value(expr, POSTFIX)), PREFIX, least),
            (_, true) => format!("equal({}, {}(false))", self.value(expr, 0), expr.ty.name()),
            (_, false) => format!("not({})", self.value(expr, 0)),
        }
    }

    /// Writes a vector of truth values as a vector of ones and zeros.
    pub(super) fn ones(&mut self, expr: &Expr, least: u8) -> String {
        let vector = Expr::floats(expr.ty.count()).name();
        match &expr.kind {
            // `&&` is the product, and `||` is the maximum.
            ExprKind::Binary(Binary::LogicalAnd, left, right) => {
                let text = format!("{} * {}", self.ones(left, MULTIPLY), self.ones(right, PREFIX));
                bracketed(text, MULTIPLY, least)
            }
            ExprKind::Binary(Binary::LogicalOr, left, right) => {
                format!("max({}, {})", self.ones(left, 0), self.ones(right, 0))
            }
            ExprKind::Unary(Unary::Not, inner) if orders(inner) => {
                self.works_around(Workaround::NegatedOrder);
                bracketed(format!("1.0 - {}", self.ones(inner, MULTIPLY)), ADD, least)
            }
            _ => format!("{vector}({})", self.value(expr, 0)),
        }
    }
}
