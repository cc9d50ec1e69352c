//! Mutants of programs, to test that no text makes a parser crash: texts with a few tokens removed, doubled or swapped, with one
//! token replaced by another, or cut off after a token.

use crate::level::sample;
pub(crate) use crate::random::Random;
use crate::syntax::lexer::{Token, lex};

/// Splits the text into its tokens, each with the blanks and comments before it.
fn parts(text: &str) -> Vec<&str> {
    let mut end = 0;
    let part = |token: Token| &text[std::mem::replace(&mut end, token.text.end as usize)..token.text.end as usize];
    lex(0, text).into_iter().map(part).collect()
}

/// Returns, for each token, the text up to its end; in a quick run for every fourth token.
pub(crate) fn prefixes(text: &str) -> impl Iterator<Item = &str> {
    sample(lex(0, text), 0, 4).map(|token| &text[..token.text.end as usize])
}

/// Returns the text with each of its tokens replaced by each of some others; in a quick run every fifth of these texts.
pub(crate) fn replaced(text: &str) -> impl Iterator<Item = String> {
    let odd = [" 0", " x", "(", ")", "[", "]", "{", "}", ";", ",", "<", "=", "\n#", " \"", " struct", " kernel"];
    let parts = parts(text);
    let with = move |at: usize, odd: &str| [&parts[..at].concat(), odd, &parts[at + 1..].concat()].concat();
    sample((0..lex(0, text).len()).flat_map(move |at| odd.map(|odd| (at, odd))), 0, 5)
        .map(move |(at, odd)| with(at, odd))
}

/// Returns the text after one to eight random mutations: a run of tokens removed or doubled, two tokens swapped, or one inserted.
pub(crate) fn mutant(text: &str, random: &mut Random) -> String {
    let mut parts = parts(text);
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
