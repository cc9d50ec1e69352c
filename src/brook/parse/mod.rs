//! The parser of Brook: the types and kernels of a program. Host code is passed over.

mod item;
mod kernel;
mod language;
mod missing_kernel;
mod parameter;
#[cfg(test)]
mod tests;
mod types;

use std::ops::{Deref, DerefMut};

use crate::brook::ast::Program;
use crate::syntax::lexer::Token;
use crate::syntax::parse::Parser;
use crate::syntax::{Diagnostic, Files};

/// The parser of what stands outside functions: one of statements and expressions, and what it has found so far.
struct ItemParser<'a> {
    parser: Parser<'a>,
    /// How many `extern "C" {` are open.
    externs: usize,
    program: Program,
}

/// The program, and what is wrong with its form.
pub(crate) fn parse(files: &Files, tokens: &[Token]) -> (Program, Vec<Diagnostic>) {
    let parser = Parser::new(&language::BROOK, files, tokens);
    let mut parser = ItemParser { parser, externs: 0, program: Program::default() };
    parser.items();
    (parser.program, parser.parser.diagnostics)
}

impl<'a> Deref for ItemParser<'a> {
    type Target = Parser<'a>;

    fn deref(&self) -> &Parser<'a> {
        &self.parser
    }
}

impl<'a> DerefMut for ItemParser<'a> {
    fn deref_mut(&mut self) -> &mut Parser<'a> {
        &mut self.parser
    }
}

/// The types of the language's vectors: their constructors are called like functions.
pub(crate) fn is_float_type(word: &str) -> bool {
    ["float", "float2", "float3", "float4"].contains(&word)
}
