//! Computes the ranges of expressions, and finds arithmetic that may be rounded.

use super::range::Range;
use super::walk::{Ranges, Walk, is_whole, join};
use super::{Inexact, is_exact, mask_of};
use crate::ir::{Binary, Expr, ExprKind, Math, Type, Unary};

impl Walk<'_> {
    /// Returns whether a condition is true; `None` if that is not known.
    pub fn condition(&mut self, condition: &Expr, ranges: &Ranges) -> Option<bool> {
        match &condition.kind {
            ExprKind::Binary(operator, a, b) if operator.compares() && is_whole(a.ty) && condition.ty.count() == 1 => {
                let (a, b) = (self.expr(a, ranges)?, self.expr(b, ranges)?);
                a.compare(*operator, b)
            }
            ExprKind::Binary(Binary::LogicalAnd, a, b) => {
                let both = (self.condition(a, ranges), self.condition(b, ranges));
                match both {
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    (Some(true), Some(true)) => Some(true),
                    _ => None,
                }
            }
            _ => {
                let range = self.expr(condition, ranges);
                let literal = condition.truth();
                literal.or_else(|| range?.compare(Binary::NotEqual, Range::of(0)))
            }
        }
    }

    /// Returns the range of an expression; `None` if it is not an integer.
    pub fn expr(&mut self, expr: &Expr, ranges: &Ranges) -> Option<Range> {
        self.steps += 1;
        if !self.may_continue() {
            return is_whole(expr.ty).then(|| self.unknown(expr.ty));
        }
        self.depth += 1;
        let range = self.inner(expr, ranges);
        self.depth -= 1;
        is_whole(expr.ty).then(|| range.unwrap_or_else(|| self.unknown(expr.ty)))
    }

    /// Visits expressions whose ranges do not matter.
    pub fn all(&mut self, exprs: &[Expr], ranges: &Ranges) {
        for expr in exprs {
            self.expr(expr, ranges);
        }
    }

    fn inner(&mut self, expr: &Expr, ranges: &Ranges) -> Option<Range> {
        match &expr.kind {
            ExprKind::Int(value) | ExprKind::Index(value) => Some(Range::of(*value)),
            ExprKind::Uint(value) => Some(Range::of(*value)),
            ExprKind::Local(local) => ranges[local.0],
            ExprKind::Constant(slot) | ExprKind::Element(slot) if is_whole(expr.ty) => Some(self.of_slot(*slot)),
            ExprKind::Gather { slot, index } => {
                self.all(index, ranges);
                is_whole(expr.ty).then(|| self.of_slot(*slot))
            }
            ExprKind::Here(_) => Some(Range::between(0, self.safe.high - 1)),
            ExprKind::Extent(..) => Some(Range::between(0, self.safe.high)),
            ExprKind::Swizzle(inner, _) => self.expr(inner, ranges),
            ExprKind::At(vector, index) => {
                self.expr(index, ranges);
                self.expr(vector, ranges).map(|range| range.join(Range::of(0)))
            }
            ExprKind::Convert(inner) => self.converted(inner, ranges),
            ExprKind::Vector(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.expr(part, ranges)).collect();
                parts.into_iter().reduce(join).flatten()
            }
            ExprKind::Unary(operator, inner) => {
                let inner = self.expr(inner, ranges)?;
                let range = match operator {
                    // The second walk finds out whether it may be the smallest int, which cannot be negated.
                    Unary::Neg
                        if matches!(expr.ty, Type::Int(_)) && inner.single().is_none() && self.is_first_look() =>
                    {
                        let max = i128::from(i32::MAX);
                        return Some(Range { low: (-inner.high).max(-max), high: (-inner.low).min(max) });
                    }
                    Unary::Neg => inner.negated(),
                    Unary::BitNot => inner.negated().operate(Binary::Subtract, Range::of(1))?,
                    Unary::Not => return Some(Range::between(0, 1)),
                };
                Some(self.result(expr, range, *operator == Unary::Neg))
            }
            ExprKind::Binary(operator, a, b) => self.binary(expr, (*operator, a, b), ranges),
            ExprKind::Select(condition, a, b) => {
                let holds = self.condition(condition, ranges);
                let certain = std::mem::replace(&mut self.certain, false);
                let (a, b) = (self.expr(a, ranges), self.expr(b, ranges));
                self.certain = certain;
                match holds {
                    Some(true) => a,
                    Some(false) => b,
                    None => join(a, b),
                }
            }
            ExprKind::Math(function, operands) => {
                let operands: Vec<_> = operands.iter().map(|operand| self.expr(operand, ranges)).collect();
                math(*function, &operands.into_iter().collect::<Option<Vec<_>>>()?)
            }
            ExprKind::Call(function, arguments) => {
                let arguments = arguments.iter().map(|argument| self.expr(argument, ranges)).collect();
                self.call(*function, arguments).0
            }
            _ => {
                expr.children(&mut |child| self.all(std::slice::from_ref(child), ranges));
                None
            }
        }
    }

    fn converted(&mut self, inner: &Expr, ranges: &Ranges) -> Option<Range> {
        let range = self.expr(inner, ranges);
        let place = |expr: &Expr| matches!(expr.kind, ExprKind::IndexOf(_));
        match &inner.kind {
            _ if inner.is_truth() || inner.ty.is_bool() => Some(Range::between(0, 1)),
            ExprKind::Float(value) if value.abs() < 2_147_483_648.0 => Some(Range::of(*value as i64)),
            ExprKind::Swizzle(of, _) if place(of) => Some(Range::between(0, self.safe.high - 1)),
            _ if place(inner) => Some(Range::between(0, self.safe.high - 1)),
            _ => range,
        }
    }

    fn binary(&mut self, expr: &Expr, (operator, a, b): (Binary, &Expr, &Expr), ranges: &Ranges) -> Option<Range> {
        let (left, right) = (self.expr(a, ranges), self.expr(b, ranges));
        if let (Binary::And, Some(mask)) = (operator, mask_of(b)) {
            let left = left?;
            return Some(if mask.low < 0 || left.low >= 0 && left.within(mask) { left } else { mask });
        }
        let (left, right) = (left?, right?);
        if !is_whole(expr.ty) {
            return None;
        }
        let power = |range: Range| range.single().is_some_and(|value| value != 0 && is_exact(value, 1));
        let scales = match operator {
            Binary::ShiftLeft | Binary::ShiftRight => true,
            Binary::Multiply => power(left) || power(right),
            _ => false,
        };
        // These operators depend on the exact values of their operands. If an operand is rounded, the result is wrong, even if the range of
        // the result is exact.
        let bits = Range { high: self.safe.high - 1, ..self.safe };
        let seen = match operator {
            Binary::Divide | Binary::Remainder => left.within(self.safe) && right.within(self.safe),
            Binary::And | Binary::Or | Binary::Xor => left.within(bits) && right.within(bits),
            _ => true,
        };
        let range = left.operate(operator, right)?;
        let range = self.result(expr, range, scales);
        if !seen {
            self.arithmetic(expr);
        }
        Some(range)
    }

    /// Returns the range of the result of an arithmetic expression, and records the expression if the result may be rounded. If `scales`,
    /// the expression scales by a power of two and is never rounded.
    fn result(&mut self, expr: &Expr, range: Range, scales: bool) -> Range {
        let all = self.of_type(expr.ty);
        // Positions are always exact.
        if !expr.ty.is_integer() {
            return if range.within(all) { range } else { all };
        }
        if let (true, Some(value), Ok(whole)) = (self.certain, range.single(), i64::try_from(range.low)) {
            // A negative uint does not count: it stands for a number with leading one bits.
            let wraps = !range.within(all) && matches!(expr.ty, Type::Int(_));
            let is_known = expr.span.start < expr.span.end;
            if (wraps || !is_exact(value, self.exact)) && is_known && self.found.inexact.is_none() {
                self.found.inexact = Some(Inexact { value: whole, span: expr.span });
            }
        }
        let exact =
            scales || range.within(self.safe) || range.single().is_some_and(|value| is_exact(value, self.exact));
        if !exact || !range.within(all) {
            self.arithmetic(expr);
        }
        match range.within(all) {
            true => range,
            false => all,
        }
    }

    /// Records arithmetic that may be rounded.
    fn arithmetic(&mut self, expr: &Expr) {
        // Code without a place in the source was added by brooklet.
        if expr.ty.is_integer() && expr.span.start < expr.span.end && self.found.arithmetic.is_none() {
            self.found.arithmetic = Some(expr.span);
        }
    }
}

fn math(function: Math, operands: &[Range]) -> Option<Range> {
    let by = |a: Range, b: Range, of: fn(i128, i128) -> i128| Range { low: of(a.low, b.low), high: of(a.high, b.high) };
    match (function, operands) {
        (Math::Abs, [a]) => Some(a.absolute()),
        (Math::Sign, _) => Some(Range::between(-1, 1)),
        (Math::Min, [a, b]) => Some(by(*a, *b, i128::min)),
        (Math::Max, [a, b]) => Some(by(*a, *b, i128::max)),
        (Math::Clamp, [a, low, high]) => Some(by(by(*a, *low, i128::max), *high, i128::min)),
        _ => None,
    }
}
