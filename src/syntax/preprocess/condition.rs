//! Conditional compilation: `#if`, `#ifdef`, `#else` and the like.
#![allow(clippy::result_large_err, reason = "what is wrong is found once, and said")]

use super::Preprocessor;
use super::arithmetic::Arithmetic;
use crate::syntax::lexer::{Token, TokenKind};
use crate::syntax::{Code, Diagnostic, Span};

/// An open conditional.
pub(super) struct Condition {
    /// The word that opens it, such as `if` or `ifdef`, and its span.
    span: Span,
    word: String,
    /// Whether the lines around it are compiled.
    outer: bool,
    /// Whether the lines of the current branch are compiled.
    pub live: bool,
    /// Whether one of the branches so far is compiled, including the current one.
    done: bool,
    /// The number of kernels that began before it, and the number that were left out before its current branch.
    kernels: usize,
    left_out: usize,
    /// The error of a condition that cannot be evaluated, if any.
    unclear: Option<Diagnostic>,
}

impl Preprocessor<'_> {
    /// Whether the lines at the current position are compiled.
    pub(super) fn counts(&self) -> bool {
        self.conditions.last().is_none_or(|condition| condition.live)
    }

    /// Opens a conditional: `#if`, `#ifdef`, `#ifndef`.
    pub(super) fn open(&mut self, word: &Token, rest: &[Token]) {
        let (span, outer) = (word.span, self.counts());
        let word = self.text(word).to_owned();
        let mut unclear = None;
        let live = outer
            && match word.as_str() {
                "if" => self.holds(rest, span).unwrap_or_else(|diagnostic| {
                    unclear = Some(diagnostic);
                    false
                }),
                _ => {
                    let known = rest.first().is_some_and(|name| self.macros.contains_key(self.text(name)));
                    known == (word == "ifdef")
                }
            };
        let (kernels, left_out) = (self.kernels, self.left_out);
        self.conditions.push(Condition { span, word, outer, live, done: live, kernels, left_out, unclear });
    }

    /// Begins a branch: `#elif` with the condition `rest`, or `#else` without one.
    pub(super) fn branch(&mut self, word: &Token, rest: Option<&[Token]>) {
        let Some(mut condition) = self.conditions.pop() else { return };
        condition.left_out = self.left_out;
        // Conditions after the branch that is compiled are not evaluated, and may have errors.
        condition.live = condition.outer
            && !condition.done
            && match rest {
                None => true,
                Some(rest) => self.holds(rest, word.span).unwrap_or_else(|diagnostic| {
                    condition.unclear.get_or_insert(diagnostic);
                    false
                }),
            };
        condition.done |= condition.live;
        self.conditions.push(condition);
    }

    /// Closes a conditional: `#endif`. A condition that cannot be evaluated is an error if a kernel depends on it.
    pub(super) fn close(&mut self) {
        let Some(condition) = self.conditions.pop() else { return };
        if let Some(diagnostic) = condition.unclear {
            self.report(diagnostic, self.kernels > condition.kernels);
        }
    }

    /// Reports and closes the conditionals that are open at the end of a file, except the first `outer`.
    pub(super) fn unclosed(&mut self, outer: usize) {
        while self.conditions.len() > outer {
            if let Some(condition) = self.conditions.last() {
                let gone = !condition.live && self.left_out > condition.left_out;
                let diagnostic = Diagnostic::error(
                    Code::B0009,
                    condition.span,
                    format!("this `#{}` has no `#endif`", condition.word),
                );
                let diagnostic = match gone {
                    true => diagnostic.help("it leaves out all that follows, including kernels"),
                    false => diagnostic,
                };
                self.report(diagnostic, gone);
            }
            self.close();
        }
    }

    /// Whether the value of a condition is not 0. `at` is the span of the word before it.
    fn holds(&mut self, line: &[Token], at: Span) -> Result<bool, Diagnostic> {
        // `defined` is evaluated before macros are expanded.
        let mut resolved: Vec<Token> = Vec::new();
        let mut next = 0;
        while next < line.len() {
            let open = usize::from(line.get(next + 1).is_some_and(|token| self.text(token) == "("));
            match line.get(next + 1 + open).filter(|name| name.kind == TokenKind::Word) {
                Some(name) if self.text(&line[next]) == "defined" => {
                    let known = self.macros.contains_key(self.text(name));
                    resolved.push(Token { kind: TokenKind::Int(known.into()), ..line[next] });
                    next += 2 + 2 * open;
                }
                _ => {
                    resolved.push(line[next]);
                    next += 1;
                }
            }
        }
        let mut expanded = Vec::new();
        self.evaluates = true;
        self.expand(&resolved, &mut Vec::new(), &mut expanded);
        self.evaluates = false;
        let end = Span { start: line.last().map_or(at, |token| token.span).end.saturating_sub(1), ..at };
        let end = Span { end: end.start + 1, ..end };
        let mut reader =
            Arithmetic { files: &self.files, macros: &self.macros, tokens: &expanded, at: 0, depth: 0, end };
        if expanded.is_empty() {
            return Err(Diagnostic::error(Code::B0008, at, "this condition is empty").help("write `#if 0` or `#if 1`"));
        }
        let value = reader.choice(true)?;
        match reader.sign() {
            "" => Ok(value != 0),
            _ => Err(reader.odd("an operator or the end of the line")),
        }
    }
}
