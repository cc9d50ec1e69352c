//! What the compiler of Brook says of programs: the whole text, as people see it.

use brooklet::brook::Unit;
use expect_test::Expect;

/// A program that does not compile.
pub fn wrong(text: &str, expected: Expect) {
    let findings = Unit::compile("program.br", text).expect_err("a mistake that is found");
    expected.assert_eq(&findings.to_string());
}

/// A program that compiles, and what is doubted in it.
pub fn doubtful(text: &str, expected: Expect) {
    let unit = Unit::compile("program.br", text).unwrap_or_else(|findings| panic!("{findings}"));
    expected.assert_eq(&unit.warnings.to_string());
}

/// A program that compiles without a doubt.
pub fn fine(text: &str) {
    let unit = Unit::compile("program.br", text).unwrap_or_else(|findings| panic!("{findings}"));
    assert_eq!(unit.warnings.list, [], "{}", unit.warnings);
}
