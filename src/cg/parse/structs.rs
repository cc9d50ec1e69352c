//! Parses structs and interfaces.

use super::ItemParser;
use crate::cg::ast::StructItem;
use crate::syntax::Code;
use crate::syntax::ast::Name;
use crate::syntax::parse::Parsed;

impl ItemParser<'_> {
    /// Whether a struct or an interface with its members comes next.
    pub(super) fn has_members(&self) -> bool {
        let begins = ["struct", "interface"].contains(&self.text(0));
        begins && (self.text(1) == "{" || self.is_word(1) && ["{", ":"].contains(&self.text(2)))
    }

    /// Parses a struct or an interface, up to and including its `}`. A struct without a name gets one that no program can write.
    pub(super) fn structure(&mut self) -> Parsed<Name> {
        let keyword = self.name_here();
        self.at += 1;
        let name = match self.is_word(0) {
            true => self.name("the name of the struct")?,
            false => Name { text: format!("struct {}", self.at), span: keyword.span },
        };
        let implements = match self.eat(":") {
            true => Some(self.name("the name of an interface")?),
            false => None,
        };
        let open = self.at;
        if !self.is("{") {
            self.expect("{", "before the members")?;
        }
        let Some(close) = self.closing(open) else {
            let span = self.tokens[open].span;
            self.at = self.behind(open);
            return self.refuse(Code::C0000, span, "this `{` is never closed", "");
        };
        self.at += 1;
        self.types.insert(name.text.clone());
        let number = self.program.structs.len();
        let is_interface = keyword.text == "interface";
        self.program.structs.push(StructItem { name: name.clone(), is_interface, implements, members: Vec::new() });
        let outer = std::mem::replace(&mut self.parser.end, close);
        let mut parsed = Ok(());
        while self.at < close && parsed.is_ok() {
            parsed = self.member(number);
        }
        self.parser.end = outer;
        self.at = close + 1;
        parsed.map(|()| name)
    }

    /// Parses a line of members, or a method.
    fn member(&mut self, owner: usize) -> Parsed<()> {
        if self.eat(";") {
            return Ok(());
        }
        let qualifiers = self.qualifiers();
        let ty = self.type_name("the type of a member")?;
        if self.is_word(0) && self.text(1) == "(" {
            return self.function(None, ty, Some(owner));
        }
        loop {
            let name = self.name("the name of a member")?;
            let variable = self.variable(name, &ty, qualifiers)?;
            self.program.structs[owner].members.push(variable);
            if !self.eat(",") {
                break;
            }
        }
        self.expect(";", "behind this member")?;
        Ok(())
    }
}
