//! Source texts of a program, and spans in them.

use std::io::Read;
use std::path::Path;

/// Bytes `start..end` of a file of [`Files`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    /// The file's number.
    pub file: u32,
    /// The first byte.
    pub start: u32,
    /// The byte behind the last.
    pub end: u32,
}

impl Span {
    /// From the start of this to the end of `last`, where both are in one file.
    pub fn to(self, last: Span) -> Span {
        if self.file != last.file || last.end < self.start {
            return self;
        }
        Span { end: last.end, ..self }
    }

    /// Whether `other` lies in it.
    pub fn covers(self, other: Span) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
    }
}

/// A text of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Its name for messages, and for `#include`s.
    pub name: String,
    /// What it holds.
    pub text: String,
}

/// The texts of a program: the first is the one that was asked for, the others it includes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Files(pub Vec<File>);

impl Files {
    /// What is written there.
    pub fn text(&self, span: Span) -> &str {
        self.0
            .get(span.file as usize)
            .and_then(|file| file.text.get(span.start as usize..span.end as usize))
            .unwrap_or("")
    }

    /// The line, from 1.
    pub fn line(&self, span: Span) -> usize {
        let text = self.0.get(span.file as usize).map_or("", |file| &file.text);
        1 + text.bytes().take(span.start as usize).filter(|&byte| byte == b'\n').count()
    }
}

/// Reads a source text from a file. Of one that is too long, a byte more than `max_bytes` is read, for the compiler to say so.
pub(crate) fn read_text(path: &Path, max_bytes: usize) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(max_bytes as u64 + 1).read_to_end(&mut bytes)?;
    decoded(&bytes).map_err(std::io::Error::other)
}

/// The text that a file holds. Programs of the time are in all sorts of encodings; what is not UTF-8 stands in comments,
/// but for UTF-16, which has a mark at its start.
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
    // Text of mostly plain letters has a zero in every other byte then, and else none.
    let start = &bytes[..bytes.len().min(4096)];
    if 3 * start.iter().filter(|byte| **byte == 0).count() > start.len() && start.iter().any(|byte| *byte != 0) {
        return Err("it looks like UTF-16 without a mark at its start: save it as UTF-8".into());
    }
    if let Some(at) = bytes.iter().position(|byte| *byte == 0) {
        return Err(format!("it is no text: byte {at} is zero"));
    }
    Ok(String::from_utf8_lossy(bytes).into_owned())
}

/// The text with `\n` where `\r` alone ends a line, as it did on the old Macintosh. No place changes.
pub(crate) fn with_line_ends(text: String) -> String {
    let mut bytes = text.into_bytes();
    // Of `\r\r\n`, as copying makes it, all is one end.
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
