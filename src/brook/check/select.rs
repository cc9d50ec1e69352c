//! The operator `?:`. It becomes an expression, or an `if` statement where one of its values has side effects.

use super::body::Body;
use super::convert::Value;
use super::int_literal::choice_stays_abstract;
use super::typed::{fitted, settled, unified};
use super::{Checked, Checker, Failed};
use crate::brook::types::Plain;
use crate::ir::{Expr, ExprKind, Part, Place, Stmt};
use crate::syntax::Span;
use crate::syntax::ast;
use crate::syntax::{Code, Diagnostic};

impl Checker<'_> {
    /// Checks `condition ? then : otherwise`.
    pub(super) fn select(
        &mut self,
        body: &mut Body,
        condition: &ast::Expr,
        then: &ast::Expr,
        otherwise: &ast::Expr,
        span: Span,
    ) -> Checked<Value> {
        let effects = self.has_effects(then) || self.has_effects(otherwise);
        let mut test = settled(self.plain(body, condition)?);
        if effects {
            test = body.keep(test, "condition");
        }
        if effects && test.ty.count() > 1 {
            let title = "both values of `?:` are evaluated where a vector chooses, and one changes something";
            let changes = if self.has_effects(then) { then } else { otherwise };
            let label = "done whatever is chosen";
            let help = "write it before this expression, or choose by a number: `if (v.x) { .. }`";
            self.report(Diagnostic::warning(Code::B0337, changes.span, title).label(label).help(help));
        }
        if effects && test.ty.count() == 1 {
            return self.select_by_branch(body, test, (then, otherwise), span);
        }
        self.select_of_values(body, (test, condition.span), (then, otherwise), span)
    }

    /// Turns `?:` into an `if`, so that only one of the two values is evaluated.
    fn select_by_branch(
        &mut self,
        body: &mut Body,
        test: Expr,
        (then, otherwise): (&ast::Expr, &ast::Expr),
        span: Span,
    ) -> Checked<Value> {
        let (first, a) = body.block(|body| self.value(body, then));
        let (second, b) = body.block(|body| self.value(body, otherwise));
        let (Value::Plain(a), Value::Plain(b)) = (a?, b?) else {
            let title = "`?:` on structs cannot change something on the way";
            return self.fail(Diagnostic::error(Code::B0325, span, title).help("write it as an `if`"));
        };
        let (to_a, to_b) = unified(a, b, true);
        let ty = to_a.ty;
        let local = body.local("chosen", ty);
        let assigned = |mut statements: Vec<Stmt>, value: Expr| {
            statements.push(Stmt::Assign { place: Place { local, part: Part::Whole }, value });
            statements
        };
        body.out.push(Stmt::Declare { local, value: None });
        let (then, otherwise) = (assigned(first, to_a), assigned(second, to_b));
        body.out.push(Stmt::If { condition: test, then, otherwise });
        Ok(Value::Plain(body.variable(local, span)))
    }

    /// Checks `?:` on two values that are both evaluated. `at` is the span of the condition.
    fn select_of_values(
        &mut self,
        body: &mut Body,
        (mut test, at): (Expr, Span),
        (then, otherwise): (&ast::Expr, &ast::Expr),
        span: Span,
    ) -> Checked<Value> {
        let values = self.values(body, &[then, otherwise])?;
        let [a, b] = <[Value; 2]>::try_from(values).map_err(|_| Failed)?;
        let chosen = |test: Expr, a: Expr, b: Expr| {
            let ty = a.ty;
            Expr { kind: ExprKind::Select(Box::new(test), Box::new(a), Box::new(b)), ty, span }
        };
        match (a, b) {
            (Value::Plain(a), Value::Plain(b))
                if test.ty.count() == 1 && choice_stays_abstract(&a, &b) && ![a.ty, b.ty].contains(&Plain::UINT) =>
            {
                let kind = ExprKind::Select(Box::new(test), Box::new(a), Box::new(b));
                Ok(Value::Plain(Expr { kind, ty: Plain::AbstractInt, span }))
            }
            (Value::Plain(a), Value::Plain(b)) => {
                let (a, b) = self.beside_uint(a, b)?;
                let (mut a, mut b) = unified(a, b, true);
                let (wide, chosen_by) = (a.ty.count(), test.ty.count());
                if chosen_by > 1 {
                    // The choice is made for each component. The shortest vector determines their number.
                    let count = if wide == 1 { chosen_by } else { wide.min(chosen_by) };
                    let of = |own: Plain| own.with(Expr::floats(count).components());
                    let (to, by) = (of(a.ty), of(test.ty));
                    (a, b, test) = (fitted(a, to), fitted(b, to), fitted(test, by));
                }
                Ok(Value::Plain(chosen(test, a, b)))
            }
            (Value::Record(id, a), Value::Record(other, b)) if id == other => {
                if test.ty.count() > 1 {
                    let title = "a vector cannot choose between structs";
                    return self.fail(Diagnostic::error(Code::B0325, at, title).help("name a component of it"));
                }
                let test = body.keep(test, "condition");
                let fields = a.into_iter().zip(b).map(|(a, b)| chosen(test.clone(), a, b)).collect();
                Ok(Value::Record(id, fields))
            }
            _ => {
                let title = "the two values of `?:` are of different types";
                self.fail(Diagnostic::error(Code::B0325, span, title))
            }
        }
    }
}
