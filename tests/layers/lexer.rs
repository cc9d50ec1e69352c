//! Splits a Rust source into tokens with their lines. Comments go; doc comments are kept apart, by line.
//!
//! A parser of Rust (`syn`) would leave out what macros are given (`format!("{}", crate::x::y())`), and takes ten seconds to build.

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A name or a keyword.
    Word,
    /// A character of its own; `::` is one token.
    Sign,
    /// A number, a text or a character.
    Literal,
    /// A lifetime or a label.
    Lifetime,
}

/// A token.
#[derive(Debug, Clone, Copy)]
pub struct Token<'a> {
    pub kind: Kind,
    pub text: &'a str,
    pub line: usize,
}

impl Token<'_> {
    pub fn is(&self, text: &str) -> bool {
        matches!(self.kind, Kind::Word | Kind::Sign) && self.text == text
    }
}

/// The tokens of a source, and its doc comments by line.
pub struct Lexed<'a> {
    pub tokens: Vec<Token<'a>>,
    pub docs: Vec<(usize, &'a str)>,
}

/// Reads a whole source.
pub fn lex(text: &str) -> Lexed<'_> {
    let mut lexed = Lexed { tokens: Vec::new(), docs: Vec::new() };
    let (mut at, mut line) = (0, 1);
    while at < text.len() {
        let rest = &text[at..];
        let (length, kind) = next(rest);
        let token = &rest[..length];
        match kind {
            Some(kind) => lexed.tokens.push(Token { kind, text: token, line }),
            None if token.starts_with("///") || token.starts_with("//!") => lexed.docs.push((line, token)),
            None => {}
        }
        line += token.matches('\n').count();
        at += length;
    }
    lexed
}

/// How long the next token is, and what; white space and comments are nothing.
fn next(rest: &str) -> (usize, Option<Kind>) {
    let mut chars = rest.chars();
    let (first, second) = (chars.next().unwrap_or_default(), chars.next().unwrap_or_default());
    match (first, second) {
        ('/', '/') => (rest.find('\n').unwrap_or(rest.len()), None),
        ('/', '*') => (block_comment(rest), None),
        ('"', _) => (quoted(rest, 1, '"'), Some(Kind::Literal)),
        ('\'', _) => character(rest),
        (':', ':') => (2, Some(Kind::Sign)),
        _ if first.is_whitespace() => (first.len_utf8(), None),
        _ if first.is_ascii_digit() => (number(rest), Some(Kind::Literal)),
        _ if is_word(first) => word(rest),
        _ => (first.len_utf8(), Some(Kind::Sign)),
    }
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// A name, or a literal with a prefix: `b"..."`, `c"..."`, `r#"..."#`, `b'x'`; or a raw name.
fn word(rest: &str) -> (usize, Option<Kind>) {
    let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
    let after = &rest[length..];
    match &rest[..length] {
        "b" | "c" if after.starts_with('"') => (quoted(rest, length + 1, '"'), Some(Kind::Literal)),
        "b" if after.starts_with('\'') => (quoted(rest, length + 1, '\''), Some(Kind::Literal)),
        "r" | "br" | "cr" => {
            let hashes = after.len() - after.trim_start_matches('#').len();
            if after[hashes..].starts_with('"') {
                let end = format!("\"{}", "#".repeat(hashes));
                let start = length + hashes + 1;
                let found = rest[start..].find(&end).map_or(rest.len(), |found| start + found + end.len());
                (found, Some(Kind::Literal))
            } else if hashes == 1 {
                let name = after[1..].find(|c| !is_word(c)).unwrap_or(after.len() - 1);
                (length + 1 + name, Some(Kind::Word))
            } else {
                (length, Some(Kind::Word))
            }
        }
        _ => (length, Some(Kind::Word)),
    }
}

/// Where a quoted literal ends that begins before `at`.
fn quoted(rest: &str, at: usize, end: char) -> usize {
    let mut escaped = false;
    for (k, c) in rest[at..].char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == end => return at + k + 1,
            _ => {}
        }
    }
    rest.len()
}

/// A character, or a lifetime.
fn character(rest: &str) -> (usize, Option<Kind>) {
    let inner = rest[1..].chars().next().unwrap_or_default();
    let closes = rest[1 + inner.len_utf8()..].starts_with('\'');
    if is_word(inner) && !closes {
        let length = rest[1..].find(|c| !is_word(c)).map_or(rest.len(), |found| found + 1);
        return (length, Some(Kind::Lifetime));
    }
    (quoted(rest, 1, '\''), Some(Kind::Literal))
}

/// A number: `1.0` is one, `0..4` are three tokens.
fn number(rest: &str) -> usize {
    let part = |from: usize| rest[from..].find(|c| !is_word(c)).map_or(rest.len(), |found| from + found);
    let whole = part(0);
    match &rest.as_bytes()[whole..] {
        [b'.', digit, ..] if digit.is_ascii_digit() => part(whole + 1),
        _ => whole,
    }
}

/// Where a block comment ends; they nest.
fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        match &rest.as_bytes()[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    rest.len()
}
