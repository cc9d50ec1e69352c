//! Says what is wrong with a kernel in its own words: the line as written, with a caret under the place, whoever found it.
//!
//! A driver counts the lines of the text it was given, which is the prelude and then the kernel line for line, so that
//! a table leads back; `#line` is not used, because drivers disagree about what it means. Columns are kept too, since the
//! rewriting of a kernel replaces text by text of the same length. Where a driver gives no column (most give none), the
//! word that it quotes is looked for in the line.

use std::fmt;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::source::Line;

/// One thing that is wrong with a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The file, or part, that the line is in.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column of the first byte in question, from 1.
    pub column: usize,
    /// How many bytes are in question; 0 where that is not known.
    pub length: usize,
    /// The line as written.
    pub text: String,
    /// What is wrong.
    pub message: String,
    /// What to do about it, where that is known.
    pub help: Option<String>,
}

impl Problem {
    /// A problem in `line`, `length` bytes from the byte `column` (from 0).
    pub(crate) fn at(line: &Line, column: usize, length: usize, message: impl Into<String>) -> Problem {
        Problem {
            file: line.file.clone(),
            line: line.number,
            column: column + 1,
            length,
            text: line.text.clone(),
            message: message.into(),
            help: None,
        }
    }
}

/// A kernel that does not compile: prints each line in question with a caret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompileError {
    /// The kernel.
    pub kernel: String,
    /// What is wrong, in the order found.
    pub problems: Vec<Problem>,
    /// The driver's own words, where it was the driver that refused.
    pub log: String,
}

impl std::error::Error for CompileError {}

impl CompileError {
    pub(crate) fn of(kernel: &str, problem: Problem) -> Box<CompileError> {
        Box::new(CompileError { kernel: kernel.to_owned(), problems: vec![problem], log: String::new() })
    }

    /// Reads a driver's log about a text of `prelude` lines and then `lines`.
    pub(crate) fn from_log(kernel: &str, log: &str, prelude: usize, lines: &[Line]) -> Box<CompileError> {
        let mut problems: Vec<Problem> = Vec::new();
        let mut candidates_of = None;
        for mut entry in log.lines().filter_map(parse_entry) {
            // Mesa lists what might have been meant as errors of their own, in the same place.
            if candidates_of == Some((entry.line, entry.column)) {
                continue;
            }
            candidates_of = None;
            if let Some(message) = entry.message.strip_suffix("; candidates are:") {
                candidates_of = Some((entry.line, entry.column));
                entry.message = message.to_owned();
            }
            let Some(index) = entry.line.checked_sub(prelude + 1).filter(|index| *index < lines.len()) else {
                continue;
            };
            let line = blamed(&lines[..=index], &entry.message);
            let (column, length) = locate(&line.text, &entry);
            let problem = Problem::at(line, column, length, entry.message);
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
        Box::new(CompileError { kernel: kernel.to_owned(), problems, log: log.trim().to_owned() })
    }

    /// The message as text, with or without the terminal's colours.
    pub fn render(&self, colours: bool) -> String {
        let renderer = if colours { Renderer::styled() } else { Renderer::plain() };
        let title = format!("kernel `{}` does not compile", self.kernel);
        if self.problems.is_empty() {
            return format!("{title}; the driver says:\n{}", self.log);
        }
        let groups: Vec<Group> = self.problems.iter().take(5).map(group).collect();
        format!("{title}\n{}", renderer.render(&groups))
    }
}

fn group(problem: &Problem) -> Group<'_> {
    let start = (problem.column - 1).min(problem.text.len());
    // A line may hold letters of several bytes, in a comment.
    let whole = |at: usize| (at..=problem.text.len()).find(|&at| problem.text.is_char_boundary(at)).unwrap_or(at);
    let start = whole(start);
    let end = whole((start + problem.length.max(1)).min(problem.text.len()).max(start));
    let snippet = Snippet::source(problem.text.as_str())
        .line_start(problem.line)
        .path(problem.file.as_str())
        .annotation(AnnotationKind::Primary.span(start..end));
    let group = Level::ERROR.primary_title(problem.message.as_str()).element(snippet);
    match &problem.help {
        Some(help) => group.element(Level::HELP.message(help.as_str())),
        None => group,
    }
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

/// A line of a log, understood.
#[derive(PartialEq, Debug)]
struct Entry {
    line: usize,
    column: Option<usize>,
    message: String,
}

/// `0:12(34): error: ..` (Mesa), `0(12) : error C1503: ..` (NVIDIA), `ERROR: 0:12: ..` (ANGLE, Apple, AMD, Intel).
fn parse_entry(text: &str) -> Option<Entry> {
    let text = text.trim();
    if let Some(rest) = text.strip_prefix("ERROR: ") {
        let (_, rest) = number(rest)?;
        let (line, rest) = number(rest.strip_prefix(':')?)?;
        let message = rest.trim_start_matches(':').trim();
        return Some(Entry { line, column: None, message: message.to_owned() });
    }
    let (_, rest) = number(text)?;
    let (line, column, rest) = if let Some(rest) = rest.strip_prefix(':') {
        let (line, rest) = number(rest)?;
        let (column, rest) = number(rest.strip_prefix('(')?)?;
        (line, column.checked_sub(1), rest.strip_prefix(')')?)
    } else {
        let (line, rest) = number(rest.strip_prefix('(')?)?;
        (line, None, rest.strip_prefix(')')?)
    };
    let rest = rest.trim_start_matches([' ', ':']).strip_prefix("error")?.trim_start();
    let message = match rest.split_once(':') {
        Some((code, message)) if !code.contains(' ') => message.trim(),
        _ => rest.trim_start_matches(':').trim(),
    };
    Some(Entry { line, column, message: message.to_owned() })
}

fn number(text: &str) -> Option<(usize, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// The line that an error is about: the last of `lines`, or one shortly before it that has the word which the message
/// quotes. Some drivers count a statement that goes over several lines as its last.
fn blamed<'a>(lines: &'a [Line], message: &str) -> &'a Line {
    let holds = |line: &&Line| {
        let has = |word: &str| line.text.match_indices(word).any(|(at, _)| whole_word(&line.text, at, word.len()));
        quoted(message).any(has)
    };
    lines.iter().rev().take(3).find(holds).unwrap_or(&lines[lines.len() - 1])
}

