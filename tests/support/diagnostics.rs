//! What the compiler of Brook says of programs: the whole text, as people see it.

use brooklet::brook::Unit;
use expect_test::Expect;

/// A program that does not compile.
pub fn wrong(text: &str, expected: Expect) {
    let diagnostics = Unit::compile("program.br", text).expect_err("an error");
    expected.assert_eq(&diagnostics.to_string());
}

/// A program that compiles, and its warnings.
pub fn warns(text: &str, expected: Expect) {
    let unit = Unit::compile("program.br", text).unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
    expected.assert_eq(&unit.warnings.to_string());
}

/// A program that compiles without a warning.
pub fn fine(text: &str) {
    let unit = Unit::compile("program.br", text).unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
    assert_eq!(unit.warnings.list, [], "{}", unit.warnings);
}
