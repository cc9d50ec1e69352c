//! Resolves the includes of kernels: puts the tokens of each included text in place of its `#include`. Each text is inserted only once,
//! and is a file of its own, so that messages can point into it.

use super::expression;
use crate::kernel::Source;
use crate::syntax::lexer::{Token, TokenKind, lex_lines};
use crate::syntax::steps::step;
use crate::syntax::{Code, Diagnostic, File, Files, MAX_DIAGNOSTICS, Span, nearest, with_line_ends};

/// The maximum depth of nested includes.
const MAX_DEPTH: usize = 32;
/// The maximum number of bytes of all texts together.
pub(in crate::kernel) const MAX_BYTES: usize = 16 << 20;

/// The tokens of a kernel with its includes, and the files that they are from.
#[derive(Default)]
pub(super) struct Included {
    pub files: Files,
    /// For each file, whether it is a one-line expression.
    pub expressions: Vec<bool>,
    pub tokens: Vec<Token>,
    pub diagnostics: Vec<Diagnostic>,
    /// Whether an error stopped the reading, so that the text after the last token is missing.
    pub stopped: bool,
    bytes: usize,
}

impl Included {
    pub fn of(source: &Source) -> Included {
        let mut included = Included::default();
        included.file(source, source.path(), source.text(), false, Span::default(), 0);
        included
    }

    fn stop(&mut self, error: Diagnostic) {
        self.diagnostics.push(error);
        self.stopped = true;
    }

    fn text(&self, token: &Token) -> &str {
        step();
        self.files.text(token.text)
    }

    /// Adds a file, which is included at the span `from`.
    fn file(&mut self, source: &Source, name: &str, text: &str, expression: bool, from: Span, depth: usize) {
        let file = self.files.0.len() as u32;
        self.bytes += text.len();
        if depth > MAX_DEPTH || self.bytes > MAX_BYTES {
            let title = match depth > MAX_DEPTH {
                true => format!("files include each other {depth} deep: the maximum is {MAX_DEPTH}"),
                false => format!("this kernel has more than {MAX_BYTES} bytes, with what it includes"),
            };
            if file == 0 {
                self.files.0.push(File { name: name.to_owned(), text: String::new() });
                self.expressions.push(expression);
            }
            return self.stop(Diagnostic::error(Code::K0103, from, title));
        }
        let text = with_line_ends(text.to_owned());
        let tokens = lex_lines(file, &text);
        self.files.0.push(File { name: name.to_owned(), text });
        self.expressions.push(expression);
        if expression {
            match expression::checked(&self.files, file, tokens) {
                Ok(tokens) => self.tokens.extend(tokens),
                Err(error) => self.stop(*error),
            }
            return;
        }
        let mut at = 0;
        while at < tokens.len() && !self.stopped && self.diagnostics.len() < MAX_DIAGNOSTICS {
            let token = tokens[at];
            at += 1;
            if token.kind == TokenKind::OpenComment {
                let help = "it takes in all that follows: close it with `*/`";
                return self.stop(Diagnostic::error(Code::K0110, token.span, "this comment has no end").help(help));
            }
            if !(token.starts_line && self.text(&token) == "#") {
                self.tokens.push(token);
                continue;
            }
            let start = at;
            while at < tokens.len() && !tokens[at].starts_line {
                at += 1;
            }
            self.directive(source, token.span, &tokens[start..at], depth);
        }
    }

    /// Handles a line that starts with `#`.
    fn directive(&mut self, source: &Source, sign: Span, line: &[Token], depth: usize) {
        let span = line.last().map_or(sign, |last| sign.to(last.span));
        let Some(name) = included_name(&self.files.0[span.file as usize].text, line).map(str::to_owned) else {
            let title =
                "the only `#` line in a kernel is `#include \"name\"`; write constants as `const float name = value;`";
            return self.diagnostics.push(Diagnostic::error(Code::K0114, span, title));
        };
        if self.files.0.iter().skip(1).any(|file| file.name == name) {
            return;
        }
        match source.included(&name) {
            Some((text, expression)) => self.file(source, &name, text, expression, span, depth + 1),
            None => {
                let error = Diagnostic::error(Code::K0114, span, format!("there is no `{name}` to include"));
                let known: Vec<&str> = source.includable().collect();
                let like = |name: &str| nearest(name, known.iter().copied());
                self.diagnostics.push(match like(&name).or_else(|| like(&format!("shared/{name}"))) {
                    Some(best) => error.help(format!("did you mean `{best}`?")),
                    None => error.help("put it beside the kernel's file, or give its text with `Source::part`"),
                });
            }
        }
    }
}

/// Returns the name in `include "name"`, if that is what these tokens of a text are.
fn included_name<'a>(text: &'a str, line: &[Token]) -> Option<&'a str> {
    let text = |token: &Token| &text[token.text.start as usize..token.text.end as usize];
    match line {
        [word, name] if text(word) == "include" && name.kind == TokenKind::Quoted => {
            text(name).strip_prefix('"')?.strip_suffix('"')
        }
        _ => None,
    }
}

/// Returns the names that a kernel's text includes.
pub(in crate::kernel) fn included_names(text: &str) -> Vec<&str> {
    let tokens = lex_lines(0, text);
    let lines = tokens.chunk_by(|_, next| !next.starts_line);
    lines.filter_map(|line| included_name(text, line.get(1..)?)).collect()
}
