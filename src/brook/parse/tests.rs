use std::path::Path;
use std::time::{Duration, Instant};

use super::parse;
use crate::brook::preprocess::{Sources, preprocess};
use crate::syntax::MAX_DIAGNOSTICS;
use crate::syntax::parse::mutants::{Random, mutant};

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

#[test]
fn mutants_of_programs_get_an_answer() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut texts = Vec::new();
    for folder in ["demos", "tests/brook"] {
        programs(&root.join(folder), &mut texts);
    }
    assert!(texts.len() > 10);
    let mut random = Random(7);
    for text in texts.iter().flat_map(|text| std::iter::repeat_n(text, 20)) {
        let text = mutant(text, &mut random);
        let start = Instant::now();
        let read = preprocess("mutant.br", &text, &Sources { defines: "", load: &|_| None, search: &|_| None });
        let (program, diagnostics) = parse(&read.files, &read.tokens);
        assert!(diagnostics.len() <= MAX_DIAGNOSTICS && program.kernels.len() <= text.len());
        assert!(start.elapsed() < Duration::from_secs(2), "{text}");
    }
}
