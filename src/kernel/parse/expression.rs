//! Checks the tokens of one-line expressions. These are expressions of the kernel language without side effects, in which all numbers
//! are decimal and floats. Signs of other languages are refused before the expression is parsed, so that the messages are about them.

use crate::syntax::lexer::{Token, TokenKind};
use crate::syntax::{Code, Diagnostic, Files, Span, float};

/// The maximum number of tokens.
const MAX_TOKENS: usize = 4096;
/// The maximum depth of nested brackets.
const MAX_BRACKETS: usize = 128;

/// Checks the tokens of a file that is an expression. Returns them with int literals as floats, except those within `[..]`.
pub(super) fn checked(files: &Files, file: u32, tokens: Vec<Token>) -> Result<Vec<Token>, Box<Diagnostic>> {
    let text = files.0.get(file as usize).map_or("", |file| file.text.as_str());
    let at = |start: usize, end: usize| Span { file, start: start as u32, end: end as u32 };
    if let Some(end) = text.trim_end().find(['\n', '\r']) {
        return error(Code::K0121, at(end, end + 1), "an expression must be on one line", "");
    }
    if tokens.is_empty() {
        let help = "write one, as in `alpha * x + y`";
        return error(Code::K0121, at(0, text.len()), "there is no expression", help);
    }
    if tokens.len() > MAX_TOKENS {
        let title = format!("this expression has {} words and signs; the maximum is {MAX_TOKENS}", tokens.len());
        return error(Code::K0103, tokens[MAX_TOKENS].span, title, "write a longer one as a kernel");
    }
    let mut scan = Scan { files, tokens };
    scan.letters()?;
    scan.signs()?;
    scan.numbers()?;
    scan.brackets()?;
    scan.gaps()?;
    Ok(scan.tokens)
}

struct Scan<'a> {
    files: &'a Files,
    tokens: Vec<Token>,
}

fn error<T>(code: Code, span: Span, title: impl Into<String>, help: &str) -> Result<T, Box<Diagnostic>> {
    let error = Diagnostic::error(code, span, title);
    Err(Box::new(if help.is_empty() { error } else { error.help(help) }))
}

type Checked = Result<(), Box<Diagnostic>>;

