//! Checks operators on values.

use super::constants::folded;
use super::convert::common;
use super::{Checked, Checker, one};
use crate::ir::{Binary, Expr, ExprKind, Math, Type, Unary};
use crate::syntax::{Code, Diagnostic, Span};

impl Checker<'_> {
    /// Checks a unary operator.
    pub(super) fn unary(&mut self, operator: Unary, value: Expr, span: Span) -> Checked<Expr> {
        let ty = value.ty;
        let of = |kind: ExprKind, ty: Type| Ok(Expr::new(kind, ty, span));
        match (operator, &value.kind) {
            (Unary::Neg, ExprKind::AbstractInt(number)) => return of(ExprKind::AbstractInt(number.wrapping_neg()), ty),
            (Unary::Neg, ExprKind::Float(number)) => return of(ExprKind::Float(-number), ty),
            (Unary::Neg, ExprKind::Int(number)) => return of(ExprKind::Int(number.wrapping_neg()), ty),
            (Unary::Neg, ExprKind::Index(number)) => return of(ExprKind::Index(number.wrapping_neg()), ty),
            (Unary::BitNot, ExprKind::AbstractInt(number)) => return of(ExprKind::AbstractInt(!number), ty),
            (Unary::Not, ExprKind::Bool(value)) => return of(ExprKind::Bool(!value), ty),
            _ => {}
        }
        match (operator, ty) {
            (Unary::Neg, Type::Bool(_)) => {
                let title = format!("`-` takes a number, not {}", one(ty));
                self.fail(Diagnostic::error(Code::K0304, value.span, title).help("to negate a condition, write `!`"))
            }
            (Unary::Neg, Type::Uint(_)) => {
                let zero = Expr::new(ExprKind::Uint(0), Type::UINT, span);
                of(ExprKind::Binary(Binary::Subtract, Box::new(zero), Box::new(value)), ty)
            }
            (Unary::Not, Type::BOOL) | (Unary::Neg, _) => of(ExprKind::Unary(operator, Box::new(value)), ty),
            (Unary::Not, _) => {
                let title = format!("`!` takes a `bool`, not {}", one(ty));
                let help = match ty {
                    Type::Bool(_) => {
                        format!("to negate each component, write `not({})`", self.written(value.span, "v"))
                    }
                    _ if ty.count() == 1 => {
                        let zero = if ty.is_float() { "0.0" } else { "0" };
                        format!("compare it: `{} == {zero}`", self.operand(value.span, "x"))
                    }
                    _ => "compare it first".into(),
                };
                self.fail(Diagnostic::error(Code::K0304, value.span, title).help(help))
            }
            (Unary::BitNot, Type::Float(_) | Type::Bool(_)) => {
                let title = format!("`~` is for integers, and this is {}", one(ty));
                let diagnostic = Diagnostic::error(Code::K0304, value.span, title);
                self.fail(match ty {
                    Type::Bool(_) => diagnostic.help("to negate a condition, write `!`"),
                    _ => diagnostic,
                })
            }
            (Unary::BitNot, Type::Index | Type::AbstractInt) => {
                let value = self.convert(value, Type::INT)?;
                of(ExprKind::Unary(operator, Box::new(value)), Type::INT)
            }
            (Unary::BitNot, _) => of(ExprKind::Unary(operator, Box::new(value)), ty),
        }
    }

    /// Checks a binary operator.
    pub(super) fn binary(&mut self, operator: Binary, a: Expr, b: Expr, span: Span) -> Checked<Expr> {
        use Binary::*;
        if operator.is_logical() {
            for side in [&a, &b] {
                if side.ty != Type::BOOL {
                    let place = format!("`{}` joins two `bool`s", operator.sign());
                    let diagnostic = self.mismatch(side, Type::BOOL, &place);
                    return self.fail(diagnostic);
                }
            }
            return Ok(join(operator, a, b, Type::BOOL, span));
        }
        if let (ExprKind::AbstractInt(a), ExprKind::AbstractInt(b)) = (&a.kind, &b.kind) {
            return self.fold(operator, *a, *b, span);
        }
        let operands = [a, b];
        if operator.of_ints() {
            for side in &operands {
                self.integral(operator, side)?;
            }
        }
        if [ShiftLeft, ShiftRight].contains(&operator) {
            return self.shift(operator, operands, span);
        }
        let shared = match common(&operands) {
            Ok(shared) => shared,
            Err(_) => return self.disagree(operator, &operands, span),
        };
        let shared = match shared {
            // Indices have no division and no operators for ints: they become ints.
            Type::Index | Type::AbstractInt if operator.of_ints() || operator == Divide => Type::INT,
            // The type is still open: `(a ? 1 : 2) + 1`.
            Type::AbstractInt if !operator.compares() => shared,
            Type::AbstractInt => Type::Index,
            Type::BOOL if ![Equal, NotEqual].contains(&operator) => {
                let title = format!("`{}` takes numbers, not truth values", operator.sign());
                let diagnostic = Diagnostic::error(Code::K0304, span, title);
                let joins = "truth values are joined by `&&`, `||` and `^^`";
                return self.fail(diagnostic.label(one(operands[0].ty)).help(joins));
            }
            shared => shared,
        };
        let [a, b] = operands;
        let (many, few) = (a.ty.count(), b.ty.count());
        let a = self.convert(a.clone(), shared.with(a.ty.components()))?;
        let b = self.convert(b.clone(), shared.with(b.ty.components()))?;
        if operator.compares() {
            if many != few || many > 1 && ![Equal, NotEqual].contains(&operator) {
                return self.disagree(operator, &[a, b], span);
            }
            let ty = Type::Bool(a.ty.components());
            let compared = join(operator, a, b, ty, span);
            let whole = match operator {
                _ if many == 1 => return Ok(compared),
                Equal => Math::All,
                _ => Math::Any,
            };
            return Ok(Expr::new(ExprKind::Math(whole, vec![compared]), Type::BOOL, span));
        }
        if many != few && many > 1 && few > 1 {
            return self.disagree(operator, &[a, b], span);
        }
        let ty = if many > few { a.ty } else { b.ty };
        Ok(join(operator, a, b, ty, span))
    }

    /// Reports an operand of an operator for ints that is not an int.
    fn integral(&mut self, operator: Binary, side: &Expr) -> Checked<()> {
        let help = match (operator, side.ty) {
            (Binary::And, Type::Bool(_)) => "write `&&`",
            (Binary::Or, Type::Bool(_)) => "write `||`",
            (Binary::Xor, Type::Bool(_)) => "write `^^`, or `!=`",
            (Binary::Remainder, Type::Float(_)) => "of floats, write mod(a, b)",
            (Binary::Xor, Type::Float(_)) => "for a power write pow(a, b), or a * a",
            (_, Type::Float(_) | Type::Bool(_)) => "make it one: `index(x)` cuts off the fraction",
            _ => return Ok(()),
        };
        let title = format!("`{}` is for integers, and this is {}", operator.sign(), one(side.ty));
        self.fail(Diagnostic::error(Code::K0304, side.span, title).help(help))
    }

    fn shift(&mut self, operator: Binary, [a, b]: [Expr; 2], span: Span) -> Checked<Expr> {
        let own = match a.ty.scalar() {
            Type::UINT => Type::UINT,
            _ => Type::INT,
        };
        let a = self.convert(a.clone(), own.with(a.ty.components()))?;
        if b.ty.count() > 1 && a.ty.count() != b.ty.count() {
            return self.disagree(operator, &[a, b], span);
        }
        let b = self.convert(b.clone(), own.with(b.ty.components()))?;
        let ty = a.ty;
        Ok(join(operator, a, b, ty, span))
    }

    /// Reports that an operator does not take operands of these two types.
    fn disagree<T>(&mut self, operator: Binary, operands: &[Expr; 2], span: Span) -> Checked<T> {
        let [a, b] = operands;
        let sign = operator.sign();
        let title = format!("`{sign}` does not take {} and {}", one(a.ty), one(b.ty));
        let mut diagnostic =
            Diagnostic::error(Code::K0304, span, title).other(a.span, one(a.ty)).other(b.span, one(b.ty));
        let vectors = a.ty.count().max(b.ty.count()) > 1;
        let help = if operator.compares() && vectors {
            let function = match operator {
                Binary::Less => "lessThan",
                Binary::LessEqual => "lessThanEqual",
                Binary::Greater => "greaterThan",
                Binary::GreaterEqual => "greaterThanEqual",
                Binary::Equal => "equal",
                _ => "notEqual",
            };
            let ty = if a.ty.count() >= b.ty.count() { a.ty } else { b.ty };
            let side = |value: &Expr, other: &str| match value.ty.count() {
                1 => format!("{}({})", ty.name(), self.written(value.span, other)),
                _ => self.written(value.span, other),
            };
            Some(format!("component by component it is `{function}({}, {})`", side(a, "a"), side(b, "b")))
        } else if let (true, ExprKind::Binary(first, _, middle)) = (operator.orders() && a.ty == Type::BOOL, &a.kind)
            && first.orders()
        {
            // A chained comparison: `0 < x < 1`.
            let middle = self.operand(middle.span, "b");
            Some(format!("write `{} && {middle} {sign} {}`", self.written(a.span, "a < b"), self.operand(b.span, "c")))
        } else if a.ty.is_bool() != b.ty.is_bool() {
            let (odd, other) = if a.ty.is_bool() { (a, b) } else { (b, a) };
            self.conversion(odd, other.ty.scalar().with(odd.ty.components()))
        } else if a.ty.scalar() != b.ty.scalar() {
            // The help converts an index to a float rather than a float to an index.
            let (odd, other) = if b.ty.is_float() { (a, b) } else { (b, a) };
            self.conversion(odd, other.ty.scalar().with(odd.ty.components()))
        } else {
            let (long, short) = if a.ty.count() > b.ty.count() { (a, b) } else { (b, a) };
            self.conversion(long, short.ty)
        };
        if let Some(help) = help {
            diagnostic = diagnostic.help(help);
        }
        self.fail(diagnostic)
    }
}

/// Returns a binary operator on operands of the right types. Folds it if both are literals.
pub(super) fn join(operator: Binary, a: Expr, b: Expr, ty: Type, span: Span) -> Expr {
    let kind = folded(operator, &a, &b);
    Expr::new(kind.unwrap_or_else(|| ExprKind::Binary(operator, Box::new(a), Box::new(b))), ty, span)
}
