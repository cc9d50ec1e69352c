//! Parses items: type definitions, functions and global variables.

use super::ItemParser;
use crate::cg::ast::{AliasItem, FunctionItem, VariableItem};
use crate::cg::profile::is_profile_name;
use crate::syntax::ast::{Name, Stmt};
use crate::syntax::lexer::TokenKind;
use crate::syntax::parse::Parsed;
use crate::syntax::{Code, MAX_DIAGNOSTICS, Span};

impl ItemParser<'_> {
    pub(super) fn items(&mut self) {
        while self.at < self.end && self.diagnostics.len() < MAX_DIAGNOSTICS {
            let start = self.at;
            if self.item().is_err() {
                self.at = self.at.max(start);
                self.skip_item();
            }
            // Always advance, even if the item has failed.
            self.at = self.at.max(start + 1);
        }
    }

    fn item(&mut self) -> Parsed<()> {
        match self.text(0) {
            // `#include "a.cg";` leaves one.
            ";" => {
                self.at += 1;
                Ok(())
            }
            "typedef" => self.typedef(),
            // A struct that is defined elsewhere.
            "struct" | "interface" if self.is_word(1) && self.text(2) == ";" => {
                let name = self.text(1).to_owned();
                self.types.insert(name);
                self.at += 3;
                Ok(())
            }
            "struct" | "interface" if self.has_members() => {
                let name = self.structure()?;
                if self.eat(";") {
                    return Ok(());
                }
                self.variables(name, Default::default())
            }
            // What effect files have beside programs.
            "technique" | "sampler_state" | "pass" if self.is_word(1) || self.text(1) == "{" => {
                self.skip_item();
                Ok(())
            }
            _ => self.function_or_variables(),
        }
    }

    /// Skips the rest of an item: up to a `;`, or up to the end of a block.
    fn skip_item(&mut self) {
        while self.at < self.end {
            match self.text(0) {
                ";" => {
                    self.at += 1;
                    return;
                }
                "{" => {
                    self.at = self.behind(self.at);
                    if !self.is(";") {
                        return;
                    }
                }
                "(" | "[" => self.at = self.behind(self.at),
                "}" => {
                    self.at += 1;
                    return;
                }
                _ => self.at += 1,
            }
        }
    }

    fn typedef(&mut self) -> Parsed<()> {
        self.at += 1;
        self.qualifiers();
        let ty = match self.has_members() {
            true => self.structure()?,
            false => self.type_name("a type")?,
        };
        loop {
            let name = self.name("the name of the type")?;
            let lengths = self.lengths()?;
            self.types.insert(name.text.clone());
            self.program.aliases.push(AliasItem { name, ty: ty.clone(), lengths });
            if !self.eat(",") {
                break;
            }
        }
        self.expect(";", "behind this definition of a type")?;
        Ok(())
    }

    fn function_or_variables(&mut self) -> Parsed<()> {
        let profile = (is_profile_name(self.text(0)) && self.is_word(1) && self.is_word(2)).then(|| self.name_here());
        self.at += usize::from(profile.is_some());
        let qualifiers = self.qualifiers();
        if self.token(0).kind != TokenKind::Word {
            return self.no_item();
        }
        let ty = self.type_name("a type")?;
        if self.is_word(0) && self.text(1) == "(" {
            return self.function(profile, ty, None);
        }
        if !self.is_word(0) {
            return self.no_item();
        }
        self.variables(ty, qualifiers)
    }

    #[inline(never)]
    fn no_item(&mut self) -> Parsed<()> {
        match self.token(0).kind {
            TokenKind::OpenComment => return self.open_comment(),
            TokenKind::Unknown => return self.unknown_letter(),
            _ => {}
        }
        let title = format!("expected a function, a type or a variable, found {}", self.found());
        let span = self.span();
        self.refuse(Code::C0000, span, &title, "")
    }

    /// Parses global variables, after their type.
    fn variables(&mut self, ty: Name, qualifiers: crate::cg::ast::Qualifiers) -> Parsed<()> {
        loop {
            let name = self.name("the name of a variable")?;
            let variable = self.variable(name, &ty, qualifiers)?;
            self.program.globals.push(variable);
            if !self.eat(",") {
                break;
            }
        }
        self.expect(";", "behind this declaration")?;
        Ok(())
    }

    /// Parses a function, after the type of its result. `owner` is the struct of a method.
    pub(super) fn function(&mut self, profile: Option<Name>, result: Name, owner: Option<usize>) -> Parsed<()> {
        let name = self.name("the name of a function")?;
        let parameters = self.parameters(&name)?;
        let semantic = self.semantic()?;
        let mut function = FunctionItem {
            profile,
            end: name.span,
            name,
            result,
            semantic,
            parameters,
            body: None,
            owner,
            broken: false,
        };
        if !self.eat(";") {
            let (body, broken, end) = self.body()?;
            (function.body, function.broken, function.end) = (Some(body), broken, end);
        }
        self.program.functions.push(function);
        Ok(())
    }

    fn parameters(&mut self, function: &Name) -> Parsed<Vec<VariableItem>> {
        self.expect("(", &format!("behind `{}`", function.text))?;
        let mut parameters = Vec::new();
        if self.is("void") && self.text(1) == ")" {
            self.at += 1;
        }
        while !self.is(")") {
            let qualifiers = self.qualifiers();
            let ty = self.type_name("the type of a parameter")?;
            if self.is("*") {
                let help = "an array is passed as a value: `float a[4]`; what is changed is passed as `inout`";
                let span = self.span();
                return self.refuse(Code::C0002, span, "Cg has no pointers", help);
            }
            // A declaration of a function may leave the names out.
            let name = match self.is_word(0) {
                true => self.name("the name of a parameter")?,
                false => Name { text: String::new(), span: ty.span },
            };
            parameters.push(self.variable(name, &ty, qualifiers)?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")", &format!("behind the parameters of `{}`", function.text))?;
        Ok(parameters)
    }

    /// Parses the body of a function. Returns its statements, whether there were errors in it, and its last brace.
    fn body(&mut self) -> Parsed<(Vec<Stmt>, bool, Span)> {
        let open = self.at;
        if !self.is("{") {
            self.expect("{", "before the body of this function")?;
        }
        let Some(close) = self.closing(open) else {
            let span = self.tokens[open].span;
            self.at = self.behind(open);
            return self.refuse(Code::C0000, span, "this `{` is never closed", "");
        };
        self.at += 1;
        let before = std::mem::replace(&mut self.broken, false);
        let outer = std::mem::replace(&mut self.parser.end, close);
        let statements = self.statements();
        self.parser.end = outer;
        self.at = close + 1;
        let broken = std::mem::replace(&mut self.broken, before);
        Ok((statements, broken, self.tokens[close].span))
    }
}
