//! Statements.

use super::body::Body;
use super::convert::Purpose;
use super::number::{boolean, literal};
use super::value::Item;
use super::{Checked, Checker, Failed};
use crate::cg::types::Type;
use crate::ir::{At, Expr, Part, Place, SharedUse, Stmt};
use crate::syntax::{Code, Span, ast};

impl Checker<'_> {
    /// Checks statements. After an error in one it goes on, to find several at once.
    pub(super) fn statements(&mut self, body: &mut Body, statements: &[ast::Stmt]) -> Checked<()> {
        let mut result = Ok(());
        for statement in statements {
            if self.deeper(statement.span, |this| this.statement(body, statement)).is_err() {
                result = Err(Failed);
            }
        }
        result
    }

    fn statement(&mut self, body: &mut Body, of: &ast::Stmt) -> Checked<()> {
        match &of.kind {
            ast::StmtKind::Empty => Ok(()),
            ast::StmtKind::Block(inner) => {
                let ((), block) = body.block(|body| self.statements(body, inner))?;
                body.out.extend(block);
                Ok(())
            }
            ast::StmtKind::Declare(ty, declarators) => self.declaration(body, ty, declarators),
            ast::StmtKind::Expr(value) => self.effect(body, value),
            ast::StmtKind::If(condition, then, otherwise) => self.branch(body, condition, then, otherwise.as_deref()),
            ast::StmtKind::For(first, condition, step, inner) => {
                let ((), block) = body.block(|body| {
                    if let Some(first) = first {
                        self.statement(body, first)?;
                    }
                    self.repeat(body, condition.as_ref(), step.as_ref(), inner, false)
                })?;
                body.out.extend(block);
                Ok(())
            }
            ast::StmtKind::While(condition, inner) => self.repeat(body, Some(condition), None, inner, false),
            ast::StmtKind::Do(inner, condition) => self.repeat(body, Some(condition), None, inner, true),
            ast::StmtKind::Break | ast::StmtKind::Continue => {
                let (at, is_break) = (At(of.span), matches!(of.kind, ast::StmtKind::Break));
                if body.loops == 0 {
                    let word = if is_break { "break" } else { "continue" };
                    return self.refuse(Code::C0004, of.span, format!("`{word}` stands outside of loops"), "");
                }
                body.out.push(if is_break { Stmt::Break(at) } else { Stmt::Continue(at) });
                Ok(())
            }
            ast::StmtKind::Return(value) => self.give(body, value.as_ref(), of.span),
            ast::StmtKind::Discard => self.discard(body, boolean(true, of.span)),
        }
    }

    fn branch(
        &mut self,
        body: &mut Body,
        condition: &ast::Expr,
        then: &ast::Stmt,
        otherwise: Option<&ast::Stmt>,
    ) -> Checked<()> {
        let test = self.condition(body, condition)?;
        let then = body.block(|body| self.statement(body, then));
        let otherwise = match otherwise {
            Some(otherwise) => body.block(|body| self.statement(body, otherwise))?.1,
            None => Vec::new(),
        };
        let ((), then) = then?;
        body.out.push(Stmt::If { condition: test, then, otherwise });
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
        let (test, before) = body.aside(|body| match condition {
            Some(condition) => self.condition(body, condition).map(Some),
            None => Ok(None),
        })?;
        body.loops += 1;
        let checked = body.block(|body| self.statement(body, inner));
        body.loops -= 1;
        let ((), block) = checked?;
        let step = match step {
            Some(step) => body.aside(|body| self.effect(body, step))?.1,
            None => Vec::new(),
        };
        body.out.push(Stmt::Loop { before, condition: test, body: block, step, last });
        Ok(())
    }

    /// Checks a `return`.
    fn give(&mut self, body: &mut Body, value: Option<&ast::Expr>, span: Span) -> Checked<()> {
        let ty = body.result.clone();
        let value = match (value, &ty) {
            (None, Type::Void) => None,
            (None, _) => {
                let title = format!("this function returns a `{}`, and nothing is returned", self.type_name(&ty));
                return self.refuse(Code::C1016, span, title, "");
            }
            (Some(value), Type::Void) => {
                return self.refuse(Code::C1016, value.span, "this function returns nothing", "");
            }
            (Some(value), _) => {
                let value = self.value(body, value)?;
                Some(self.convert(value, &ty, Purpose::Result)?)
            }
        };
        let mut single = None;
        if let Some(value) = value {
            match body.function.result {
                Some(_) => single = Some(value.expr().clone()),
                None => {
                    for (local, item) in body.returned.clone().into_iter().zip(value.items) {
                        let Item::Number(value) = item else {
                            return self.refuse(Code::C1016, span, "a sampler cannot be returned", "");
                        };
                        body.out.push(Stmt::Assign { place: Place { local, part: Part::Whole }, value });
                    }
                }
            }
        }
        body.out.push(Stmt::Return(single, At(span)));
        Ok(())
    }

    /// Discards the fragment where a truth value is true.
    pub(super) fn discard(&mut self, body: &mut Body, condition: Expr) -> Checked<()> {
        let span = condition.span;
        let number = self.shared("discard", crate::ir::Type::BOOL, SharedUse::Discard);
        let local = body.target(number, "discard", crate::ir::Type::BOOL);
        let set = Stmt::Assign { place: Place { local, part: Part::Whole }, value: boolean(true, span) };
        match literal(&condition).as_deref() {
            Some([value]) if *value == 0.0 => {}
            Some(_) => body.out.push(set),
            None => body.out.push(Stmt::If { condition, then: vec![set], otherwise: Vec::new() }),
        }
        Ok(())
    }
}
