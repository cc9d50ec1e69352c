use std::path::Path;
use std::time::{Duration, Instant};

use super::parse;
use crate::brook::file::RULES;
use crate::level::sample;
use crate::syntax::MAX_DIAGNOSTICS;
use crate::syntax::parse::mutants::{Random, mutant, prefixes, replaced};
use crate::syntax::preprocess::{Sources, preprocess};
use crate::syntax::steps::within;

fn programs(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "br") {
            found.push(String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned());
        }
    }
}

/// The programs of the demos and of the tests.
fn corpus() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut texts = Vec::new();
    for folder in ["demos", "tests/brook"] {
        programs(&root.join(folder), &mut texts);
    }
    assert!(texts.len() > 10);
    texts
}

/// Returns the maximum number of times that a parser may look at a token, in a text of `length` bytes or tokens. It is many
/// times what any program here needs, and stops a parser that does not advance.
fn steps(length: usize) -> u64 {
    1000 * (length as u64 + 100)
}

const SOURCES: Sources = Sources { defines: "", load: &|_| None, search: &|_| None, rules: &RULES };

/// Texts that no demo has: some in which another token was once mistaken for a bracket, and some for the preprocessor.
const TEXTS: [&str; 5] = [
    "x;typedef struct 0{",
    "int y; typedef struct +{ int a; } q;",
    "struct 0{ float a; }; kernel void k(float a<>, out float r<>) { r = a; }",
    "extern \"C\" { Attribute[GroupSize(64)] kernel void f(float a[2][], vout[3] float r<1, 2>, iter float i<>);",
    "#define F(a, b) a ## b + (a)\n#if defined(F) && (1 ? 2 : ~3) - 'a'\nkernel void F(k, l)(float a<>) {}\n\
     #elif 0\n#else\n#include <x>\n#endif\nfloat f = F(F(1, 2), (3, 4));",
];

#[test]
fn prefixes_of_programs_get_an_answer() {
    for text in corpus().iter().map(String::as_str).chain(TEXTS) {
        let read = preprocess("prefix.br", text, &SOURCES);
        for end in sample(0..=read.tokens.len(), 0, 4) {
            within(steps(end), || parse(&read.files, &read.tokens[..end]));
        }
    }
    for text in TEXTS.into_iter().flat_map(prefixes) {
        within(steps(text.len()), || preprocess("prefix.br", text, &SOURCES));
    }
}

#[test]
fn programs_with_a_token_put_for_another_get_an_answer() {
    let corpus = corpus();
    let short = corpus.iter().map(String::as_str).filter(|text| text.len() < 700);
    for text in short.chain(TEXTS).flat_map(replaced) {
        within(steps(text.len()), || {
            let read = preprocess("replaced.br", &text, &SOURCES);
            parse(&read.files, &read.tokens)
        });
    }
}

#[test]
fn mutants_of_programs_get_an_answer() {
    let mut random = Random(7);
    for text in corpus().iter().flat_map(|text| std::iter::repeat_n(text, 20)) {
        let text = mutant(text, &mut random);
        let start = Instant::now();
        let read = preprocess("mutant.br", &text, &SOURCES);
        let (program, diagnostics) = parse(&read.files, &read.tokens);
        assert!(diagnostics.len() <= MAX_DIAGNOSTICS && program.kernels.len() <= text.len());
        assert!(start.elapsed() < Duration::from_secs(2), "{text}");
    }
}
