//! Detects missing `kernel` keywords: functions that parse as host code, but have the parameters of kernels.

use super::ItemParser;
use super::language::KERNEL_WORDS;
use crate::syntax::lexer::TokenKind;
use crate::syntax::{Code, Diagnostic, nearest};

/// The features of a function's parameters that suggest a kernel.
#[derive(Default)]
struct Marks {
    /// `float a<>`. A function of the host may take a stream as well.
    streams: bool,
    /// `out float a`, `vout[1] float a`, `reduce float a`. A function of a shading language may have such parameters, but no
    /// streams.
    written: bool,
    /// `reduce float a`
    accumulates: bool,
}

impl ItemParser<'_> {
    /// Returns the diagnostic for a function of the host that is probably meant as a kernel, and whether it is meant as a
    /// reduction. The diagnostic is an error if this is certain, otherwise a warning. `words` is the number of words before the
    /// bracket of the function's parameters.
    pub(super) fn missing_kernel(&self, words: usize) -> Option<(Diagnostic, bool)> {
        let open = self.at + words;
        let marks = self.marks(open);
        if !marks.streams && !marks.written {
            return None;
        }
        let name = self.text(words - 1);
        let near = |k: usize| nearest(self.text(k), KERNEL_WORDS.into_iter()).map(|meant| (k, meant));
        if let Some((at, meant)) = (0..words - 1).find_map(near) {
            let title = format!("`{}` does not make `{name}` a kernel", self.text(at));
            let diagnostic = Diagnostic::error(Code::B0127, self.token(at).span, title);
            let help = format!("did you mean `{meant}`? As it stands, this is a function of the host");
            return Some((diagnostic.help(help), meant == "reduce"));
        }
        let close = self.closing(open)?;
        let body = self.tokens.get(close + 1).is_some_and(|token| self.files.text(token.text) == "{");
        if !marks.written || !marks.streams || !body {
            return None;
        }
        let word = if marks.accumulates { "reduce" } else { "kernel" };
        let title = format!("`{name}` has the parameters of a kernel, but is a function of the host");
        let span = self.span().to(self.token(words - 1).span);
        let help = format!("for a kernel, write `{word} {} {name}(..)`", self.text(words - 2));
        // This is only a warning: old programs contain such functions, which are never called, and their other kernels should
        // compile.
        Some((Diagnostic::warning(Code::B0127, span, title).help(help), marks.accumulates))
    }

    /// Finds the features of a kernel in the parameter list that begins at `open`.
    fn marks(&self, open: usize) -> Marks {
        let mut marks = Marks::default();
        let Some(close) = self.closing(open) else { return marks };
        let text = |at: usize| self.files.text(self.tokens[at].text);
        let word = |at: usize| self.tokens[at].kind == TokenKind::Word;
        for at in open + 1..close {
            let first = ["(", ","].contains(&text(at - 1));
            // A qualifier is followed by a type and a name. Otherwise `out`, `reduce` or `iter` may be a type of the host.
            let typed = at + 2 < close && word(at + 1) && word(at + 2);
            match text(at) {
                "out" | "reduce" if first && typed => {
                    marks.written = true;
                    marks.accumulates |= text(at) == "reduce";
                }
                "vout" if first && text(at + 1) == "[" => (marks.streams, marks.written) = (true, true),
                "iter" if first && typed => marks.streams = true,
                "<" if text(at + 1) == ">" => marks.streams |= word(at - 1) && word(at - 2),
                _ => {}
            }
        }
        marks
    }
}
