//! Reads the types and kernels of a program, and passes over the host's code.

mod brackets;
mod expr;
mod item;
mod kernel;
mod meant;
mod mistakes;
mod stmt;
mod types;

use std::collections::HashSet;

use super::ast::{Expr, ExprKind, Name, Program};
use super::types::is_type;
use crate::syntax::lexer::{Kind, Token};
use crate::syntax::{Diagnostic, Files, MAX_DIAGNOSTICS, Span};
use brackets::Brackets;

/// The most levels of statements and brackets within each other.
pub(crate) const MAX_DEPTH: usize = 200;
/// The most operators in a row.
pub(crate) const MAX_OPERATORS: usize = 128;

/// Where reading failed; what is wrong has been said.
pub(crate) struct Failed;

pub(crate) type Parsed<T> = Result<T, Failed>;

/// Reads tokens, up to `end`.
pub(crate) struct Parser<'a> {
    files: &'a Files,
    tokens: &'a [Token],
    brackets: Brackets,
    at: usize,
    end: usize,
    depth: usize,
    /// Names of the program's types, so that `(T) x` and `T x` are known.
    types: HashSet<String>,
    /// How many `extern "C" {` are open.
    externs: usize,
    pub findings: Vec<Diagnostic>,
    program: Program,
    broken: bool,
}

/// First words of types of several.
const LENGTHS: [&str; 4] = ["unsigned", "signed", "long", "short"];

/// The program, and what is wrong with its form.
pub(crate) fn parse(files: &Files, tokens: &[Token]) -> (Program, Vec<Diagnostic>) {
    let mut parser = Parser {
        files,
        tokens,
        brackets: Brackets::of(files, tokens),
        at: 0,
        end: tokens.len(),
        depth: 0,
        types: HashSet::new(),
        externs: 0,
        findings: Vec::new(),
        program: Program::default(),
        broken: false,
    };
    parser.items();
    (parser.program, parser.findings)
}

impl<'a> Parser<'a> {
    fn token(&self, ahead: usize) -> Token {
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

    fn text(&self, ahead: usize) -> &'a str {
        let token = self.token(ahead);
        if token.kind == Kind::End { "" } else { self.files.text(token.text) }
    }

    /// What the next token is, for messages.
    fn found(&self) -> String {
        let token = self.token(0);
        match token.kind {
            Kind::End if self.end >= self.tokens.len() => "the end of the file".into(),
            Kind::End => format!("`{}`", self.files.text(self.tokens[self.end].text)),
            _ => format!("`{}`", self.text(0)),
        }
    }

    fn span(&self) -> Span {
        self.token(0).span
    }

    /// The place of the token before.
    fn before(&self) -> Span {
        self.tokens.get(self.at.wrapping_sub(1)).map_or(Span::default(), |token| token.span)
    }

    fn is(&self, text: &str) -> bool {
        self.text(0) == text
    }

    fn is_word(&self, ahead: usize) -> bool {
        self.token(ahead).kind == Kind::Word
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.is(text);
        self.at += usize::from(found);
        found
    }

    fn fail<T>(&mut self, finding: Diagnostic) -> Parsed<T> {
        if self.findings.len() < MAX_DIAGNOSTICS {
            self.findings.push(finding);
        }
        self.broken = true;
        Err(Failed)
    }

    /// Fails at a place, with what to do about it. Apart from those who call it, whose frames it keeps small.
    #[inline(never)]
    fn refuse<T>(&mut self, code: &'static str, span: Span, title: &str, help: &str) -> Parsed<T> {
        let finding = Diagnostic::error(code, span, title);
        self.fail(if help.is_empty() { finding } else { finding.help(help) })
    }

    /// An expression, unless all that is within it and around it is nested too deep.
    fn made(&mut self, kind: ExprKind, span: Span) -> Parsed<Expr> {
        let made = Expr::new(kind, span);
        if self.depth + made.height > MAX_DEPTH { self.too_deep(span) } else { Ok(made) }
    }

    /// Takes the next token, which has to be `text`.
    fn expect(&mut self, text: &str, after: &str) -> Parsed<Span> {
        let span = self.span();
        if self.eat(text) {
            return Ok(span);
        }
        if self.token(0).kind == Kind::Unknown {
            return self.unknown_letter();
        }
        let title = format!("`{text}` is missing {after}");
        let found = self.found();
        // What is missing at the end of a line is missed there, not where the next begins.
        let at = match self.token(0).starts_line && [";", ")", "]"].contains(&text) && self.at > 0 {
            true => Span { start: self.before().end.saturating_sub(1), ..self.before() },
            false => span,
        };
        let label = if at == span { format!("found {found}") } else { format!("then {found} follows") };
        self.fail(Diagnostic::error("B0101", at, title).label(label))
    }

    fn name(&mut self, what: &str) -> Parsed<Name> {
        let token = self.token(0);
        if token.kind == Kind::Word {
            self.at += 1;
            return Ok(Name { text: self.files.text(token.text).to_owned(), span: token.span });
        }
        let found = self.found();
        self.fail(Diagnostic::error("B0102", token.span, format!("here goes {what}, not {found}")))
    }

    /// One level deeper, for as long as `inside` runs.
    fn nested<T>(&mut self, inside: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            return self.too_deep(self.span());
        }
        self.depth += 1;
        let result = inside(self);
        self.depth -= 1;
        result
    }

    /// The index of the token that closes the bracket at `open`, if there is one before the end.
    fn closing(&self, open: usize) -> Option<usize> {
        self.brackets.closing(open).filter(|&close| close < self.end)
    }

    /// Behind the bracket at `open` with all in it, or where its end is missed.
    fn behind(&self, open: usize) -> usize {
        self.closing(open).map_or(self.brackets.end(open).clamp(open + 1, self.end.max(open + 1)), |close| close + 1)
    }

    fn is_type(&self, word: &str) -> bool {
        self.types.contains(word) || is_type(word)
    }
}

/// The types of the language's vectors: their constructors are called like functions.
pub(crate) fn is_float_type(word: &str) -> bool {
    ["float", "float2", "float3", "float4"].contains(&word)
}
