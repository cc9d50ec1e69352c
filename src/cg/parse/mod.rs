//! The parser of what stands outside of functions: types, functions and global variables.

mod item;
mod structs;
mod variable;

use std::ops::{Deref, DerefMut};

use super::ast::Program;
use super::language::CG;
use crate::syntax::lexer::Token;
use crate::syntax::parse::Parser;
use crate::syntax::{Diagnostic, Files};

/// The parser of items. It wraps the parser of statements and expressions, and collects the program.
struct ItemParser<'a> {
    parser: Parser<'a>,
    program: Program,
}

/// Parses a program; returns its syntax tree and the syntax errors.
pub(super) fn parse(files: &Files, tokens: &[Token]) -> (Program, Vec<Diagnostic>) {
    let parser = Parser::new(&CG, files, tokens);
    let mut parser = ItemParser { parser, program: Program::default() };
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
