//! Resolves the includes of compute kernels: puts the lines of each included text in place of its `#include`. It parses nothing else of
//! the text, which is passed to the driver.

use crate::syntax::{Code, Diagnostic, Diagnostics, File, Files, Span};

use super::error::CompileError;
use super::source::Source;

/// A line of code, and its place in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    /// The span of the whole line.
    pub span: Span,
    /// The line with its comments replaced by spaces, so that columns do not change.
    pub code: String,
}

/// The lines of a kernel.
#[derive(Default)]
pub(crate) struct Lines {
    /// The kernel's text, and the texts that it includes, each of them once.
    pub files: Files,
    /// The lines of all files, with those of an included file in place of its `#include`.
    pub lines: Vec<Line>,
}

impl Lines {
    /// Splits a kernel's text into lines, and resolves its includes. A file that is included twice is inserted only once.
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

/// Returns the text with its comments replaced by spaces, because drivers differ in what comments may contain: some join lines that end
/// in a backslash, and some refuse characters that are not ASCII. A comment without an end is left for the driver to report.
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
        // One space for each byte, so that columns do not change.
        code.extend(comment[..length].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        rest = &comment[length..];
    }
    code.push_str(rest);
    code
}
