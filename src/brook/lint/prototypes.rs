//! Lint on prototypes: kernels that a file declares, but neither defines nor names anywhere else.

use rustc_hash::FxHashMap;

use crate::brook::ast::Program;
use crate::syntax::lexer::{Token, TokenKind};
use crate::syntax::{Code, Diagnostic, Files};

/// Reports unused prototypes in a program's own file. A header may declare kernels that other files use and define.
pub(crate) fn prototypes(program: &Program, files: &Files, tokens: &[Token]) -> Vec<Diagnostic> {
    let own: Vec<_> = program.declared.iter().filter(|name| name.span.file == 0).collect();
    if own.is_empty() {
        return Vec::new();
    }
    // Count words in host code as well: the host may call a kernel that another file defines.
    let mut words: FxHashMap<&str, usize> = FxHashMap::default();
    for token in tokens.iter().filter(|token| token.kind == TokenKind::Word) {
        *words.entry(files.text(token.text)).or_default() += 1;
    }
    let mut declared: FxHashMap<&str, usize> = FxHashMap::default();
    program.declared.iter().for_each(|name| *declared.entry(&name.text).or_default() += 1);
    let unused = own.into_iter().filter(|name| words.get(name.text.as_str()) == declared.get(name.text.as_str()));
    let warning = |name: &crate::syntax::ast::Name| {
        let title = format!("kernel `{}` is declared, but neither defined nor called in this file", name.text);
        Diagnostic::warning(Code::B0513, name.span, title).help("write its body, or remove the declaration")
    };
    unused.map(warning).collect()
}
