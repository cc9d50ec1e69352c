//! Reads the types and kernels of a program, and passes over the host's code.

mod expr;
mod item;
mod stmt;

use std::collections::HashSet;

use super::ast::{Name, Program};
use super::diagnostics::Diagnostic;
use super::lex::{Kind, Token};
use super::source::{Files, Span};

/// The most levels of statements and brackets within each other.
pub(crate) const DEEPEST: usize = 200;
/// The most operators in a row.
pub(crate) const LONGEST: usize = 128;

/// Where reading failed; what is wrong has been said.
pub(crate) struct Failed;

pub(crate) type Parsed<T> = Result<T, Failed>;

/// Reads tokens, up to `end`.
pub(crate) struct Parser<'a> {
    files: &'a Files,
    tokens: &'a [Token],
    at: usize,
    end: usize,
    depth: usize,
    /// Names of types, so that `(T) x` and `T x` are known.
    types: HashSet<String>,
    pub findings: Vec<Diagnostic>,
    program: Program,
    broken: bool,
}

/// The program, what is wrong with its form, and the places of its kernels.
pub(crate) fn parse(files: &Files, tokens: &[Token]) -> (Program, Vec<Diagnostic>) {
    let words =
        ["float", "float2", "float3", "float4", "int", "double", "double2", "unsigned", "uint", "char", "uchar"];
    let more =
        ["int2", "int3", "int4", "half", "half2", "half3", "half4", "fixed", "fixed2", "fixed3", "fixed4", "bool"];
    let types = words.iter().chain(&more).map(|word| word.to_string()).collect();
    let mut parser = Parser {
        files,
        tokens,
        at: 0,
        end: tokens.len(),
        depth: 0,
        types,
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
        self.findings.push(finding);
        self.broken = true;
        Err(Failed)
    }

    /// Takes the next token, which has to be `text`.
    fn expect(&mut self, text: &str, after: &str) -> Parsed<Span> {
        let span = self.span();
        if self.eat(text) {
            return Ok(span);
        }
        if self.token(0).kind == Kind::Unknown {
            let title = format!("`{}` is no letter of the language", self.text(0));
            return self.fail(Diagnostic::error("B0119", span, title));
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
        if self.depth >= DEEPEST {
            let title = format!("this is nested {} levels deep: {DEEPEST} is the most", self.depth + 1);
            return self.fail(Diagnostic::error("B0103", self.span(), title));
        }
        self.depth += 1;
        let result = inside(self);
        self.depth -= 1;
        result
    }

    /// The index of the token that closes the bracket at `open`, if there is one before the end.
    fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0usize;
        for at in open..self.end {
            match self.files.text(self.tokens[at].text) {
                "(" | "[" | "{" if self.tokens[at].kind == Kind::Sign => depth += 1,
                ")" | "]" | "}" if self.tokens[at].kind == Kind::Sign => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return Some(at);
                    }
                }
                _ => {}
            }
        }
        None
    }
}

/// The types of the language's vectors: their constructors are called like functions.
pub(crate) fn is_float_type(word: &str) -> bool {
    ["float", "float2", "float3", "float4"].contains(&word)
}
