//! The prelude: declarations before a kernel's own lines, each with a comment. Only the declarations that the kernel uses, directly or
//! indirectly, are written.

use rustc_hash::FxHashSet;

/// A generated declaration or function. It uses only pieces that come before it.
pub(super) struct Piece {
    name: String,
    text: String,
    /// The comment on it. If several pieces have the same comment, only the first shows it.
    about: &'static str,
}

impl Piece {
    pub fn new(name: impl Into<String>, text: impl Into<String>, about: &'static str) -> Piece {
        Piece { name: name.into(), text: text.into(), about }
    }
}

/// Writes the pieces that `code` uses, directly or through other pieces. An empty line follows each group.
pub(super) fn write(groups: Vec<Vec<Piece>>, code: &str) -> String {
    let mut used: FxHashSet<&str> = words(code).collect();
    let mut kept: Vec<Vec<&Piece>> = Vec::new();
    for group in groups.iter().rev() {
        let mut of_group = Vec::new();
        for piece in group.iter().rev() {
            if used.contains(piece.name.as_str()) {
                used.extend(words(&piece.text));
                of_group.push(piece);
            }
        }
        kept.push(of_group);
    }
    let mut text = String::new();
    let mut said = FxHashSet::from_iter([""]);
    for group in kept.into_iter().rev().filter(|group| !group.is_empty()) {
        for piece in group.into_iter().rev() {
            let about = if said.insert(piece.about) { piece.about } else { "" };
            // The comment on a function is above it, the comment on a variable is behind it.
            match (about, piece.text.ends_with(';')) {
                ("", _) => text.push_str(&piece.text),
                (_, true) => text.extend([&piece.text, " // ", about]),
                (_, false) => text.extend(["// ", about, "\n", &piece.text]),
            }
            text.push('\n');
        }
        text.push('\n');
    }
    text
}

/// Returns the words of a text, including numbers.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nothing_uses_is_not_written() {
        let groups = || {
            vec![
                vec![Piece::new("a", "int a;", "a number"), Piece::new("b", "int b;", "a number")],
                vec![
                    Piece::new("c", "int c() { return b; }", "what b is"),
                    Piece::new("d", "int d() { return a; }", ""),
                ],
            ]
        };
        assert_eq!(write(groups(), "x = c();"), "int b; // a number\n\n// what b is\nint c() { return b; }\n\n");
        assert_eq!(write(groups(), "x = a + b;"), "int a; // a number\nint b;\n\n");
        assert_eq!(write(groups(), "x = ab + bd;"), "");
    }
}
