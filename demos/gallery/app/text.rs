//! Program texts in colours.

use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, FontId};

use super::theme::Theme;

/// What a piece of a program is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Piece {
    Plain,
    Comment,
    Keyword,
    Type,
    Number,
    Directive,
}

const KEYWORDS: &[&str] = &[
    "input",
    "output",
    "constant",
    "inout",
    "coherent",
    "texels",
    "uniform",
    "in",
    "out",
    "if",
    "else",
    "for",
    "while",
    "do",
    "return",
    "break",
    "continue",
    "const",
    "void",
    "kernel",
    "reduce",
    "iter",
    "layout",
    "precision",
    "highp",
    "buffer",
    "shared",
    "readonly",
    "writeonly",
    "struct",
    "discard",
    "flat",
    "varying",
    "attribute",
];
const TYPES: &[&str] = &[
    "float",
    "float2",
    "float3",
    "float4",
    "vec2",
    "vec3",
    "vec4",
    "int",
    "ivec2",
    "ivec3",
    "ivec4",
    "uint",
    "uvec2",
    "uvec3",
    "uvec4",
    "bool",
    "index",
    "element",
    "sampler2D",
    "sampler2DArray",
    "bvec2",
    "bvec3",
    "bvec4",
    "half",
    "fixed",
    "samplerRECT",
    "sampler1D",
    "sampler3D",
    "samplerCUBE",
];

/// Whether a word is a type: one of the list, or a vector or matrix of Cg, as `half3` and `float4x4`.
fn is_type(word: &str) -> bool {
    let numbers = ["float", "half", "fixed", "int", "bool"].iter().find_map(|base| word.strip_prefix(base));
    let is_size = |size: &[u8]| matches!(size, [b'1'..=b'4'] | [b'1'..=b'4', b'x', b'1'..=b'4']);
    TYPES.contains(&word) || numbers.is_some_and(|size| is_size(size.as_bytes()))
}

/// The pieces of a text, end to end.
fn pieces(text: &str) -> Vec<(Piece, &str)> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let of = |end: usize| rest.split_at(end.clamp(1, rest.len()));
        let first = rest.chars().next().unwrap_or(' ');
        let while_ = |test: fn(char) -> bool| rest.find(|letter: char| !test(letter)).unwrap_or(rest.len());
        let (piece, (text, after)) = match first {
            _ if rest.starts_with("//") => (Piece::Comment, of(rest.find('\n').unwrap_or(rest.len()))),
            _ if rest.starts_with("/*") => (Piece::Comment, of(rest.find("*/").map_or(rest.len(), |end| end + 2))),
            '#' => (Piece::Directive, of(rest.find('\n').unwrap_or(rest.len()))),
            'a'..='z' | 'A'..='Z' | '_' => {
                let word = of(while_(|letter| letter.is_ascii_alphanumeric() || letter == '_'));
                let piece = match word.0 {
                    word if KEYWORDS.contains(&word) => Piece::Keyword,
                    word if is_type(word) => Piece::Type,
                    _ => Piece::Plain,
                };
                (piece, word)
            }
            '0'..='9' => (Piece::Number, of(while_(|letter| letter.is_ascii_alphanumeric() || letter == '.'))),
            _ => {
                let end = rest[first.len_utf8()..]
                    .find(|letter: char| letter.is_ascii_alphanumeric() || "/#_".contains(letter));
                (Piece::Plain, of(end.map_or(rest.len(), |end| end + first.len_utf8())))
            }
        };
        pieces.push((piece, text));
        rest = after;
    }
    pieces
}

fn colour(piece: Piece, theme: Theme) -> Color32 {
    match piece {
        Piece::Plain => theme.ink(),
        Piece::Comment => theme.faint(),
        Piece::Keyword => theme.reader(),
        Piece::Type => theme.source(),
        Piece::Number => theme.number(),
        Piece::Directive => theme.error(),
    }
}

/// The text in colours, of this size.
pub fn coloured(text: &str, size: f32, theme: Theme) -> LayoutJob {
    let mut job = LayoutJob::default();
    for (piece, text) in pieces(text) {
        job.append(text, 0.0, TextFormat::simple(FontId::monospace(size), colour(piece, theme)));
    }
    job
}

/// A listing in colours: its comments matter less.
pub fn listing(text: &str, size: f32, theme: Theme) -> LayoutJob {
    let mut job = LayoutJob::default();
    for line in text.split_inclusive('\n') {
        let colour = if line.trim_start().starts_with('#') { theme.faint() } else { theme.ink() };
        job.append(line, 0.0, TextFormat::simple(FontId::monospace(size), colour));
    }
    job
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_the_text() {
        let texts = [
            "",
            "input float x; // é\n#include \"a\"\nvoid main() { y = 2.0*fetch(x,here()) / 3; }",
            "/* open",
            "/",
            "§ é_1",
        ];
        for text in texts {
            assert_eq!(pieces(text).iter().map(|(_, piece)| *piece).collect::<String>(), text);
        }
        assert_eq!(pieces("float x")[0], (Piece::Type, "float"));
        assert_eq!(
            [is_type("half3"), is_type("float4x4"), is_type("float5"), is_type("int2x")],
            [true, true, false, false]
        );
        assert_eq!(pieces("a// b\nc")[1], (Piece::Comment, "// b"));
    }
}
