//! Kernels: read from their text, checked, and written out for a dialect.

mod ast;
#[allow(dead_code)]
mod check;
mod error;
mod lines;
mod source;
mod token;
mod words;

pub use error::CompileError;
pub(crate) use lines::Lines;
pub use source::Source;

pub(crate) use token::{Kind, Token, tokens};
