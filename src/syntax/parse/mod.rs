//! The parser of statements and expressions, shared by all languages. It recovers from errors, to find several at once, and has
//! limits, so that no text makes it recurse without bound. Each language has its own parser for what is outside functions, which
//! uses this one.

use rustc_hash::FxHashSet;

mod brackets;
mod declare;
mod errors;
mod expr;
mod language;
#[cfg(test)]
pub(crate) mod mutants;
mod operand;
mod stmt;

use crate::syntax::ast::Name;
use crate::syntax::lexer::{Token, TokenKind};
use crate::syntax::steps::step;
use crate::syntax::{Code, Diagnostic, Files, MAX_DIAGNOSTICS, Span};

pub(crate) use brackets::{Brackets, MAX_WORDS};
pub(crate) use language::{Codes, Language};

/// The maximum depth of nested statements and brackets in whole programs.
pub(crate) const MAX_NESTING: usize = 200;
/// The maximum number of operators in a row in whole programs.
pub(crate) const MAX_CHAIN: usize = 128;

/// The first words of C types with names of several words.
pub(crate) const LENGTHS: [&str; 4] = ["unsigned", "signed", "long", "short"];

/// The error of a failed parser. It carries nothing: the parser has already reported a diagnostic.
#[derive(Debug)]
pub(crate) struct Failed;

pub(crate) type Parsed<T> = Result<T, Failed>;

/// Lets a language's own parser of items use the methods of the [`Parser`] in its field `parser`.
macro_rules! wraps_parser {
    ($name:ident) => {
        impl<'a> std::ops::Deref for $name<'a> {
            type Target = Parser<'a>;

            fn deref(&self) -> &Parser<'a> {
                &self.parser
            }
        }

        impl<'a> std::ops::DerefMut for $name<'a> {
            fn deref_mut(&mut self) -> &mut Parser<'a> {
                &mut self.parser
            }
        }
    };
}
pub(crate) use wraps_parser;

/// Parses tokens, from `at` up to `end`.
pub(crate) struct Parser<'a> {
    pub files: &'a Files,
    pub tokens: &'a [Token],
    pub language: &'static Language,
    pub brackets: Brackets,
    pub at: usize,
    pub end: usize,
    depth: usize,
    /// The names of the program's types, to recognise `(T) x` and `T x`.
    pub types: FxHashSet<String>,
    pub diagnostics: Vec<Diagnostic>,
    /// Whether something could not be parsed since this was last reset.
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
            types: FxHashSet::default(),
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
        // Messages at the end point to the token there, or just after the last token of the file.
        let last = self.tokens.get(self.end.wrapping_sub(1)).map_or(Span::default(), |token| token.span);
        let span = match self.tokens.get(self.end) {
            Some(token) => token.span,
            None => Span { start: last.end, ..last },
        };
        Token { kind: TokenKind::End, text: Span { end: span.start, ..span }, span, starts_line: false }
    }

    pub fn text(&self, ahead: usize) -> &'a str {
        let token = self.token(ahead);
        if token.kind == TokenKind::End { "" } else { self.files.text(token.text) }
    }

    /// Describes the next token, for messages.
    pub fn found(&self) -> String {
        let token = self.token(0);
        match token.kind {
            TokenKind::End if self.end >= self.tokens.len() => "the end of the file".into(),
            TokenKind::End => format!("`{}`", self.files.text(self.tokens[self.end].text)),
            _ => format!("`{}`", self.text(0)),
        }
    }

    pub fn span(&self) -> Span {
        self.token(0).span
    }

    /// The span of the previous token.
    pub fn before(&self) -> Span {
        self.tokens.get(self.at.wrapping_sub(1)).map_or(Span::default(), |token| token.span)
    }

    pub fn is(&self, text: &str) -> bool {
        self.text(0) == text
    }

    pub fn is_word(&self, ahead: usize) -> bool {
        self.token(ahead).kind == TokenKind::Word
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

    /// Fails with an error at a span; `help` may be empty. It is not inlined, to keep the stack frames of its callers small.
    #[inline(never)]
    pub fn refuse<T>(&mut self, code: Code, span: Span, title: &str, help: &str) -> Parsed<T> {
        let error = Diagnostic::error(code, span, title);
        self.fail(if help.is_empty() { error } else { error.help(help) })
    }

    /// Consumes the next token, which must be `text`, and returns its span.
    pub fn expect(&mut self, text: &str, after: &str) -> Parsed<Span> {
        let span = self.span();
        if self.eat(text) {
            return Ok(span);
        }
        self.missing(text, after)
    }

    pub fn name(&mut self, what: &str) -> Parsed<Name> {
        let token = self.token(0);
        if token.kind == TokenKind::Word {
            self.at += 1;
            return Ok(Name { text: self.files.text(token.text).to_owned(), span: token.span });
        }
        let title = format!("expected {what}, found {}", self.found());
        self.refuse(self.language.codes.name, token.span, &title, "")
    }

    /// Returns the next token as a name, without consuming it.
    pub fn name_here(&self) -> Name {
        Name { text: self.text(0).to_owned(), span: self.span() }
    }

    /// Runs `inside` one nesting level deeper; fails if that is too deep.
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

    /// The index of the token after the bracket at `open` and its content, or of the token before which its end is missing.
    pub fn behind(&self, open: usize) -> usize {
        self.closing(open).map_or(self.brackets.end(open).clamp(open + 1, self.end.max(open + 1)), |close| close + 1)
    }
}
