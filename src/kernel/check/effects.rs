//! Checks expressions with side effects: assignments, `++` and `--`, and calls that change something besides returning a result.

use super::{Body, Checked, Checker};
use crate::ir::{Binary, Expr, ExprKind, Type};
use crate::syntax::ast;
use crate::syntax::{Code, Diagnostic, Span};

impl Checker<'_> {
    /// Whether the evaluation of an expression changes something.
    pub(super) fn has_effects(&self, value: &ast::Expr) -> bool {
        let mut found = match &value.kind {
            ast::ExprKind::Assign(..) | ast::ExprKind::Step { .. } => true,
            ast::ExprKind::Call(name, _) => name.text == "modf" || self.impure.contains(name.text.as_str()),
            _ => false,
        };
        value.kind.children(&mut |part| found = found || self.has_effects(part));
        found
    }

    /// Checks an expression whose value is not used. Warns if it has a value but no side effects.
    pub(super) fn effect(&mut self, body: &mut Body, value: &ast::Expr) -> Checked<()> {
        match &value.kind {
            ast::ExprKind::Comma(parts) => {
                let mut fine = Ok(());
                for part in parts {
                    fine = self.effect(body, part).and(fine);
                }
                fine
            }
            ast::ExprKind::Assign(operator, place, given) => {
                self.assign(body, *operator, place, given, value.span).map(drop)
            }
            ast::ExprKind::Step { up, of, .. } => self.step(body, *up, true, of, value.span).map(drop),
            _ => {
                let given = self.deeper(value.span, |this| this.optional_value(body, value))?;
                if given.is_some() && !self.has_effects(value) {
                    let title = "the result of this expression is not used";
                    let diagnostic = Diagnostic::warning(Code::K0502, value.span, title);
                    let help = match &value.kind {
                        ast::ExprKind::Binary(Binary::Equal, ..) => "to assign it, write `=`",
                        _ => "to keep it, assign it: `a = ..;`",
                    };
                    self.report(diagnostic.help(help));
                }
                Ok(())
            }
        }
    }

    /// Checks `++a`, `--a`, `a++` and `a--`. Returns the new value if the operator stands before its operand, else the old value.
    pub(super) fn step(
        &mut self,
        body: &mut Body,
        up: bool,
        before: bool,
        of: &ast::Expr,
        span: Span,
    ) -> Checked<Expr> {
        let place = self.place(body, of)?;
        let sign = if up { "++" } else { "--" };
        if place.ty.is_bool() {
            let title = format!("`{sign}` takes a number, not {}", super::one(place.ty));
            return self.fail(Diagnostic::error(Code::K0304, of.span, title));
        }
        let mut old = self.read(body, &place);
        if !before {
            old = body.keep(old, "before");
        }
        let one = Expr::new(ExprKind::AbstractInt(1), Type::AbstractInt, span);
        let operator = if up { Binary::Add } else { Binary::Subtract };
        let new = self.binary(operator, old.clone(), one, span)?;
        self.store(body, &place, new);
        Ok(if before { self.read(body, &place) } else { old })
    }
}
