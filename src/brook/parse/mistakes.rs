//! What is said where something cannot be read. Apart from those who read, whose frames it keeps small: they nest deep.

use super::{MAX_DEPTH, MAX_OPERATORS, Parsed, Parser};
use crate::brook::ast::Name;
use crate::syntax::lexer::Kind;
use crate::syntax::{Diagnostic, Span};

impl Parser<'_> {
    #[inline(never)]
    pub(super) fn too_deep<T>(&mut self, span: Span) -> Parsed<T> {
        let title = format!("this is nested {} levels deep: {MAX_DEPTH} is the most", MAX_DEPTH + 1);
        self.refuse("B0103", span, &title, "")
    }

    #[inline(never)]
    pub(super) fn too_long<T>(&mut self, has: &str, what: &str, help: &str) -> Parsed<T> {
        let title = format!("this {has} {} {what} in a row: {MAX_OPERATORS} is the most", MAX_OPERATORS + 1);
        self.refuse("B0103", self.span(), &title, help)
    }

    #[inline(never)]
    pub(super) fn no_index<T>(&mut self) -> Parsed<T> {
        let finding = Diagnostic::error("B0116", self.span(), "the index is missing");
        self.fail(finding.label("here goes a number or vector"))
    }

    #[inline(never)]
    pub(super) fn no_value<T>(&mut self) -> Parsed<T> {
        let span = self.span();
        match self.token(0).kind {
            Kind::BadNumber => {
                let written = self.text(0);
                // `l` and `u` say nothing about how large it is.
                let text = written.trim_end_matches(['u', 'U', 'l', 'L']);
                let hex = text.strip_prefix("0x").or(text.strip_prefix("0X")).unwrap_or_default();
                if hex.len() > 16 && hex.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                    return self.refuse(
                        "B0117",
                        span,
                        &format!("`{written}` has more than 64 bits"),
                        "an `int` has 32",
                    );
                }
                let whole = text.bytes().all(|byte| byte.is_ascii_digit());
                let (what, help) = match whole {
                    true if text.contains(['8', '9']) && text.starts_with('0') => {
                        ("is no number", "one that starts with 0 is octal, of the digits 0 to 7".to_owned())
                    }
                    true => ("has more than 64 bits", format!("a `float` of it is `{text}.0`")),
                    false => ("is no number", String::new()),
                };
                self.refuse("B0117", span, &format!("`{written}` {what}"), &help)
            }
            Kind::Quoted => self.refuse("B0118", span, "kernels have no texts and letters", ""),
            Kind::Unknown => self.unknown_letter(),
            Kind::OpenComment => {
                let help = "it takes in all that follows: close it with `*/`";
                self.refuse("B0120", span, "this comment has no end", help)
            }
            Kind::Sign if self.is("{") => {
                let title = "values in braces only start a variable";
                self.refuse("B0121", span, title, "elsewhere a vector is made with its type: `float2(a, b)`")
            }
            _ => {
                let title = format!("here goes a value, not {}", self.found());
                self.refuse("B0122", span, &title, "")
            }
        }
    }

    #[inline(never)]
    pub(super) fn type_for_value<T>(&mut self, name: &Name) -> Parsed<T> {
        let finding = Diagnostic::error("B0122", name.span, format!("`{}` is a type", name.text));
        self.fail(finding.label("here goes a value").help(format!("a value of it is `{}(..)`", name.text)))
    }

    /// Says that there is no such statement.
    #[inline(never)]
    pub(super) fn no_statement<T>(&mut self, word: &str) -> Parsed<T> {
        let span = self.span();
        match word {
            "else" => self.refuse("B0112", span, "this `else` belongs to no `if`", ""),
            "goto" => {
                let help = "loops are left with `break`, kernels with `return`";
                self.refuse("B0111", span, "kernels have no `goto`", help)
            }
            "push" => {
                let variable = self.text(1);
                let help = format!("write `push({variable});`");
                self.refuse("B0313", span, "`push` takes what it appends in brackets", &help)
            }
            "switch" | "case" | "default" => {
                let help = "write `if (..) { .. } else if (..) { .. }`";
                self.refuse("B0113", span, "kernels have no `switch`", help)
            }
            "register" | "volatile" => {
                let help = format!("leave `{word}` away");
                self.refuse("B0114", span, &format!("kernels have no `{word}` variables"), &help)
            }
            _ => {
                let help = "elements know nothing of each other: what all share is a constant parameter";
                self.refuse("B0114", span, &format!("kernels have no `{word}` variables"), help)
            }
        }
    }

    /// What the letter is that the language has not, and what was most likely meant.
    #[inline(never)]
    pub(super) fn unknown_letter<T>(&mut self) -> Parsed<T> {
        let text = self.text(0);
        let letter = text.chars().next().unwrap_or_default();
        let (what, help) = match letter {
            '\u{a0}' | '\u{2007}' | '\u{202f}' => ("a space that keeps lines together", "write a plain space"),
            '\u{2000}'..='\u{200a}' | '\u{3000}' => ("a space of another width", "write a plain space"),
            '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{ad}' => ("a letter that is not seen", "delete it"),
            '\u{2010}'..='\u{2015}' | '\u{2212}' => ("a dash", "write `-`"),
            '\u{2018}' | '\u{2019}' | '\u{201c}'..='\u{201f}' => ("a quote", "kernels have no texts: leave it away"),
            '\u{d7}' | '\u{22c5}' | '\u{b7}' => ("a sign of products", "write `*`"),
            '\u{f7}' => ("a sign of quotients", "write `/`"),
            '\u{2264}' => ("a sign of comparison", "write `<=`"),
            '\u{2265}' => ("a sign of comparison", "write `>=`"),
            '\u{2260}' => ("a sign of comparison", "write `!=`"),
            _ => ("", ""),
        };
        let point = format!("U+{:04X}", u32::from(letter));
        let named = match what {
            "" if letter.is_ascii_graphic() => format!("`{letter}`"),
            "" if letter.is_control() => point,
            "" => format!("`{letter}` ({point})"),
            _ => format!("{point}, {what},"),
        };
        let title = format!("{named} is no letter of the language");
        self.refuse("B0119", self.span(), &title, help)
    }
}
