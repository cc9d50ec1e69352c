//! Where a program's texts come from, and what comes of them.

use crate::syntax::lexer::Token;
use crate::syntax::{Diagnostic, Files, Span};

/// What came of a program's texts.
#[derive(Clone, Default)]
pub(crate) struct Preprocessed {
    pub files: Files,
    pub tokens: Vec<Token>,
    /// What went wrong with macros: an error where a kernel is, nobody's business elsewhere.
    pub macro_errors: Vec<Diagnostic>,
    /// Macros named without their arguments, which is an error where nothing else is called so.
    pub bare: Vec<Diagnostic>,
    /// What went wrong with other lines: errors where a kernel is missing through it, or in a kernel; else warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// What `#error` says: an error where there is any kernel.
    pub error_directives: Vec<Diagnostic>,
    /// Files that are included and not there: the first of them.
    pub missing: Vec<String>,
    /// Lines of `#include` that brought a file: where its name stands, and the file's number.
    pub inclusions: Vec<(Span, usize)>,
    /// What stops everything.
    pub fatal: Option<Diagnostic>,
}

/// Where texts come from, beside the first.
pub(crate) struct Sources<'a> {
    /// Lines of `#define`, which come before the first text.
    pub defines: &'a str,
    /// The text of this name, relative to the first file.
    pub load: &'a dyn Fn(&str) -> Option<String>,
    /// Of the folders to search, the path of this name and its text.
    pub search: &'a dyn Fn(&str) -> Option<(String, String)>,
}
