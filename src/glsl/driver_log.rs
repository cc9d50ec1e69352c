//! Driver logs: maps each error in a driver's log to its line of the shader, and to the kernel's source.

use crate::ir::Kernel;
use crate::syntax::{Code, Diagnostic, Diagnostics};

use super::Shader;

/// An error parsed from a driver's log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The line of the shader's text, counted from 1.
    pub line: usize,
    /// The message, in the driver's words.
    pub message: String,
}

/// Returns the errors in a log, in order. Mesa also lists candidates for a call that does not resolve. These are left out.
pub(crate) fn entries(log: &str) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut candidates = None;
    for mut entry in log.lines().filter_map(parse) {
        if candidates == Some(entry.line) {
            continue;
        }
        candidates = None;
        if let Some(message) = entry.message.strip_suffix("; candidates are:") {
            candidates = Some(entry.line);
            entry.message = message.to_owned();
        }
        if !entries.contains(&entry) {
            entries.push(entry);
        }
    }
    entries
}

/// Returns the errors in the log of a shader. Each has the place in the kernel that its line of the shader comes from.
pub(crate) fn diagnostics(kernel: &Kernel, shader: &Shader, log: &str) -> Diagnostics {
    let diagnostic = |entry: Entry| {
        let span = shader.lines.span(entry.line)?;
        Some(Diagnostic::error(Code::K0901, span, entry.message).label("written here"))
    };
    let list = entries(log).into_iter().filter_map(diagnostic).collect();
    Diagnostics::new((*kernel.files).clone(), list)
}

/// Parses an error: `0:12(34): error: ..` (Mesa), `0(12) : error C1503: ..` (NVIDIA), `ERROR: 0:12: ..` (ANGLE, Apple, AMD, Intel).
fn parse(text: &str) -> Option<Entry> {
    let text = text.trim();
    if let Some(rest) = text.strip_prefix("ERROR: ") {
        let (_, rest) = number(rest)?;
        let (line, rest) = number(rest.strip_prefix(':')?)?;
        return Some(Entry { line, message: rest.trim_start_matches(':').trim().to_owned() });
    }
    let (_, rest) = number(text)?;
    let (line, rest) = if let Some(rest) = rest.strip_prefix(':') {
        let (line, rest) = number(rest)?;
        let (_, rest) = number(rest.strip_prefix('(')?)?;
        (line, rest.strip_prefix(')')?)
    } else {
        let (line, rest) = number(rest.strip_prefix('(')?)?;
        (line, rest.strip_prefix(')')?)
    };
    let rest = rest.trim_start_matches([' ', ':']).strip_prefix("error")?.trim_start();
    let message = match rest.split_once(':') {
        Some((code, message)) if !code.contains(' ') => message.trim(),
        _ => rest.trim_start_matches(':').trim(),
    };
    Some(Entry { line, message: message.to_owned() })
}

fn number(text: &str) -> Option<(usize, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logs_of_many_drivers_are_understood() {
        let of = |text: &str| entries(text).into_iter().map(|entry| (entry.line, entry.message)).collect::<Vec<_>>();
        assert_eq!(of("0:12(34): error: `z' undeclared"), [(12, "`z' undeclared".to_owned())]);
        assert_eq!(of("0(12) : error C1503: undefined variable \"z\""), [(12, "undefined variable \"z\"".to_owned())]);
        assert_eq!(of("ERROR: 0:7: 'z' : undeclared identifier "), [(7, "'z' : undeclared identifier".to_owned())]);
        assert_eq!(of("0:12(34): warning: `z' used uninitialized\nNo errors."), []);
        let candidates = "0:3(1): error: no matching function; candidates are:\n0:3(1): error:    float f(int)";
        assert_eq!(of(candidates), [(3, "no matching function".to_owned())]);
    }
}
