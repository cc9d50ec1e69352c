//! What the fuzz targets share: how they take texts, and how texts are mutated.
//!
//! `tests/fuzz/run` builds and runs the targets.

#[path = "../../support/random.rs"]
mod random;

use std::ops::Range;

use libfuzzer_sys::fuzzer_mutate;
use random::Random;

/// Texts longer than this are left alone: what a longer one would find, a shorter one does, and sooner.
pub const MAX_TEXT: usize = 16 << 10;

/// The names of data files, by the first byte of an input of the target `data`.
pub const FORMATS: [&str; 8] =
    ["fuzz.npy", "fuzz.npz", "fuzz.csv", "fuzz.f32", "fuzz.hdr", "fuzz.png", "fuzz.jpg", "fuzz.obj"];

/// Returns the text of an input, as the command reads files: what is not UTF-8 is replaced.
pub fn text(data: &[u8]) -> String {
    String::from_utf8_lossy(&data[..data.len().min(MAX_TEXT)]).into_owned()
}

/// Splits a text into words, numbers and single other bytes.
fn tokens(text: &[u8]) -> Vec<Range<usize>> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.';
    let mut found: Vec<Range<usize>> = Vec::new();
    for at in 0..text.len() {
        match found.last_mut() {
            Some(last) if is_word(text[at]) && is_word(text[at - 1]) => last.end = at + 1,
            _ => found.push(at..at + 1),
        }
    }
    found
}

/// Mutates a text in `data`, which has room for `max_size` bytes: half of the time by bytes, as libFuzzer does, else by tokens: a run of
/// them is removed, doubled, nested in itself or moved, or one takes the place of another. Returns the new size.
pub fn mutate_text(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let mut random = Random::new(u64::from(seed));
    if size == 0 || random.below(2) == 0 {
        return fuzzer_mutate(data, size, max_size);
    }
    let mut text = data[..size].to_vec();
    for _ in 0..random.below(4) + 1 {
        let tokens = tokens(&text);
        if tokens.is_empty() {
            break;
        }
        let any = |random: &mut Random| random.below(tokens.len());
        let (first, other) = (any(&mut random), any(&mut random));
        let last = (first + random.below(8)).min(tokens.len() - 1);
        let run = tokens[first].start..tokens[last].end;
        let copy = text[run.clone()].to_vec();
        let place = tokens[other].clone();
        match random.below(6) {
            0 => drop(text.drain(run)),
            1 => drop(text.splice(run.end..run.end, copy)),
            2 => drop(text.splice(place, copy)),
            3 => drop(text.splice(place.start..place.start, copy)),
            4 => {
                let deep = copy.repeat(random.below(64) + 1);
                drop(text.splice(run.start..run.start, deep));
            }
            _ => {
                let odd: [&[u8]; 12] =
                    [b"(", b")", b"[", b"]", b"{", b"}", b";", b",", b"-1", b"4294967296", b"1e39", b"\n#define x x\n"];
                drop(text.splice(place, random.of(&odd).to_vec()));
            }
        }
        text.truncate(max_size);
    }
    data[..text.len()].copy_from_slice(&text);
    text.len()
}
