//! The parser of what stands outside of functions: types, functions and global variables.

mod item;
mod predefined;
mod structs;
mod variable;

use super::ast::Program;
use super::language::CG;
use crate::syntax::lexer::Token;
use crate::syntax::parse::{Parser, wraps_parser};
use crate::syntax::{Diagnostic, Files};

/// The parser of items. It wraps the parser of statements and expressions, and collects the program.
struct ItemParser<'a> {
    parser: Parser<'a>,
    program: Program,
}

/// Parses a program; returns its syntax tree and the syntax errors.
pub(super) fn parse(files: &Files, tokens: &[Token]) -> (Program, Vec<Diagnostic>) {
    let parser = Parser::new(&CG, files, tokens);
    let mut parser = ItemParser { parser, program: Program { structs: predefined::structs(), ..Program::default() } };
    let names: Vec<String> = parser.program.structs.iter().map(|own| own.name.text.clone()).collect();
    parser.types.extend(names);
    parser.items();
    (parser.program, parser.parser.diagnostics)
}

wraps_parser!(ItemParser);
