//! Writes numbers in hexadecimal digits where the kernel's source does.

use rustc_hash::FxHashMap;

use crate::syntax::Files;
use crate::syntax::lexer::{TokenKind, lex_lines};

/// The smallest number that is written so. Below, decimal digits are as easy to read, and the source may mean another number.
const SMALLEST: i64 = 256;

/// How the source writes numbers in hexadecimal digits, by their values.
pub(super) struct Hexadecimal(FxHashMap<i64, String>);

impl Hexadecimal {
    pub fn of(files: &Files) -> Hexadecimal {
        let mut numbers = FxHashMap::default();
        for (file, source) in files.0.iter().enumerate() {
            for token in lex_lines(file as u32, &source.text) {
                let text = files.text(token.text);
                if let TokenKind::Int(value) | TokenKind::Uint(value) = token.kind
                    && value >= SMALLEST
                    && text.starts_with("0x")
                {
                    numbers.entry(value).or_insert_with(|| text.trim_end_matches(['u', 'U']).to_owned());
                }
            }
        }
        Hexadecimal(numbers)
    }

    /// Returns a line of a shader with its numbers as the source writes them.
    pub fn applied(&self, line: &str) -> String {
        // A directive has the numbers of versions.
        if self.0.is_empty() || line.starts_with('#') {
            return line.to_owned();
        }
        let mut text = String::new();
        let mut end = 0;
        for token in lex_lines(0, line) {
            let range = token.text.start as usize..token.text.end as usize;
            let (value, suffix) = match token.kind {
                TokenKind::Int(value) => (value, ""),
                TokenKind::Uint(value) => (value, "u"),
                _ => continue,
            };
            // The digits of a negative number are not the source's.
            if let Some(digits) = self.0.get(&value).filter(|_| !line[..range.start].ends_with('-')) {
                text.extend([&line[end..range.start], digits, suffix]);
                end = range.end;
            }
        }
        text + &line[end..]
    }
}
