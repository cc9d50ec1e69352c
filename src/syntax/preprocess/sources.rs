//! The sources of a program's texts, and the result of preprocessing them.

use crate::syntax::lexer::Token;
use crate::syntax::{Diagnostic, Files, Span};

/// The result of preprocessing a program's texts.
#[derive(Clone, Default)]
pub(crate) struct Preprocessed {
    pub files: Files,
    pub tokens: Vec<Token>,
    /// Errors in the use of macros. They are reported only if they are in kernels.
    pub macro_errors: Vec<Diagnostic>,
    /// Macros that are named without arguments or within their own expansion. This is an error only if nothing else has the name.
    pub bare: Vec<Diagnostic>,
    /// Diagnostics about other lines. They are errors if they are in a kernel or if a kernel is lost because of them, otherwise
    /// warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// The `#error` lines. In a program with kernels, they are errors if there are other errors, otherwise warnings.
    pub error_directives: Vec<Diagnostic>,
    /// The names of the first included files that were not found.
    pub missing: Vec<String>,
    /// Where they are included.
    pub missing_at: Vec<Span>,
    /// The `#include` lines whose file was found: the span of the file name, and the index of the file.
    pub inclusions: Vec<(Span, usize)>,
    /// The error that stopped the preprocessor, if any.
    pub fatal: Option<Diagnostic>,
}

/// The sources of a program's texts other than its own file.
pub(crate) struct Sources<'a> {
    /// Lines of `#define`, which come before the program's own text.
    pub defines: &'a str,
    /// Returns the text of the file of this name, relative to the program's own file.
    pub load: &'a dyn Fn(&str) -> Option<String>,
    /// Finds a file of this name in the folders to search; returns its path and its text.
    pub search: &'a dyn Fn(&str) -> Option<(String, String)>,
    /// What the preprocessor knows of the language.
    pub rules: &'a Rules,
}

/// What the preprocessor knows of a language.
pub(crate) struct Rules {
    /// Whether a word begins something that the compiler of the language reads. Errors in lines that leave out such a word are errors
    /// of the program; others are warnings, since host code is for another compiler.
    pub matters: fn(&str) -> bool,
    /// Whether a file that has been included is read again when it is included again.
    pub includes_again: bool,
}
