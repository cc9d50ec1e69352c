//! Parses what globals, parameters and members have in common: qualifiers, a type, lengths, a semantic and a value.

use super::ItemParser;
use crate::cg::ast::{Qualifiers, VariableItem};
use crate::cg::language::QUALIFIERS;
use crate::syntax::ast::{Expr, Name};
use crate::syntax::parse::{LENGTHS, Parsed};

impl ItemParser<'_> {
    pub(super) fn qualifiers(&mut self) -> Qualifiers {
        let mut found = Qualifiers::default();
        while QUALIFIERS.contains(&self.text(0)) && !self.has_members() {
            match self.text(0) {
                "uniform" => found.uniform = true,
                "varying" => found.varying = true,
                "const" => found.constant = true,
                "static" => found.is_static = true,
                "in" => found.is_in = true,
                "out" => found.is_out = true,
                "inout" => (found.is_in, found.is_out) = (true, true),
                _ => {}
            }
            self.parser.at += 1;
        }
        found
    }

    /// Parses the name of a type.
    pub(super) fn type_name(&mut self, what: &str) -> Parsed<Name> {
        let mut ty = self.name(what)?;
        // `unsigned int`
        if LENGTHS.contains(&ty.text.as_str()) && self.is_type(self.text(0)) && self.is_word(0) {
            let next = self.name(what)?;
            ty = Name { text: next.text, span: ty.span.to(next.span) };
        }
        // `sampler2D<float4>`
        if self.is("<") && self.text(2) == ">" && !self.text(3).is_empty() && self.is_type(self.text(1)) {
            self.parser.at += 3;
        }
        // `float4 const x`
        self.eat("const");
        Ok(ty)
    }

    /// Parses the `[..]` after a name.
    pub(super) fn lengths(&mut self) -> Parsed<Vec<Option<Expr>>> {
        let mut lengths = Vec::new();
        while self.eat("[") {
            lengths.push(if self.is("]") { None } else { Some(self.assignment()?) });
            self.expect("]", "behind the length of this array")?;
        }
        Ok(lengths)
    }

    /// Parses the rest of a variable, after its name.
    pub(super) fn variable(&mut self, name: Name, ty: &Name, qualifiers: Qualifiers) -> Parsed<VariableItem> {
        let lengths = self.lengths()?;
        let mut semantic = self.semantic()?;
        let value = self.value()?;
        if semantic.is_none() {
            semantic = self.semantic()?;
        }
        self.annotation();
        Ok(VariableItem { name, ty: ty.clone(), lengths, qualifiers, semantic, value })
    }

    fn value(&mut self) -> Parsed<Option<Expr>> {
        self.annotation();
        match self.eat("=") {
            true if self.is("{") => self.braces().map(Some),
            // `= sampler_state { .. }`, of effect files.
            true if self.is("sampler_state") => {
                self.parser.at += 1;
                self.parser.at = self.behind(self.at);
                Ok(None)
            }
            true => self.assignment().map(Some),
            false => Ok(None),
        }
    }

    /// Skips `<string name = "value";>`, which effect files have behind parameters.
    fn annotation(&mut self) {
        if !self.is("<") {
            return;
        }
        let closes = |at: &usize| self.files.text(self.tokens[*at].text) == ">";
        if let Some(close) = (self.at..self.end).find(closes) {
            self.parser.at = close + 1;
        }
    }

    /// Parses semantics: `: TEXCOORD0`, `: register(c1)`, `: glstate.matrix.mvp`. The last one counts.
    pub(super) fn semantic(&mut self) -> Parsed<Option<Name>> {
        let mut found = None;
        while self.eat(":") {
            let first = self.name("a semantic, such as `TEXCOORD0`")?;
            let mut text = first.text;
            while self.is(".") || self.is("[") || self.is("(") {
                let open = self.at;
                if self.eat(".") {
                    self.name("a word behind the dot, as in `glstate.matrix.mvp`")?;
                } else {
                    self.parser.at = self.behind(open);
                }
                let tokens = &self.tokens[open..self.at];
                tokens.iter().for_each(|token| text.push_str(self.files.text(token.text)));
            }
            found = Some(Name { text, span: first.span.to(self.before()) });
        }
        Ok(found)
    }
}
