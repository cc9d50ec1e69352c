//! Syntax: source texts, spans, tokens, and diagnostics.

pub(crate) mod ast;
mod code;
mod diagnostic;
mod diagnostics;
pub(crate) mod lexer;
mod number;
pub(crate) mod operators;
pub(crate) mod parse;
#[cfg(any(test, feature = "web"))]
mod plain;
pub(crate) mod preprocess;
#[cfg(not(feature = "web"))]
mod render;
mod source;
pub(crate) mod steps;
mod suggest;
mod visible;

pub use code::{Code, UnknownCode};
pub use diagnostic::{Diagnostic, Severity};
pub use diagnostics::Diagnostics;
pub use source::{File, Files, Span};
pub use visible::visible;

pub(crate) use diagnostic::Subject;
pub(crate) use diagnostics::MAX_DIAGNOSTICS;
pub(crate) use number::float;
pub(crate) use source::{read_text, with_line_ends};
pub(crate) use suggest::nearest;
