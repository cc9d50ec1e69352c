//! Bracket matching. It tolerates missing brackets, so that an error in one item does not hide the items after it.

use super::Language;
use crate::syntax::Files;
use crate::syntax::lexer::{Token, TokenKind};

/// For each opening bracket: the token that closes it, or the token before which its closing bracket is missing.
pub(crate) struct Brackets {
    closes: Vec<u32>,
    missing: Vec<bool>,
}

/// The maximum number of words that are searched before the bracket of an item's parameters.
pub(crate) const MAX_WORDS: usize = 32;

/// The brackets that are open at a token.
#[derive(Default)]
struct Open {
    /// The index of each bracket's token.
    at: Vec<usize>,
    /// The indices into `at` of the `(`, of the `[`, of the `{`, and of the `(` of a `for`, which may contain `;`.
    of: [Vec<usize>; 4],
    /// Whether the last open bracket is that of an item's parameters, which cannot contain `{`.
    head: bool,
}

const FOR: usize = 3;

impl Open {
    fn push(&mut self, kind: usize, at: usize) {
        self.of[kind].push(self.at.len());
        self.at.push(at);
        self.head = false;
    }

    /// The number of brackets that are open up to the last one of this kind, including that.
    fn up_to(&self, kind: usize) -> usize {
        self.of[kind].last().map_or(0, |last| last + 1)
    }
}

impl Brackets {
    pub fn of(language: &Language, files: &Files, tokens: &[Token]) -> Brackets {
        // A token that is no bracket ends at the next token: a parser that takes it for a bracket still moves on.
        let mut found = Brackets { closes: (1..=tokens.len() as u32).collect(), missing: vec![true; tokens.len()] };
        let text = |at: usize| files.text(tokens[at].text);
        let mut open = Open::default();
        let mut begins = None;
        for (at, token) in tokens.iter().enumerate() {
            if token.kind == TokenKind::Word {
                if let Some(&inside) = open.at.last()
                    && (language.begins_item)(files, tokens, at, Some(inside))
                {
                    found.missed(&mut open, 0, at);
                }
                if language.item_words.contains(&text(at)) {
                    begins = Some(at);
                }
            }
            if token.kind != TokenKind::Sign {
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

    /// Closes the last open bracket of this kind. A bracket that closes nothing within its block is left for the parser to
    /// report.
    fn close(&mut self, open: &mut Open, kind: usize, at: usize) {
        let own = open.up_to(kind);
        if own == 0 || own < open.up_to(2) {
            return;
        }
        self.missed(open, own, at);
        let opened = open.at[own - 1];
        self.missed(open, own - 1, at);
        // `missed` has set the closing token, but marked it as missing.
        self.missing[opened] = false;
    }

    /// Ends all open brackets but the first `keep` before this token, and marks their closing brackets as missing.
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

    /// The token that closes the bracket; `None` if it is missing or if `open` is no opening bracket.
    pub fn closing(&self, open: usize) -> Option<usize> {
        (!self.missing[open]).then_some(self.closes[open] as usize)
    }

    /// The token that closes the bracket, or the token before which that is missing.
    pub fn end(&self, open: usize) -> usize {
        self.closes[open] as usize
    }
}
