//! Expansion of macros.

use std::ops::Range;
use std::rc::Rc;

use super::define::Macro;
use super::{MAX_MACRO_DEPTH, MAX_MACRO_ERRORS, MAX_TOKENS, PASTED, Preprocessor};
use crate::syntax::lexer::{Token, TokenKind, lex};
use crate::syntax::{Code, Diagnostic, File};

/// The maximum length in bytes of a word that `##` makes.
const MAX_JOINED: usize = 1024;

/// Stands for the closing bracket of a token that has none.
const NOWHERE: usize = usize::MAX;

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

impl Preprocessor<'_> {
    fn macro_error(&mut self, diagnostic: Diagnostic) {
        if self.macro_errors.len() < MAX_MACRO_ERRORS {
            self.macro_errors.push(diagnostic);
        }
    }

    /// Counts a token that a macro adds. Returns whether the limit is reached, so that the preprocessor has to stop.
    fn grows(&mut self, token: &Token) -> bool {
        self.grown += 1;
        if self.grown > MAX_TOKENS {
            let title = format!("macros add {} tokens to this program: the maximum is {MAX_TOKENS}", self.grown);
            self.stop(Diagnostic::error(Code::B0003, token.span, title));
        }
        self.fatal.is_some()
    }

    /// Appends the tokens to `out` with their macros expanded. Macros in `active` are already being expanded, and are not expanded
    /// again.
    pub(super) fn expand(&mut self, tokens: &[Token], active: &mut Vec<String>, out: &mut Vec<Token>) {
        let mut closers = None;
        let mut at = 0;
        while at < tokens.len() && self.fatal.is_none() {
            let token = tokens[at];
            at += 1;
            // Count all tokens that are read: tokens that a macro drops take time as well.
            if !active.is_empty() && self.grows(&token) {
                return;
            }
            let Some((name, found)) = self.macro_of(&token, active, out) else {
                out.push(token);
                continue;
            };
            if active.len() >= MAX_MACRO_DEPTH {
                let title = format!("macros expand {} deep: the maximum is {MAX_MACRO_DEPTH}", active.len() + 1);
                return self.stop(Diagnostic::error(Code::B0004, token.span, title));
            }
            if !self.is_usable(&token, (&name, &found), tokens.get(at)) {
                out.push(token);
                continue;
            }
            let mut arguments = Vec::new();
            if let Some(takes) = found.parameters {
                let closers = closers.get_or_insert_with(|| self.closers(tokens));
                let close = closers[at];
                if close == NOWHERE {
                    out.push(token);
                    continue;
                }
                arguments = self.arguments(tokens, at + 1..close, closers);
                let none = takes == 0 && arguments.len() == 1 && arguments[0].is_empty();
                if arguments.len() != takes && !none {
                    let got = arguments.len();
                    let title = format!("macro `{name}` takes {takes} argument{}, not {got}", plural(takes));
                    self.macro_error(Diagnostic::error(Code::B0005, token.span, title));
                    out.push(token);
                    continue;
                }
                at = close + 1;
            }
            let arguments: Vec<&[Token]> = arguments.into_iter().map(|argument| &tokens[argument]).collect();
            let body = self.substitute(&token, &found, &arguments, active);
            active.push(name);
            self.expand(&body, active, out);
            active.pop();
        }
    }

    /// Returns the macro that a token names, and its name. Returns `None` if the token must not be expanded.
    fn macro_of(&mut self, token: &Token, active: &[String], out: &[Token]) -> Option<(String, Rc<Macro>)> {
        let name = if token.kind == TokenKind::Word { self.text(token) } else { "" };
        let is_active = active.iter().any(|active| active == name);
        let Some(found) = self.macros.get(name).filter(|_| !is_active).cloned() else {
            if is_active && self.bare.len() < MAX_MACRO_ERRORS {
                let diagnostic = Diagnostic::error(Code::B0013, token.span, format!("macro `{name}` refers to itself"));
                self.bare.push(diagnostic.help("a macro is not expanded within itself: write the intended text there"));
            }
            return None;
        };
        if self.evaluates && self.behind_defined(out) {
            return None;
        }
        Some((name.to_owned(), found))
    }

    /// Whether a macro can be expanded where `token` names it and `next` follows. Reports the reason if not.
    fn is_usable(&mut self, token: &Token, (name, found): (&str, &Macro), next: Option<&Token>) -> bool {
        let bracket = next.is_some_and(|open| self.text(open) == "(");
        if found.parameters.is_some() && !bracket {
            if self.bare.len() < MAX_MACRO_ERRORS {
                let title = format!("macro `{name}` needs arguments");
                let diagnostic = Diagnostic::error(Code::B0007, token.span, title);
                self.bare.push(diagnostic.help(format!("write `{name}(..)`")));
            }
            return false;
        }
        let Some(what) = found.unsupported else { return true };
        let title = format!("macro `{name}` uses {what}, which is not supported");
        let diagnostic = Diagnostic::error(Code::B0006, token.span, title).help("write what it stands for");
        let marks = |(part, _): &(Token, _)| (self.sources.rules.matters)(self.text(part));
        // If the macro would expand to kernels, these are lost.
        match found.body.iter().any(marks) {
            true => self.report(diagnostic, true),
            false => self.macro_error(diagnostic),
        }
        false
    }

    /// Returns a macro's body with its arguments substituted and `##` applied. A body that grows too large is truncated.
    fn substitute(
        &mut self,
        token: &Token,
        found: &Macro,
        arguments: &[&[Token]],
        active: &mut Vec<String>,
    ) -> Vec<Token> {
        let mut body = Vec::new();
        let pastes = |at: usize| found.body.get(at).is_some_and(|(part, _)| self.text(part) == "##");
        let joined: Vec<bool> = (0..found.body.len()).map(pastes).collect();
        let mut expanded: Vec<Option<Vec<Token>>> = vec![None; arguments.len()];
        for (at, (part, parameter)) in found.body.iter().enumerate().filter(|(at, _)| !joined[*at]) {
            let behind = at > 0 && joined[at - 1];
            let Some(parameter) = *parameter else {
                self.add(&mut body, Token { span: token.span, ..*part }, behind);
                continue;
            };
            // Operands of `##` are not expanded.
            if behind || joined.get(at + 1) == Some(&true) {
                for (number, part) in arguments[parameter].iter().enumerate() {
                    if self.grows(token) {
                        return body;
                    }
                    self.add(&mut body, Token { span: token.span, ..*part }, behind && number == 0);
                }
                continue;
            }
            if expanded[parameter].is_none() {
                let mut argument = Vec::new();
                // Arguments count as one level, so that the nesting limit applies to arguments within arguments.
                active.push(String::new());
                self.expand(arguments[parameter], active, &mut argument);
                active.pop();
                expanded[parameter] = Some(argument);
            }
            for filled in expanded[parameter].iter().flatten() {
                if self.grows(token) {
                    return body;
                }
                body.push(*filled);
            }
        }
        body
    }

    /// Adds a token to a macro's body. If it follows `##`, it is joined with the token before.
    fn add(&mut self, body: &mut Vec<Token>, token: Token, joined: bool) {
        let before = if joined { body.pop() } else { None };
        let Some(before) = before else { return body.push(token) };
        let text = format!("{}{}", self.text(&before), self.text(&token));
        if text.len() > MAX_JOINED {
            let title = format!("`##` makes a word of {} letters: the maximum is {MAX_JOINED}", text.len());
            return self.stop(Diagnostic::error(Code::B0003, token.span, title));
        }
        let (file, start) = self.pasted(&text);
        for mut made in lex(file, &text) {
            made.text.start += start;
            made.text.end += start;
            body.push(Token { span: token.span, starts_line: false, ..made });
        }
    }

    /// Stores a text that `##` has produced. Returns the index of its file, and the offset in this file.
    fn pasted(&mut self, text: &str) -> (u32, u32) {
        let known = self.files.0.iter().position(|file| file.name == PASTED);
        let number = known.unwrap_or(self.files.0.len());
        if known.is_none() {
            self.files.0.push(File { name: PASTED.to_owned(), text: String::new() });
        }
        let file = &mut self.files.0[number].text;
        let start = file.len() as u32;
        *file += text;
        *file += "\n";
        (number as u32, start)
    }

    /// Whether `out` ends in `defined` or `defined (`, so that the next name must not be expanded.
    fn behind_defined(&self, out: &[Token]) -> bool {
        let text = |back: usize| out.len().checked_sub(back).map_or("", |at| self.text(&out[at]));
        text(1) == "defined" || (text(1) == "(" && text(2) == "defined")
    }

    /// Returns, for each opening bracket, the index of the closing one, and [`NOWHERE`] for all other tokens.
    fn closers(&self, tokens: &[Token]) -> Vec<usize> {
        let mut closers = vec![NOWHERE; tokens.len()];
        let mut open = Vec::new();
        for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.kind == TokenKind::Sign) {
            match self.text(token) {
                "(" | "[" | "{" => open.push(at),
                sign @ (")" | "]" | "}") => {
                    if let Some(open) = open.pop().filter(|&open| sign == ")" || self.text(&tokens[open]) != "(") {
                        closers[open] = at;
                    }
                }
                _ => {}
            }
        }
        closers
    }

    /// Splits the tokens between two brackets into arguments, at the commas outside nested brackets.
    fn arguments(&self, tokens: &[Token], within: Range<usize>, closers: &[usize]) -> Vec<Range<usize>> {
        let mut arguments = Vec::new();
        let (mut start, mut at) = (within.start, within.start);
        while at < within.end {
            if tokens[at].kind == TokenKind::Sign && self.text(&tokens[at]) == "," {
                arguments.push(start..at);
                start = at + 1;
            }
            at = match closers[at] {
                close if close < within.end => close + 1,
                _ => at + 1,
            };
        }
        arguments.push(start..within.end);
        arguments
    }
}
