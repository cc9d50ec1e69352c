//! Parses type definitions: `typedef` and `struct`.

use super::{ItemParser, is_float_type};
use crate::brook::ast::{FieldItem, TypeItem, TypeKind};
use crate::syntax::Code;
use crate::syntax::ast::Name;
use crate::syntax::lexer::TokenKind;
use crate::syntax::parse::{Failed, LENGTHS, Parsed};

impl ItemParser<'_> {
    pub(super) fn typedef(&mut self) -> Parsed<()> {
        self.at += 1;
        let start = self.at;
        let mut constant = false;
        while ["const", "volatile"].contains(&self.text(0)) {
            constant |= self.is("const");
            self.at += 1;
        }
        if self.has_fields() {
            let tag = self.structure()?;
            let name = self.token(0);
            if name.kind != TokenKind::Word {
                self.skip_item();
                return Ok(());
            }
            let name = Name { text: self.text(0).to_owned(), span: name.span };
            if name.text != tag.text {
                self.alias(name, tag, constant);
            }
            self.skip_item();
            return Ok(());
        }
        self.eat("struct");
        let mut ty = Name { text: self.text(0).to_owned(), span: self.span() };
        // `unsigned char Name;`
        if LENGTHS.contains(&self.text(0)) && self.is_word(1) && self.is_word(2) {
            self.at += 1;
            ty = Name { text: format!("{} {}", ty.text, self.text(0)), span: ty.span.to(self.span()) };
        }
        // `float4 const Name;`
        let behind = usize::from(self.text(1) == "const");
        let plain = self.is_word(0) && self.is_word(1 + behind) && self.text(2 + behind) == ";";
        if plain {
            self.at += 1 + behind;
            let name = self.name("the name of the type")?;
            self.alias(name, ty, constant || behind > 0);
        } else {
            self.at = start;
        }
        self.skip_item();
        Ok(())
    }

    fn alias(&mut self, name: Name, of: Name, constant: bool) {
        self.types.insert(name.text.clone());
        self.program.types.push(TypeItem { name, constant, kind: TypeKind::Alias(of) });
    }

    /// Whether a struct with its fields is next: `struct {` or `struct Name {`.
    pub(super) fn has_fields(&self) -> bool {
        self.is("struct") && (self.text(1) == "{" || self.is_word(1) && self.text(2) == "{")
    }

    /// Parses `struct Name { .. }`, up to and including its `}`. A struct without a name gets a name that cannot occur in a
    /// program.
    pub(super) fn structure(&mut self) -> Parsed<Name> {
        let keyword = self.span();
        self.at += 1;
        let name = match self.is_word(0) {
            true => self.name("the name of the struct")?,
            false => Name { text: format!("struct {}", self.at), span: keyword },
        };
        let Some(close) = self.closing(self.at) else {
            let open = self.at;
            self.at = self.behind(open);
            let span = self.tokens[open].span;
            return self.refuse(Code::B0105, span, "this `{` is never closed", "");
        };
        self.at += 1;
        let mut fields = Vec::new();
        while self.at < close {
            let line = self.at;
            let known = fields.len();
            if self.fields(close, &mut fields).is_err() || self.at == line {
                // A struct of the host may contain anything. Replace a field that does not parse by one of unknown type.
                fields.truncate(known);
                let odd = Name { text: String::new(), span: self.tokens[line].span };
                fields.push(FieldItem { ty: odd.clone(), name: odd, constant: false, host: Some("?") });
                let semicolon = (self.at..close).find(|&at| self.files.text(self.tokens[at].text) == ";");
                self.at = semicolon.unwrap_or(close - 1) + 1;
            }
        }
        self.at = close + 1;
        self.types.insert(name.text.clone());
        self.program.types.push(TypeItem { name: name.clone(), constant: false, kind: TypeKind::Struct(fields) });
        Ok(name)
    }

    /// Parses one line of a struct: a type and the names of fields.
    fn fields(&mut self, close: usize, fields: &mut Vec<FieldItem>) -> Result<(), Failed> {
        let mut constant = false;
        while ["const", "struct", "volatile"].contains(&self.text(0)) {
            constant |= self.is("const");
            self.at += 1;
        }
        if !self.is_word(0) {
            return Err(Failed);
        }
        let mut ty = Name { text: self.text(0).to_owned(), span: self.span() };
        self.at += 1;
        constant |= self.eat("const");
        // `unsigned char a;`
        while LENGTHS.contains(&ty.text.split(' ').next().unwrap_or_default())
            && self.is_word(0)
            && (self.is_word(1) || self.text(1) == "*")
        {
            ty = Name { text: format!("{} {}", ty.text, self.text(0)), span: ty.span.to(self.span()) };
            self.at += 1;
        }
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
                self.at = self.behind(self.at).min(close);
            }
            // In `float a, float b`, the second `float` is not the name of a field.
            if self.is("(") || self.is(":") || is_float_type(&name.text) {
                return Err(Failed);
            }
            fields.push(FieldItem { ty: ty.clone(), name, constant, host });
            if self.eat(";") {
                return Ok(());
            }
            if !self.eat(",") {
                return Err(Failed);
            }
        }
    }
}
