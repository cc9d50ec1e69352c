//! Definitions of macros.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::Preprocessor;
use crate::syntax::lexer::{Token, TokenKind};

/// A macro.
pub(super) struct Macro {
    /// The number of parameters, or `None` for a macro without a parameter list.
    pub parameters: Option<usize>,
    /// Its tokens, each with the index of the parameter that it names, if any.
    pub body: Vec<(Token, Option<usize>)>,
    /// The unsupported feature that it uses, if any.
    pub unsupported: Option<&'static str>,
}

impl Preprocessor<'_> {
    /// Defines the macro of a `#define` line; `rest` is the part after that word.
    pub(super) fn define(&mut self, rest: &[Token]) {
        let Some(name) = rest.first().filter(|token| token.kind == TokenKind::Word) else { return };
        let function = rest.get(1).is_some_and(|open| self.text(open) == "(" && open.text.start == name.text.end);
        let mut known: FxHashMap<&str, usize> = FxHashMap::default();
        let (mut parameters, mut body, mut unsupported) = (None, &rest[1..], None);
        if function {
            let Some(close) = rest.iter().position(|token| self.text(token) == ")") else { return };
            let names = rest[2..close].iter().filter(|token| token.kind == TokenKind::Word);
            for (number, token) in names.enumerate() {
                known.entry(self.text(token)).or_insert(number);
                parameters = Some(number + 1);
            }
            parameters = parameters.or(Some(0));
            body = &rest[close + 1..];
            if rest[2..close].iter().any(|token| self.text(token) == "...") {
                unsupported = Some("a varying number of arguments");
            }
        }
        for token in body.iter().filter(|token| token.kind == TokenKind::Sign) {
            match self.text(token) {
                "#" if function => unsupported = unsupported.or(Some("`#`")),
                _ => {}
            }
        }
        let of = |token: &Token| known.get(self.text(token)).copied().filter(|_| token.kind == TokenKind::Word);
        let body = body.iter().map(|token| (*token, of(token))).collect();
        let name = self.text(name).to_owned();
        self.macros.insert(name, Rc::new(Macro { parameters, body, unsupported }));
    }
}
