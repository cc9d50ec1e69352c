//! Parses items, which stand outside functions: types and kernels. Host code is skipped.

use super::ItemParser;
use super::language::{KERNEL_WORDS, thread_groups};
use crate::brook::ast::Item;
use crate::syntax::ast::Name;
use crate::syntax::lexer::{Token, TokenKind};
use crate::syntax::parse::{MAX_WORDS, Parsed};
use crate::syntax::{Code, Diagnostic, MAX_DIAGNOSTICS, Severity, Subject};

impl ItemParser<'_> {
    pub(super) fn items(&mut self) {
        while self.at < self.end && self.diagnostics.len() < MAX_DIAGNOSTICS {
            let start = self.at;
            let (types, kernels) = (self.program.types.len(), self.program.kernels.len());
            if self.item().is_err() {
                // Skip the rest of the item.
                self.at = self.at.max(start);
                self.skip_item();
            }
            // Always advance, even if the item has failed.
            self.at = self.at.max(start + 1);
            let (types, kernels) = (types..self.program.types.len(), kernels..self.program.kernels.len());
            if !types.is_empty() || !kernels.is_empty() {
                self.program.items.push(Item { tokens: start..self.at, types });
            }
        }
    }

    /// Parses `Attribute[GroupSize(64)]` and the kernel after it. The attribute is the only error reported for the kernel.
    fn attribute(&mut self) -> Parsed<()> {
        let first = self.span();
        self.at = self.behind(self.at + 1);
        let span = first.to(self.before());
        let (said, kernels) = (self.diagnostics.len(), self.program.kernels.len());
        let read = self.item();
        if self.program.kernels.len() == kernels {
            return read;
        }
        self.diagnostics.truncate(said);
        let error = thread_groups(&format!("`{}`", self.files.text(span)), span);
        self.diagnostics.push(error);
        if let Some(kernel) = self.program.kernels.last_mut() {
            kernel.broken = true;
            kernel.head = span.to(kernel.head);
            kernel.parameters.clear();
        }
        Ok(())
    }

    fn item(&mut self) -> Parsed<()> {
        match self.text(0) {
            "Attribute" if self.text(1) == "[" => return self.attribute(),
            "typedef" => return self.typedef(),
            "struct" if self.has_fields() => {
                self.structure()?;
                // Variables of the type may follow.
                while self.at < self.end && !self.eat(";") {
                    self.at += 1;
                }
                return Ok(());
            }
            "extern" if self.token(1).kind == TokenKind::Quoted && self.text(2) == "{" => {
                // Parse the items inside as top-level items; the `}` is skipped later.
                self.at += 3;
                self.externs += 1;
                return Ok(());
            }
            // `extern "C" int main()`
            "extern" if self.token(1).kind == TokenKind::Quoted => self.at += 2,
            "}" if self.externs == 0 => {
                let warning = Diagnostic::warning(Code::B0126, self.span(), "this `}` closes nothing");
                self.diagnostics.push(warning.help("a kernel above may end too early: check its braces"));
                self.at += 1;
                return Ok(());
            }
            "}" | ";" => {
                self.externs -= usize::from(self.is("}"));
                self.at += 1;
                return Ok(());
            }
            _ => {}
        }
        self.item_by_words()
    }

    /// Decides by the words before the first sign whether an item is a kernel, looks like a mistyped kernel, or is host code.
    /// Parses or skips it.
    fn item_by_words(&mut self) -> Parsed<()> {
        let mut words = 0;
        while words < MAX_WORDS && (self.is_word(words) || self.text(words) == "*") {
            words += 1;
        }
        let before = 0..words.saturating_sub(1);
        let bracket = self.text(words) == "(";
        if bracket && before.clone().any(|k| KERNEL_WORDS.contains(&self.text(k))) {
            let reduction = before.clone().any(|k| self.text(k) == "reduce");
            return self.kernel(words, reduction);
        }
        self.check_marks(words, bracket)?;
        if words > 1
            && bracket
            && let Some((diagnostic, reduction)) = self.missing_kernel(words)
        {
            let sure = diagnostic.severity == Severity::Error;
            self.diagnostics.push(diagnostic);
            // Parse it as a kernel, so that its errors are dropped if only another kernel is compiled.
            if sure {
                return self.kernel(words, reduction);
            }
        }
        if words > 0 && bracket {
            let token = self.token(words - 1);
            let name = Name { text: self.files.text(token.text).to_owned(), span: token.span };
            self.program.host.push(name);
        }
        self.skip_item();
        Ok(())
    }

    /// Reports an item that begins like a kernel but cannot be one, because its parameters are missing, its name is malformed, or
    /// `kernel` is written in capitals. `words` is the number of words before its first sign.
    fn check_marks(&mut self, words: usize, bracket: bool) -> Parsed<()> {
        let marks = |word: &str| KERNEL_WORDS.contains(&word);
        let mut before = 0..words.saturating_sub(1);
        let qualifier = before.clone().any(|k| marks(self.text(k)));
        if qualifier && self.text(0) != "static" {
            let span = self.token(words).span;
            let name = self.text(words - 1).to_owned();
            // Report only `{` and `<`: otherwise, this may be a variable of the host with the name `kernel`.
            if ["{", "<"].contains(&self.text(words)) {
                let title = format!("the parameters of kernel `{name}` are missing");
                let help = format!("write `kernel void {name}(float a<>, out float b<>) {{ .. }}`");
                return self.refuse(Code::B0104, span, &title, &help);
            }
        }
        if words > 0 && (0..words).any(|k| marks(self.text(k))) && !bracket {
            self.odd_name(words)?;
        }
        if bracket && before.any(|k| marks(&self.text(k).to_lowercase())) && self.has_streams(words) {
            let found = (0..words).find(|&k| marks(&self.text(k).to_lowercase())).unwrap_or(0);
            let right = self.text(found).to_lowercase();
            let title = format!("`{}` is written `{right}`", self.text(found));
            let span = self.token(found).span;
            return self.refuse(Code::B0124, span, &title, "as it stands, this is a function of the host");
        }
        Ok(())
    }

    /// Whether a parameter in the bracket after `words` words is a stream: `<>`.
    fn has_streams(&self, words: usize) -> bool {
        let open = self.at + words;
        let text = |at: usize| self.files.text(self.tokens[at].text);
        (open..self.behind(open).saturating_sub(1)).any(|at| text(at) == "<" && text(at + 1) == ">")
    }

    /// Reports a malformed name after `words` words, as in `kernel void größe(` and `kernel void 3d(`.
    fn odd_name(&mut self, words: usize) -> Parsed<()> {
        let odd = |token: Token| !matches!(token.kind, TokenKind::Sign | TokenKind::Quoted | TokenKind::End);
        let last = self.token(words - 1);
        let joined = last.span.end == self.token(words).span.start && !KERNEL_WORDS.contains(&self.text(words - 1));
        let first = if joined { words - 1 } else { words };
        let mut end = words;
        while end < 2 * MAX_WORDS && odd(self.token(end)) {
            end += 1;
        }
        if end == words || self.text(end) != "(" {
            return Ok(());
        }
        let span = self.token(first).span.to(self.token(end - 1).span);
        let title = format!("`{}` is not a name", self.files.text(span));
        let diagnostic = Diagnostic::error(Code::B0125, span, title).about(Subject::MalformedName);
        self.fail(
            diagnostic.help("a name has letters from `a` to `z`, digits and `_`, and does not start with a digit"),
        )
    }

    /// Skips host code, up to and including a `;` or the `}` of a body.
    pub(super) fn skip_item(&mut self) {
        while self.at < self.end {
            match (self.token(0).kind, self.text(0)) {
                (TokenKind::Sign, ";") => {
                    self.at += 1;
                    return;
                }
                (TokenKind::Sign, "{") => {
                    let closed = self.closing(self.at).is_some();
                    self.at = self.behind(self.at);
                    // The body of a function ends the item; an initialiser does not.
                    if !closed || ![";", ",", "="].contains(&self.text(0)) {
                        return;
                    }
                }
                (TokenKind::Sign, "(" | "[") => self.at = self.behind(self.at),
                (TokenKind::Sign, "}") => return,
                // A kernel begins here, so a function of the host is not closed, or a `;` is missing.
                (TokenKind::Word, "kernel") => return,
                _ => self.at += 1,
            }
        }
    }
}
