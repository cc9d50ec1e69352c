//! Finds the comments in the source texts of a kernel, by the lines that they are about.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::syntax::lexer::{Token, lex_lines};
use crate::syntax::{Files, Span};

/// A line of a file. Both are counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Place {
    pub file: u32,
    pub line: usize,
}

/// The comments of a kernel's files.
#[derive(Default)]
pub(super) struct Comments {
    /// The comment at the start of each file.
    starts: Vec<Vec<String>>,
    /// The comment directly above a line.
    above: FxHashMap<Place, Vec<String>>,
    /// The comment at the end of a line.
    behind: FxHashMap<Place, Vec<String>>,
    /// Where each input, constant and output is declared: the line of the declaration, and that of the name.
    declarations: FxHashMap<String, [Place; 2]>,
    /// The first byte of each line of each file.
    lines: Vec<Vec<usize>>,
}

/// A comment, or several on lines that follow one another.
struct Block {
    text: Vec<String>,
    /// Its last line, and the column in which it starts.
    last: usize,
    column: usize,
    /// Whether it is behind code.
    behind: bool,
}

impl Comments {
    pub fn of(files: &Files) -> Comments {
        let mut comments = Comments::default();
        for (file, source) in files.0.iter().enumerate() {
            let (file, text) = (file as u32, source.text.as_str());
            let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
            comments.lines.push(std::iter::once(0).chain(ends).collect());
            comments.starts.push(Vec::new());
            let tokens = lex_lines(file, text);
            let ends = tokens.iter().map(|token| Some(token.text.end as usize));
            let starts = tokens.iter().map(|token| Some(token.text.start as usize));
            for (before, behind) in std::iter::once(None).chain(ends).zip(starts.chain([None])) {
                comments.gap(file, text, before, behind);
            }
            comments.declare(file, text, &tokens);
        }
        comments
    }

    /// Returns the line where a span starts.
    pub fn place(&self, span: Span) -> Place {
        self.line_of(span.file, span.start as usize)
    }

    fn line_of(&self, file: u32, byte: usize) -> Place {
        let line = self.lines.get(file as usize).map_or(0, |starts| starts.partition_point(|start| *start <= byte));
        Place { file, line: line.saturating_sub(1) }
    }

    /// Returns the comment at the start of a file, line by line.
    pub fn start(&self, file: u32) -> &[String] {
        self.starts.get(file as usize).map_or(&[], Vec::as_slice)
    }

    /// Returns the comment directly above a line.
    pub fn above(&self, place: Place) -> &[String] {
        self.above.get(&place).map_or(&[], Vec::as_slice)
    }

    /// Returns the comment at the end of a line.
    pub fn behind(&self, place: Place) -> &[String] {
        self.behind.get(&place).map_or(&[], Vec::as_slice)
    }

    /// Returns the lines that declare an input, a constant or an output. The items of the array `keys` are called `keys_0` and so on.
    pub fn declaration(&self, name: &str) -> &[Place] {
        let array = || name.trim_end_matches(|c: char| c.is_ascii_digit()).strip_suffix('_');
        let found = self.declarations.get(name).or_else(|| self.declarations.get(array()?));
        found.map_or(&[], |places| places.as_slice())
    }

    /// Finds the comments between two tokens, or before the first or after the last.
    fn gap(&mut self, file: u32, text: &str, before: Option<usize>, behind: Option<usize>) {
        let range = before.unwrap_or(0)..behind.unwrap_or(text.len());
        let above = before.map(|byte| self.line_of(file, byte));
        let mut blocks: Vec<Block> = Vec::new();
        for comment in comments_in(text, range) {
            let (start, end) = (self.line_of(file, comment.start).line, self.line_of(file, comment.end).line);
            let column = comment.start - self.lines[file as usize][start];
            let behind = above.is_some_and(|above| above.line == start);
            let lines = without_marks(&text[comment]);
            match blocks.last_mut() {
                // A comment at the end of a line goes on below, in the same column.
                Some(block) if block.last + 1 >= start && (!block.behind || behind || block.column == column) => {
                    block.text.extend(lines);
                    block.last = end;
                }
                _ => blocks.push(Block { text: lines, last: end, column, behind }),
            }
        }
        let first = before.is_none();
        let below = behind.map(|byte| self.line_of(file, byte));
        let count = blocks.len();
        for (number, block) in blocks.into_iter().enumerate() {
            match (above, below) {
                (Some(above), _) if block.behind => self.behind.entry(above).or_default().extend(block.text),
                _ if first && number == 0 => self.starts[file as usize] = block.text,
                (_, Some(below)) if number + 1 == count && block.last + 1 >= below.line => {
                    self.above.entry(below).or_default().extend(block.text);
                }
                _ => {}
            }
        }
    }

    /// Finds the declarations of inputs, constants and outputs.
    fn declare(&mut self, file: u32, text: &str, tokens: &[Token]) {
        let word = |token: &Token| &text[token.text.start as usize..token.text.end as usize];
        let mut depth = 0;
        let mut start: Option<Place> = None;
        for (number, token) in tokens.iter().enumerate() {
            let place = self.line_of(file, token.text.start as usize);
            match word(token) {
                "{" => depth += 1,
                "}" => depth -= 1,
                ";" => start = None,
                "input" | "constant" | "output" if depth == 0 => start = Some(place),
                name => {
                    let ends = tokens.get(number + 1).is_some_and(|next| [",", ";", "["].contains(&word(next)));
                    if let Some(start) = start.filter(|_| ends) {
                        self.declarations.entry(name.to_owned()).or_insert([start, place]);
                    }
                }
            }
        }
    }
}

/// Returns where the comments are in a part of a text that has only these and white space.
fn comments_in(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = range.start;
    while let Some(start) = text[at..range.end].find('/').map(|ahead| at + ahead) {
        let rest = &text[start..range.end];
        let length = match rest.starts_with("//") {
            true => rest.find('\n'),
            false => rest.find("*/").map(|end| end + 2),
        };
        at = start + length.unwrap_or(rest.len());
        found.push(start..at);
    }
    found
}

/// Returns the lines of a comment, without the marks that make it one.
fn without_marks(comment: &str) -> Vec<String> {
    let plain = |line: &str| line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned();
    if comment.starts_with("//") {
        return vec![plain(comment.trim_start_matches('/'))];
    }
    let inside = comment.trim_start_matches("/*").trim_start_matches('*').trim_end_matches("*/").trim();
    inside.lines().map(|line| plain(line.trim_start().trim_start_matches('*'))).collect()
}
