//! What stands outside functions: types, kernels, and what is the host's.

use super::{Failed, Parsed, Parser, is_float_type};
use crate::brook::ast::{FieldItem, KernelItem, Name, ParameterItem, TypeItem, TypeKind};
use crate::brook::diagnostics::Diagnostic;
use crate::brook::lex::Kind;

/// What may stand before a parameter's type or name.
const QUALIFIERS: [&str; 11] =
    ["out", "iter", "reduce", "vout", "const", "in", "inout", "uniform", "static", "struct", "restrict"];

/// Types of several words: the rest is passed over.
const LENGTHS: [&str; 4] = ["unsigned", "signed", "long", "short"];

impl Parser<'_> {
    pub(super) fn items(&mut self) {
        while self.at < self.end {
            let start = self.at;
            if self.item().is_err() {
                // What is left of it belongs to nobody.
                self.at = self.at.max(start);
                self.skip_item();
            }
            if self.at == start {
                self.at += 1;
            }
        }
    }

    fn item(&mut self) -> Parsed<()> {
        match self.text(0) {
            "typedef" => return self.typedef(),
            "struct" if self.text(1) == "{" || self.text(2) == "{" => {
                self.structure(None)?;
                // Variables of the type may follow.
                while self.at < self.end && !self.eat(";") {
                    self.at += 1;
                }
                return Ok(());
            }
            "extern" if self.token(1).kind == Kind::Quoted && self.text(2) == "{" => {
                // What stands within is read as if it stood here; its `}` is passed over.
                self.at += 3;
                return Ok(());
            }
            "}" | ";" => {
                self.at += 1;
                return Ok(());
            }
            _ => {}
        }
        // Words up to the first sign say what it is.
        let mut words = 0;
        while self.is_word(words) || self.text(words) == "*" {
            words += 1;
        }
        let qualifier = (0..words.saturating_sub(1)).find(|&k| ["kernel", "reduce"].contains(&self.text(k)));
        if let (Some(_), "(") = (qualifier, self.text(words)) {
            return self.kernel(words);
        }
        if qualifier.is_some() && self.text(0) != "static" {
            let (span, found) = (self.token(words).span, self.text(words).to_owned());
            let name = self.text(words - 1).to_owned();
            // A variable of the host may be called so.
            if ["{", "<"].contains(&found.as_str()) {
                let title = format!("the parameters of kernel `{name}` are missing");
                let help = format!("write `kernel void {name}(float a<>, out float b<>) {{ .. }}`");
                return self.fail(Diagnostic::error("B0104", span, title).help(help));
            }
        }
        if words > 0 && self.text(words) == "(" {
            let token = self.token(words - 1);
            let name = Name { text: self.files.text(token.text).to_owned(), span: token.span };
            self.program.host.push(name);
        }
        self.skip_item();
        Ok(())
    }

    /// Passes over what is the host's: up to a `;`, or a body with its `}`.
    fn skip_item(&mut self) {
        while self.at < self.end {
            match (self.token(0).kind, self.text(0)) {
                (Kind::Sign, ";") => {
                    self.at += 1;
                    return;
                }
                (Kind::Sign, "{") => {
                    self.at = self.closing(self.at).map_or(self.end, |close| close + 1);
                    // An initialiser has more behind it, a function has not.
                    if ![";", ",", "="].contains(&self.text(0)) {
                        return;
                    }
                }
                (Kind::Sign, "(" | "[") => self.at = self.closing(self.at).map_or(self.end, |close| close + 1),
                (Kind::Sign, "}") => return,
                // The host's function is not closed, or a `;` is missing: a kernel begins all the same.
                (Kind::Word, "kernel") => return,
                _ => self.at += 1,
            }
        }
    }

    fn typedef(&mut self) -> Parsed<()> {
        self.at += 1;
        let start = self.at;
        while ["const", "volatile"].contains(&self.text(0)) {
            self.at += 1;
        }
        if self.text(0) == "struct" && (self.text(1) == "{" || self.text(2) == "{") {
            let tag = self.structure(Some(()))?;
            let name = self.token(0);
            if name.kind != Kind::Word {
                self.skip_item();
                return Ok(());
            }
            let name = Name { text: self.text(0).to_owned(), span: name.span };
            if name.text != tag.text {
                self.alias(name, tag);
            }
            self.skip_item();
            return Ok(());
        }
        self.eat("struct");
        let ty = Name { text: self.text(0).to_owned(), span: self.span() };
        let plain = self.is_word(0) && self.is_word(1) && self.text(2) == ";";
        if plain {
            self.at += 1;
            let name = self.name("the name of the type")?;
            self.alias(name, ty);
        } else {
            self.at = start;
        }
        self.skip_item();
        Ok(())
    }

    fn alias(&mut self, name: Name, of: Name) {
        self.types.insert(name.text.clone());
        self.program.types.push(TypeItem { name, kind: TypeKind::Alias(of) });
    }

    /// `struct Name { .. }`, up to behind its `}`. One without a name gets one that nobody writes.
    fn structure(&mut self, typedef: Option<()>) -> Parsed<Name> {
        let keyword = self.span();
        self.at += 1;
        let name = match self.is_word(0) {
            true => self.name("the name of the struct")?,
            false => Name { text: format!("struct {}", self.at), span: keyword },
        };
        let _ = typedef;
        let Some(close) = self.closing(self.at) else {
            return self.fail(Diagnostic::error("B0105", self.span(), "this `{` is never closed"));
        };
        self.at += 1;
        let mut fields = Vec::new();
        while self.at < close {
            let line = self.at;
            let known = fields.len();
            if self.fields(close, &mut fields).is_err() || self.at == line {
                // A struct of the host may hold anything.
                fields.truncate(known);
                let odd = Name { text: String::new(), span: self.tokens[line].span };
                fields.push(FieldItem { ty: odd.clone(), name: odd, host: Some("?") });
                let semicolon = (self.at..close).find(|&at| self.files.text(self.tokens[at].text) == ";");
                self.at = semicolon.unwrap_or(close - 1) + 1;
            }
        }
        self.at = close + 1;
        self.types.insert(name.text.clone());
        self.program.types.push(TypeItem { name: name.clone(), kind: TypeKind::Struct(fields) });
        Ok(name)
    }

    /// One line of a struct: a type and names.
    fn fields(&mut self, close: usize, fields: &mut Vec<FieldItem>) -> Result<(), Failed> {
        while ["const", "struct", "volatile"].contains(&self.text(0)) || LENGTHS[1..].contains(&self.text(0)) {
            self.at += 1;
        }
        if !self.is_word(0) {
            return Err(Failed);
        }
        let ty = Name { text: self.text(0).to_owned(), span: self.span() };
        self.at += 1;
        loop {
            let mut host = None;
            while self.eat("*") {
                host = Some("*");
            }
            if !self.is_word(0) || self.at >= close {
                return Err(Failed);
            }
            let name = Name { text: self.text(0).to_owned(), span: self.span() };
            self.at += 1;
            while self.is("[") {
                host = host.or(Some("["));
                self.at = self.closing(self.at).map_or(close, |end| end + 1);
            }
            // `float a, float b`: a type is no name.
            if self.is("(") || self.is(":") || is_float_type(&name.text) {
                return Err(Failed);
            }
            fields.push(FieldItem { ty: ty.clone(), name, host });
            if self.eat(";") {
                return Ok(());
            }
            if !self.eat(",") {
                return Err(Failed);
            }
        }
    }

    /// A kernel: `words` stand before the bracket of its parameters.
    fn kernel(&mut self, words: usize) -> Parsed<()> {
        let first = self.span();
        let open = self.at + words;
        let reduction = (0..words - 1).any(|k| self.text(k) == "reduce");
        let known = ["kernel", "reduce", "static", "extern", "inline", "const", "struct"];
        let result = (0..words - 1).rev().find(|&k| !known.contains(&self.text(k)));
        let result = match result {
            Some(k) => Name { text: self.text(k).to_owned(), span: self.token(k).span },
            None => Name { text: String::new(), span: self.token(words - 1).span },
        };
        let name = Name { text: self.text(words - 1).to_owned(), span: self.token(words - 1).span };
        let Some(close) = self.closing(open) else {
            self.at = self.end;
            let finding = Diagnostic::error("B0105", self.tokens[open].span, "this `(` is never closed");
            return self.fail(finding);
        };
        // A prototype says nothing that the kernel does not say again.
        if self.tokens.get(close + 1).is_some_and(|token| self.files.text(token.text) == ";") {
            self.at = close + 2;
            self.program.declared.push(name);
            return Ok(());
        }
        self.broken = false;
        self.at = open + 1;
        let head = first.to(self.tokens[close].span);
        let parameters = self.parameters(close);
        self.at = close + 1;
        if !self.is("{") {
            let found = self.found();
            let title = format!("the body of kernel `{}` is missing", name.text);
            return self
                .fail(Diagnostic::error("B0106", self.span(), title).label(format!("here goes `{{`, not {found}")));
        }
        let body_open = self.at;
        let Some(body_close) = self.closing(body_open) else {
            let comment = self.tokens[body_open..self.end].iter().find(|token| token.kind == Kind::OpenComment);
            self.at = self.end;
            if let Some(comment) = comment {
                let finding = Diagnostic::error("B0120", comment.span, "this comment has no end");
                return self.fail(finding.help("it takes in all that follows: close it with `*/`"));
            }
            let title = format!("the body of kernel `{}` is never closed", name.text);
            return self.fail(Diagnostic::error("B0105", self.tokens[body_open].span, title).label("`}` is missing"));
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
                let finding =
                    Diagnostic::error("B0107", self.span(), format!("a `,` or `)` is missing before {found}"));
                let _: Parsed<()> = self.fail(finding);
            }
            // Whatever is left of it: up to the next comma.
            while self.at < close && !self.is(",") {
                self.at = match self.text(0) {
                    "(" | "[" | "{" => self.closing(self.at).map_or(close, |end| end + 1),
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
            if LENGTHS.contains(&word.text.as_str()) && self.is_word(0) && self.is_word(1) {
                let text = format!("{} {}", word.text, self.text(0));
                self.at += 1;
                ty = Some(Name { text, span: word.span.to(self.before()) });
            } else if ty.is_none() {
                ty = Some(word);
            } else if QUALIFIERS.contains(&word.text.as_str()) && !self.is_word(0) && name.is_some() {
                qualifiers.push(word);
            } else if let Some(name) = &name {
                let title = format!("`{}` stands where a `,` or the end of the parameter is expected", name.text);
                return self
                    .fail(Diagnostic::error("B0107", name.span, title).label("not a type, and not a qualifier"));
            } else {
                name = Some(word);
            }
        }
        if self.is("*") || self.is("&") {
            let title = "kernels have no pointers";
            let help = "an array of elements is a gather: `float a[]`; an output is `out float a<>`";
            return self.fail(Diagnostic::error("B0108", self.span(), title).help(help));
        }
        let Some(ty) = ty else {
            let found = self.found();
            return self.fail(Diagnostic::error("B0109", self.span(), format!("here goes a parameter, not {found}")));
        };
        let Some(name) = name else {
            let title = format!("this parameter of type `{}` has no name", ty.text);
            return self.fail(Diagnostic::error("B0109", ty.span, title));
        };
        let mut angles = None;
        let mut brackets = 0;
        loop {
            if self.is("<") {
                let open = self.span();
                while self.at < self.end && !self.is(">") && !self.is(",") {
                    self.at += 1;
                }
                // `<10,5>`: extents, which the stream given has as well.
                while self.at < self.end && !self.is(">") {
                    self.at += 1;
                }
                let close = self.expect(">", "behind the `<` of a stream")?;
                angles = Some(open.to(close));
            } else if self.is("[") {
                let Some(end) = self.closing(self.at) else {
                    return self.fail(Diagnostic::error("B0105", self.span(), "this `[` is never closed"));
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
            return self.fail(Diagnostic::error("B0110", self.span(), title).help(help));
        }
        let span = first.to(self.before());
        Ok(ParameterItem { name, ty, qualifiers, most, angles, brackets, span })
    }

    /// `[4]` of a `vout`, or `[]`.
    fn most(&mut self) -> Parsed<(Option<i64>, crate::brook::source::Span)> {
        let open = self.span();
        self.at += 1;
        let count = match self.token(0).kind {
            Kind::Int(count) => {
                self.at += 1;
                Some(count)
            }
            _ => None,
        };
        let close = self.expect("]", "behind the `[` of `vout`")?;
        Ok((count, open.to(close)))
    }
}
