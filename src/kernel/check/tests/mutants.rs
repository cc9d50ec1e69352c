//! Kernels with a word or sign too few, too many, or another in its place: they compile, or something is said of them.

use super::crate_kernels::{filled, kernels};
use crate::ir::passes::{Iterations, Rounding};
use crate::kernel::{Source, compile};
use crate::level::is_quick;
use crate::random::Random;
use crate::syntax::lexer::lex;
use crate::texel::Components;

/// Words and signs that mutants get.
const WORDS: [&str; 40] = [
    "x", "y", "1", "2.5", "3u", "true", "float", "vec2", "vec4", "int", "ivec2", "uint", "bool", "index", "element",
    "void", "out", "inout", "const", "input", "fetch", "here", "count", "min", "mix", "modf", "return", "for", "if",
    "+", "-", "*", "/", "%", "<<", "==", "=", "++", "&&", "?",
];

#[test]
fn mutants_bring_nothing_down() {
    let mut random = Random(1);
    let (mut fine, mut refused) = (0, 0);
    let each = if is_quick() { 6 } else { 24 };
    for path in kernels("glsl").iter().chain(&kernels("demos")) {
        let text = std::fs::read_to_string(path).unwrap();
        let packed = path.to_str().unwrap().ends_with("_packed.frag");
        let tokens = lex(0, &text);
        for _ in 0..each {
            let mut mutant = text.clone();
            for _ in 0..=random.below(2) {
                let token = tokens[random.below(tokens.len())].text;
                let other = tokens[random.below(tokens.len())].text;
                let (start, end) = (token.start as usize, token.end as usize);
                let new = match random.below(4) {
                    0 => String::new(),
                    1 => format!("{} {}", &text[start..end], &text[start..end]),
                    2 => text[other.start as usize..other.end as usize].to_owned(),
                    _ => WORDS[random.below(WORDS.len())].to_owned(),
                };
                // The second change may find something else in its place.
                if mutant.is_char_boundary(start) && mutant.is_char_boundary(end) && end <= mutant.len() {
                    mutant.replace_range(start..end, &new);
                }
            }
            let source = filled(path, Components::One, packed, true);
            match compile(&source.with_text(mutant)) {
                Ok((kernel, _)) => {
                    // What a device is told of it before it is drawn.
                    Rounding::of_kernel(&kernel, 1 << 24);
                    Iterations::depends_on_data(&kernel);
                    fine += 1;
                }
                Err(errors) => {
                    assert!(errors.diagnostics.errors() > 0);
                    assert!(!errors.render(false).is_empty());
                    refused += 1;
                }
            }
        }
    }
    assert!(fine > 20 * each / 24 && refused > 500 * each / 24, "{fine} fine, {refused} refused");
}

#[test]
fn expressions_of_noise_bring_nothing_down() {
    let mut random = Random(2);
    let signs = ["(", ")", "[", "]", ",", ":", ".", "!", "|", "a", "b", "sqrt", "v.xy", "larger"];
    for _ in 0..2000 {
        let count = 1 + random.below(9);
        let words: Vec<&str> = (0..count)
            .map(|_| match random.below(2) {
                0 => WORDS[random.below(WORDS.len())],
                _ => signs[random.below(signs.len())],
            })
            .collect();
        let text = format!(
            "output float y;\nvoid main() {{ float a = 1.0; bool b = true; vec3 v; y = {}; }}",
            words.join(" ")
        );
        let _ = compile(&Source::new("k", text));
    }
}
