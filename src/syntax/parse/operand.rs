//! Parses operands: literals, names, calls, brackets, and the indices and members after these.

use super::expr::Boxed;
use super::{Parsed, Parser};
use crate::syntax::ast::{Expr, ExprKind, Name};
use crate::syntax::lexer::TokenKind;

impl Parser<'_> {
    pub(super) fn postfix(&mut self) -> Boxed {
        let mut value = self.primary()?;
        let mut count = 0;
        while ["[", ".", "->", "++", "--"].contains(&self.text(0)) && self.token(0).kind == TokenKind::Sign {
            count += 1;
            value = self.suffixed(value, count)?;
        }
        Ok(value)
    }

    /// Parses an index, a member, `++` or `--` after a value: the `count`th in a row.
    #[inline(never)]
    fn suffixed(&mut self, value: Box<Expr>, count: usize) -> Boxed {
        if count > self.language.max_chain {
            return self.too_long("has", "brackets and fields", "");
        }
        let span = value.span;
        match self.text(0) {
            "[" => {
                self.open_bracket()?;
                self.at += 1;
                if self.is("]") {
                    return self.no_index();
                }
                let index = self.nested(Self::list)?;
                let close = self.expect_behind_value("]", "behind this index")?;
                self.boxed(ExprKind::Index(value, index), span.to(close))
            }
            "." => {
                self.at += 1;
                let name = self.name("the name of a field or component")?;
                if self.language.methods && self.is("(") {
                    return self.method(value, name);
                }
                let span = span.to(name.span);
                self.boxed(ExprKind::Member(value, name), span)
            }
            "->" => {
                let help = "a field is read with a point: `a.field`";
                let title = format!("{} have no pointers", self.language.programs);
                self.refuse(self.language.codes.pointer, self.span(), &title, help)
            }
            sign => {
                let up = sign == "++";
                let span = span.to(self.span());
                self.at += 1;
                self.boxed(ExprKind::Step { up, before: false, of: value }, span)
            }
        }
    }

    /// Parses the arguments of a method, after its name.
    #[inline(never)]
    fn method(&mut self, of: Box<Expr>, name: Name) -> Boxed {
        let span = of.span;
        self.open_bracket()?;
        self.at += 1;
        let arguments = self.nested(Self::arguments)?;
        let close = self.expect_behind_argument(&format!("behind the arguments of `{}`", name.text))?;
        self.boxed(ExprKind::Method(of, name, arguments), span.to(close))
    }

    fn primary(&mut self) -> Boxed {
        if let Some(operand) = (self.language.operand)(self)? {
            return Ok(operand);
        }
        match self.token(0).kind {
            TokenKind::Float(_) | TokenKind::Int(_) | TokenKind::Uint(_) | TokenKind::BadNumber => self.literal(),
            TokenKind::Word if self.text(1) == "(" => self.call(),
            TokenKind::Word => self.word(),
            TokenKind::Sign if self.is("(") => self.bracketed(),
            _ => self.no_value(),
        }
    }

    fn bracketed(&mut self) -> Boxed {
        self.open_bracket()?;
        let open = self.at;
        self.at += 1;
        let mut inner = self.nested(Self::list)?;
        let close = self.expect_behind_value(")", "behind this expression")?;
        inner.span = self.tokens[open].span.to(close);
        Ok(inner)
    }

    #[inline(never)]
    fn literal(&mut self) -> Boxed {
        let token = self.token(0);
        let value = (self.language.number)(self, token.kind)?;
        self.at += 1;
        self.boxed(value, token.span)
    }

    #[inline(never)]
    fn word(&mut self) -> Boxed {
        let name = self.name_here();
        self.at += 1;
        if (self.language.is_constructor)(&name.text) {
            return self.type_for_value(&name);
        }
        self.boxed(ExprKind::Name(name.text), name.span)
    }

    /// Parses a call of a function, or of a type as a constructor.
    fn call(&mut self) -> Boxed {
        let name = self.at;
        self.at += 1;
        self.open_bracket()?;
        self.at += 1;
        let arguments = self.nested(Self::arguments)?;
        self.end_of_call(name, arguments)
    }

    fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        let mut arguments = Vec::new();
        if self.is(")") {
            return Ok(arguments);
        }
        loop {
            arguments.push(*self.assigned()?);
            if !self.eat(",") {
                return Ok(arguments);
            }
        }
    }

    #[inline(never)]
    fn end_of_call(&mut self, name: usize, arguments: Vec<Expr>) -> Boxed {
        let token = self.tokens[name];
        let name = Name { text: self.files.text(token.text).to_owned(), span: token.span };
        let close = match self.is(")") {
            true => self.expect(")", "")?,
            false => self.expect_behind_argument(&format!("behind the arguments of `{}`", name.text))?,
        };
        self.boxed(ExprKind::Call(name, arguments), token.span.to(close))
    }
}
