//! The diagnostics about a program, in order.

use std::fmt;

use super::diagnostic::{Diagnostic, Severity};
use super::source::Files;

/// The maximum number of diagnostics that are kept for one program, so that the output for a file of noise stays readable.
pub(crate) const MAX_DIAGNOSTICS: usize = 100;

/// The diagnostics about a program, in source order, with the source files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagnostics {
    /// The source files.
    pub files: Files,
    /// The diagnostics. If there are very many, only the first ones.
    pub list: Vec<Diagnostic>,
    /// Whether there may be more diagnostics than those in `list`.
    pub cut: bool,
}

impl Diagnostics {
    pub(crate) fn new(files: Files, mut list: Vec<Diagnostic>) -> Diagnostics {
        let place = |diagnostic: &Diagnostic| (diagnostic.span.file, diagnostic.span.start, diagnostic.span.end);
        list.sort_by_key(place);
        list.dedup();
        let cut = list.len() >= MAX_DIAGNOSTICS;
        if list.len() > MAX_DIAGNOSTICS {
            // Prefer errors to warnings.
            list.sort_by_key(|diagnostic| diagnostic.severity == Severity::Warning);
            list.truncate(MAX_DIAGNOSTICS);
            list.sort_by_key(place);
        }
        Diagnostics { files, list, cut }
    }

    /// The number of errors.
    pub fn errors(&self) -> usize {
        self.list.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count()
    }

    /// The number of warnings.
    pub fn warnings(&self) -> usize {
        self.list.len() - self.errors()
    }

    /// Renders all diagnostics as text, separated by empty lines, with terminal colours or without. In the npm package, there are no colours.
    pub fn render(&self, colours: bool) -> String {
        rendered(&self.files, &self.list, self.cut, colours).join("\n\n")
    }
}

#[cfg(feature = "web")]
use super::plain::rendered;
#[cfg(not(feature = "web"))]
use super::render::rendered;

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Diagnostics {}
