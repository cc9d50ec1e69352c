//! Collects the diagnostics of a check.

use rustc_hash::FxHashMap;

use crate::syntax::{Diagnostic, Files, MAX_DIAGNOSTICS, Severity, Span, Subject};

/// The maximum number of further uses of a name that a message lists, by their lines.
const MAX_LINES: usize = 5;

/// Diagnostics in order. A name that does not exist, or a type that is not supported, is reported once, with the lines of its other
/// uses.
#[derive(Default, Debug)]
pub(super) struct Report {
    list: Vec<Diagnostic>,
    /// For each missing subject, the index of its diagnostic and the spans of its other uses. Variables are recorded for each
    /// kernel separately.
    missing: FxHashMap<(Subject, Option<usize>), (usize, Vec<Span>)>,
}

impl Report {
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.add(diagnostic, Vec::new(), None);
    }

    fn add(&mut self, diagnostic: Diagnostic, again: Vec<Span>, kernel: Option<usize>) {
        let key = match &diagnostic.subject {
            Subject::Other | Subject::MalformedName => None,
            subject @ Subject::UnresolvedVariable(_) => Some((subject.clone(), kernel)),
            subject => Some((subject.clone(), None)),
        };
        if let Some((_, spans)) = key.as_ref().and_then(|key| self.missing.get_mut(key)) {
            spans.push(diagnostic.span);
            spans.extend(again);
            return;
        }
        if self.is_full() {
            return;
        }
        if let Some(key) = key {
            self.missing.insert(key, (self.list.len(), again));
        }
        self.list.push(diagnostic);
    }

    /// Appends the diagnostics of a kernel.
    pub fn append(&mut self, mut of_kernel: Report, kernel: usize) {
        let mut again: FxHashMap<usize, Vec<Span>> = of_kernel.missing.drain().map(|(_, missing)| missing).collect();
        for (number, diagnostic) in of_kernel.list.into_iter().enumerate() {
            self.add(diagnostic, again.remove(&number).unwrap_or_default(), Some(kernel));
        }
    }

    /// Whether the maximum number of diagnostics is reached, so that no more are kept.
    pub fn is_full(&self) -> bool {
        self.list.len() >= MAX_DIAGNOSTICS
    }

    /// Returns the number of errors.
    pub fn errors(&self) -> usize {
        self.list.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count()
    }

    /// Returns all diagnostics.
    pub fn finish(mut self, files: &Files) -> Vec<Diagnostic> {
        for (number, again) in self.missing.values().filter(|(_, again)| !again.is_empty()) {
            let diagnostic = &mut self.list[*number];
            diagnostic.help.push(named_again(files, diagnostic.span, again));
        }
        self.list
    }
}

/// Returns the help that lists the lines of the other uses.
fn named_again(files: &Files, first: Span, others: &[Span]) -> String {
    let own = files.line(first).to_string();
    let mut lines: Vec<String> = Vec::new();
    for other in others {
        let line = files.line(*other).to_string();
        let line = match files.0.get(other.file as usize).filter(|_| other.file != first.file) {
            Some(file) => format!("{line} of {}", file.name),
            None => line,
        };
        if lines.contains(&line) || line == own {
            continue;
        }
        if lines.len() == MAX_LINES {
            lines.push("others".into());
            break;
        }
        lines.push(line);
    }
    match lines.as_slice() {
        [] => "it is named again in the same line".into(),
        [max @ .., last] if !max.is_empty() => format!("it is named in lines {} and {last}, too", max.join(", ")),
        lines => format!("it is named in line {}, too", lines.join(", ")),
    }
}
