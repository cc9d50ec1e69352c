//! What is wrong with a program, or doubtful: with a code, the place, and what to do about it, as rustc says it.

use std::fmt;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::source::{Files, Span};

/// The most findings of one program that are kept, so that a file of noise gets an answer that can be read.
pub(crate) const MOST_FINDINGS: usize = 100;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Severity {
    /// The program does not compile.
    Error,
    /// It compiles, and may not do what was meant.
    Warning,
}

/// A finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A number to look it up by: `B0301`.
    pub code: &'static str,
    /// What is wrong, in one line.
    pub title: String,
    /// The place in question.
    pub span: Span,
    /// What is to be said of the place itself; may be empty.
    pub label: String,
    /// Other places that have to do with it.
    pub others: Vec<(Span, String)>,
    /// What to do about it.
    pub help: Vec<String>,
}

impl Diagnostic {
    pub(crate) fn error(code: &'static str, span: Span, title: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            code,
            title: title.into(),
            span,
            label: String::new(),
            others: Vec::new(),
            help: Vec::new(),
        }
    }

    pub(crate) fn warning(code: &'static str, span: Span, title: impl Into<String>) -> Diagnostic {
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
}

/// The findings about a program, in the order of their places, with the texts that they are about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagnostics {
    /// The texts.
    pub files: Files,
    /// The findings: the first of them, where there are very many.
    pub list: Vec<Diagnostic>,
    /// Whether there may be more than are kept.
    pub cut: bool,
}

impl Diagnostics {
    pub(crate) fn new(files: Files, mut list: Vec<Diagnostic>) -> Diagnostics {
        list.sort_by_key(|finding| (finding.span.file, finding.span.start, finding.span.end));
        list.dedup();
        let cut = list.len() >= MOST_FINDINGS;
        Diagnostics { files, list, cut }
    }

    /// How many are errors.
    pub fn errors(&self) -> usize {
        self.list.iter().filter(|finding| finding.severity == Severity::Error).count()
    }

    /// How many are warnings.
    pub fn warnings(&self) -> usize {
        self.list.len() - self.errors()
    }

    /// All of them as text, with or without the terminal's colours, an empty line between two; empty where there are none.
    pub fn render(&self, colours: bool) -> String {
        let renderer = if colours { Renderer::styled() } else { Renderer::plain() };
        let mut texts: Vec<String> = self.list.iter().map(|finding| self.one(finding, &renderer)).collect();
        if self.cut {
            let title = format!("there may be more: after {} findings no more are looked for", self.list.len());
            texts.push(renderer.render(&[Group::with_title(Level::NOTE.primary_title(title))]));
        }
        texts.join("\n\n")
    }

    fn one(&self, finding: &Diagnostic, renderer: &Renderer) -> String {
        let level = match finding.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let mut group = Group::with_title(level.primary_title(finding.title.as_str()).id(finding.code));
        let mut files: Vec<u32> = vec![finding.span.file];
        files.extend(finding.others.iter().map(|(span, _)| span.file));
        files.dedup();
        for number in files {
            let Some(file) = self.files.0.get(number as usize) else { continue };
            let range = |span: Span| inside(&file.text, span);
            let mut snippet = Snippet::source(file.text.as_str()).path(file.name.as_str());
            if finding.span.file == number {
                let primary = AnnotationKind::Primary.span(range(finding.span));
                let label = Some(finding.label.as_str()).filter(|label| !label.is_empty());
                snippet = snippet.annotation(primary.label(label));
            }
            for (span, label) in finding.others.iter().filter(|(span, _)| span.file == number) {
                let label = Some(label.as_str()).filter(|label| !label.is_empty());
                snippet = snippet.annotation(AnnotationKind::Context.span(range(*span)).label(label));
            }
            group = group.element(snippet);
        }
        for help in &finding.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        renderer.render(&[group])
    }
}

/// The span as bytes of the text, whole letters, whatever it is.
fn inside(text: &str, span: Span) -> std::ops::Range<usize> {
    let whole = |at: usize| (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let start = whole(span.start as usize);
    start..whole(span.end as usize).max(start)
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Diagnostics {}
