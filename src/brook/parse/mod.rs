//! The parser of Brook. It reads the types and kernels of a program, and skips host code.

mod item;
mod kernel;
mod language;
mod missing_kernel;
mod parameter;
#[cfg(test)]
mod tests;
mod types;

pub(crate) use language::early_octal;

use crate::brook::ast::Program;
use crate::syntax::lexer::Token;
use crate::syntax::parse::{Parser, wraps_parser};
use crate::syntax::{Diagnostic, Files};

/// The parser of items, which stand outside functions. It wraps the parser of statements and expressions, and collects the
/// program.
struct ItemParser<'a> {
    parser: Parser<'a>,
    /// The number of open `extern "C" {` blocks.
    externs: usize,
    program: Program,
}

/// Parses a program; returns its syntax tree and the syntax errors.
pub(crate) fn parse(files: &Files, tokens: &[Token]) -> (Program, Vec<Diagnostic>) {
    let parser = Parser::new(&language::BROOK, files, tokens);
    let mut parser = ItemParser { parser, externs: 0, program: Program::default() };
    parser.items();
    (parser.program, parser.parser.diagnostics)
}

wraps_parser!(ItemParser);

/// Whether a word is `float` or a vector of floats. Constructors of these types look like calls.
pub(crate) fn is_float_type(word: &str) -> bool {
    ["float", "float2", "float3", "float4"].contains(&word)
}
