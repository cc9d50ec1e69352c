//! Evaluates the conditions of `#if`: integer arithmetic as in C.
#![allow(clippy::result_large_err, reason = "what is wrong is found once, and said")]

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::MAX_MACRO_DEPTH;
use super::define::Macro;
use crate::syntax::lexer::{Token, TokenKind};
use crate::syntax::steps::step;
use crate::syntax::{Code, Diagnostic, Files, Span};

/// The evaluator of a condition.
pub(super) struct Arithmetic<'a> {
    pub files: &'a Files,
    pub macros: &'a FxHashMap<String, Rc<Macro>>,
    pub tokens: &'a [Token],
    pub at: usize,
    pub depth: usize,
    /// The end of the line.
    pub end: Span,
}

/// Returns the precedence of a binary operator, or 0 for any other sign.
fn strength(sign: &str) -> u8 {
    match sign {
        "||" => 1,
        "&&" => 2,
        "|" => 3,
        "^" => 4,
        "&" => 5,
        "==" | "!=" => 6,
        "<" | ">" | "<=" | ">=" => 7,
        "<<" | ">>" => 8,
        "+" | "-" => 9,
        "*" | "/" | "%" => 10,
        _ => 0,
    }
}

impl<'a> Arithmetic<'a> {
    pub fn sign(&self) -> &'a str {
        step();
        self.tokens.get(self.at).map_or("", |token| self.files.text(token.text))
    }

    pub fn odd(&self, wanted: &str) -> Diagnostic {
        let title = "this condition is not understood";
        let (span, found) = match self.tokens.get(self.at) {
            Some(token) => (token.span, format!("`{}`", self.files.text(token.text))),
            None => (self.end, "the end of the line".into()),
        };
        Diagnostic::error(Code::B0008, span, title).label(format!("expected {wanted}, found {found}"))
    }

    /// Evaluates an expression, including `?:`. A division by 0 is an error only if its value is used, which `live` says.
    pub fn choice(&mut self, live: bool) -> Result<i64, Diagnostic> {
        let test = self.binary(0, live)?;
        if self.sign() != "?" {
            return Ok(test);
        }
        self.at += 1;
        let then = self.deeper(|this| this.choice(live && test != 0))?;
        if self.sign() != ":" {
            return Err(self.odd("`:`"));
        }
        self.at += 1;
        let otherwise = self.deeper(|this| this.choice(live && test == 0))?;
        Ok(if test != 0 { then } else { otherwise })
    }

    fn deeper(&mut self, inside: impl FnOnce(&mut Self) -> Result<i64, Diagnostic>) -> Result<i64, Diagnostic> {
        if self.depth >= MAX_MACRO_DEPTH {
            let title =
                format!("this condition is nested {} levels deep: the maximum is {MAX_MACRO_DEPTH}", self.depth + 1);
            return Err(Diagnostic::error(Code::B0008, self.end, title));
        }
        self.depth += 1;
        let value = inside(self);
        self.depth -= 1;
        value
    }

    fn binary(&mut self, least: u8, live: bool) -> Result<i64, Diagnostic> {
        let mut left = self.unary(live)?;
        loop {
            let sign = self.sign();
            let strength = strength(sign);
            if strength <= least {
                return Ok(left);
            }
            let place = self.at;
            self.at += 1;
            let decided = (sign == "||" && left != 0) || (sign == "&&" && left == 0);
            let live = live && !decided;
            let right = self.binary(strength, live)?;
            left = match sign {
                "||" => i64::from(left != 0 || right != 0),
                "&&" => i64::from(left != 0 && right != 0),
                "|" => left | right,
                "^" => left ^ right,
                "&" => left & right,
                "==" => i64::from(left == right),
                "!=" => i64::from(left != right),
                "<" => i64::from(left < right),
                ">" => i64::from(left > right),
                "<=" => i64::from(left <= right),
                ">=" => i64::from(left >= right),
                "<<" => left.wrapping_shl(right as u32),
                ">>" => left.wrapping_shr(right as u32),
                "+" => left.wrapping_add(right),
                "-" => left.wrapping_sub(right),
                "*" => left.wrapping_mul(right),
                _ if right == 0 && live => {
                    let span = self.tokens[place].span;
                    return Err(Diagnostic::error(Code::B0008, span, "this condition divides by 0"));
                }
                "/" => left.checked_div(right).unwrap_or(0),
                _ => left.checked_rem(right).unwrap_or(0),
            };
        }
    }

    fn unary(&mut self, live: bool) -> Result<i64, Diagnostic> {
        let wanted = "a whole number";
        let Some(token) = self.tokens.get(self.at).copied() else { return Err(self.odd(wanted)) };
        let sign = self.sign();
        self.at += 1;
        let value = match (token.kind, sign) {
            (TokenKind::Sign, "!") => return self.deeper(|this| Ok(i64::from(this.unary(live)? == 0))),
            (TokenKind::Sign, "-") => return self.deeper(|this| Ok(this.unary(live)?.wrapping_neg())),
            (TokenKind::Sign, "+") => return self.deeper(|this| this.unary(live)),
            (TokenKind::Sign, "~") => return self.deeper(|this| Ok(!this.unary(live)?)),
            (TokenKind::Sign, "(") => {
                let value = self.deeper(|this| this.choice(live))?;
                if self.sign() != ")" {
                    return Err(self.odd("`)`"));
                }
                self.at += 1;
                return Ok(value);
            }
            (TokenKind::Int(value) | TokenKind::Uint(value), _) => Some(value),
            (TokenKind::Quoted, _) => letter(sign),
            // A macro has expanded to `defined`.
            (TokenKind::Word, "defined") => {
                let bracket = self.sign() == "(";
                self.at += usize::from(bracket);
                let known = self.macros.contains_key(self.sign());
                self.at += 1 + usize::from(bracket);
                Some(i64::from(known))
            }
            (TokenKind::Word, _) => Some(0),
            _ => None,
        };
        value.ok_or_else(|| {
            self.at -= 1;
            self.odd(wanted)
        })
    }
}

/// Returns the value of a character literal.
fn letter(quoted: &str) -> Option<i64> {
    let inner = quoted.strip_prefix('\'')?.strip_suffix('\'')?;
    let mut letters = inner.chars();
    let value = match (letters.next()?, letters.as_str()) {
        ('\\', "n") => 10,
        ('\\', "t") => 9,
        ('\\', "r") => 13,
        ('\\', "a") => 7,
        ('\\', "b") => 8,
        ('\\', "f") => 12,
        ('\\', "v") => 11,
        ('\\', "\\") => 92,
        ('\\', "'") => 39,
        ('\\', "\"") => 34,
        ('\\', rest) => match rest.strip_prefix('x') {
            Some(digits) => i64::from_str_radix(digits, 16).ok()?,
            None => i64::from_str_radix(rest, 8).ok()?,
        },
        (letter, "") => i64::from(u32::from(letter)),
        _ => return None,
    };
    Some(value)
}
