//! The tokens of a host's file, without the lines of its preprocessor and without its kernels.

use std::ops::Range;

use crate::syntax::lexer::{Kind, Token, lex};

/// A file that is scanned.
pub(super) struct Scan<'a> {
    pub text: &'a str,
    pub tokens: Vec<Token>,
    pub directives: Vec<Directive>,
}

/// A line that starts with `#`, with those that it goes on in.
pub(super) struct Directive {
    /// Its bytes, without the end of the line.
    pub at: Range<usize>,
    /// Of an `#include`, the name.
    pub included: Option<String>,
}

impl<'a> Scan<'a> {
    /// Scans a file; of what is `taken` nothing is seen.
    pub fn new(text: &'a str, number: u32, taken: &[Range<usize>]) -> Scan<'a> {
        let all = lex(number, text);
        let word = |token: &Token| &text[token.text.start as usize..token.text.end as usize];
        let mut tokens = Vec::new();
        let mut directives = Vec::new();
        let mut at = 0;
        while at < all.len() {
            let start = all[at].text.start as usize;
            if all[at].starts_line && word(&all[at]) == "#" {
                let end = (at + 1..all.len()).find(|&i| all[i].starts_line).unwrap_or(all.len());
                let last = all[end - 1].text.end as usize;
                let included = match all[at + 1..end] {
                    [include, first, ..] if word(&include) == "include" => {
                        let rest = &text[first.text.start as usize..last];
                        Some(rest.trim_matches(['"', '<', '>']).trim().to_owned())
                    }
                    _ => None,
                };
                directives.push(Directive { at: start..last, included });
                at = end;
                continue;
            }
            if !taken.iter().any(|range| range.contains(&start)) {
                tokens.push(all[at]);
            }
            at += 1;
        }
        Scan { text, tokens, directives }
    }

    /// The text of a token; nothing behind the last.
    pub fn word(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| &self.text[token.text.start as usize..token.text.end as usize])
    }

    pub fn is_word(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == Kind::Word)
    }

    /// The bytes from one token to another, that one included.
    pub fn bytes(&self, from: usize, to: usize) -> Range<usize> {
        self.tokens[from].text.start as usize..self.tokens[to].text.end as usize
    }

    /// What is written from one token up to another, that one not included.
    pub fn between(&self, from: usize, to: usize) -> &'a str {
        if from >= to { "" } else { &self.text[self.bytes(from, to - 1)] }
    }

    /// Where the bracket at `open` closes.
    pub fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0usize;
        for at in open..self.tokens.len() {
            match self.word(at) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(at);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Where the `>` is that closes the `<` at `open`, within a statement.
    pub fn angle(&self, open: usize) -> Option<usize> {
        let mut at = open + 1;
        while at < self.tokens.len() {
            match self.word(at) {
                ">" => return Some(at),
                "(" | "[" => at = self.closing(at)?,
                ";" | "{" | "}" | ")" | "]" | "&&" | "||" => return None,
                _ => {}
            }
            at += 1;
        }
        None
    }

    /// What stands between two tokens, parted by commas that are in no bracket of it.
    pub fn parts(&self, open: usize, close: usize) -> Vec<&'a str> {
        let mut parts = Vec::new();
        let (mut start, mut at) = (open + 1, open + 1);
        while at < close {
            match self.word(at) {
                "," => {
                    parts.push(self.between(start, at));
                    start = at + 1;
                }
                "(" | "[" | "{" => at = self.closing(at).unwrap_or(at),
                _ => {}
            }
            at += 1;
        }
        if start < close || !parts.is_empty() {
            parts.push(self.between(start, close));
        }
        parts
    }
}
