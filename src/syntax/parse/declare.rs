//! Parses declarations of variables.

use super::{LENGTHS, Parsed, Parser};
use crate::syntax::ast::{Declarator, Expr, ExprKind, Name, StmtKind};

impl Parser<'_> {
    pub(super) fn starts_declaration(&self) -> bool {
        let word = self.text(0);
        if self.language.qualifiers.contains(&word) {
            return true;
        }
        if !self.is_word(0) || self.language.word_operators.contains(&word) {
            return false;
        }
        let pointer = self.is_type(word) && self.text(1) == "*" && self.is_word(2);
        self.is_word(1) || pointer
    }

    pub(crate) fn declaration(&mut self) -> Parsed<StmtKind> {
        let (mut constant, mut is_static) = (false, false);
        while self.language.qualifiers.contains(&self.text(0)) {
            constant |= self.is("const");
            is_static |= self.is("static");
            self.at += 1;
        }
        let mut ty = self.name("a type")?;
        if LENGTHS.contains(&ty.text.as_str()) && self.is_word(1) {
            // `unsigned char`, if the language has such types.
            let both = format!("{} {}", ty.text, self.text(0));
            if (self.language.is_type)(&both) {
                ty = Name { text: both, span: ty.span.to(self.span()) };
            }
            self.at += 1;
        }
        constant |= self.eat("const");
        if self.is("*") {
            let title = format!("{} have no pointers", self.language.programs);
            return self.refuse(self.language.codes.pointer, self.span(), &title, self.language.no_pointer);
        }
        if ty.text == "signed" {
            ty.text = "int".into();
        }
        let mut declarators = Vec::new();
        loop {
            let name = self.name("the name of a variable")?;
            (self.language.refuse_name)(self, &name)?;
            let (mut array, mut lengths) = (None, Vec::new());
            while self.is("[") || self.is("<") && ([">", ","].contains(&self.text(2)) || self.text(1) == ">") {
                let open = self.at;
                if self.language.arrays && self.is("[") && self.closing(open).is_some() {
                    self.at += 1;
                    lengths.push(if self.is("]") { None } else { Some(self.assignment()?) });
                    let close = self.expect("]", "behind the length of this array")?;
                    array = Some(array.unwrap_or(self.tokens[open].span).to(close));
                    continue;
                }
                let sign = if self.is("[") { "]" } else { ">" };
                let ends = |at: &usize| [";", ">"].contains(&self.files.text(self.tokens[*at].text));
                let end = match sign {
                    "]" => self.brackets.end(open),
                    _ => (open..self.end).find(ends).unwrap_or(self.end),
                };
                self.at = end.min(self.end);
                let close = self.expect(sign, &format!("behind `{}`", name.text))?;
                array = Some(self.tokens[open].span.to(close));
            }
            let value = match self.eat("=") {
                true if self.language.braces && self.is("{") => Some(self.braces()?),
                true => Some(self.assignment()?),
                false => None,
            };
            let valued = value.is_some();
            declarators.push(Declarator { name, constant, is_static, array, lengths, value });
            if self.eat(",") {
                continue;
            }
            match valued {
                true => self.expect_behind_value(";", "behind this declaration")?,
                false => self.expect(";", "behind this declaration")?,
            };
            break;
        }
        Ok(StmtKind::Declare(ty, declarators))
    }

    pub(crate) fn braces(&mut self) -> Parsed<Expr> {
        self.nested(|this| {
            let open = this.span();
            this.expect("{", "before these values")?;
            let mut values = Vec::new();
            while !this.is("}") {
                values.push(if this.is("{") { this.braces()? } else { this.assignment()? });
                if !this.eat(",") {
                    break;
                }
            }
            let close = this.expect("}", "behind these values")?;
            this.boxed(ExprKind::Braces(values), open.to(close)).map(|braces| *braces)
        })
    }
}