/// Where in the line: the word quoted in the message, nearest to the column if there is one; else the column; else all.
fn locate(line: &str, entry: &Entry) -> (usize, usize) {
    let near = entry.column.filter(|&column| column < line.len() && line.is_char_boundary(column));
    let mut found: Option<(usize, usize)> = None;
    for word in quoted(&entry.message) {
        let places = line.match_indices(word).map(|(at, _)| at).filter(|&at| whole_word(line, at, word.len()));
        let best = places.min_by_key(|&at| near.map_or(at, |column| at.abs_diff(column)));
        if let Some(at) = best {
            found = Some((at, word.len()));
        }
    }
    if let Some(found) = found {
        return found;
    }
    let start = near.unwrap_or(line.len() - line.trim_start().len());
    match near {
        Some(_) => (start, word_length(&line[start..])),
        None => (start, line.trim().len()),
    }
}

/// What a message quotes, whichever quotes it uses.
fn quoted(message: &str) -> impl Iterator<Item = &str> {
    let parts = message.split(['"', '\'', '`']).skip(1).step_by(2);
    parts.map(|part| part.split('(').next().unwrap_or(part).trim()).filter(|part| !part.is_empty())
}

fn whole_word(line: &str, at: usize, length: usize) -> bool {
    let of_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if !line[at..].starts_with(of_word) {
        return true;
    }
    !line[..at].ends_with(of_word) && !line[at + length..].starts_with(of_word)
}

fn word_length(text: &str) -> usize {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(text.len());
    end.max(text.chars().next().map_or(0, char::len_utf8))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(line: usize, column: Option<usize>, message: &str) -> Option<Entry> {
        Some(Entry { line, column, message: message.to_owned() })
    }

    #[test]
    fn the_logs_of_many_drivers_are_understood() {
        assert_eq!(parse_entry("0:12(34): error: `z' undeclared"), entry(12, Some(33), "`z' undeclared"));
        assert_eq!(
            parse_entry("0(12) : error C1503: undefined variable \"z\""),
            entry(12, None, "undefined variable \"z\"")
        );
        assert_eq!(
            parse_entry("ERROR: 0:12: 'z' : undeclared identifier "),
            entry(12, None, "'z' : undeclared identifier")
        );
        assert_eq!(parse_entry("0:12(34): warning: `z' used uninitialized"), None);
        assert_eq!(parse_entry("No errors."), None);
    }

    #[test]
    fn a_statement_over_several_lines_is_blamed_where_the_word_is() {
        let line = |text: &str| Line { file: "k".into(), number: 1, text: text.into(), code: text.into() };
        let lines = ["c = 1.0;", "return", "a + c", ";"].map(line);
        assert_eq!(blamed(&lines, "undefined variable \"c\"").text, "a + c");
        assert_eq!(blamed(&lines, "type mismatch").text, ";");
        assert_eq!(blamed(&lines[..1], "undefined variable \"q\"").text, "c = 1.0;");
    }

    #[test]
    fn the_caret_finds_the_quoted_word() {
        let at = |line, message: &str, column| locate(line, &entry(1, column, message).unwrap());
        assert_eq!(at("  zz = a + z * 2.0;", "undefined variable \"z\"", None), (11, 1));
        assert_eq!(at("  z = a + z;", "`z' undeclared", Some(9)), (10, 1));
        assert_eq!(at("  float y = a b;", "syntax error, unexpected identifier at token \"b\"", None), (14, 1));
        assert_eq!(at("  y = vec2(1.0);", "type mismatch", Some(6)), (6, 4));
        assert_eq!(at("  y = vec2(1.0);", "type mismatch", None), (2, 14));
    }
}
