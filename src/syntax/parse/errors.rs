//! Syntax errors. They are separate from the parsing functions, which nest deep, to keep the stack frames of those small.

use super::{Parsed, Parser};
use crate::syntax::ast::Name;
use crate::syntax::lexer::TokenKind;
use crate::syntax::{Diagnostic, Span};

impl Parser<'_> {
    #[inline(never)]
    pub(super) fn too_deep<T>(&mut self, span: Span) -> Parsed<T> {
        let max = self.language.max_nesting;
        let title = format!("this is nested {} levels deep: the maximum is {max}", max + 1);
        self.refuse(self.language.codes.limit, span, &title, "")
    }

    #[inline(never)]
    pub(super) fn too_long<T>(&mut self, has: &str, what: &str, help: &str) -> Parsed<T> {
        let max = self.language.max_chain;
        let title = format!("this {has} {} {what} in a row: the maximum is {max}", max + 1);
        self.refuse(self.language.codes.limit, self.span(), &title, help)
    }

    /// Reports that `text` is missing before the next token.
    #[inline(never)]
    pub(super) fn missing<T>(&mut self, text: &str, after: &str) -> Parsed<T> {
        let span = self.span();
        match self.token(0).kind {
            TokenKind::Unknown => return self.unknown_letter(),
            TokenKind::OpenComment if self.language.gaps => return self.open_comment(),
            _ => {}
        }
        let title = format!("`{text}` is missing {after}");
        let found = self.found();
        // A sign that is missing at the end of a line is reported there, not at the start of the next line.
        let at = match self.token(0).starts_line && [";", ")", "]"].contains(&text) && self.at > 0 {
            true => Span { start: self.before().end.saturating_sub(1), ..self.before() },
            false => span,
        };
        let label = if at == span { format!("found {found}") } else { format!("then {found} follows") };
        self.fail(Diagnostic::error(self.language.codes.missing, at, title).label(label))
    }

    /// Consumes the next token, which must be `text` and follows a value.
    pub(super) fn expect_behind_value(&mut self, text: &str, after: &str) -> Parsed<Span> {
        let span = self.span();
        if self.eat(text) {
            return Ok(span);
        }
        if self.language.gaps && self.is_gap() { self.gap("an operator") } else { self.missing(text, after) }
    }

    /// Consumes the bracket after the arguments of a call.
    pub(super) fn expect_behind_argument(&mut self, after: &str) -> Parsed<Span> {
        let span = self.span();
        if self.eat(")") {
            return Ok(span);
        }
        if self.language.gaps && self.is_gap() { self.gap("a `,` or an operator") } else { self.missing(")", after) }
    }

    #[inline(never)]
    fn gap<T>(&mut self, what: &str) -> Parsed<T> {
        let last = self.tokens[self.at - 1].text;
        let title = format!("{what} is missing between `{}` and `{}`", self.files.text(last), self.text(0));
        self.refuse(self.language.codes.gap, self.span(), &title, "")
    }

    /// Whether a value ends before the next token, and another one begins with that token on the same line.
    fn is_gap(&self) -> bool {
        let (Some(before), next) = (self.tokens.get(self.at.wrapping_sub(1)), self.token(0)) else { return false };
        let text = self.files.text(before.text);
        let number = |kind: TokenKind| {
            matches!(kind, TokenKind::Float(_) | TokenKind::Int(_) | TokenKind::Uint(_) | TokenKind::BadNumber)
        };
        let ends = number(before.kind) || before.kind == TokenKind::Word || text == ")" || text == "]";
        let begins =
            number(next.kind) || next.kind == TokenKind::Word || self.is("(") && before.kind != TokenKind::Word;
        ends && begins && !next.starts_line && before.span.file == next.span.file
    }

    /// Reports the next bracket if it is never closed, in languages whose messages say so (see
    /// [`gaps`](super::Language::gaps)).
    pub(super) fn open_bracket(&mut self) -> Parsed<()> {
        if !self.language.gaps || self.closing(self.at).is_some() {
            return Ok(());
        }
        let title = format!("this `{}` is not closed", self.text(0));
        self.refuse(self.language.codes.unclosed, self.span(), &title, "")
    }

    #[inline(never)]
    pub(super) fn no_logical_xor<T>(&mut self) -> Parsed<T> {
        let help = "if exactly one of two comparisons is to hold, write `(a < b) != (c < d)`";
        self.refuse(self.language.codes.value, self.span(), "kernels have no `^^`", help)
    }

    #[inline(never)]
    pub(super) fn no_index<T>(&mut self) -> Parsed<T> {
        let error = Diagnostic::error(self.language.codes.no_index, self.span(), "the index is missing");
        self.fail(error.label("expected a number or vector"))
    }

    #[inline(never)]
    pub(super) fn no_value<T>(&mut self) -> Parsed<T> {
        let (span, codes) = (self.span(), &self.language.codes);
        match self.token(0).kind {
            TokenKind::Quoted => {
                let title = format!("{} have no strings or characters", self.language.programs);
                self.refuse(codes.quoted, span, &title, "")
            }
            TokenKind::Unknown => self.unknown_letter(),
            TokenKind::OpenComment => self.open_comment(),
            TokenKind::Sign if self.is("{") => {
                let (title, place) = match self.language.braces {
                    true => ("values in braces can only initialize a variable", "elsewhere, "),
                    false => ("there are no values in braces", ""),
                };
                let help = format!("{place}a vector is made with its type: `{}`", self.language.constructed);
                self.refuse(codes.braces, span, title, &help)
            }
            _ => {
                let title = format!("expected a value, found {}", self.found());
                self.refuse(codes.value, span, &title, "")
            }
        }
    }

    #[inline(never)]
    pub(crate) fn open_comment<T>(&mut self) -> Parsed<T> {
        let help = "it takes in all that follows: close it with `*/`";
        self.refuse(self.language.codes.comment, self.span(), "this comment has no end", help)
    }

    #[inline(never)]
    pub(super) fn type_for_value<T>(&mut self, name: &Name) -> Parsed<T> {
        let error = Diagnostic::error(self.language.codes.value, name.span, format!("`{}` is a type", name.text));
        self.fail(error.label("expected a value").help(format!("a value of it is `{}(..)`", name.text)))
    }

    /// Reports a character that the language does not have, with its name and what was most likely meant.
    #[inline(never)]
    pub(crate) fn unknown_letter<T>(&mut self) -> Parsed<T> {
        let text = self.text(0);
        let letter = text.chars().next().unwrap_or_default();
        let quote = format!("{} have no strings: remove it", self.language.programs);
        let (what, help) = match letter {
            '\u{a0}' | '\u{2007}' | '\u{202f}' => ("a no-break space", "write a plain space"),
            '\u{2000}'..='\u{200a}' | '\u{3000}' => ("a space of another width", "write a plain space"),
            '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{ad}' => ("an invisible character", "delete it"),
            '\u{2010}'..='\u{2015}' | '\u{2212}' => ("a dash", "write `-`"),
            '\u{2018}' | '\u{2019}' | '\u{201c}'..='\u{201f}' => ("a quote", quote.as_str()),
            '\u{d7}' | '\u{22c5}' | '\u{b7}' => ("a multiplication sign", "write `*`"),
            '\u{f7}' => ("a division sign", "write `/`"),
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
        let title = (self.language.no_letter)(letter, &named);
        self.refuse(self.language.codes.letter, self.span(), &title, help)
    }
}
