//! Parses the parameters of kernels.

use super::ItemParser;
use crate::brook::ast::ParameterItem;
use crate::brook::types::unsupported;
use crate::syntax::ast::Name;
use crate::syntax::lexer::TokenKind;
use crate::syntax::parse::{LENGTHS, Parsed};
use crate::syntax::{Code, Diagnostic, Span};

/// The words that can stand before a parameter's type or name.
const QUALIFIERS: [&str; 11] =
    ["out", "iter", "reduce", "vout", "const", "in", "inout", "uniform", "static", "struct", "restrict"];

/// The part of a parameter before its `<>` and `[]`.
#[derive(Default)]
struct ParameterWords {
    qualifiers: Vec<Name>,
    max: Option<(Option<i64>, Span)>,
    ty: Option<Name>,
    name: Option<Name>,
}

impl ItemParser<'_> {
    /// Parses the parameters up to `close`, the bracket that ends them.
    pub(super) fn parameters(&mut self, close: usize) -> Vec<ParameterItem> {
        let mut parameters = Vec::new();
        let outer = std::mem::replace(&mut self.end, close);
        let none = self.at == close || (self.is("void") && self.at + 1 == close);
        loop {
            if none {
                break;
            }
            if let Ok(parameter) = self.parameter() {
                parameters.push(parameter);
            }
            if self.at < close && !self.is(",") && !self.broken {
                let found = self.found();
                let error =
                    Diagnostic::error(Code::B0107, self.span(), format!("a `,` or `)` is missing before {found}"));
                let _: Parsed<()> = self.fail(error);
            }
            // Skip the rest of the parameter, up to the next comma.
            while self.at < close && !self.is(",") {
                self.at = match self.text(0) {
                    "(" | "[" | "{" => self.behind(self.at).min(close),
                    _ => self.at + 1,
                };
            }
            if !self.eat(",") {
                break;
            }
        }
        self.end = outer;
        parameters
    }

    fn parameter(&mut self) -> Parsed<ParameterItem> {
        let first = self.span();
        let ParameterWords { qualifiers, max, ty, name } = self.parameter_words()?;
        if self.is("*") || self.is("&") {
            let title = "kernels have no pointers";
            let help = "an array of elements is a gather: `float a[]`; an output is `out float a<>`";
            let error = Diagnostic::error(Code::B0108, self.span(), title).help(help);
            return self.fail(error);
        }
        let Some(ty) = ty else {
            let title = format!("expected a parameter, found {}", self.found());
            let error = Diagnostic::error(Code::B0109, self.span(), title);
            return self.fail(error);
        };
        let Some(name) = name else { return self.no_name(&ty) };
        let (angles, sizes) = self.parameter_brackets()?;
        if self.is("=") {
            let title = format!("parameter `{}` cannot have a default value", name.text);
            let help = "remove it: the caller of the kernel passes the value";
            let error = Diagnostic::error(Code::B0110, self.span(), title).help(help);
            return self.fail(error);
        }
        let span = first.to(self.before());
        Ok(ParameterItem { name, ty, qualifiers, max, angles, brackets: sizes.len(), sizes, span })
    }

    /// Parses the words of a parameter, up to the first sign.
    fn parameter_words(&mut self) -> Parsed<ParameterWords> {
        let mut parsed = ParameterWords::default();
        while self.is_word(0) {
            let word = Name { text: self.text(0).to_owned(), span: self.span() };
            // A qualifier has another word after it. The last word is a type or name, even if it is spelled like a qualifier.
            if QUALIFIERS.contains(&word.text.as_str()) && self.is_word(1) || word.text == "vout" {
                self.at += 1;
                if word.text == "vout" && self.is("[") {
                    parsed.max = Some(self.max()?);
                }
                parsed.qualifiers.push(word);
                continue;
            }
            self.at += 1;
            let whole = ["int", "char"].contains(&word.text.as_str()) && LENGTHS.contains(&self.text(0));
            if (LENGTHS.contains(&word.text.as_str()) || whole) && self.is_word(0) && self.is_word(1) {
                let mut text = format!("{} {}", word.text, self.text(0));
                self.at += 1;
                // `unsigned short int`
                while (LENGTHS.contains(&self.text(0)) || ["int", "char"].contains(&self.text(0))) && self.is_word(1) {
                    text = format!("{text} {}", self.text(0));
                    self.at += 1;
                }
                parsed.ty = Some(Name { text, span: word.span.to(self.before()) });
            } else if parsed.ty.is_none() {
                parsed.ty = Some(word);
            } else if QUALIFIERS.contains(&word.text.as_str()) && !self.is_word(0) && parsed.name.is_some() {
                parsed.qualifiers.push(word);
            } else if let Some(name) = &parsed.name {
                let title = format!("`{}` stands where a `,` or the end of the parameter is expected", name.text);
                return self
                    .fail(Diagnostic::error(Code::B0107, name.span, title).label("not a type, and not a qualifier"));
            } else {
                parsed.name = Some(word);
            }
        }
        Ok(parsed)
    }

    /// Reports a parameter of one word: a name without a type, or a type without a name.
    fn no_name<T>(&mut self, ty: &Name) -> Parsed<T> {
        if !self.is_type(&ty.text) && ty.text != "void" && unsupported(&ty.text).is_none() {
            let form = if self.is("[") {
                "[]"
            } else if self.is("<") {
                "<>"
            } else {
                ""
            };
            let help = format!("write `float {}{form}`, or another type", ty.text);
            return self.refuse(Code::B0109, ty.span, &format!("parameter `{}` has no type", ty.text), &help);
        }
        let title = format!("this parameter of type `{}` has no name", ty.text);
        self.fail(Diagnostic::error(Code::B0109, ty.span, title))
    }

    /// Parses the `<..>` and `[..]` after a parameter's name. Returns the span of the `<..>`, and what is in each `[..]`.
    fn parameter_brackets(&mut self) -> Parsed<(Option<Span>, Vec<String>)> {
        let mut angles = None;
        let mut sizes = Vec::new();
        loop {
            if self.is("<") {
                let open = self.span();
                // `<10,5>`: skip the extents, because the stream that is passed has its own.
                while self.at < self.end && !self.is(">") {
                    self.at += 1;
                }
                let close = self.expect(">", "behind the `<` of a stream")?;
                angles = Some(open.to(close));
            } else if self.is("[") {
                let Some(end) = self.closing(self.at) else {
                    let span = self.span();
                    return self.refuse(Code::B0105, span, "this `[` is never closed", "");
                };
                let inside = (1..end - self.at).map(|k| self.text(k)).collect::<Vec<_>>();
                sizes.push(inside.join(" "));
                self.at = end + 1;
            } else {
                break;
            }
        }
        Ok((angles, sizes))
    }

    /// Parses the `[4]` or `[]` of a `vout`.
    fn max(&mut self) -> Parsed<(Option<i64>, Span)> {
        let open = self.span();
        self.at += 1;
        let count = match self.token(0).kind {
            TokenKind::Int(count) | TokenKind::Uint(count) => {
                self.at += 1;
                Some(count)
            }
            _ => None,
        };
        let close = self.expect("]", "behind the `[` of `vout`")?;
        Ok((count, open.to(close)))
    }
}
