//! Side effects: expressions as statements, increments and pushes.

use super::body::Body;
use super::lvalue::Lvalue;
use super::{Checked, Checker};
use crate::ir::{Binary, Parameter, Role, Stmt};
use crate::syntax::Span;
use crate::syntax::ast::{self, Name};
use crate::syntax::{Code, Diagnostic};

impl Checker<'_> {
    /// Checks an expression that is evaluated for its side effects, not for its value.
    pub(super) fn effect(&mut self, body: &mut Body, value: &ast::Expr) -> Checked<()> {
        match &value.kind {
            ast::ExprKind::Comma(parts) => {
                let mut fine = Ok(());
                for part in parts {
                    fine = self.effect(body, part).and(fine);
                    self.bounded(body, part.span)?;
                }
                fine
            }
            ast::ExprKind::Assign(operator, place, given) => {
                self.assign(body, *operator, place, given, value.span).map(drop)
            }
            ast::ExprKind::Step { up, of, .. } => self.step(body, *up, of, value.span).map(drop),
            ast::ExprKind::Call(name, arguments) if name.text == "push" && !self.by_name.contains_key("push") => {
                self.push(body, name, arguments)
            }
            _ => {
                let given = self.value(body, value)?;
                let called = matches!(value.kind, ast::ExprKind::Call(..));
                if !called && !self.has_effects(value) {
                    let title = "the result of this expression is not used";
                    let help = "to keep it, assign it: `a = ..;`";
                    self.report(Diagnostic::warning(Code::B0312, value.span, title).help(help));
                }
                drop(given);
                Ok(())
            }
        }
    }

    fn push(&mut self, body: &mut Body, name: &Name, arguments: &[ast::Expr]) -> Checked<()> {
        let form = "it is `push(v);`, where `v` is a `vout` parameter of this kernel";
        let [argument] = arguments else {
            let title = format!("`push` takes one argument, not {}", arguments.len());
            return self.fail(Diagnostic::error(Code::B0313, name.span, title).help(form));
        };
        let found = match &argument.kind {
            ast::ExprKind::Name(name) => body.find(name).cloned(),
            _ => None,
        };
        let Some(variable) = found.filter(|variable| matches!(variable.role, Some(Role::Variable { .. }))) else {
            let title = "this is not a variable output";
            return self.fail(Diagnostic::error(Code::B0313, argument.span, title).help(form));
        };
        let values = body.variables(&variable.locals, argument.span);
        body.out.push(Stmt::Push { parameter: variable.number, values });
        Ok(())
    }

    /// Checks `++a` or `--a`, and returns the lvalue.
    pub(super) fn step(&mut self, body: &mut Body, up: bool, of: &ast::Expr, span: Span) -> Checked<Lvalue> {
        let operator = if up { Binary::Add } else { Binary::Subtract };
        let one = ast::Expr::new(ast::ExprKind::Int(1), span);
        self.assign(body, Some(operator), of, &one, span)
    }

    /// Whether evaluating the expression changes something.
    pub(super) fn has_effects(&self, value: &ast::Expr) -> bool {
        let mut found = match &value.kind {
            // `indexof` only takes a position, and does not evaluate its operand.
            ast::ExprKind::IndexOf(_) => return false,
            ast::ExprKind::Assign(..) | ast::ExprKind::Step { .. } => true,
            ast::ExprKind::Call(name, _) => match self.by_name.get(name.text.as_str()) {
                Some(&kernel) => {
                    let written = |p: &Parameter| matches!(p.role, Role::Output | Role::Accumulator);
                    let signature = self.signatures[kernel].as_ref();
                    self.calls[kernel].as_ref().is_some_and(|calls| calls.discards)
                        || signature.is_some_and(|signature| signature.parameters.iter().any(written))
                }
                None => ["modf", "frexp", "sincos", "push"].contains(&name.text.as_str()),
            },
            _ => false,
        };
        value.kind.children(&mut |part| found = found || self.has_effects(part));
        found
    }
}
