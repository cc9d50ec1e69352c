//! Lines of a text: where they start in bytes, and where a place in bytes is in letters.

use std::ops::Range;

/// The lines of a text.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// The first byte of each line.
    starts: Vec<usize>,
    length: usize,
}

impl Lines {
    pub fn of(text: &str) -> Lines {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Lines { starts: std::iter::once(0).chain(ends).collect(), length: text.len() }
    }

    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// The line of a byte, from 0.
    pub fn line(&self, byte: usize) -> usize {
        self.starts.partition_point(|start| *start <= byte).saturating_sub(1)
    }

    /// The bytes of a line, its end among them.
    pub fn bytes(&self, line: usize) -> Range<usize> {
        let start = self.starts.get(line).copied().unwrap_or(self.length);
        start..self.starts.get(line + 1).copied().unwrap_or(self.length)
    }

    /// The lines that some bytes are in.
    pub fn within(&self, bytes: Range<usize>) -> Range<usize> {
        self.line(bytes.start)..self.line(bytes.end.saturating_sub(1).max(bytes.start)) + 1
    }
}

/// How many letters stand before a byte; one within a letter counts as its start.
pub fn letters(text: &str, byte: usize) -> usize {
    text.char_indices().take_while(|(at, letter)| at + letter.len_utf8() <= byte).count()
}

/// What is underlined for some bytes: for each line that they touch, its letters from and to, counted from the start of the text. At
/// least one letter, and never the end of a line where there is more than that.
pub fn underlined(text: &str, bytes: Range<usize>) -> Vec<Range<usize>> {
    let lines = Lines::of(text);
    let bytes = bytes.start.min(text.len())..bytes.end.clamp(bytes.start, text.len().max(bytes.start)).min(text.len());
    let pieces = lines.within(bytes.clone()).filter_map(|line| {
        let whole = lines.bytes(line);
        let own = bytes.start.max(whole.start)..bytes.end.min(whole.end);
        let slice = text.get(own.clone())?;
        // Nothing below the blanks at both ends of a line.
        let start = own.start + slice.len() - slice.trim_start().len();
        let end = own.start + slice.trim_end().len();
        let (start, end) = if start < end { (start, end) } else { (own.start, own.end) };
        let first = letters(text, start);
        Some(first..letters(text, end).max(first + 1))
    });
    let pieces: Vec<_> = pieces.collect();
    // Blank lines between others need none.
    let solid = |piece: &&Range<usize>| text.chars().nth(piece.start).is_some_and(|letter| !letter.is_whitespace());
    let shown: Vec<_> = pieces.iter().filter(solid).cloned().collect();
    if shown.is_empty() { pieces } else { shown }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::playground::program::Compiled;

    #[test]
    fn lines_are_found() {
        let lines = Lines::of("ab\n\ncd");
        assert_eq!(lines.count(), 3);
        assert_eq!([0, 2, 3, 4, 6].map(|byte| lines.line(byte)), [0, 0, 1, 2, 2]);
        assert_eq!((lines.bytes(0), lines.bytes(1), lines.bytes(2)), (0..3, 3..4, 4..6));
        assert_eq!(lines.within(1..5), 0..3);
        assert_eq!(lines.within(3..3), 1..2);
    }

    #[test]
    fn underlines_count_letters_and_not_bytes() {
        let text = "// é€𝄞\nkernel void k(float a[], out float r<>) {\n    r = a + 1; // ü\n}\n";
        let compiled = Compiled::new("mine", text);
        let diagnostic = &compiled.diagnostics[0];
        assert_eq!(diagnostic.code.name(), "B0301");
        let bytes = diagnostic.span.start as usize..diagnostic.span.end as usize;
        assert_eq!(&text[bytes.clone()], "a");
        let pieces = underlined(text, bytes);
        assert_eq!(pieces.len(), 1);
        let letters: Vec<char> = text.chars().collect();
        assert_eq!(letters[pieces[0].clone()], ['a']);
        assert_eq!(letters[pieces[0].start - 4..pieces[0].start], ['r', ' ', '=', ' ']);
    }

    #[test]
    #[allow(clippy::single_range_in_vec_init, reason = "a range is what is meant")]
    fn underlines_of_several_lines_leave_out_their_ends() {
        let text = "é (\n\n  b\n) c";
        assert_eq!(underlined(text, 3..text.len() - 2), [2..3, 7..8, 9..10]);
        // At the end of the text there is a place to show.
        assert_eq!(underlined("é", 2..2), [1..2]);
        assert_eq!(underlined("", 0..0), [0..1]);
    }
}
