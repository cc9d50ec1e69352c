//! Language description for the parser: what differs between Brook and the kernel language.

use super::{Parsed, Parser};
use crate::syntax::ast::{Expr, ExprKind, Name};
use crate::syntax::lexer::{Kind, Token};
use crate::syntax::{Code, Files};

/// A language: what its statements and expressions have, and how its messages call it. The fields are all in which languages
/// differ.
pub(crate) struct Language {
    /// Whether a word names a built-in type.
    pub is_type: fn(&str) -> bool,
    /// Whether a word names a built-in type that is called like a function: `vec2(a, b)`.
    pub is_constructor: fn(&str) -> bool,
    /// Such a call, for messages.
    pub constructed: &'static str,
    /// Whether there is `a ^^ b`.
    pub logical_xor: bool,
    /// Whether variables may start with values in braces.
    pub braces: bool,
    /// Whether an operator that is missing, and a bracket that is open, are said to be so.
    pub gaps: bool,
    /// Words of which an item needs one, where its parameters' bracket holds no `{`; empty where no word is needed.
    pub item_words: &'static [&'static str],
    /// Whether an item surely begins at a token, whatever brackets are open before it.
    pub begins_item: fn(&Files, &[Token], usize) -> bool,
    /// Refuses a statement that the language does not have, by its first words.
    pub refuse_statement: fn(&mut Parser) -> Parsed<()>,
    /// Reads an operator before its operand, as a cast is, that other languages do not have; none where there is none here.
    pub prefix: fn(&mut Parser) -> Parsed<Option<Box<Expr>>>,
    /// Reads a value of a form that other languages do not have; none where there is none here.
    pub operand: fn(&mut Parser) -> Parsed<Option<Box<Expr>>>,
    /// Words that are operators before a name, so that no declaration starts with them.
    pub word_operators: &'static [&'static str],
    /// Says so where a name cannot be that of a variable.
    pub refuse_name: fn(&mut Parser, &Name) -> Parsed<()>,
    /// The value of the number that comes next.
    pub number: fn(&mut Parser, Kind) -> Parsed<ExprKind>,
    /// The message about a letter that the language does not have; the text is how it is called.
    pub no_letter: fn(char, &str) -> String,
    /// The most levels of statements and brackets within each other.
    pub max_nesting: usize,
    /// The most operators in a row.
    pub max_chain: usize,
    /// The most levels of an expression with all that is around it.
    pub max_height: usize,
    /// The codes of its messages.
    pub codes: Codes,
}

/// The codes that a language's syntax errors have.
pub(crate) struct Codes {
    /// A sign is missing.
    pub missing: Code,
    /// An operator is missing.
    pub gap: Code,
    /// A name is missing.
    pub name: Code,
    /// Nested too deep, or too many in a row.
    pub limit: Code,
    /// A bracket is never closed.
    pub unclosed: Code,
    /// A pointer.
    pub pointer: Code,
    /// `a[]`
    pub no_index: Code,
    /// A text in quotes.
    pub quoted: Code,
    /// A letter that the language does not have.
    pub letter: Code,
    /// A comment without an end.
    pub comment: Code,
    /// Values in braces where none go.
    pub braces: Code,
    /// A value is missing.
    pub value: Code,
}
