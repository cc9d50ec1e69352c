//! The report's prose: paragraphs in which what stands between backticks is code, and between stars emphasised.

use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, FontId};

/// How a piece of a text is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Piece {
    Plain,
    Code,
    Emphasised,
}

/// The pieces of a text, without their marks.
fn pieces(text: &str) -> Vec<(Piece, &str)> {
    let mut pieces = Vec::new();
    for (number, part) in text.split('`').enumerate() {
        if number % 2 == 1 {
            pieces.push((Piece::Code, part));
        } else if part.matches('*').count() % 2 == 1 {
            // A star on its own is a star.
            pieces.push((Piece::Plain, part));
        } else {
            let kinds = [Piece::Plain, Piece::Emphasised].into_iter().cycle();
            pieces.extend(kinds.zip(part.split('*')));
        }
    }
    pieces.retain(|(_, text)| !text.is_empty());
    pieces
}

/// A text to be laid out, of this size.
pub fn job(text: &str, size: f32, colour: Color32) -> LayoutJob {
    let mut job = LayoutJob::default();
    for (piece, text) in pieces(text) {
        let font = if piece == Piece::Code { FontId::monospace(size * 0.95) } else { FontId::proportional(size) };
        let italics = piece == Piece::Emphasised;
        job.append(text, 0.0, TextFormat { italics, ..TextFormat::simple(font, colour) });
    }
    job
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_taken_off() {
        let text = "columns *published* and `a * b`, 2 * 3";
        let expected = [
            (Piece::Plain, "columns "),
            (Piece::Emphasised, "published"),
            (Piece::Plain, " and "),
            (Piece::Code, "a * b"),
            (Piece::Plain, ", 2 * 3"),
        ];
        assert_eq!(pieces(text), expected);
        assert_eq!(pieces("2 * 3"), [(Piece::Plain, "2 * 3")]);
        assert_eq!(pieces(""), []);
    }
}
