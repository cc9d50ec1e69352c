//! Bracket matching, also where some are missing: an error in one item must not swallow those behind it.

use super::Language;
use crate::syntax::Files;
use crate::syntax::lexer::{Kind, Token};

/// For each token that opens a bracket: the one that closes it, or the place where that is missed.
pub(crate) struct Brackets {
    closes: Vec<u32>,
    missing: Vec<bool>,
}

/// The most words before the bracket of an item's parameters that are looked at.
pub(crate) const MAX_WORDS: usize = 32;

/// The brackets that are open at a place.
#[derive(Default)]
struct Open {
    /// Where each stands.
    at: Vec<usize>,
    /// Which of them are `(`, `[`, `{`, and which are the `(` of a `for`, which may hold `;`.
    of: [Vec<usize>; 4],
    /// Whether the last is that of an item's parameters, which hold no `{`.
    head: bool,
}

const FOR: usize = 3;

impl Open {
    fn push(&mut self, kind: usize, at: usize) {
        self.of[kind].push(self.at.len());
        self.at.push(at);
        self.head = false;
    }

    /// How many are open up to the last of this kind, with it.
    fn up_to(&self, kind: usize) -> usize {
        self.of[kind].last().map_or(0, |last| last + 1)
    }
}

impl Brackets {
    pub fn of(language: &Language, files: &Files, tokens: &[Token]) -> Brackets {
        // What is no bracket ends behind itself: whoever takes it for one moves on all the same.
        let mut found = Brackets { closes: (1..=tokens.len() as u32).collect(), missing: vec![true; tokens.len()] };
        let text = |at: usize| files.text(tokens[at].text);
        let mut open = Open::default();
        let mut begins = None;
        for (at, token) in tokens.iter().enumerate() {
            if token.kind == Kind::Word {
                if !open.at.is_empty() && (language.begins_item)(files, tokens, at) {
                    found.missed(&mut open, 0, at);
                }
                if language.item_words.contains(&text(at)) {
                    begins = Some(at);
                }
            }
            if token.kind != Kind::Sign {
                continue;
            }
            match text(at) {
                sign @ ("(" | "[") => {
                    // `kernel void name (`
                    let near =
                        begins.take().is_some_and(|begins| at - begins < MAX_WORDS) || language.item_words.is_empty();
                    let head = sign == "(" && near && open.at.is_empty();
                    open.push(usize::from(sign == "["), at);
                    open.head = head;
                    if at > 0 && text(at - 1) == "for" {
                        open.of[FOR].push(open.at.len() - 1);
                    }
                }
                "{" => {
                    if open.head {
                        found.missed(&mut open, 0, at);
                    }
                    open.push(2, at);
                }
                ";" => {
                    begins = None;
                    let keep = open.up_to(2).max(open.up_to(FOR));
                    found.missed(&mut open, keep, at);
                }
                ")" => found.close(&mut open, 0, at),
                "]" => found.close(&mut open, 1, at),
                "}" => found.close(&mut open, 2, at),
                _ => {}
            }
        }
        found.missed(&mut open, 0, tokens.len());
        found
    }

    /// What closes nothing within its block is left to whoever reads it.
    fn close(&mut self, open: &mut Open, kind: usize, at: usize) {
        let own = open.up_to(kind);
        if own == 0 || own < open.up_to(2) {
            return;
        }
        self.missed(open, own, at);
        let opened = open.at[own - 1];
        self.missed(open, own - 1, at);
        // Now that it is closed.
        self.missing[opened] = false;
    }

    /// All that is open but the first `keep` is missed here.
    fn missed(&mut self, open: &mut Open, keep: usize, at: usize) {
        for opened in open.at.drain(keep..) {
            self.closes[opened] = at as u32;
            self.missing[opened] = true;
            open.head = false;
        }
        for of in &mut open.of {
            while of.last().is_some_and(|last| *last >= keep) {
                of.pop();
            }
        }
    }

    /// Where the bracket closes: nothing, where that is missing or where no bracket opens.
    pub fn closing(&self, open: usize) -> Option<usize> {
        (!self.missing[open]).then_some(self.closes[open] as usize)
    }

    /// Where the bracket closes, or where that is missed.
    pub fn end(&self, open: usize) -> usize {
        self.closes[open] as usize
    }
}
