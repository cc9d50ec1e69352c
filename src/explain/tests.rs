//! Tests that each page has all its parts, and that its examples compile or fail as it says.

use super::{Example, Page};
use crate::brook::Unit;
use crate::ir::{Constant, Port, Type};
use crate::kernel::{self, Source};
use crate::syntax::{Code, Diagnostics};

/// Compiles an example, and returns its errors or warnings.
fn said(example: &Example) -> Diagnostics {
    match example.language {
        "brook" => Unit::compile("program.br", example.text).map_or_else(|errors| errors, |unit| unit.warnings),
        "frag" => match kernel::compile(&Source::new("example", example.text)) {
            Ok((_, warnings)) => warnings,
            Err(error) => error.diagnostics,
        },
        "expression" => {
            let port = |name: &str| Port { name: name.to_owned(), ty: Type::FLOAT };
            let constant = Constant { name: "alpha".to_owned(), ty: Type::FLOAT };
            let written = example.text.strip_suffix('\n').unwrap_or(example.text);
            let made = kernel::expression::map(written, &[port("x"), port("y")], &[constant], Some(Type::FLOAT));
            made.map_or_else(|errors| errors, |_| Diagnostics::default())
        }
        "listing" => match crate::fragment_program::listing::read("example.fp", example.text) {
            Ok(_) => Diagnostics::default(),
            Err(errors) => errors,
        },
        "cg" => match crate::cg::compile("example.cg", example.text, &Default::default()) {
            Ok(program) => program.warnings,
            Err(errors) => errors,
        },
        other => panic!("no test can compile `{other}`"),
    }
}

#[test]
fn every_example_is_what_its_page_says() {
    for &code in Code::ALL {
        for example in Page::of(code).examples.iter().filter(|example| !example.shown_only) {
            let said = said(example);
            match example.wrong {
                true => {
                    let codes: Vec<Code> = said.list.iter().map(|diagnostic| diagnostic.code).collect();
                    assert!(!codes.is_empty() && codes.iter().all(|&own| own == code), "{code} gives:\n{said}");
                }
                false => assert!(said.list.is_empty(), "the right example of {code} gives:\n{said}"),
            }
        }
    }
}

#[test]
fn every_page_has_a_title_a_text_and_two_examples() {
    for &code in Code::ALL {
        let page = Page::of(code);
        assert!(code.page().starts_with(&format!("# {code}: {}\n\n", page.title)), "{code}");
        assert!(!page.title.is_empty() && !page.text.is_empty(), "{code}");
        let [wrong, right] = page.examples.as_slice() else { panic!("{code} has no two examples") };
        assert!(wrong.wrong && !right.wrong && wrong.language == right.language, "{code}");
        assert!(!wrong.text.is_empty() && !right.text.is_empty(), "{code}");
        let own = match code.name().as_bytes()[0] {
            b'B' => &["brook"][..],
            b'C' => &["cg"],
            b'F' => &["listing"],
            _ => &["frag", "expression", "compute"],
        };
        assert!(own.contains(&wrong.language), "{code}");
        for line in code.page().lines() {
            assert!(line.chars().count() <= 92, "{code}: {line}");
        }
    }
}

#[test]
fn few_examples_are_only_shown() {
    let shown = |code: &&Code| Page::of(**code).examples.iter().any(|example| example.shown_only);
    let names: Vec<&str> = Code::ALL.iter().filter(shown).map(|code| code.name()).collect();
    assert_eq!(names, ["B0001", "B0002", "B0012", "B0402", "B0602", "F0003", "K0901", "K0902", "K0903"]);
}

#[test]
fn no_page_is_left_over() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/explain");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if let Some(code) = name.strip_suffix(".md") {
            assert!(code.parse::<Code>().is_ok(), "{name} is a page on no code");
        }
    }
}

#[test]
fn codes_are_found_by_name() {
    for &code in Code::ALL {
        assert_eq!(code.name().parse(), Ok(code));
        assert_eq!(code.name().to_lowercase().parse(), Ok(code));
    }
    let said = |name: &str| name.parse::<Code>().unwrap_err().to_string();
    assert_eq!(said("B301"), "there is no code `B301`: did you mean `B0301`?");
    assert_eq!(said("K9999"), "there is no code `K9999`");
    assert_eq!(said("gather"), "there is no code `gather`");
}
