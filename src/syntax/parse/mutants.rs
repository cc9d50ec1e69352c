//! Mutants of programs: a few tokens cut, doubled or swapped, to see that no text brings a parser down.

use crate::syntax::lexer::lex;

/// Small pseudo-random numbers, the same in each run.
pub(crate) struct Random(pub u64);

impl Random {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % end.max(1)
    }
}

/// The text with one to eight tokens, or runs of tokens, cut, doubled or swapped.
pub(crate) fn mutant(text: &str, random: &mut Random) -> String {
    let mut parts: Vec<&str> = Vec::new();
    let mut end = 0;
    for token in lex(0, text) {
        // With what stands before it.
        parts.push(&text[end..token.text.end as usize]);
        end = token.text.end as usize;
    }
    for _ in 0..random.below(8) + 1 {
        let (at, other) = (random.below(parts.len()), random.below(parts.len()));
        let run = at..(at + 1 + random.below(6)).min(parts.len());
        match random.below(4) {
            0 => drop(parts.drain(run)),
            1 => {
                let doubled: Vec<&str> = parts[run].to_vec();
                parts.splice(at..at, doubled);
            }
            2 if at < parts.len() => parts.swap(at, other),
            _ => {
                let odd =
                    ["(", ")", "[", "]", "{", "}", ";", ",", "?", ":", " 1", " x", "/*", "\n#", " for", " if", "-"];
                parts.insert(at, odd[random.below(odd.len())]);
            }
        }
        if parts.is_empty() {
            break;
        }
    }
    parts.concat()
}