impl<'a> Scan<'a> {
    fn text(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| self.files.text(token.text))
    }

    /// Refuses characters that the kernel language does not have, and comments without an end.
    fn letters(&self) -> Checked {
        for (at, token) in self.tokens.iter().enumerate() {
            let first = Span { end: token.span.start + 1, ..token.span };
            match (token.kind, self.text(at)) {
                (TokenKind::Unknown, letter) => {
                    let title = super::language::no_letter(letter.chars().next().unwrap_or_default(), "");
                    return error(Code::K0109, token.span, title, "");
                }
                (TokenKind::Quoted, text) => {
                    return error(Code::K0109, first, format!("the kernel language has no `{}`", &text[..1]), "");
                }
                (TokenKind::Sign, "#" | "##") => {
                    return error(Code::K0109, first, "the kernel language has no `#`", "");
                }
                (TokenKind::OpenComment, _) => return error(Code::K0110, token.span, "this comment has no end", ""),
                _ => {}
            }
        }
        Ok(())
    }

    /// Refuses signs that are not operators of expressions.
    fn signs(&self) -> Checked {
        for (at, token) in self.tokens.iter().enumerate().filter(|(_, token)| token.kind == TokenKind::Sign) {
            let sign = self.text(at);
            let no_part =
                |help: &str| error(Code::K0118, token.span, format!("`{sign}` cannot be part of an expression"), help);
            let not_here = |title: &str, help: &str| error(Code::K0119, token.span, format!("`{sign}` {title}"), help);
            match sign {
                "=" if self.text(at + 1) == ">" => no_part("write `>=`")?,
                "=" => no_part("to compare, write `==`; for statements, write a kernel")?,
                "{" | "}" | ";" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=" => {
                    no_part("for statements, write a kernel")?;
                }
                "++" | "--" => no_part(
                    "an expression cannot change a value; to write two operators, put a space or brackets between them",
                )?,
                "->" | "::" | "..." => no_part("")?,
                "&" => not_here("is for bits", "write `&&`")?,
                "|" => not_here("is for bits", "write `||`")?,
                "<<" => not_here("is for bits", "of floats, write a * exp2(b)")?,
                ">>" => not_here("is for bits", "of floats, write floor(a * exp2(-b))")?,
                "%" => not_here("is for integers", "of floats, write mod(a, b)")?,
                "~" => not_here("is for integers", "")?,
                "^" => not_here("is not a power", "write pow(a, b), or a * a")?,
                "*" if self.text(at + 1) == "*" => {
                    error(Code::K0119, token.span, "the kernel language has no `**`", "write pow(a, b), or a * a")?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Checks that numbers are decimal and in the range of `f32`, and makes them floats. Integers within `[..]` stay ints.
    fn numbers(&mut self) -> Checked {
        let mut indices = 0;
        for at in 0..self.tokens.len() {
            let (token, word) = (self.tokens[at], self.text(at));
            match word {
                "[" => indices += 1,
                "]" => indices -= 1,
                _ => {}
            }
            if !matches!(
                token.kind,
                TokenKind::Float(_) | TokenKind::Int(_) | TokenKind::Uint(_) | TokenKind::BadNumber
            ) {
                continue;
            }
            let digits =
                word.strip_suffix(['f', 'F']).filter(|digits| digits.contains(['.', 'e', 'E'])).unwrap_or(word);
            let decimal = digits.bytes().all(|b| b.is_ascii_digit() || b".eE+-".contains(&b));
            let value = match float(digits) {
                Some(value) if decimal && value.is_finite() => value,
                Some(_) if decimal => {
                    let title = format!("`{word}` is beyond float32");
                    return error(Code::K0108, token.span, title, "its largest is 3.4028235e38");
                }
                _ => {
                    let title = format!("`{word}` is not a number here");
                    return error(Code::K0108, token.span, title, "numbers are decimal: 16, 0.5, 1e-3");
                }
            };
            let whole = word.bytes().all(|b| b.is_ascii_digit());
            self.tokens[at].kind = match word.parse::<i64>() {
                Ok(number) if whole && indices > 0 => TokenKind::Int(number),
                _ => TokenKind::Float(value),
            };
        }
        Ok(())
    }

    /// Refuses brackets that do not match or nest too deep, and commas that do not separate arguments.
    fn brackets(&self) -> Checked {
        // Each open bracket, and whether it belongs to a call.
        let mut open: Vec<(usize, bool)> = Vec::new();
        for (at, token) in self.tokens.iter().enumerate() {
            match self.text(at) {
                sign @ ("(" | "[") => {
                    let called = sign == "(" && at > 0 && self.tokens[at - 1].kind == TokenKind::Word;
                    open.push((at, called));
                    if open.len() > MAX_BRACKETS {
                        let title = format!("brackets are nested {} deep; the maximum is {MAX_BRACKETS}", open.len());
                        return error(Code::K0103, token.span, title, "write a deeper one as a kernel");
                    }
                }
                sign @ (")" | "]") => {
                    let matching = if sign == ")" { "(" } else { "[" };
                    if open.pop().is_none_or(|(opened, _)| self.text(opened) != matching) {
                        return error(Code::K0105, token.span, format!("this `{sign}` closes nothing"), "");
                    }
                }
                "," if !open.last().is_some_and(|(_, called)| *called) => {
                    let help = "decimals are written with a point, and vectors as vec2(a, b)";
                    return error(Code::K0120, token.span, "a comma separates the arguments of a function", help);
                }
                _ => {}
            }
        }
        match open.last() {
            Some((at, _)) => {
                error(Code::K0104, self.tokens[*at].span, format!("this `{}` is not closed", self.text(*at)), "")
            }
            None => Ok(()),
        }
    }

    /// Refuses two values with no operator between them, and an operator with nothing after it.
    fn gaps(&self) -> Checked {
        for (at, pair) in self.tokens.windows(2).enumerate() {
            let (before, after) = (self.text(at), self.text(at + 1));
            let value_before = pair[0].kind != TokenKind::Sign || before == ")" || before == "]";
            let value_after = pair[1].kind != TokenKind::Sign || (after == "(" && pair[0].kind != TokenKind::Word);
            if value_before && value_after {
                let title = format!("an operator is missing between `{before}` and `{after}`");
                let help = match (before, after) {
                    ("and", _) | (_, "and") => "for `and` write `&&`",
                    ("or", _) | (_, "or") => "for `or` write `||`",
                    ("not", _) => "for `not` write `!`",
                    _ => "",
                };
                return error(Code::K0106, pair[1].span, title, help);
            }
        }
        let last = self.tokens.len() - 1;
        match self.tokens[last].kind == TokenKind::Sign && ![")", "]"].contains(&self.text(last)) {
            true => {
                let title = format!("nothing follows this `{}`", self.text(last));
                error(Code::K0107, self.tokens[last].span, title, "")
            }
            false => Ok(()),
        }
    }
}
