//! Syntax: source texts, spans, tokens, and diagnostics.

mod diagnostics;
pub(crate) mod lexer;
mod source;
mod suggest;

pub use diagnostics::{Diagnostic, Diagnostics, Severity};
pub use source::{File, Files, Span};

pub(crate) use diagnostics::MAX_DIAGNOSTICS;
pub(crate) use source::decoded;
pub(crate) use suggest::nearest;
