//! Replaces what C++ does not have in host code, statement by statement.

use std::ops::Range;

use super::scan::Scan;
use super::words::two_words;
use super::{Edit, Host};
use crate::brook::parse::early_octal;
use crate::syntax::lexer::TokenKind;

/// Functions of C's library that old programs declare with empty brackets. These declarations are dropped, because `brook.hpp`
/// includes the headers.
const LIBRARY: [&str; 24] = [
    "printf", "fprintf", "sprintf", "scanf", "puts", "exit", "malloc", "calloc", "free", "rand", "srand", "atoi",
    "atof", "abort", "strcmp", "strlen", "memcpy", "memset", "sqrt", "sin", "cos", "fabs", "assert", "time",
];

impl Host<'_> {
    /// Returns all replacements in host code.
    pub(super) fn statements(&self, scan: &Scan) -> Vec<Edit> {
        self.statements_of(scan, 0..scan.tokens.len())
    }

    fn statements_of(&self, scan: &Scan, tokens: Range<usize>) -> Vec<Edit> {
        let mut edits = Vec::new();
        let mut at = tokens.start;
        while at < tokens.end {
            if let Some((found, behind)) = self.declaration(scan, at) {
                edits.extend(found);
                at = behind;
                continue;
            }
            at = match scan.word(at) {
                "streamGatherOp" | "streamScatterOp" => {
                    edits.extend(self.operator(scan, at));
                    at + 1
                }
                "unsigned" | "signed" => match two_words(scan, at) {
                    Some((behind, text)) => {
                        edits.push(Edit { at: scan.bytes(at, behind - 1), text });
                        behind
                    }
                    None => at + 1,
                },
                // `void main`: compilers of the time accepted it.
                "void" if scan.word(at + 1) == "main" && scan.word(at + 2) == "(" => {
                    edits.push(Edit { at: scan.bytes(at, at), text: "int".into() });
                    at + 2
                }
                // C++ has no such numbers.
                word if scan.tokens[at].kind == TokenKind::BadNumber => {
                    if let Some((value, warning)) = early_octal(word, scan.tokens[at].span) {
                        edits.push(Edit { at: scan.bytes(at, at), text: value.to_string() });
                        let mut warnings = self.warnings.borrow_mut();
                        // What is within a declaration is looked at twice.
                        if warnings.iter().all(|known| known.span != warning.span) {
                            warnings.push(warning);
                        }
                    }
                    at + 1
                }
                "extern" => match library_prototype(scan, at) {
                    Some(end) => {
                        edits.push(Edit { at: scan.bytes(at, end), text: String::new() });
                        end + 1
                    }
                    None => at + 1,
                },
                _ => at + 1,
            };
        }
        edits
    }

    /// Returns the text of these tokens, with the replacements within them made.
    pub(super) fn edited(&self, scan: &Scan, tokens: Range<usize>) -> String {
        let Some(last) = tokens.clone().last() else { return String::new() };
        let bytes = scan.bytes(tokens.start, last);
        let mut text = String::new();
        let mut at = bytes.start;
        for edit in self.statements_of(scan, tokens) {
            // A replacement that extends past these tokens belongs to the code around them.
            if edit.at.start < at || edit.at.end > bytes.end {
                continue;
            }
            text += &scan.text[at..edit.at.start];
            text += &edit.text;
            at = edit.at.end;
        }
        text += &scan.text[at..bytes.end];
        text
    }

    /// Replaces the last argument of `streamGatherOp(..)` or `streamScatterOp(..)`. If it names a reduction, it becomes a call that
    /// returns this reduction.
    fn operator(&self, scan: &Scan, at: usize) -> Option<Edit> {
        if scan.word(at + 1) != "(" {
            return None;
        }
        let close = scan.closing(at + 1)?;
        let last = close - 1;
        let name = scan.word(last);
        if scan.word(last.checked_sub(1)?) != "," || !self.is_reduction(name) {
            return None;
        }
        Some(Edit { at: scan.bytes(last, last), text: format!("brook_reduction_{name}()") })
    }

    fn is_reduction(&self, name: &str) -> bool {
        let program = &self.parsed.program;
        program.kernels.iter().any(|kernel| kernel.reduction && kernel.name.text == name)
            || program.prototypes.iter().any(|prototype| prototype.reduction && prototype.name.text == name)
    }
}

/// Returns the index of the `;` of a prototype such as `extern void printf();`, which would declare another function in C++.
fn library_prototype(scan: &Scan, at: usize) -> Option<usize> {
    let mut name = at + 1;
    while scan.is_word(name + 1) || scan.word(name) == "*" {
        name += 1;
    }
    let ends = scan.word(name + 1) == "(" && scan.word(name + 2) == ")" && scan.word(name + 3) == ";";
    (LIBRARY.contains(&scan.word(name)) && ends).then_some(name + 3)
}
