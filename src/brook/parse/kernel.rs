//! Parses kernels and reductions, and their parameters.

use super::ItemParser;
use crate::brook::ast::{KernelItem, ParameterItem, Prototype};
use crate::brook::types::{is_type, unsupported};
use crate::syntax::ast::Name;
use crate::syntax::lexer::{Kind, Token};
use crate::syntax::parse::{LENGTHS, Parsed};
use crate::syntax::{Code, Diagnostic, Span, Subject};

/// What may stand before a parameter's type or name.
const QUALIFIERS: [&str; 11] =
    ["out", "iter", "reduce", "vout", "const", "in", "inout", "uniform", "static", "struct", "restrict"];

impl ItemParser<'_> {
    /// A kernel: `words` stand before the bracket of its parameters.
    pub(super) fn kernel(&mut self, words: usize, reduction: bool) -> Parsed<()> {
        let first = self.span();
        let open = self.at + words;
        let known = ["kernel", "reduce", "static", "extern", "inline", "const", "struct"];
        let result = (0..words - 1).rev().find(|&k| !known.contains(&self.text(k)));
        let result = match result {
            // `unsigned char f(..)`
            Some(k) if k > 0 && LENGTHS.contains(&self.text(k - 1)) => {
                let text = format!("{} {}", self.text(k - 1), self.text(k));
                Name { text, span: self.token(k - 1).span.to(self.token(k).span) }
            }
            Some(k) => Name { text: self.text(k).to_owned(), span: self.token(k).span },
            None => Name { text: String::new(), span: self.token(words - 1).span },
        };
        let name = Name { text: self.text(words - 1).to_owned(), span: self.token(words - 1).span };
        if let Some(star) = (0..words).find(|&k| self.text(k) == "*") {
            let span = self.token(star).span;
            self.at = self.behind(open);
            let help = "an array of elements is a gather: `float a[]`; an output is `out float a<>`";
            return self.refuse(Code::B0108, span, "kernels have no pointers", help);
        }
        if result.text.is_empty() && (name.text == "void" || is_type(&name.text)) {
            self.at = self.behind(open);
            let help = format!("write `kernel {} name(..)`", name.text);
            let span = self.tokens[open].span;
            return self.refuse(Code::B0102, span, "the name of the kernel is missing", &help);
        }
        self.broken = false;
        let closed = self.closing(open);
        if let Some(close) =
            closed.filter(|close| self.tokens.get(close + 1).is_some_and(|token| self.is_sign(token, "(")))
        {
            return self.made_name(first, name, close);
        }
        let close = closed.unwrap_or(self.brackets.end(open));
        // A prototype says nothing that the kernel does not say again.
        if closed.is_some() && self.tokens.get(close + 1).is_some_and(|token| self.files.text(token.text) == ";") {
            self.prototype(first, name.clone(), result, reduction, open, close);
            self.at = close + 2;
            self.program.declared.push(name);
            return Ok(());
        }
        self.at = close;
        if closed.is_none() {
            let _: Parsed<_> = self.expect(")", &format!("behind the parameters of kernel `{}`", name.text));
        }
        self.at = open + 1;
        let head = first.to(self.tokens[close.min(self.tokens.len() - 1)].span);
        let parameters = self.parameters(close);
        self.at = if closed.is_some() { close + 1 } else { close };
        if !self.is("{") {
            if closed.is_none() {
                return Ok(());
            }
            let found = self.found();
            let title = format!("the body of kernel `{}` is missing", name.text);
            let error = Diagnostic::error(Code::B0106, self.span(), title);
            return self.fail(error.label(format!("here goes `{{`, not {found}")));
        }
        let body_open = self.at;
        let Some(body_close) = self.closing(body_open) else {
            let behind = self.behind(body_open);
            let comment = self.tokens[body_open..behind].iter().find(|token| token.kind == Kind::OpenComment);
            self.at = behind;
            let error = match comment {
                Some(comment) => Diagnostic::error(Code::B0120, comment.span, "this comment has no end")
                    .help("it takes in all that follows: close it with `*/`"),
                None => {
                    let title = format!("the body of kernel `{}` is never closed", name.text);
                    Diagnostic::error(Code::B0105, self.tokens[body_open].span, title).label("`}` is missing")
                }
            };
            // The next kernel begins here, or the file ends.
            let _: Parsed<()> = self.fail(error);
            return Ok(());
        };
        let end = self.tokens[body_close].span;
        let outer = std::mem::replace(&mut self.end, body_close);
        self.at = body_open + 1;
        let body = self.statements();
        self.end = outer;
        self.at = body_close + 1;
        let broken = self.broken;
        self.program.kernels.push(KernelItem { name, reduction, result, parameters, body, head, end, broken });
        Ok(())
    }

    /// Keeps a prototype for the host's calls, if it can be read: what is wrong with it is nobody's business else.
    fn prototype(&mut self, first: Span, name: Name, result: Name, reduction: bool, open: usize, close: usize) {
        let known = self.diagnostics.len();
        self.at = open + 1;
        let parameters = self.parameters(close);
        let wrong = self.diagnostics.len() > known;
        self.diagnostics.truncate(known);
        if !wrong {
            let span = first.to(self.tokens[close + 1].span);
            self.program.prototypes.push(Prototype { name, reduction, result, parameters, span });
        }
    }

    fn is_sign(&self, token: &Token, sign: &str) -> bool {
        token.kind == Kind::Sign && self.files.text(token.text) == sign
    }

    /// `kernel void JOIN(a, b)(float c<>)`: a name that a macro was to make, whose bracket closes at `close`.
    fn made_name(&mut self, first: Span, name: Name, close: usize) -> Parsed<()> {
        let span = name.span.to(self.tokens[close].span);
        let text = self.files.text(span).to_owned();
        let behind = self.behind(close + 1);
        let head = first.to(self.tokens[behind - 1].span);
        self.at = behind;
        if self.eat(";") {
            return Ok(());
        }
        let mut end = head;
        if self.is("{") {
            self.at = self.behind(self.at);
            end = self.before();
        }
        let diagnostic = Diagnostic::error(Code::B0125, span, format!("`{text}` is no name"));
        let help = format!("no macro `{}` makes it one", name.text);
        let _: Parsed<()> = self.fail(diagnostic.about(Subject::MalformedName).help(help));
        // Known as a kernel, so that it matters only to who wants it.
        let name = Name { text, span };
        let result = Name { text: "void".into(), span: first };
        let item = KernelItem {
            name,
            reduction: false,
            result,
            parameters: Vec::new(),
            body: Vec::new(),
            head,
            end,
            broken: true,
        };
        self.program.kernels.push(item);
        Ok(())
    }

    fn parameters(&mut self, close: usize) -> Vec<ParameterItem> {
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
            // Whatever is left of it: up to the next comma.
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
        let mut qualifiers = Vec::new();
        let mut most = None;
        let mut ty: Option<Name> = None;
        let mut name: Option<Name> = None;
        while self.is_word(0) {
            let word = Name { text: self.text(0).to_owned(), span: self.span() };
            // A type may be called like a qualifier, where nothing else is left to be one.
            if QUALIFIERS.contains(&word.text.as_str()) && self.is_word(1) || word.text == "vout" {
                self.at += 1;
                if word.text == "vout" && self.is("[") {
                    most = Some(self.most()?);
                }
                qualifiers.push(word);
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
                ty = Some(Name { text, span: word.span.to(self.before()) });
            } else if ty.is_none() {
                ty = Some(word);
            } else if QUALIFIERS.contains(&word.text.as_str()) && !self.is_word(0) && name.is_some() {
                qualifiers.push(word);
            } else if let Some(name) = &name {
                let title = format!("`{}` stands where a `,` or the end of the parameter is expected", name.text);
                return self
                    .fail(Diagnostic::error(Code::B0107, name.span, title).label("not a type, and not a qualifier"));
            } else {
                name = Some(word);
            }
        }
        if self.is("*") || self.is("&") {
            let title = "kernels have no pointers";
            let help = "an array of elements is a gather: `float a[]`; an output is `out float a<>`";
            let error = Diagnostic::error(Code::B0108, self.span(), title).help(help);
            return self.fail(error);
        }
        let Some(ty) = ty else {
            let title = format!("here goes a parameter, not {}", self.found());
            let error = Diagnostic::error(Code::B0109, self.span(), title);
            return self.fail(error);
        };
        let Some(name) = name else {
            if !self.is_type(&ty.text) && ty.text != "void" && unsupported(&ty.text).is_none() {
                let form = if self.is("[") {
                    "[]"
                } else if self.is("<") {
                    "<>"
                } else {
                    ""
                };
                let help = format!("write `float {}{form}`, or the type that it is of", ty.text);
                return self.refuse(Code::B0109, ty.span, &format!("parameter `{}` has no type", ty.text), &help);
            }
            let title = format!("this parameter of type `{}` has no name", ty.text);
            return self.fail(Diagnostic::error(Code::B0109, ty.span, title));
        };
        let mut angles = None;
        let mut brackets = 0;
        loop {
            if self.is("<") {
                let open = self.span();
                // `<10,5>`: extents, which the stream given has as well.
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
                self.at = end + 1;
                brackets += 1;
            } else {
                break;
            }
        }
        if self.is("=") {
            let title = format!("parameter `{}` cannot have a value of its own", name.text);
            let help = "leave it away: who calls the kernel gives the value";
            let error = Diagnostic::error(Code::B0110, self.span(), title).help(help);
            return self.fail(error);
        }
        let span = first.to(self.before());
        Ok(ParameterItem { name, ty, qualifiers, most, angles, brackets, span })
    }

    /// `[4]` of a `vout`, or `[]`.
    fn most(&mut self) -> Parsed<(Option<i64>, Span)> {
        let open = self.span();
        self.at += 1;
        let count = match self.token(0).kind {
            Kind::Int(count) | Kind::Uint(count) => {
                self.at += 1;
                Some(count)
            }
            _ => None,
        };
        let close = self.expect("]", "behind the `[` of `vout`")?;
        Ok((count, open.to(close)))
    }
}
