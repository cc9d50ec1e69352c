//! Steps through the tokens of a listing, and looks up names.

use crate::fragment_program::Register;
use crate::syntax::steps::step;
use crate::syntax::{Code, Diagnostic, Span, nearest};

use super::lex::{Token, TokenKind};
use super::parser::{ParseError, Parser};
use super::symbols::Symbol;

impl<'a> Parser<'a> {
    pub fn peek(&self) -> Token {
        step();
        // The last token is always `End`.
        self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    /// Returns the token after the next.
    pub fn peek_second(&self) -> Token {
        self.tokens[(self.at + 1).min(self.tokens.len() - 1)]
    }

    pub fn next(&mut self) -> Token {
        let token = self.peek();
        self.at += 1;
        token
    }

    /// If the next token is this sign, consumes it and returns true.
    pub fn takes(&mut self, sign: u8) -> bool {
        let there = self.peek().kind == TokenKind::Sign(sign);
        self.at += usize::from(there);
        there
    }

    pub fn sign(&mut self, sign: u8) -> Result<Token, ParseError> {
        let token = self.peek();
        match self.takes(sign) {
            true => Ok(token),
            false => Err(self.unexpected(token, &format!("`{}`", sign as char))),
        }
    }

    pub fn word(&mut self, what: &str) -> Result<Token, ParseError> {
        let token = self.peek();
        match token.kind {
            TokenKind::Word => Ok(self.next()),
            _ => Err(self.unexpected(token, what)),
        }
    }

    /// Consumes exactly this word.
    pub fn keyword(&mut self, word: &str) -> Result<Token, ParseError> {
        let token = self.peek();
        match token.kind == TokenKind::Word && self.text_of(token.span) == word {
            true => Ok(self.next()),
            false => Err(self.unexpected(token, &format!("`{word}`"))),
        }
    }

    /// Returns the text of a span.
    pub fn text_of(&self, span: Span) -> &'a str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Returns the span from a token to the last token that was consumed.
    pub fn since(&self, first: Span) -> Span {
        let last = self.tokens[self.at.saturating_sub(1).min(self.tokens.len() - 1)];
        first.to(last.span)
    }

    pub fn wrong(&self, code: Code, span: Span, title: impl Into<String>) -> ParseError {
        Box::new(Diagnostic::error(code, span, title))
    }

    pub fn help(&self, mut wrong: ParseError, help: impl Into<String>) -> ParseError {
        wrong.help.push(help.into());
        wrong
    }

    pub fn unexpected(&self, token: Token, wanted: &str) -> ParseError {
        let title = match token.kind {
            TokenKind::End => format!("expected {wanted}, found the end of the listing"),
            TokenKind::BadNumber => format!("`{}` is not a number", self.text_of(token.span)),
            _ => format!("expected {wanted}, found `{}`", self.text_of(token.span)),
        };
        self.wrong(Code::F0002, token.span, title)
    }

    /// Parses an integer below `max` in brackets.
    pub fn bracketed(&mut self, what: &str, max: usize) -> Result<usize, ParseError> {
        self.sign(b'[')?;
        let number = self.below(what, max)?;
        self.sign(b']')?;
        Ok(number)
    }

    /// Parses an integer below `max`.
    pub fn below(&mut self, what: &str, max: usize) -> Result<usize, ParseError> {
        let token = self.next();
        match token.kind {
            TokenKind::Int(number) if number < max as u64 => Ok(number as usize),
            TokenKind::Int(number) => Err(self.wrong(
                Code::F0106,
                token.span,
                format!("{what} {number} is out of range: there are {max}, counted from 0"),
            )),
            _ => Err(self.unexpected(token, "a whole number")),
        }
    }

    /// Returns the meaning of a name. If a register was used only for condition codes so far, it becomes an ordinary temporary.
    pub fn named(&mut self, token: Token) -> Result<Symbol, ParseError> {
        let name = self.text_of(token.span);
        match self.symbols.get(name) {
            Some(Symbol::ConditionOnly) => {
                // The register is used for more than condition codes.
                let register = Register::Temporary(self.temporaries.len());
                self.temporaries.push(name.to_owned());
                let declared = self.symbols.declared(name).unwrap_or(token.span);
                self.symbols.insert(name, Symbol::Register(register), declared);
                Ok(Symbol::Register(register))
            }
            Some(symbol) => Ok(symbol),
            None => {
                if self.is_bare()
                    && let Some(symbol) = self.bare_register(name, token.span)
                {
                    return Ok(symbol);
                }
                let mut wrong = Diagnostic::error(Code::F0101, token.span, format!("`{name}` is not declared"));
                wrong = match nearest(name, self.symbols.names()) {
                    Some(meant) => wrong.help(format!("did you mean `{meant}`?")),
                    None => wrong.help(format!("declare it before it is used: `TEMP {name};`")),
                };
                Err(Box::new(wrong))
            }
        }
    }

    /// Skips the rest of the statement, including its `;`.
    pub fn skip(&mut self) {
        loop {
            let token = self.peek();
            match token.kind {
                TokenKind::End => return,
                TokenKind::Word if self.text_of(token.span) == "END" => return,
                TokenKind::Sign(b';') => {
                    self.next();
                    return;
                }
                _ => {
                    self.next();
                }
            }
        }
    }
}
