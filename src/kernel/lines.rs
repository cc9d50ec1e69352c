//! Includes of compute kernels: a kernel's lines with those of its includes in their places. Its body is a shader's, of
//! which nothing here knows more than what it includes and declares.

use crate::syntax::{Code, Diagnostic, Diagnostics, File, Files, Span};

use super::error::CompileError;
use super::source::Source;

/// A line, and where it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    /// The whole line.
    pub span: Span,
    /// Without its comments, column for column.
    pub code: String,
}

/// The lines of a kernel.
#[derive(Default)]
pub(crate) struct Lines {
    /// The text, and those that it includes: each comes once.
    pub files: Files,
    /// The lines of all of them, in the order in which they are read.
    pub lines: Vec<Line>,
}

impl Lines {
    /// Reads a kernel's text. A file that is included twice comes once.
    pub fn of(source: &Source) -> Result<Lines, Box<CompileError>> {
        let mut lines = Lines::default();
        lines.file(source, source.path(), source.text())?;
        Ok(lines)
    }

    fn file(&mut self, source: &Source, name: &str, text: &str) -> Result<(), Box<CompileError>> {
        let file = self.files.0.len() as u32;
        self.files.0.push(File { name: name.to_owned(), text: text.to_owned() });
        let code = without_comments(text);
        let mut start = 0;
        for (text, code) in text.split_inclusive('\n').zip(code.split_inclusive('\n')) {
            let span = Span { file, start, end: start + text.trim_end().len() as u32 };
            start += text.len() as u32;
            let code = code.trim_end();
            let directive = code.trim_start();
            if !directive.starts_with('#') {
                self.lines.push(Line { span, code: code.to_owned() });
                continue;
            }
            let span = Span { start: span.start + (code.len() - directive.len()) as u32, ..span };
            let Some(name) = include_name(directive) else {
                let title = "the only `#` line in a kernel is `#include \"name\"`";
                return Err(self.refuse(source, span, title.into()));
            };
            if self.files.0.iter().any(|file| file.name == name) {
                continue;
            }
            match source.find(name) {
                Some(text) => self.file(source, name, text)?,
                None => return Err(self.refuse(source, span, format!("there is no `{name}` to include"))),
            }
        }
        Ok(())
    }

    fn refuse(&self, source: &Source, span: Span, title: String) -> Box<CompileError> {
        let diagnostic = Diagnostic::error(Code::K0902, span, title);
        CompileError::new(source.name(), Diagnostics::new(self.files.clone(), vec![diagnostic]))
    }
}

fn include_name(directive: &str) -> Option<&str> {
    directive[1..].trim().strip_prefix("include")?.trim().strip_prefix('"')?.strip_suffix('"')
}

/// The text with its comments blanked out, so that no driver sees what is in them: some splice lines that end in a
/// backslash, some refuse letters that are not ASCII. A comment without an end is left for the driver.
fn without_comments(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("//").into_iter().chain(rest.find("/*")).min() {
        let comment = &rest[at..];
        let length = match comment.starts_with("//") {
            true => comment.find('\n').unwrap_or(comment.len()),
            false => match comment[2..].find("*/") {
                Some(end) => end + 4,
                None => break,
            },
        };
        code.push_str(&rest[..at]);
        // A space for each byte, so that columns stay.
        code.extend(comment[..length].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        rest = &comment[length..];
    }
    code.push_str(rest);
    code
}
