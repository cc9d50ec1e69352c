//! The symbol table: the meanings of the names in a listing.

use rustc_hash::FxHashMap;

use crate::fragment_program::{InstructionSet, Opcode, Register};
use crate::syntax::Span;

/// The meaning of a name.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Symbol {
    /// A register.
    Register(Register),
    /// The temporary for results of which only the condition code is used. It stays this as long as nothing else uses it.
    ConditionOnly,
    /// An array of constants: the index of the first, and their number.
    Array(usize, usize),
}

/// The declared names, with the places of their declarations.
#[derive(Default)]
pub(super) struct Symbols(FxHashMap<String, (Symbol, Span)>);

impl Symbols {
    pub fn get(&self, name: &str) -> Option<Symbol> {
        self.0.get(name).map(|(symbol, _)| *symbol)
    }

    /// Returns the place of a name's declaration, if it is declared.
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

/// Whether a word is a keyword, or an opcode of this set, and so cannot be used as a name.
pub(super) fn is_reserved(word: &str, set: InstructionSet) -> bool {
    KEYWORDS.contains(&word) || is_opcode(word, set)
}

/// Whether a word is an opcode of this set.
pub(super) fn is_opcode(word: &str, set: InstructionSet) -> bool {
    let opcode = word.strip_suffix("_SAT").unwrap_or(word);
    Opcode::ALL.iter().any(|known| known.name() == opcode && set.has(*known))
}
