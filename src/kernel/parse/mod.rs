//! Parses kernels and one-line expressions into syntax trees. The checker resolves names, and checks types and operators.

mod expression;
mod function;
mod include;
mod item;
mod language;
#[cfg(test)]
mod tests;

use super::Source;
use super::ast::{KernelText, PortRole};
use crate::syntax::ast::Expr;
use crate::syntax::lexer::{Token, lex_lines};
use crate::syntax::parse::{Parsed as Read, Parser, wraps_parser};
use crate::syntax::{Code, Diagnostic, File, Files, Span, nearest};
use include::Included;

pub(super) use include::{MAX_BYTES, included_names};
pub(crate) use language::refuse_keyword;

/// The result of parsing a kernel's text.
#[derive(Debug)]
pub(crate) struct ParsedText {
    pub text: KernelText,
    /// The kernel's text, and the texts that it includes, each of them once.
    pub files: Files,
    /// For each file, whether it is a one-line expression, in which all numbers are floats except those within `[..]`.
    pub expressions: Vec<bool>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses a kernel with all texts that it includes.
pub(crate) fn parse(source: &Source) -> ParsedText {
    let included = Included::of(source);
    let parser = Parser::new(&language::KERNELS, &included.files, &included.tokens);
    let broken = !included.diagnostics.is_empty();
    let mut items = ItemParser { parser, text: KernelText { broken, ..KernelText::default() } };
    if !included.stopped {
        items.items();
        items.complete();
    }
    let ItemParser { parser, text } = items;
    let mut diagnostics = included.diagnostics;
    diagnostics.extend(parser.diagnostics);
    ParsedText { text, files: included.files, expressions: included.expressions, diagnostics }
}

/// Parses a one-line expression. `name` is its file name in messages.
pub(crate) fn parse_expression(name: &str, written: &str) -> (Option<Expr>, Files, Vec<Diagnostic>) {
    let files = Files(vec![File { name: name.to_owned(), text: written.to_owned() }]);
    let tokens = match expression::checked(&files, 0, lex_lines(0, written)) {
        Ok(tokens) => tokens,
        Err(error) => return (None, files, vec![*error]),
    };
    let (value, diagnostics) = only_expression(&files, &tokens);
    (value, files, diagnostics)
}

/// Parses tokens that must be exactly one expression.
fn only_expression(files: &Files, tokens: &[Token]) -> (Option<Expr>, Vec<Diagnostic>) {
    let mut parser = Parser::new(&language::KERNELS, files, tokens);
    let value = parser.expression().and_then(|value| {
        if parser.at == parser.end {
            return Ok(value);
        }
        let title = format!("`{}` cannot be part of this expression", parser.text(0));
        parser.refuse(Code::K0118, parser.span(), &title, "")
    });
    (value.ok(), parser.diagnostics)
}

/// The parser of items, which stand outside functions: the parser of statements and expressions, and the items parsed so far.
struct ItemParser<'a> {
    parser: Parser<'a>,
    text: KernelText,
}

impl ItemParser<'_> {
    /// Reports that the output or `main` is missing, unless it may be in a part that could not be parsed.
    fn complete(&mut self) {
        if self.text.broken {
            return;
        }
        let own = self.tokens.iter().rev().find(|token| token.span.file == 0);
        let end = own.map_or(Span::default(), |token| token.span);
        if self.text.ports.iter().all(|port| port.role != PortRole::Output) {
            let help = "declare one: `output float result;`";
            let _: Read<()> = self.refuse(Code::K0124, end, "this kernel has no output", help);
            self.text.broken = true;
        }
        let main = self.text.functions.iter().any(|function| function.name.text == "main" && function.body.is_some());
        if !main && !self.tokens.is_empty() {
            let names = self.text.functions.iter().filter(|function| function.body.is_some());
            let meant = nearest("main", names.clone().map(|function| function.name.text.as_str()));
            let meant = names.clone().find(|function| Some(function.name.text.as_str()) == meant);
            let (place, help) = match meant {
                Some(function) => (function.name.span, "is this one meant? what each element runs is `main`"),
                None => (end, "what each element runs is `void main() { .. }`"),
            };
            let _: Read<()> = self.refuse(Code::K0123, place, "this kernel has no main", help);
            self.text.broken = true;
        }
    }
}

wraps_parser!(ItemParser);
