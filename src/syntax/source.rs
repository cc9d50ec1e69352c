//! The source texts of a program, and spans in them.

use std::io::Read;
use std::path::Path;

/// Bytes `start..end` of a file of [`Files`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    /// The file's number.
    pub file: u32,
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// The span from the start of this one to the end of `last`. Returns this span if `last` is in another file or ends before
    /// this span starts.
    pub fn to(self, last: Span) -> Span {
        if self.file != last.file || last.end < self.start {
            return self;
        }
        Span { end: last.end, ..self }
    }

    /// Whether `other` lies within this span.
    pub fn covers(self, other: Span) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
    }
}

/// A source file of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// The file's name, for messages and for `#include`s.
    pub name: String,
    /// The file's text.
    pub text: String,
}

/// The source files of a program: first the main file, then the files that it includes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Files(pub Vec<File>);

impl Files {
    /// The text of a span; empty if the span is not in these files.
    pub fn text(&self, span: Span) -> &str {
        self.0
            .get(span.file as usize)
            .and_then(|file| file.text.get(span.start as usize..span.end as usize))
            .unwrap_or("")
    }

    /// The number of the line where the span starts, from 1.
    pub fn line(&self, span: Span) -> usize {
        let text = self.0.get(span.file as usize).map_or("", |file| &file.text);
        1 + text.bytes().take(span.start as usize).filter(|&byte| byte == b'\n').count()
    }

    /// The numbers of the line and of the column where the span starts, from 1. Columns count characters.
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        let text = self.0.get(span.file as usize).map_or("", |file| &file.text);
        let before = text.get(..span.start as usize).unwrap_or(text);
        (self.line(span), 1 + before.chars().rev().take_while(|&letter| letter != '\n').count())
    }
}

/// Reads a source text from a file. Of a file that is too long it reads one byte more than `max_bytes`, so that the compiler can
/// report it.
pub(crate) fn read_text(path: &Path, max_bytes: usize) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(max_bytes as u64 + 1).read_to_end(&mut bytes)?;
    decoded(&bytes).map_err(std::io::Error::other)
}

/// Decodes the content of a file. Programs of the time are in many encodings. UTF-16 is recognised by the mark at its start; in
/// any other encoding, bytes that are not UTF-8 stand in comments, and are replaced.
fn decoded(bytes: &[u8]) -> Result<String, String> {
    let wide = |word: fn([u8; 2]) -> u16, bytes: &[u8]| {
        let words: Vec<u16> = bytes.chunks_exact(2).map(|pair| word([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&words)
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => return Ok(wide(u16::from_le_bytes, rest)),
        [0xfe, 0xff, rest @ ..] => return Ok(wide(u16::from_be_bytes, rest)),
        _ => {}
    }
    // A UTF-16 text of mostly ASCII letters has a zero in every other byte; text in other encodings has none.
    let start = &bytes[..bytes.len().min(4096)];
    if 3 * start.iter().filter(|byte| **byte == 0).count() > start.len() && start.iter().any(|byte| *byte != 0) {
        return Err("it looks like UTF-16 without a mark at its start: save it as UTF-8".into());
    }
    if let Some(at) = bytes.iter().position(|byte| *byte == 0) {
        return Err(format!("it is not text: byte {at} is zero"));
    }
    Ok(String::from_utf8_lossy(bytes).into_owned())
}

/// Replaces each `\r` that alone ends a line, as on the old Macintosh, by `\n`. Byte offsets stay the same.
pub(crate) fn with_line_ends(text: String) -> String {
    let mut bytes = text.into_bytes();
    // `\r\r\n`, which copying can produce, is a single line end.
    let mut ended = false;
    for byte in bytes.iter_mut().rev() {
        match byte {
            b'\n' => ended = true,
            b'\r' if !ended => *byte = b'\n',
            b'\r' => {}
            _ => ended = false,
        }
    }
    String::from_utf8(bytes).expect("one letter of ASCII is put for another")
}
