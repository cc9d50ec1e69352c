//! The parser of statements and expressions, one for all languages: with recovery, so that several errors are found at
//! once, and with limits, so that no text makes it recurse without end. What stands outside functions is each language's
//! own, on top of it.

mod brackets;
mod declare;
mod errors;
mod expr;
mod language;
#[cfg(test)]
pub(crate) mod mutants;
mod operand;
mod stmt;

use std::collections::HashSet;

use crate::syntax::ast::Name;
use crate::syntax::lexer::{Kind, Token};
use crate::syntax::steps::step;
use crate::syntax::{Code, Diagnostic, Files, MAX_DIAGNOSTICS, Span};

pub(crate) use brackets::{Brackets, MAX_WORDS};
pub(crate) use language::{Codes, Language};

/// The most levels of statements and brackets within each other, in whole programs.
pub(crate) const MAX_NESTING: usize = 200;
/// The most operators in a row, in whole programs.
pub(crate) const MAX_CHAIN: usize = 128;

/// First words of types of several, in C.
pub(crate) const LENGTHS: [&str; 4] = ["unsigned", "signed", "long", "short"];

/// Where reading failed; what is wrong has been said.
#[derive(Debug)]
pub(crate) struct Failed;

pub(crate) type Parsed<T> = Result<T, Failed>;

/// Reads tokens, up to `end`.
pub(crate) struct Parser<'a> {
    pub files: &'a Files,
    pub tokens: &'a [Token],
    pub language: &'static Language,
    pub brackets: Brackets,
    pub at: usize,
    pub end: usize,
    depth: usize,
    /// Names of the program's types, so that `(T) x` and `T x` are known.
    pub types: HashSet<String>,
    pub diagnostics: Vec<Diagnostic>,
    /// Whether something could not be read, since this was last put back.
    pub broken: bool,
}

impl<'a> Parser<'a> {
    pub fn new(language: &'static Language, files: &'a Files, tokens: &'a [Token]) -> Parser<'a> {
        Parser {
            files,
            tokens,
            language,
            brackets: Brackets::of(language, files, tokens),
            at: 0,
            end: tokens.len(),
            depth: 0,
            types: HashSet::new(),
            diagnostics: Vec::new(),
            broken: false,
        }
    }

    pub fn token(&self, ahead: usize) -> Token {
        step();
        let at = self.at + ahead;
        if at < self.end {
            return self.tokens[at];
        }
        // Behind the end: just behind the last token, for messages.
        let last = self.tokens.get(self.end.wrapping_sub(1)).map_or(Span::default(), |token| token.span);
        let span = match self.tokens.get(self.end) {
            Some(token) => token.span,
            None => Span { start: last.end, ..last },
        };
        Token { kind: Kind::End, text: Span { end: span.start, ..span }, span, starts_line: false }
    }

    pub fn text(&self, ahead: usize) -> &'a str {
        let token = self.token(ahead);
        if token.kind == Kind::End { "" } else { self.files.text(token.text) }
    }

    /// What the next token is, for messages.
    pub fn found(&self) -> String {
        let token = self.token(0);
        match token.kind {
            Kind::End if self.end >= self.tokens.len() => "the end of the file".into(),
            Kind::End => format!("`{}`", self.files.text(self.tokens[self.end].text)),
            _ => format!("`{}`", self.text(0)),
        }
    }

    pub fn span(&self) -> Span {
        self.token(0).span
    }

    /// The place of the token before.
    pub fn before(&self) -> Span {
        self.tokens.get(self.at.wrapping_sub(1)).map_or(Span::default(), |token| token.span)
    }

    pub fn is(&self, text: &str) -> bool {
        self.text(0) == text
    }

    pub fn is_word(&self, ahead: usize) -> bool {
        self.token(ahead).kind == Kind::Word
    }

    pub fn is_type(&self, word: &str) -> bool {
        self.types.contains(word) || (self.language.is_type)(word)
    }

    pub fn eat(&mut self, text: &str) -> bool {
        let found = self.is(text);
        self.at += usize::from(found);
        found
    }

    pub fn fail<T>(&mut self, error: Diagnostic) -> Parsed<T> {
        if self.diagnostics.len() < MAX_DIAGNOSTICS {
            self.diagnostics.push(error);
        }
        self.broken = true;
        Err(Failed)
    }

    /// Fails at a place, with what to do about it. Apart from those who call it, whose frames it keeps small.
    #[inline(never)]
    pub fn refuse<T>(&mut self, code: Code, span: Span, title: &str, help: &str) -> Parsed<T> {
        let error = Diagnostic::error(code, span, title);
        self.fail(if help.is_empty() { error } else { error.help(help) })
    }

    /// Takes the next token, which has to be `text`.
    pub fn expect(&mut self, text: &str, after: &str) -> Parsed<Span> {
        let span = self.span();
        if self.eat(text) {
            return Ok(span);
        }
        self.missing(text, after)
    }

    pub fn name(&mut self, what: &str) -> Parsed<Name> {
        let token = self.token(0);
        if token.kind == Kind::Word {
            self.at += 1;
            return Ok(Name { text: self.files.text(token.text).to_owned(), span: token.span });
        }
        let title = format!("here goes {what}, not {}", self.found());
        self.refuse(self.language.codes.name, token.span, &title, "")
    }

    /// The next token as a name, which it stays in front of.
    pub fn name_here(&self) -> Name {
        Name { text: self.text(0).to_owned(), span: self.span() }
    }

    /// One level deeper, for as long as `inside` runs.
    pub fn nested<T>(&mut self, inside: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= self.language.max_nesting {
            return self.too_deep(self.span());
        }
        self.depth += 1;
        let result = inside(self);
        self.depth -= 1;
        result
    }

    /// The index of the token that closes the bracket at `open`, if there is one before the end.
    pub fn closing(&self, open: usize) -> Option<usize> {
        self.brackets.closing(open).filter(|&close| close < self.end)
    }

    /// Behind the bracket at `open` with all in it, or where its end is missed.
    pub fn behind(&self, open: usize) -> usize {
        self.closing(open).map_or(self.brackets.end(open).clamp(open + 1, self.end.max(open + 1)), |close| close + 1)
    }
}
