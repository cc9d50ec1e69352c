//! Checks statements.

use super::names::refuse_word;
use super::{Body, Checked, Checker, Failed, Held, Variable, one};
use crate::ir::{At, Expr, ExprKind, Stmt, Type};
use crate::syntax::ast::{self, Declarator, StmtKind};
use crate::syntax::{Code, Diagnostic, Span};

impl Checker<'_> {
    /// Checks all statements, even if one of them is wrong.
    pub(super) fn statements(&mut self, body: &mut Body, statements: &[ast::Stmt]) -> Checked<()> {
        let mut fine = Ok(());
        for statement in statements {
            fine = self.statement(body, statement).and(fine);
        }
        fine
    }

    /// Checks a statement in a new scope, and returns it as a block.
    fn scoped(&mut self, body: &mut Body, statement: &ast::Stmt) -> Checked<Vec<Stmt>> {
        let (block, fine) = body.scoped(|body| self.statement(body, statement));
        fine.map(|()| block)
    }

    fn statement(&mut self, body: &mut Body, statement: &ast::Stmt) -> Checked<()> {
        self.deeper(statement.span, |this| this.statement_of(body, statement))
    }

    fn statement_of(&mut self, body: &mut Body, statement: &ast::Stmt) -> Checked<()> {
        let span = statement.span;
        match &statement.kind {
            StmtKind::Empty => Ok(()),
            StmtKind::Block(inner) => {
                body.scopes.push(Vec::new());
                let fine = self.statements(body, inner);
                body.scopes.pop();
                fine
            }
            StmtKind::Declare(ty, items) => {
                let ty = self.variable_type(ty).ok();
                let mut fine = ty.map(drop).ok_or(Failed);
                for item in items {
                    fine = self.declare(body, ty, item).and(fine);
                }
                fine
            }
            StmtKind::Expr(value) => self.effect(body, value),
            StmtKind::If(condition, then, otherwise) => {
                let condition = self.condition(body, condition, "the condition of an `if`");
                let then = self.scoped(body, then);
                let otherwise = otherwise.as_ref().map_or(Ok(Vec::new()), |inner| self.scoped(body, inner));
                body.out.push(Stmt::If { condition: condition?, then: then?, otherwise: otherwise? });
                Ok(())
            }
            StmtKind::For(first, condition, step, inner) => {
                body.scopes.push(Vec::new());
                let fine = self.for_loop(body, first.as_deref(), condition.as_ref(), step.as_ref(), inner);
                body.scopes.pop();
                fine
            }
            StmtKind::While(..) => self.refused("while", span),
            StmtKind::Do(..) => self.refused("do", span),
            StmtKind::Discard => self.refused("discard", span),
            StmtKind::Break | StmtKind::Continue => {
                let (word, made) = match statement.kind {
                    StmtKind::Break => ("break", Stmt::Break(At(span))),
                    _ => ("continue", Stmt::Continue(At(span))),
                };
                if body.loops == 0 {
                    let title = format!("`{word}` stands in no loop");
                    return self.fail(Diagnostic::error(Code::K0403, first(span, word), title));
                }
                body.out.push(made);
                Ok(())
            }
            StmtKind::Return(value) => self.give_back(body, value.as_ref(), span),
        }
    }

    /// Reports a statement that kernels do not have, at its first word.
    fn refused(&mut self, word: &str, span: Span) -> Checked<()> {
        let title = format!("a kernel cannot use `{word}`");
        self.fail(Diagnostic::error(Code::K0209, first(span, word), title).help(refuse_word(word).unwrap_or_default()))
    }

    fn for_loop(
        &mut self,
        body: &mut Body,
        first: Option<&ast::Stmt>,
        condition: Option<&ast::Expr>,
        step: Option<&ast::Expr>,
        inner: &ast::Stmt,
    ) -> Checked<()> {
        let first = first.map_or(Ok(()), |first| self.statement(body, first));
        let what = "the condition of a `for`";
        let (before, condition) =
            body.block(|body| condition.map(|condition| self.condition(body, condition, what)).transpose());
        let (step, stepped) = body.block(|body| step.map_or(Ok(()), |step| self.effect(body, step)));
        body.loops += 1;
        let iteration = self.scoped(body, inner);
        body.loops -= 1;
        first?;
        stepped?;
        body.out.push(Stmt::Loop { before, condition: condition?, body: iteration?, step, last: false });
        Ok(())
    }

    /// Checks a condition, which must be a single bool. Warns if it is an assignment.
    pub(super) fn condition(&mut self, body: &mut Body, of: &ast::Expr, what: &str) -> Checked<Expr> {
        let value = self.value(body, of)?;
        let assigns = match &of.kind {
            ast::ExprKind::Assign(None, a, b) => {
                Some(format!("to compare, write `{} == {}`", self.written(a.span, "a"), self.written(b.span, "b")))
            }
            _ => None,
        };
        if value.ty != Type::BOOL {
            let diagnostic = self.mismatch(&value, Type::BOOL, what);
            return self.fail(match assigns {
                Some(help) => Diagnostic { span: of.span, help: vec![help], ..diagnostic },
                None => diagnostic,
            });
        }
        if let Some(help) = assigns {
            let diagnostic = Diagnostic::warning(Code::K0503, of.span, "this condition assigns");
            self.report(diagnostic.help(help));
        }
        Ok(value)
    }

    fn give_back(&mut self, body: &mut Body, value: Option<&ast::Expr>, span: Span) -> Checked<()> {
        let value = match (value, body.result) {
            (None, None) => None,
            (Some(value), Some(ty)) => {
                let given = self.value(body, value)?;
                Some(self.coerce(given, ty, &format!("the function returns {}", one(ty)))?)
            }
            (Some(value), None) => {
                let title = "this function returns nothing";
                return self.fail(Diagnostic::error(Code::K0402, value.span, title).help("write `return;`"));
            }
            (None, Some(ty)) => {
                let title = format!("this function returns {}, and nothing is given", one(ty));
                return self.fail(Diagnostic::error(Code::K0402, span, title).help("write `return ..;`"));
            }
        };
        body.out.push(Stmt::Return(value, At(span)));
        Ok(())
    }

    fn declare(&mut self, body: &mut Body, ty: Option<Type>, item: &Declarator) -> Checked<()> {
        let name = item.name.text.as_str();
        let mut fine = self.variable_name(&item.name);
        if let Some(array) = item.array {
            return self.declare_array(body, ty, item, array, fine);
        }
        if let Some(first) = body.in_this_scope(name).map(|first| first.span) {
            let title = format!("there are two variables `{name}`");
            fine = self.fail(Diagnostic::error(Code::K0203, item.name.span, title).other(first, "the first"));
        }
        // The value is checked before the name is bound: in `float a = a;` the `a` on the right is that of the outer scope.
        let value = match (&item.value, ty) {
            (Some(value), Some(ty)) => {
                let given = self.value(body, value);
                let place = format!("`{name}` is {}", one(ty));
                given.and_then(|given| self.coerce(given, ty, &place)).map(Some)
            }
            (Some(value), None) => self.value(body, value).map(|_| None),
            (None, _) if item.constant => {
                let title = format!("`{name}` is `const`, and has no value");
                let help = format!("give it one: `const {} {name} = ..;`", ty.map_or("float", Type::name));
                self.fail(Diagnostic::error(Code::K0308, item.name.span, title).help(help))
            }
            (None, _) => Ok(None),
        };
        let known = ty.unwrap_or(Type::FLOAT);
        let span = item.name.span;
        let bind = |body: &mut Body, held: Held| {
            body.bind(name, Variable { ty: known, held, span, constant: item.constant });
        };
        if ty.is_none() || fine.is_err() {
            bind(body, Held::Poisoned);
            return Err(Failed);
        }
        // A variable is declared even if its value is wrong.
        match &value {
            Ok(Some(value)) if item.constant && value.is_literal() => bind(body, Held::Value(value.clone())),
            _ => {
                let local = body.local(name, known);
                body.places.declared.insert(local, span);
                body.locals[local.0].span = At(span);
                if let Ok(value) = &value {
                    body.out.push(Stmt::Declare { local, value: value.clone() });
                }
                bind(body, Held::Local(local));
            }
        }
        debug_assert!(!matches!(&value, Ok(Some(Expr { kind: ExprKind::AbstractInt(_), .. }))));
        value.map(drop)
    }
}

/// Returns the span of the first word of a statement.
fn first(span: Span, word: &str) -> Span {
    Span { end: span.end.min(span.start + word.len() as u32), ..span }
}
