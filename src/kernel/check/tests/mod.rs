//! Kernels that compile, and those that do not.
mod crate_kernels;

use super::super::source::Source;
use super::toy;
use super::*;

pub fn compile(source: &Source) -> Result<(Module, Diagnostics), Diagnostics> {
    let (files, tokens) = toy::files(source);
    let (text, findings) = toy::parse(&files, &tokens);
    let expressions = files.0.iter().map(|file| file.name == "expression").collect();
    let unit = Unit { name: source.name(), files: &files, element: source.element_type(), expressions };
    check(&unit, &text, findings)
}

fn said(text: &str) -> String {
    match compile(&Source::new("k", text.to_owned())) {
        Ok((_, warnings)) => warnings.render(false),
        Err(errors) => errors.render(false),
    }
}

#[test]
fn look() {
    for line in std::fs::read_to_string("/tmp/cases.txt").unwrap_or_default().split("\n----\n") {
        println!("=====\n{line}\n-----\n{}", said(line));
        if let Ok((module, _)) = compile(&Source::new("k", line.to_owned())) {
            for function in &module.functions {
                println!("{function:?}");
            }
        }
    }
}
