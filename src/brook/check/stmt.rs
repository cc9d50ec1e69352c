//! Checks statements.

use rustc_hash::FxHashMap;

use super::body::Body;
use super::typed::settled;
use super::{Checked, Checker, Failed};
use crate::ir::{At, Expr, Role, Stmt};
use crate::syntax::Span;
use crate::syntax::ast::{self, StmtKind};
use crate::syntax::{Code, Diagnostic};

impl Checker<'_> {
    /// Checks all statements, even after one with an error.
    pub(super) fn statements(&mut self, body: &mut Body, statements: &[ast::Stmt]) -> Checked<()> {
        let mut fine = Ok(());
        for statement in statements {
            fine = self.statement(body, statement).and(fine);
            if body.large {
                return Err(Failed);
            }
        }
        fine
    }

    /// Checks a statement in its own scope, and returns it as a block.
    fn scoped(&mut self, body: &mut Body, statement: &ast::Stmt) -> Checked<Vec<Stmt>> {
        body.scopes.push(FxHashMap::default());
        let (statements, fine) = body.block(|body| match &statement.kind {
            StmtKind::Block(statements) => self.statements(body, statements),
            _ => self.statement(body, statement),
        });
        body.scopes.pop();
        fine.map(|()| statements)
    }

    fn statement(&mut self, body: &mut Body, statement: &ast::Stmt) -> Checked<()> {
        let before = body.out.len();
        let fine = self.deeper(statement.span, |this| this.statement_of(body, statement));
        // The statements within a block have been counted already.
        if matches!(statement.kind, StmtKind::Declare(..) | StmtKind::Expr(_) | StmtKind::Return(_)) {
            body.made += body.out.len().saturating_sub(before);
        }
        fine.and(self.bounded(body, statement.span))
    }

    /// Fails if a body grows too large. One line of a program may assign hundreds of fields.
    pub(super) fn bounded(&mut self, body: &mut Body, span: Span) -> Checked<()> {
        let count = body.made.max(body.out.len()).max(body.locals.len());
        let max = super::MAX_PARTS as usize;
        if count <= max {
            return Ok(());
        }
        let title = format!(
            "kernel `{}` has {count} statements and variables, one for each field: the maximum is {max}",
            body.name
        );
        if !std::mem::replace(&mut body.large, true) {
            self.report(Diagnostic::error(Code::B0608, span, title));
        }
        Err(Failed)
    }

    fn statement_of(&mut self, body: &mut Body, statement: &ast::Stmt) -> Checked<()> {
        match &statement.kind {
            StmtKind::Empty => Ok(()),
            StmtKind::Block(_) => {
                let inner = self.scoped(body, statement)?;
                body.out.extend(inner);
                Ok(())
            }
            StmtKind::Declare(ty, declarators) => self.declare(body, ty, declarators),
            StmtKind::Expr(value) => self.effect(body, value),
            StmtKind::If(condition, then, otherwise) => {
                let condition = self.condition(body, condition);
                let then = self.scoped(body, then);
                let otherwise = match otherwise {
                    Some(otherwise) => self.scoped(body, otherwise),
                    None => Ok(Vec::new()),
                };
                body.out.push(Stmt::If { condition: condition?, then: then?, otherwise: otherwise? });
                Ok(())
            }
            StmtKind::For(start, condition, step, inner) => {
                body.scopes.push(FxHashMap::default());
                let started = match start {
                    Some(start) => self.statement(body, start),
                    None => Ok(()),
                };
                let looped = self.repeat(body, condition.as_ref(), step.as_ref(), inner, false);
                body.scopes.pop();
                started.and(looped)
            }
            StmtKind::While(condition, inner) => self.repeat(body, Some(condition), None, inner, false),
            StmtKind::Do(inner, condition) => self.repeat(body, Some(condition), None, inner, true),
            StmtKind::Break | StmtKind::Continue => {
                let (word, kind) = match statement.kind {
                    StmtKind::Break => ("break", Stmt::Break(At(statement.span))),
                    _ => ("continue", Stmt::Continue(At(statement.span))),
                };
                if body.loops == 0 {
                    let title = format!("`{word}` stands outside of a loop");
                    return self.fail(
                        Diagnostic::error(Code::B0305, statement.span, title).help("a kernel is left with `return`"),
                    );
                }
                body.out.push(kind);
                Ok(())
            }
            StmtKind::Return(value) => self.leave(body, statement, value.as_ref()),
            StmtKind::Discard => {
                if body.reduction {
                    let title = "a reduction cannot discard";
                    let help = "it has to accumulate something for each element: leave `r` as it is";
                    return self.fail(Diagnostic::error(Code::B0306, statement.span, title).help(help));
                }
                body.discard(statement.span);
                Ok(())
            }
        }
    }

    fn leave(&mut self, body: &mut Body, statement: &ast::Stmt, value: Option<&ast::Expr>) -> Checked<()> {
        match (body.result, value) {
            (None, None) => body.out.push(Stmt::Return(None, At(statement.span))),
            (None, Some(value)) => {
                let what = if body.reduction { "reduction" } else { "kernel" };
                let title = format!("{what} `{}` is `void` and returns nothing", body.name);
                let mut parameters = body.scopes.first().into_iter().flatten();
                let help = match parameters.find(|(_, variable)| variable.role == Some(Role::Accumulator)) {
                    Some((name, _)) => format!("assign it to the accumulator: `{name} = ..;`"),
                    None => "what it computes it writes to its `out` parameters".into(),
                };
                return self.fail(Diagnostic::error(Code::B0307, value.span, title).help(help));
            }
            (Some(ty), None) => {
                let title = format!("`{}` must return a `{}`", body.name, self.type_name(ty));
                return self.fail(Diagnostic::error(Code::B0307, statement.span, title).label("expected a value"));
            }
            (Some(ty), Some(value)) => {
                let given = self.value(body, value)?;
                let mut fields = self.coerce_of(body, given, ty, "the result", value)?;
                if body.result_locals.is_empty() {
                    body.out.push(Stmt::Return(fields.pop(), At(statement.span)));
                } else {
                    let places = body.result_locals.clone();
                    self.assign_fields(body, &places, fields);
                    body.out.push(Stmt::Return(None, At(statement.span)));
                }
            }
        }
        Ok(())
    }

    fn repeat(
        &mut self,
        body: &mut Body,
        condition: Option<&ast::Expr>,
        step: Option<&ast::Expr>,
        inner: &ast::Stmt,
        last: bool,
    ) -> Checked<()> {
        let (before, condition) =
            body.block(|body| condition.map(|condition| self.condition(body, condition)).transpose());
        let (step, stepped) = body.block(|body| step.map_or(Ok(()), |step| self.effect(body, step)));
        body.loops += 1;
        let inner = self.scoped(body, inner);
        body.loops -= 1;
        stepped?;
        body.out.push(Stmt::Loop { before, condition: condition?, body: inner?, step, last });
        Ok(())
    }

    /// Checks a condition: a number that is true where it is not 0.
    pub(super) fn condition(&mut self, body: &mut Body, condition: &ast::Expr) -> Checked<Expr> {
        // As in C, extra brackets say that the assignment is intended. Then the condition starts before its lvalue.
        if let ast::ExprKind::Assign(None, place, _) = &condition.kind
            && place.span.start == condition.span.start
        {
            let title = "this condition assigns";
            let help = "to compare, write `==`; if it is meant, put it into brackets of its own";
            self.report(Diagnostic::warning(Code::B0308, condition.span, title).help(help));
        }
        self.plain(body, condition).map(settled)
    }
}
