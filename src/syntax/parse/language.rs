//! Language description for the parser: what differs between Brook, Cg and the kernel language.

use super::{Parsed, Parser};
use crate::syntax::ast::{Expr, ExprKind, Name};
use crate::syntax::lexer::{Token, TokenKind};
use crate::syntax::{Code, Files};

/// A language: its statements and expressions, and the words of its messages. The parsers of languages differ in nothing but
/// these fields.
pub(crate) struct Language {
    /// Whether a word names a built-in type.
    pub is_type: fn(&str) -> bool,
    /// Whether a word names a built-in type that is called like a function: `vec2(a, b)`.
    pub is_constructor: fn(&str) -> bool,
    /// An example of such a call, for messages.
    pub constructed: &'static str,
    /// What programs in the language are, for messages: "kernels".
    pub programs: &'static str,
    /// What takes the place of a pointer.
    pub no_pointer: &'static str,
    /// Whether there is `a ^^ b`.
    pub logical_xor: bool,
    /// Whether variables may be initialised with values in braces.
    pub braces: bool,
    /// Whether variables may be arrays: then `[..]` after a name holds the length.
    pub arrays: bool,
    /// The words that may stand before the type in a declaration.
    pub qualifiers: &'static [&'static str],
    /// Whether values have methods: `a.f(x)`.
    pub methods: bool,
    /// Whether messages say that an operator is missing, or that a bracket is not closed, rather than which sign is missing.
    pub gaps: bool,
    /// The words that begin an item with parameters. After one of them, the outermost `(` begins a parameter list, which cannot contain
    /// `{`. If there are no such words, each outermost `(` begins one.
    pub item_words: &'static [&'static str],
    /// Whether an item certainly begins at a token, even if brackets are open before it. The last argument is the token of the last of them.
    pub begins_item: fn(&Files, &[Token], usize, Option<usize>) -> bool,
    /// Refuses a statement that the language does not have, by its first words.
    pub refuse_statement: fn(&mut Parser) -> Parsed<()>,
    /// Parses a prefix operator that only this language has, such as a cast, with its operand; `None` if none comes next.
    pub prefix: fn(&mut Parser) -> Parsed<Option<Box<Expr>>>,
    /// Parses an operand of a form that only this language has; `None` if none comes next.
    pub operand: fn(&mut Parser) -> Parsed<Option<Box<Expr>>>,
    /// The words that are prefix operators: no declaration starts with one.
    pub word_operators: &'static [&'static str],
    /// Refuses a name that a variable cannot have.
    pub refuse_name: fn(&mut Parser, &Name) -> Parsed<()>,
    /// Returns the value of the number that comes next, whose token has this kind.
    pub number: fn(&mut Parser, TokenKind) -> Parsed<ExprKind>,
    /// Returns the message about a character that the language does not have; the text is the character's name.
    pub no_letter: fn(char, &str) -> String,
    /// The maximum depth of nested statements and brackets.
    pub max_nesting: usize,
    /// The maximum number of operators in a row.
    pub max_chain: usize,
    /// The maximum height of an expression's tree plus the depth at which it is nested.
    pub max_height: usize,
    /// The codes of its messages.
    pub codes: Codes,
}

/// The codes of a language's syntax errors.
pub(crate) struct Codes {
    /// A sign is missing.
    pub missing: Code,
    /// An operator is missing.
    pub gap: Code,
    /// A name is missing.
    pub name: Code,
    /// The program is nested too deep, or has too many operators in a row.
    pub limit: Code,
    /// A bracket is never closed.
    pub unclosed: Code,
    /// There is a pointer.
    pub pointer: Code,
    /// An index is missing: `a[]`.
    pub no_index: Code,
    /// There is a string or character literal.
    pub quoted: Code,
    /// There is a character that the language does not have.
    pub letter: Code,
    /// A comment has no end.
    pub comment: Code,
    /// Values in braces are not allowed here.
    pub braces: Code,
    /// A value is missing.
    pub value: Code,
}
