//! The conditions of `#if`: whole numbers as in C.

use std::collections::HashMap;
use std::rc::Rc;

use super::expand::Macro;
use super::{DEEPEST_MACRO, Preprocessor};
use crate::brook::diagnostics::Diagnostic;
use crate::brook::lex::{Kind, Token};
use crate::brook::source::{Files, Span};

/// A conditional that is open.
pub(super) struct Condition {
    /// Its `#if`, and how that is written.
    span: Span,
    word: String,
    /// Whether what is around it counts.
    outer: bool,
    /// Whether its lines count now.
    pub live: bool,
    /// Whether one of its branches has.
    done: bool,
    /// How many kernels began before it, and how many of those that are left out before this branch of it.
    kernels: usize,
    left_out: usize,
    /// What is not understood about it.
    unclear: Option<Diagnostic>,
}

impl Preprocessor<'_> {
    /// Whether the lines at this place count.
    pub(super) fn counts(&self) -> bool {
        self.conditions.last().is_none_or(|condition| condition.live)
    }

    /// `#if`, `#ifdef`, `#ifndef`
    pub(super) fn open(&mut self, word: &Token, rest: &[Token]) {
        let (span, outer) = (word.span, self.counts());
        let word = self.text(word).to_owned();
        let mut unclear = None;
        let live = outer
            && match word.as_str() {
                "if" => self.holds(rest, span).unwrap_or_else(|finding| {
                    unclear = Some(finding);
                    false
                }),
                _ => {
                    let known = rest.first().is_some_and(|name| self.macros.contains_key(self.text(name)));
                    known == (word == "ifdef")
                }
            };
        let (kernels, left_out) = (self.kernels, self.left_out);
        self.conditions.push(Condition { span, word, outer, live, done: live, kernels, left_out, unclear });
    }

    /// `#elif`, and `#else` without a condition.
    pub(super) fn branch(&mut self, word: &Token, rest: Option<&[Token]>) {
        let Some(mut condition) = self.conditions.pop() else { return };
        condition.left_out = self.left_out;
        // Behind a branch that counts, conditions are not looked at: they may be nonsense then.
        condition.live = condition.outer
            && !condition.done
            && match rest {
                None => true,
                Some(rest) => self.holds(rest, word.span).unwrap_or_else(|finding| {
                    condition.unclear.get_or_insert(finding);
                    false
                }),
            };
        condition.done |= condition.live;
        self.conditions.push(condition);
    }

    /// `#endif`. What is not understood matters where a kernel depends on it.
    pub(super) fn close(&mut self) {
        let Some(condition) = self.conditions.pop() else { return };
        if let Some(finding) = condition.unclear {
            self.say(finding, self.kernels > condition.kernels);
        }
    }

    /// The conditionals that are open at the end of a file, but for the first `outer`.
    pub(super) fn unclosed(&mut self, outer: usize) {
        while self.conditions.len() > outer {
            if let Some(condition) = self.conditions.last() {
                let gone = !condition.live && self.left_out > condition.left_out;
                let finding =
                    Diagnostic::error("B0009", condition.span, format!("this `#{}` has no `#endif`", condition.word));
                let finding = match gone {
                    true => finding.help("it takes away all that follows, kernels too"),
                    false => finding,
                };
                self.say(finding, gone);
            }
            self.close();
        }
    }

    /// Whether a condition is not 0. `at` is the word before it.
    fn holds(&mut self, line: &[Token], at: Span) -> Result<bool, Diagnostic> {
        // `defined` comes before expansion.
        let mut resolved: Vec<Token> = Vec::new();
        let mut next = 0;
        while next < line.len() {
            let open = usize::from(line.get(next + 1).is_some_and(|token| self.text(token) == "("));
            match line.get(next + 1 + open).filter(|name| name.kind == Kind::Word) {
                Some(name) if self.text(&line[next]) == "defined" => {
                    let known = self.macros.contains_key(self.text(name));
                    resolved.push(Token { kind: Kind::Int(known.into()), ..line[next] });
                    next += 2 + 2 * open;
                }
                _ => {
                    resolved.push(line[next]);
                    next += 1;
                }
            }
        }
        let mut expanded = Vec::new();
        self.evaluates = true;
        self.expand(&resolved, &mut Vec::new(), &mut expanded);
        self.evaluates = false;
        let end = Span { start: line.last().map_or(at, |token| token.span).end.saturating_sub(1), ..at };
        let end = Span { end: end.start + 1, ..end };
        let mut reader =
            Arithmetic { files: &self.files, macros: &self.macros, tokens: &expanded, at: 0, depth: 0, end };
        if expanded.is_empty() {
            return Err(Diagnostic::error("B0008", at, "this condition is empty").help("write `#if 0` or `#if 1`"));
        }
        let value = reader.choice(true)?;
        match reader.sign() {
            "" => Ok(value != 0),
            _ => Err(reader.odd("an operator or the end of the line")),
        }
    }
}

/// The whole-number arithmetic of `#if`.
struct Arithmetic<'a> {
    files: &'a Files,
    macros: &'a HashMap<String, Rc<Macro>>,
    tokens: &'a [Token],
    at: usize,
    depth: usize,
    /// The end of the line.
    end: Span,
}

/// How strongly a sign binds; 0, where it joins nothing.
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
    fn sign(&self) -> &'a str {
        self.tokens.get(self.at).map_or("", |token| self.files.text(token.text))
    }

    fn odd(&self, wanted: &str) -> Diagnostic {
        let title = "this condition is not understood";
        let (span, found) = match self.tokens.get(self.at) {
            Some(token) => (token.span, format!("`{}`", self.files.text(token.text))),
            None => (self.end, "the end of the line".into()),
        };
        Diagnostic::error("B0008", span, title).label(format!("here goes {wanted}, not {found}"))
    }

    /// With `?:`. `live`: whether it counts; a division by 0 in what does not is none.
    fn choice(&mut self, live: bool) -> Result<i64, Diagnostic> {
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
        if self.depth >= DEEPEST_MACRO {
            let title = format!("this condition is nested {} levels deep: {DEEPEST_MACRO} is the most", self.depth + 1);
            return Err(Diagnostic::error("B0008", self.end, title));
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
                    return Err(Diagnostic::error("B0008", span, "this condition divides by 0"));
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
            (Kind::Sign, "!") => return self.deeper(|this| Ok(i64::from(this.unary(live)? == 0))),
            (Kind::Sign, "-") => return self.deeper(|this| Ok(this.unary(live)?.wrapping_neg())),
            (Kind::Sign, "+") => return self.deeper(|this| this.unary(live)),
            (Kind::Sign, "~") => return self.deeper(|this| Ok(!this.unary(live)?)),
            (Kind::Sign, "(") => {
                let value = self.deeper(|this| this.choice(live))?;
                if self.sign() != ")" {
                    return Err(self.odd("`)`"));
                }
                self.at += 1;
                return Ok(value);
            }
            (Kind::Int(value), _) => Some(value),
            (Kind::Quoted, _) => letter(sign),
            // A macro may stand for it.
            (Kind::Word, "defined") => {
                let bracket = self.sign() == "(";
                self.at += usize::from(bracket);
                let known = self.macros.contains_key(self.sign());
                self.at += 1 + usize::from(bracket);
                Some(i64::from(known))
            }
            (Kind::Word, _) => Some(0),
            _ => None,
        };
        value.ok_or_else(|| {
            self.at -= 1;
            self.odd(wanted)
        })
    }
}

/// The number of a letter in quotes.
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
