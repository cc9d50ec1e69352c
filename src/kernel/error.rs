//! The error of a kernel that does not compile.

use std::fmt;

use crate::syntax::{Diagnostics, visible};

/// The error of a kernel that does not compile. Its message shows each line in question, with carets under the place of the error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompileError {
    /// The name of the kernel.
    pub kernel: String,
    /// The errors and warnings, with the source files.
    pub diagnostics: Diagnostics,
    /// The driver's log, if the driver refused the kernel; else empty. That happens only to compute kernels, whose text is passed to
    /// the driver.
    pub log: String,
}

impl CompileError {
    pub(crate) fn new(kernel: &str, diagnostics: Diagnostics) -> Box<CompileError> {
        Box::new(CompileError { kernel: kernel.to_owned(), diagnostics, log: String::new() })
    }

    /// Returns the message as text, with terminal colours or without.
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
