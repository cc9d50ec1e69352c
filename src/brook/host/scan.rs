//! Scans a file of host code into tokens. Preprocessor lines and kernels are left out.

use std::ops::Range;

use crate::syntax::lexer::{Token, TokenKind, lex};
use crate::syntax::steps::step;

/// A scanned file.
pub(super) struct Scan<'a> {
    pub text: &'a str,
    pub tokens: Vec<Token>,
    pub directives: Vec<Directive>,
    /// The byte offset of each line end.
    ends: Vec<usize>,
    /// For each opening bracket, the index of the token that closes it.
    closers: Vec<Option<usize>>,
}

/// A line that starts with `#`, with its continuation lines.
pub(super) struct Directive {
    /// Its byte range, without the line end.
    pub at: Range<usize>,
    /// For an `#include`, the name of the file.
    pub included: Option<String>,
}

/// An include guard: `#ifndef NAME`, `#define NAME`, and the `#endif`.
pub(super) struct Guard<'a> {
    pub name: &'a str,
    /// The byte offset after the `#endif`.
    pub end: usize,
}

impl Directive {
    /// Returns its text, with one space between words.
    pub fn text(&self, scan: &Scan) -> String {
        let words: Vec<&str> = scan.text[self.at.clone()].split_whitespace().collect();
        words.join(" ").replacen("# ", "#", 1)
    }

    /// Parses `# 12 "file"` and `#line 12 "file"`. Returns the number of the next line, and the file.
    fn marker<'t>(&self, scan: &Scan<'t>) -> Option<(usize, Option<&'t str>)> {
        let rest = scan.text[self.at.clone()].trim_start_matches('#').trim_start();
        let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let number = rest[..digits].parse().ok()?;
        let file = rest[digits..].trim_start().strip_prefix('"').and_then(|quoted| quoted.split('"').next());
        Some((number, file))
    }
}

impl<'a> Scan<'a> {
    /// Scans a file, and leaves out the byte ranges `taken`.
    pub fn new(text: &'a str, number: u32, mut taken: &[Range<usize>]) -> Scan<'a> {
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
            // The ranges are sorted.
            while taken.first().is_some_and(|range| range.end <= start) {
                taken = &taken[1..];
            }
            if !taken.first().is_some_and(|range| range.contains(&start)) {
                tokens.push(all[at]);
            }
            at += 1;
        }
        let ends = text.match_indices('\n').map(|(at, _)| at).collect();
        let closers = closers(&tokens, word);
        Scan { text, tokens, directives, ends, closers }
    }

    /// Returns a `#line` for the text at a byte offset. If the file is the output of a preprocessor, its markers give the line and
    /// the file.
    pub fn line(&self, at: usize, name: &str) -> String {
        let ended = |at: usize| self.ends.partition_point(|&end| end < at);
        let before = self.markers().take_while(|directive| directive.at.end <= at).last();
        let said = before.and_then(|directive| {
            let (number, rest) = directive.marker(self)?;
            let name = rest.unwrap_or(name).to_owned();
            Some((number + ended(at) - ended(directive.at.end) - 1, name))
        });
        let (number, name) = said.unwrap_or_else(|| (1 + ended(at), name.to_owned()));
        super::line(number, &name)
    }

    /// Returns the innermost include guard around a byte offset.
    pub fn guard(&self, at: usize) -> Option<Guard<'a>> {
        let words = |directive: &Directive| -> Vec<&'a str> {
            let text: &'a str = &self.text[directive.at.clone()];
            let marks = |c: char| !c.is_ascii_alphanumeric() && c != '_';
            text.split(marks).filter(|word| !word.is_empty()).collect()
        };
        let mut open = Vec::new();
        for (number, directive) in self.directives.iter().enumerate() {
            let name = match words(directive)[..] {
                ["ifndef", name] => Some(name),
                ["if", "defined", name] if self.text[directive.at.clone()].contains('!') => Some(name),
                ["if" | "ifdef" | "ifndef", ..] => None,
                ["endif", ..] => {
                    if let Some((start, Some(name))) = open.pop()
                        && start < at
                        && at <= directive.at.start
                    {
                        return Some(Guard { name, end: directive.at.end });
                    }
                    continue;
                }
                _ => continue,
            };
            let defines = |name: &&str| {
                self.directives.get(number + 1).is_some_and(|next| words(next).starts_with(&["define", name]))
            };
            open.push((directive.at.start, name.filter(defines)));
        }
        None
    }

    /// Returns the directives that give the line and the file of the text after them.
    fn markers(&self) -> impl Iterator<Item = &Directive> {
        self.directives.iter().filter(|directive| directive.marker(self).is_some())
    }

    /// Returns the text of a token, or an empty text after the last token.
    pub fn word(&self, at: usize) -> &'a str {
        step();
        self.tokens.get(at).map_or("", |token| &self.text[token.text.start as usize..token.text.end as usize])
    }

    pub fn is_word(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Word)
    }

    /// Returns the byte range from one token to another, inclusive.
    pub fn bytes(&self, from: usize, to: usize) -> Range<usize> {
        self.tokens[from].text.start as usize..self.tokens[to].text.end as usize
    }

    /// Returns the text from one token to another, exclusive.
    pub fn between(&self, from: usize, to: usize) -> &'a str {
        if from >= to { "" } else { &self.text[self.bytes(from, to - 1)] }
    }

    /// Returns the index of the token that closes the bracket at `open`.
    pub fn closing(&self, open: usize) -> Option<usize> {
        self.closers.get(open).copied().flatten()
    }

    /// Returns the index of the `>` that closes the `<` at `open`, within the same statement.
    pub fn angle(&self, open: usize) -> Option<usize> {
        let mut at = open + 1;
        while at < self.tokens.len() {
            match self.word(at) {
                ">" => return Some(at),
                "(" | "[" => at = self.closing(at)?,
                ";" | "{" | "}" | ")" | "]" => return None,
                // `static_cast<int>(x)`, `std::max<int>(a, b)`
                "<" => {
                    at = (at + 1..self.tokens.len().min(at + 16))
                        .find(|&k| self.word(k) == ">" && self.word(k + 1) == "(")?
                }
                _ => {}
            }
            at += 1;
        }
        None
    }

    /// Splits the text between two tokens at the commas outside nested brackets.
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

/// Returns, for each opening bracket, the index of the token that closes it. The kinds of the two brackets are not compared.
fn closers<'t>(tokens: &[Token], word: impl Fn(&Token) -> &'t str) -> Vec<Option<usize>> {
    let mut closers = vec![None; tokens.len()];
    let mut open = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match word(token) {
            "(" | "[" | "{" => open.push(at),
            ")" | "]" | "}" => {
                if let Some(open) = open.pop() {
                    closers[open] = Some(at);
                }
            }
            _ => {}
        }
    }
    closers
}
