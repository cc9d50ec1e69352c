//! Parses statements.

#![allow(clippy::boxed_local, reason = "frames stay small where values stay boxed")]

use super::{Parsed, Parser};
use crate::syntax::Span;
use crate::syntax::ast::{Expr, Stmt, StmtKind};

/// A parsed statement. It is boxed to keep stack frames small, because statements nest deep.
type Boxed = Parsed<Box<Stmt>>;

/// The contents of the brackets of a `for`: start, condition and step.
type ForHead = (Option<Box<Stmt>>, Option<Expr>, Option<Expr>);

impl Parser<'_> {
    /// Parses the statements up to the end. After an error it continues after the next `;`.
    pub(crate) fn statements(&mut self) -> Vec<Stmt> {
        let mut statements = Vec::new();
        while self.at < self.end {
            let start = self.at;
            match self.statement() {
                Ok(statement) => statements.push(*statement),
                Err(_) => self.recover(start),
            }
        }
        statements
    }

    fn recover(&mut self, start: usize) {
        self.at = self.at.max(start);
        while self.at < self.end {
            match self.text(0) {
                ";" => {
                    self.at += 1;
                    break;
                }
                "(" | "[" | "{" => self.at = self.behind(self.at),
                // A line that begins like a statement is one; most likely a `;` is missing before it.
                word if self.token(0).starts_line && self.at > start && self.starts_statement(word) => break,
                _ => self.at += 1,
            }
        }
        self.at = self.at.max(start + 1);
    }

    fn starts_statement(&self, word: &str) -> bool {
        ["if", "for", "while", "do", "return", "break", "continue"].contains(&word)
            || (self.is_word(0) && (self.is_word(1) || ["=", ".", "["].contains(&self.text(1))))
    }

    /// Parses a statement. Nested statements are parsed by recursion through this function, so the stack frames in between are
    /// kept small.
    fn statement(&mut self) -> Boxed {
        self.nested(|this| {
            (this.language.refuse_statement)(this)?;
            match this.text(0) {
                "{" => this.block(),
                "if" => this.choice(),
                "for" => this.for_loop(),
                "while" => this.while_loop(),
                "do" => this.do_loop(),
                _ => this.plain(),
            }
        })
    }

    #[inline(never)]
    fn stmt(&self, kind: StmtKind, first: Span) -> Boxed {
        Ok(Box::new(Stmt { kind, span: first.to(self.before()) }))
    }

    #[inline(never)]
    fn condition(&mut self, word: &str) -> Parsed<Box<Expr>> {
        if self.is("(") {
            self.open_bracket()?;
        }
        self.expect("(", &format!("behind `{word}`"))?;
        let condition = self.expression()?;
        self.expect_behind_value(")", &format!("behind the condition of `{word}`"))?;
        Ok(Box::new(condition))
    }

    fn end_of(&mut self, what: &str) -> Parsed<()> {
        self.expect(";", &format!("behind {what}"))?;
        Ok(())
    }

    fn end_behind_value(&mut self, what: &str) -> Parsed<()> {
        self.expect_behind_value(";", &format!("behind {what}"))?;
        Ok(())
    }

    #[inline(never)]
    fn block(&mut self) -> Boxed {
        let open = self.at;
        let Some(close) = self.closing(open) else {
            return self.refuse(self.language.codes.unclosed, self.span(), "this `{` is never closed", "");
        };
        self.at += 1;
        let outer = std::mem::replace(&mut self.end, close);
        let statements = self.statements();
        self.end = outer;
        self.at = close + 1;
        self.stmt(StmtKind::Block(statements), self.tokens[open].span)
    }

    #[inline(never)]
    fn choice(&mut self) -> Boxed {
        let first = self.span();
        self.at += 1;
        let condition = self.condition("if")?;
        let then = self.statement()?;
        let otherwise = if self.eat("else") { Some(self.statement()?) } else { None };
        self.end_of_choice(first, condition, then, otherwise)
    }

    #[inline(never)]
    fn end_of_choice(&self, first: Span, condition: Box<Expr>, then: Box<Stmt>, otherwise: Option<Box<Stmt>>) -> Boxed {
        self.stmt(StmtKind::If(*condition, then, otherwise), first)
    }

    #[inline(never)]
    fn for_loop(&mut self) -> Boxed {
        let first = self.span();
        let head = self.for_head()?;
        let body = self.statement()?;
        self.end_of_for(first, head, body)
    }

    #[inline(never)]
    fn end_of_for(&self, first: Span, head: Box<ForHead>, body: Box<Stmt>) -> Boxed {
        let (start, condition, step) = *head;
        self.stmt(StmtKind::For(start, condition, step, body), first)
    }

    #[inline(never)]
    fn while_loop(&mut self) -> Boxed {
        let first = self.span();
        self.at += 1;
        let condition = self.condition("while")?;
        let body = self.statement()?;
        self.end_of_while(first, condition, body)
    }

    #[inline(never)]
    fn end_of_while(&self, first: Span, condition: Box<Expr>, body: Box<Stmt>) -> Boxed {
        self.stmt(StmtKind::While(*condition, body), first)
    }

    #[inline(never)]
    fn do_loop(&mut self) -> Boxed {
        let first = self.span();
        self.at += 1;
        let body = self.statement()?;
        self.end_of_do(first, body)
    }

    #[inline(never)]
    fn end_of_do(&mut self, first: Span, body: Box<Stmt>) -> Boxed {
        self.expect("while", "behind the body of `do`")?;
        let condition = self.condition("while")?;
        self.end_of("this loop")?;
        self.stmt(StmtKind::Do(body, *condition), first)
    }

    /// Parses a statement that contains no others.
    #[inline(never)]
    fn plain(&mut self) -> Boxed {
        let first = self.span();
        let kind = self.plain_kind()?;
        self.stmt(kind, first)
    }

    fn plain_kind(&mut self) -> Parsed<StmtKind> {
        let word = self.text(0);
        match word {
            ";" => {
                self.at += 1;
                Ok(StmtKind::Empty)
            }
            "break" | "continue" | "discard" if self.text(1) != "(" => {
                self.at += 1;
                self.end_of(&format!("`{word}`"))?;
                Ok(match word {
                    "break" => StmtKind::Break,
                    "continue" => StmtKind::Continue,
                    _ => StmtKind::Discard,
                })
            }
            "return" => {
                self.at += 1;
                let value = if self.is(";") { None } else { Some(self.expression()?) };
                self.end_behind_value("`return`")?;
                Ok(StmtKind::Return(value))
            }
            _ if self.starts_declaration() => self.declaration(),
            _ => {
                let value = self.expression()?;
                self.end_behind_value("this expression")?;
                Ok(StmtKind::Expr(value))
            }
        }
    }

    #[inline(never)]
    fn for_head(&mut self) -> Parsed<Box<ForHead>> {
        self.at += 1;
        if self.is("(") {
            self.open_bracket()?;
        }
        self.expect("(", "behind `for`")?;
        let first = self.span();
        let start = if self.eat(";") {
            None
        } else if self.starts_declaration() {
            let kind = self.declaration()?;
            Some(Box::new(Stmt { kind, span: first.to(self.before()) }))
        } else {
            let value = self.expression()?;
            let span = value.span;
            self.end_behind_value("the first part of `for`")?;
            Some(Box::new(Stmt { kind: StmtKind::Expr(value), span }))
        };
        let condition = if self.is(";") { None } else { Some(self.expression()?) };
        self.end_behind_value("the condition of `for`")?;
        let step = if self.is(")") { None } else { Some(self.expression()?) };
        self.expect_behind_value(")", "behind the head of `for`")?;
        Ok(Box::new((start, condition, step)))
    }
}
