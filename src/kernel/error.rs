//! Compile errors: a kernel that does not compile, with what is wrong with it.

use std::fmt;

use crate::syntax::{Diagnostics, visible};

/// A kernel that does not compile: prints each line in question with a caret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompileError {
    /// The kernel.
    pub kernel: String,
    /// What is wrong with it, and the texts that this is about.
    pub diagnostics: Diagnostics,
    /// A driver's own words, where it was a driver that refused: of compute kernels.
    pub log: String,
}

impl CompileError {
    pub(crate) fn new(kernel: &str, diagnostics: Diagnostics) -> Box<CompileError> {
        Box::new(CompileError { kernel: kernel.to_owned(), diagnostics, log: String::new() })
    }

    /// The message as text, with or without the terminal's colours.
    pub fn render(&self, colours: bool) -> String {
        let title = format!("kernel `{}` does not compile", visible(&self.kernel));
        match self.diagnostics.list.is_empty() {
            true => format!("{title}; the driver says:\n{}", visible(&self.log)),
            false => format!("{title}\n{}", self.diagnostics.render(colours)),
        }
    }
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for CompileError {}
