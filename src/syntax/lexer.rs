//! Lexer: splits a text into tokens. It accepts any text, because the text may contain host code in C, which the compiler of
//! kernels does not judge. A character that begins no token becomes a token of its own kind.

use super::number::float;
use super::source::Span;

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum TokenKind {
    Word,
    Float(f32),
    Int(i64),
    /// An integer with the suffix `u`.
    Uint(i64),
    /// A malformed number: `1.2.3`, `0x`, `12ab`.
    BadNumber,
    Sign,
    /// A string or character literal.
    Quoted,
    /// A character that C does not have.
    Unknown,
    /// A comment without an end.
    OpenComment,
    End,
}

/// A token. Its text is at `text`. Messages about it point to `span`, which differs from `text` if the token comes from a macro.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Token {
    pub kind: TokenKind,
    pub text: Span,
    pub span: Span,
    /// Whether it is the first token of its line.
    pub starts_line: bool,
}

/// The operators and punctuation of more than one character, longest first.
const SIGNS: [&str; 25] = [
    "<<=", ">>=", "...", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "==", "!=", "<=", ">=", "&&",
    "||", "^^", "<<", ">>", "->", "##", "::",
];

/// Splits the text of a file into tokens, without [`TokenKind::End`]. A backslash at the end of a line joins it with the next, as in
/// C.
pub(crate) fn lex(file: u32, text: &str) -> Vec<Token> {
    tokens(file, text, true)
}

/// Splits the text of a file into tokens, without [`TokenKind::End`]. A backslash does not join lines: dialects of shaders differ in
/// what it does, so the kernel language has none.
pub(crate) fn lex_lines(file: u32, text: &str) -> Vec<Token> {
    tokens(file, text, false)
}

fn tokens(file: u32, text: &str, joins: bool) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut starts_line = true;
    while at < bytes.len() {
        let start = at;
        let rest = &text[at..];
        let next = bytes.get(at + 1).copied();
        let kind = match bytes[at] {
            b'\n' => {
                starts_line = true;
                at += 1;
                continue;
            }
            b if b.is_ascii_whitespace() || b == 0x0b => {
                at += 1;
                continue;
            }
            b'\\' if joins && rest[1..].trim_start_matches([' ', '\t', '\r']).starts_with('\n') => {
                at += rest.find('\n').map_or(1, |n| n + 1);
                continue;
            }
            b'/' if next == Some(b'/') => {
                at += if joins { comment_end(rest) } else { rest.find('\n').unwrap_or(rest.len()) };
                continue;
            }
            b'/' if next == Some(b'*') => match rest[2..].find("*/") {
                Some(n) => {
                    at += n + 4;
                    continue;
                }
                None => {
                    at = bytes.len();
                    TokenKind::OpenComment
                }
            },
            b if b.is_ascii_alphabetic() || b == b'_' => {
                while at < bytes.len() && (bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_') {
                    at += 1;
                }
                TokenKind::Word
            }
            b if b.is_ascii_digit() || (b == b'.' && next.is_some_and(|n| n.is_ascii_digit())) => {
                let (kind, length) = number(rest);
                at += length;
                kind
            }
            quote @ (b'"' | b'\'') => {
                at += 1;
                while at < bytes.len() && bytes[at] != quote && bytes[at] != b'\n' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at = (at + usize::from(bytes.get(at) == Some(&quote))).min(bytes.len());
                TokenKind::Quoted
            }
            b if b.is_ascii_graphic() && !b"`@$\\".contains(&b) => {
                at += SIGNS.iter().find(|sign| rest.starts_with(**sign)).map_or(1, |sign| sign.len());
                TokenKind::Sign
            }
            _ => {
                at += rest.chars().next().map_or(1, char::len_utf8);
                if rest.starts_with('\u{feff}') {
                    continue;
                }
                TokenKind::Unknown
            }
        };
        while !text.is_char_boundary(at) {
            at += 1;
        }
        let end = if kind == TokenKind::OpenComment { start + 2 } else { at };
        let span = Span { file, start: start as u32, end: end as u32 };
        tokens.push(Token { kind, text: span, span, starts_line });
        starts_line = false;
    }
    tokens
}

/// Returns the end of a `//` comment: the end of the first line without a backslash at its end.
fn comment_end(rest: &str) -> usize {
    let mut from = 0;
    while let Some(n) = rest[from..].find('\n') {
        let end = from + n;
        if !rest[..end].trim_end_matches('\r').ends_with('\\') {
            return end;
        }
        from = end + 1;
    }
    rest.len()
}

