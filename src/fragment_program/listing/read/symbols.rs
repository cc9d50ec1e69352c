//! Symbols: what the names of a listing stand for.

use rustc_hash::FxHashMap;

use crate::fragment_program::{Opcode, Register};
use crate::syntax::Span;

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Symbol {
    /// A register.
    Register(Register),
    /// The temporary for results that are computed only for their condition code, as long as nothing else uses it.
    ConditionOnly,
    /// An array of constants: the first, and their number.
    Array(usize, usize),
}

/// The names that are declared, with the places of their declarations.
#[derive(Default)]
pub(super) struct Symbols(FxHashMap<String, (Symbol, Span)>);

impl Symbols {
    pub fn get(&self, name: &str) -> Option<Symbol> {
        self.0.get(name).map(|(symbol, _)| *symbol)
    }

    /// Returns where the name has been declared, if it has.
    pub fn declared(&self, name: &str) -> Option<Span> {
        self.0.get(name).map(|(_, span)| *span)
    }

    pub fn insert(&mut self, name: &str, symbol: Symbol, span: Span) {
        self.0.insert(name.to_owned(), (symbol, span));
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

/// Words that cannot be used as names.
const KEYWORDS: [&str; 13] = [
    "ALIAS", "ATTRIB", "ADDRESS", "END", "OPTION", "OUTPUT", "PARAM", "TEMP", "fragment", "program", "result", "state",
    "texture",
];

/// Whether a word is a keyword or an opcode, and so cannot be used as a name.
pub(super) fn is_reserved(word: &str) -> bool {
    let opcode = word.strip_suffix("_SAT").unwrap_or(word);
    KEYWORDS.contains(&word) || Opcode::ALL.iter().any(|known| known.name() == opcode)
}
