//! The lexer of listings: splits a text into words, numbers and signs. A comment extends from `#` to the end of the line.

use crate::syntax::Span;

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum TokenKind {
    /// A name or a keyword.
    Word,
    /// A number with a point or an exponent, as the bits of a float.
    Float(u32),
    /// An integer.
    Int(u64),
    /// `0x` and digits, as bits.
    Hex(u32),
    /// A texture target that begins with a digit, such as `2D`.
    Target,
    /// `..`
    Range,
    /// A sign of one character.
    Sign(u8),
    /// A malformed number.
    BadNumber,
    /// A character that cannot begin a token.
    Unknown,
    /// The end of the text.
    End,
}

/// A token.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub span: Span,
}

/// Returns the tokens that start at or after this byte, followed by [`TokenKind::End`].
pub(super) fn lex(text: &str, from: usize) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        let next = bytes.get(at + 1).copied();
        let kind = match byte {
            b'#' => {
                at += bytes[at..].iter().position(|b| matches!(b, b'\n' | b'\r')).unwrap_or(bytes.len() - at);
                continue;
            }
            b if b.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b if is_letter(b) => {
                at += bytes[at..].iter().take_while(|b| is_letter(**b) || b.is_ascii_digit()).count();
                TokenKind::Word
            }
            b'.' if next == Some(b'.') => {
                at += 2;
                TokenKind::Range
            }
            b if b.is_ascii_digit() || b == b'.' && next.is_some_and(|n| n.is_ascii_digit()) => {
                let (kind, length) = number(&bytes[at..], &text[at..]);
                at += length;
                kind
            }
            b if b";:,.[]{}=+-()|".contains(&b) => {
                at += 1;
                TokenKind::Sign(b)
            }
            _ => {
                at += text[at..].chars().next().map_or(1, char::len_utf8);
                TokenKind::Unknown
            }
        };
        tokens.push(Token { kind, span: span(start, at) });
    }
    tokens.push(Token { kind: TokenKind::End, span: span(bytes.len(), bytes.len()) });
    tokens
}

fn span(start: usize, end: usize) -> Span {
    Span { file: 0, start: start as u32, end: end as u32 }
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$'
}

/// Lexes a number at the start of the text. Returns it with its length.
fn number(bytes: &[u8], text: &str) -> (TokenKind, usize) {
    let count = |from: usize| bytes.get(from..).unwrap_or_default().iter().take_while(|b| b.is_ascii_digit()).count();
    if bytes.starts_with(b"0x") || bytes.starts_with(b"0X") {
        let length = 2 + bytes[2..].iter().take_while(|b| b.is_ascii_alphanumeric()).count();
        let kind = u32::from_str_radix(&text[2..length], 16).map_or(TokenKind::BadNumber, TokenKind::Hex);
        return (kind, length);
    }
    let mut at = count(0);
    let whole = at;
    if let Some(b'D') = bytes.get(at)
        && !bytes.get(at + 1).is_some_and(|b| is_letter(*b) || b.is_ascii_digit())
    {
        return (TokenKind::Target, at + 1);
    }
    // The points of `0..3` are not part of the number.
    if bytes.get(at) == Some(&b'.') && bytes.get(at + 1) != Some(&b'.') {
        at += 1;
        at += count(at);
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        let digits = count(at + 1 + sign);
        if digits > 0 {
            at += 1 + sign + digits;
        }
    }
    let more = bytes[at..].iter().take_while(|b| is_letter(**b) || b.is_ascii_digit()).count();
    // `1.x` is an error too, although it could be a number with a swizzle, since nobody writes that. `{1, 2}.x` is accepted.
    if more > 0 {
        return (TokenKind::BadNumber, at + more);
    }
    let kind = match at == whole {
        true => text[..at].parse().map_or_else(|_| float(&text[..at]), TokenKind::Int),
        false => float(&text[..at]),
    };
    (kind, at)
}

/// Returns a number as a float: one with a point or an exponent, or an integer that is too long to be one.
fn float(text: &str) -> TokenKind {
    text.parse().map_or(TokenKind::BadNumber, |value: f32| TokenKind::Float(value.to_bits()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_of_a_listing() {
        let kinds = |text: &str| lex(text, 0).into_iter().map(|token| token.kind).collect::<Vec<_>>();
        let float = |value: f32| TokenKind::Float(value.to_bits());
        assert_eq!(
            kinds("MAD_SAT R$0 # c ; d\n2D"),
            [TokenKind::Word, TokenKind::Word, TokenKind::Target, TokenKind::End]
        );
        assert_eq!(kinds("0..31"), [TokenKind::Int(0), TokenKind::Range, TokenKind::Int(31), TokenKind::End]);
        assert_eq!(
            kinds("1. .5 1e3 2.5E-1 7"),
            [float(1.0), float(0.5), float(1000.0), float(0.25), TokenKind::Int(7), TokenKind::End]
        );
        assert_eq!(kinds("1.x 0xzz 1e é")[..3], [TokenKind::BadNumber, TokenKind::BadNumber, TokenKind::BadNumber]);
        assert_eq!(kinds("0x7f800000")[0], TokenKind::Hex(0x7f80_0000));
        assert_eq!(kinds("é")[0], TokenKind::Unknown);
        assert_eq!(kinds("R0.x")[1], TokenKind::Sign(b'.'));
    }
}
