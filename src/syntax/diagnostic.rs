//! A diagnostic: an error or a warning with a code, a span and help.

use super::code::Code;
use super::source::Span;

/// The severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Severity {
    /// The program does not compile.
    Error,
    /// The program compiles, but may not do what was meant.
    Warning,
}

/// A diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Whether it is an error or a warning.
    pub severity: Severity,
    /// The code to look it up by: `B0301`.
    pub code: Code,
    /// What is wrong, in one line.
    pub title: String,
    /// The primary span.
    pub span: Span,
    /// The label of the primary span; may be empty.
    pub label: String,
    /// Secondary spans with their labels.
    pub others: Vec<(Span, String)>,
    /// What to do about it.
    pub help: Vec<String>,
    /// The subject, for code that handles diagnostics by their subject.
    pub(crate) subject: Subject,
}

/// The subject of a diagnostic, if the compiler needs it to decide whether to report the diagnostic again or what to add to it.
/// (The code is only for people.)
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) enum Subject {
    /// Any subject that the compiler does not need.
    #[default]
    Other,
    /// The name of a type that does not exist.
    UnresolvedType(String),
    /// The name of a variable that does not exist.
    UnresolvedVariable(String),
    /// The name of a function that does not exist.
    UnresolvedFunction(String),
    /// A type that is known but cannot be used here, by its name in messages.
    UnsupportedType(String),
    /// `void` where a value is needed: as the type of a variable, or elsewhere.
    Void {
        /// Whether it is the type of a variable.
        variable: bool,
    },
    /// A token in place of a name, where a macro may have been meant to produce one.
    MalformedName,
}

impl Subject {
    /// Whether it is a name that does not exist.
    pub fn is_unresolved(&self) -> bool {
        matches!(self, Subject::UnresolvedType(_) | Subject::UnresolvedVariable(_) | Subject::UnresolvedFunction(_))
    }
}

impl Diagnostic {
    pub(crate) fn error(code: Code, span: Span, title: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            code,
            title: title.into(),
            span,
            label: String::new(),
            others: Vec::new(),
            help: Vec::new(),
            subject: Subject::Other,
        }
    }

    pub(crate) fn warning(code: Code, span: Span, title: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, title) }
    }

    pub(crate) fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }

    pub(crate) fn other(mut self, span: Span, label: impl Into<String>) -> Diagnostic {
        self.others.push((span, label.into()));
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help.push(help.into());
        self
    }

    pub(crate) fn about(mut self, subject: Subject) -> Diagnostic {
        self.subject = subject;
        self
    }
}