/// Reads a number at the start of `text`, and returns its kind and length. Letters after the digits belong to the number:
/// `1.0f` is well formed, `1.xx` is not.
fn number(text: &str) -> (TokenKind, usize) {
    let bytes = text.as_bytes();
    if text.starts_with("0x") || text.starts_with("0X") {
        let digits = bytes[2..].iter().take_while(|b| b.is_ascii_hexdigit()).count();
        let suffix = bytes[2 + digits..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
        let value = i64::from_str_radix(&text[2..2 + digits], 16);
        let fine = text[2 + digits..2 + digits + suffix].bytes().all(|b| b"uUlL".contains(&b));
        let kind = match value {
            Ok(value) if fine => whole(value, &text[2 + digits..2 + digits + suffix]),
            _ => TokenKind::BadNumber,
        };
        return (kind, 2 + digits + suffix);
    }
    let count = |from: usize| bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let mut at = count(0);
    let mut real = false;
    if bytes.get(at) == Some(&b'.') {
        real = true;
        at += 1;
        at += count(at);
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        let digits = bytes.get(at + 1 + sign..).map_or(0, |_| count(at + 1 + sign));
        if digits > 0 {
            real = true;
            at += 1 + sign + digits;
        }
    }
    let digits = &text[..at];
    let suffix = bytes[at..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
    let mark = &text[at..at + suffix];
    let more_points =
        bytes.get(at + suffix) == Some(&b'.') && bytes.get(at + suffix + 1).is_some_and(u8::is_ascii_digit);
    if more_points {
        let length = bytes.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'.').count();
        return (TokenKind::BadNumber, length);
    }
    let kind = match mark {
        "f" | "F" | "h" | "H" => float(digits).map_or(TokenKind::BadNumber, TokenKind::Float),
        "" | "l" | "L" if real => float(digits).map_or(TokenKind::BadNumber, TokenKind::Float),
        _ if !real && mark.bytes().all(|b| b"uUlL".contains(&b)) => {
            let octal = digits.len() > 1 && digits.starts_with('0');
            let value = if octal { i64::from_str_radix(digits, 8) } else { digits.parse() };
            value.map_or(TokenKind::BadNumber, |value| whole(value, mark))
        }
        _ => TokenKind::BadNumber,
    };
    (kind, at + suffix)
}

/// The kind of an integer with this suffix.
fn whole(value: i64, mark: &str) -> TokenKind {
    if mark.contains(['u', 'U']) { TokenKind::Uint(value) } else { TokenKind::Int(value) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(TokenKind, &str)> {
        let at = |span: Span| &text[span.start as usize..span.end as usize];
        lex(0, text).into_iter().map(|token| (token.kind, at(token.text))).collect()
    }

    #[test]
    fn numbers_of_c() {
        let cases = [
            ("1", TokenKind::Int(1)),
            ("1.0", TokenKind::Float(1.0)),
            ("1.", TokenKind::Float(1.0)),
            (".5", TokenKind::Float(0.5)),
            ("1.0f", TokenKind::Float(1.0)),
            ("1e6f", TokenKind::Float(1e6)),
            ("1e-3", TokenKind::Float(1e-3)),
            ("0x1F", TokenKind::Int(31)),
            ("010", TokenKind::Int(8)),
            ("3u", TokenKind::Uint(3)),
            ("0xffu", TokenKind::Uint(255)),
            ("3l", TokenKind::Int(3)),
            ("2f", TokenKind::Float(2.0)),
            ("08", TokenKind::BadNumber),
            ("1.2.3", TokenKind::BadNumber),
            ("12ab", TokenKind::BadNumber),
        ];
        for (text, kind) in cases {
            assert_eq!(kinds(text), [(kind, text)], "{text}");
        }
    }

    #[test]
    fn comments_strings_and_spliced_lines() {
        let words: Vec<_> =
            kinds("a /* ; */ b // c \\\n d\n \"e;\\\"\" '\"' f \\\n <>=").into_iter().map(|k| k.1).collect();
        assert_eq!(words, ["a", "b", "\"e;\\\"\"", "'\"'", "f", "<", ">="]);
        let lines = lex_lines(0, "a // b \\\n c");
        assert_eq!(lines.len(), 2);
        assert_eq!(kinds("a^^b").len(), 3);
        assert_eq!(kinds("a /* b")[1].0, TokenKind::OpenComment);
        assert_eq!(kinds("é")[0], (TokenKind::Unknown, "é"));
    }
}
