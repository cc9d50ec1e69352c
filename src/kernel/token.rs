//! Splits the text of a kernel into words, numbers and signs, with the place of each. Comments are passed over.

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Word,
    Number,
    Sign,
}

/// A token: `text[start..end]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
}

impl Token {
    pub fn text<'a>(&self, text: &'a str) -> &'a str {
        &text[self.start..self.end]
    }
}

/// Where a text cannot be split, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bad {
    pub at: usize,
    pub length: usize,
    pub message: String,
}

/// The tokens of `text`. A sign is one byte, which is all that anybody here needs of `<=` or `++`.
pub(crate) fn tokens(text: &str) -> Result<Vec<Token>, Bad> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let next = bytes.get(at + 1).copied();
        match bytes[at] {
            b if b.is_ascii_whitespace() => at += 1,
            b'/' if next == Some(b'/') => at = text[at..].find('\n').map_or(bytes.len(), |n| at + n),
            b'/' if next == Some(b'*') => match text[at + 2..].find("*/") {
                Some(n) => at += n + 4,
                None => {
                    return Err(Bad { at, length: 2, message: "this comment has no end".into() });
                }
            },
            b if b.is_ascii_alphabetic() || b == b'_' => {
                while at < bytes.len() && (bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_') {
                    at += 1;
                }
                tokens.push(Token { kind: Kind::Word, start, end: at });
            }
            b if b.is_ascii_digit() || (b == b'.' && next.is_some_and(|n| n.is_ascii_digit())) => {
                at = number_end(bytes, at);
                tokens.push(Token { kind: Kind::Number, start, end: at });
            }
            b if b.is_ascii_graphic() && !b"\"'`@$#\\".contains(&b) => {
                at += 1;
                tokens.push(Token { kind: Kind::Sign, start, end: at });
            }
            _ => {
                let sign = text[at..].chars().next().unwrap_or(' ');
                let unseen =
                    sign.is_control() || sign.is_whitespace() || "\u{200b}\u{200c}\u{200d}\u{feff}".contains(sign);
                let message = match unseen {
                    true => format!("GLSL has no U+{:04X}, which stands here unseen", sign as u32),
                    false => format!("GLSL has no `{sign}`"),
                };
                return Err(Bad { at, length: sign.len_utf8(), message });
            }
        }
    }
    Ok(tokens)
}

/// Numbers run over digits, letters (suffixes, hexadecimals, exponents), points and the sign of an exponent.
fn number_end(bytes: &[u8], start: usize) -> usize {
    let hexadecimal = bytes[start] == b'0' && matches!(bytes.get(start + 1), Some(b'x' | b'X'));
    let mut at = start;
    while at < bytes.len() {
        let exponent_sign =
            !hexadecimal && matches!(bytes[at], b'+' | b'-') && at > start && matches!(bytes[at - 1], b'e' | b'E');
        if !(bytes[at].is_ascii_alphanumeric() || bytes[at] == b'.' || exponent_sign) {
            break;
        }
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_numbers_and_signs_come_apart() {
        let text = "a+=1.5e-3*.5/*x*/b_2 // end\n0x1e+2";
        let parts: Vec<_> = tokens(text).unwrap().iter().map(|token| token.text(text)).collect();
        assert_eq!(parts, ["a", "+", "=", "1.5e-3", "*", ".5", "b_2", "0x1e", "+", "2"]);
    }

    #[test]
    fn what_is_no_glsl_is_named() {
        assert_eq!(tokens("a × b").unwrap_err().message, "GLSL has no `×`");
        assert_eq!(tokens("a /* b").unwrap_err().at, 2);
    }
}
