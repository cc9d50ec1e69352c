//! The sources of a program's texts, and the result of preprocessing them.

use crate::syntax::lexer::Token;
use crate::syntax::{Diagnostic, Files, Span};

/// The result of preprocessing a program's texts.
#[derive(Clone, Default)]
pub(crate) struct Preprocessed {
    pub files: Files,
    pub tokens: Vec<Token>,
    /// Errors in the use of macros. They are reported in kernels only.
    pub macro_errors: Vec<Diagnostic>,
    /// Macros named without their arguments or within themselves. This is an error only if nothing else has the name.
    pub bare: Vec<Diagnostic>,
    /// Diagnostics about other lines. They are errors in a kernel, or if a kernel is lost because of them; else warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// The `#error` lines. In a program with kernels they are errors beside other errors, else warnings.
    pub error_directives: Vec<Diagnostic>,
    /// The names of the first included files that were not found.
    pub missing: Vec<String>,
    /// The lines of `#include` that brought in a file: the span of the file name, and the file's number.
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
}
