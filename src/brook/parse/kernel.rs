//! Parses kernels and reductions.

use super::ItemParser;
use crate::brook::ast::{KernelItem, Prototype};
use crate::brook::types::is_type;
use crate::syntax::ast::Name;
use crate::syntax::lexer::{Token, TokenKind};
use crate::syntax::parse::{LENGTHS, Parsed};
use crate::syntax::{Code, Diagnostic, Span, Subject};

impl ItemParser<'_> {
    /// Parses a kernel. `words` is the number of words before the bracket of its parameters.
    pub(super) fn kernel(&mut self, words: usize, reduction: bool) -> Parsed<()> {
        let first = self.span();
        let open = self.at + words;
        let result = self.result(words);
        let name = Name { text: self.text(words - 1).to_owned(), span: self.token(words - 1).span };
        if let Some(star) = (0..words).find(|&k| self.text(k) == "*") {
            let span = self.token(star).span;
            self.at = self.behind(open);
            let help = "an array of elements is a gather: `float a[]`; an output is `out float a<>`";
            return self.refuse(Code::B0108, span, "kernels have no pointers", help);
        }
        if result.text.is_empty() && (name.text == "void" || is_type(&name.text)) {
            self.at = self.behind(open);
            let help = format!("write `kernel {} name(..)`", name.text);
            let span = self.tokens[open].span;
            return self.refuse(Code::B0102, span, "the name of the kernel is missing", &help);
        }
        self.broken = false;
        let closed = self.closing(open);
        if let Some(close) =
            closed.filter(|close| self.tokens.get(close + 1).is_some_and(|token| self.is_sign(token, "(")))
        {
            return self.unexpanded_name(first, name, close);
        }
        let close = closed.unwrap_or(self.brackets.end(open));
        // A `;` after the parameters makes this a prototype.
        if closed.is_some() && self.tokens.get(close + 1).is_some_and(|token| self.files.text(token.text) == ";") {
            self.prototype(first, name.clone(), result, reduction, open, close);
            self.at = close + 2;
            self.program.declared.push(name);
            return Ok(());
        }
        self.at = close;
        if closed.is_none() {
            let _: Parsed<_> = self.expect(")", &format!("behind the parameters of kernel `{}`", name.text));
        }
        self.at = open + 1;
        let head = first.to(self.tokens[close.min(self.tokens.len() - 1)].span);
        let parameters = self.parameters(close);
        self.at = if closed.is_some() { close + 1 } else { close };
        if !self.is("{") {
            if closed.is_none() {
                return Ok(());
            }
            let found = self.found();
            let title = format!("the body of kernel `{}` is missing", name.text);
            let error = Diagnostic::error(Code::B0106, self.span(), title);
            return self.fail(error.label(format!("expected `{{`, found {found}")));
        }
        let body_open = self.at;
        let Some(body_close) = self.closing(body_open) else {
            let _: Parsed<()> = self.open_body(&name, body_open);
            return Ok(());
        };
        let end = self.tokens[body_close].span;
        let outer = std::mem::replace(&mut self.end, body_close);
        self.at = body_open + 1;
        let body = self.statements();
        self.end = outer;
        self.at = body_close + 1;
        let broken = self.broken;
        self.program.kernels.push(KernelItem { name, reduction, result, parameters, body, head, end, broken });
        Ok(())
    }

    /// Returns the result type among the words before a kernel's bracket. Its text is empty if there is none.
    fn result(&self, words: usize) -> Name {
        let known = ["kernel", "reduce", "static", "extern", "inline", "const", "struct"];
        let result = (0..words - 1).rev().find(|&k| !known.contains(&self.text(k)));
        match result {
            // `unsigned char f(..)`
            Some(k) if k > 0 && LENGTHS.contains(&self.text(k - 1)) => {
                let text = format!("{} {}", self.text(k - 1), self.text(k));
                Name { text, span: self.token(k - 1).span.to(self.token(k).span) }
            }
            Some(k) => Name { text: self.text(k).to_owned(), span: self.token(k).span },
            None => Name { text: String::new(), span: self.token(words - 1).span },
        }
    }

    /// Reports a body that is never closed, and skips it, up to the next kernel or the end of the file.
    fn open_body(&mut self, name: &Name, body_open: usize) -> Parsed<()> {
        let behind = self.behind(body_open);
        let comment = self.tokens[body_open..behind].iter().find(|token| token.kind == TokenKind::OpenComment);
        self.at = behind;
        let error = match comment {
            Some(comment) => Diagnostic::error(Code::B0120, comment.span, "this comment has no end")
                .help("it takes in all that follows: close it with `*/`"),
            None => {
                let title = format!("the body of kernel `{}` is never closed", name.text);
                Diagnostic::error(Code::B0105, self.tokens[body_open].span, title).label("`}` is missing")
            }
        };
        self.fail(error)
    }

    /// Parses a prototype, which is kept for calls of the host. A prototype with errors is dropped without a message.
    fn prototype(&mut self, first: Span, name: Name, result: Name, reduction: bool, open: usize, close: usize) {
        let known = self.diagnostics.len();
        self.at = open + 1;
        let parameters = self.parameters(close);
        let wrong = self.diagnostics.len() > known;
        self.diagnostics.truncate(known);
        if !wrong {
            let span = first.to(self.tokens[close + 1].span);
            self.program.prototypes.push(Prototype { name, reduction, result, parameters, span });
        }
    }

    fn is_sign(&self, token: &Token, sign: &str) -> bool {
        token.kind == TokenKind::Sign && self.files.text(token.text) == sign
    }

    /// Reports a kernel whose name is a macro call that was not expanded, as in `kernel void JOIN(a, b)(float c<>)`. The arguments
    /// end at `close`.
    fn unexpanded_name(&mut self, first: Span, name: Name, close: usize) -> Parsed<()> {
        let span = name.span.to(self.tokens[close].span);
        let text = self.files.text(span).to_owned();
        let behind = self.behind(close + 1);
        let head = first.to(self.tokens[behind - 1].span);
        self.at = behind;
        if self.eat(";") {
            return Ok(());
        }
        let mut end = head;
        if self.is("{") {
            self.at = self.behind(self.at);
            end = self.before();
        }
        let diagnostic = Diagnostic::error(Code::B0125, span, format!("`{text}` is not a name"));
        let help = format!("macro `{}` is not defined", name.text);
        let _: Parsed<()> = self.fail(diagnostic.about(Subject::MalformedName).help(help));
        // Keep it as a broken kernel, so that its error is dropped if only another kernel is compiled.
        let name = Name { text, span };
        let result = Name { text: "void".into(), span: first };
        let item = KernelItem {
            name,
            reduction: false,
            result,
            parameters: Vec::new(),
            body: Vec::new(),
            head,
            end,
            broken: true,
        };
        self.program.kernels.push(item);
        Ok(())
    }
}
