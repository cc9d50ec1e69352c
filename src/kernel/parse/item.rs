//! Parses items, which are what a kernel's text consists of: functions, and declarations of inputs, constants, outputs, parameters and
//! `const`s.

use super::ItemParser;
use super::language::{KERNELS, cannot_use, is_type, no_letter, refuse_keyword};
use crate::kernel::ast::{ConstantItem, PortItem, PortRole};
use crate::syntax::ast::{Expr, StmtKind};
use crate::syntax::lexer::TokenKind;
use crate::syntax::parse::{MAX_WORDS, Parsed};
use crate::syntax::{Code, Diagnostic, MAX_DIAGNOSTICS, nearest};

impl ItemParser<'_> {
    pub(super) fn items(&mut self) {
        while self.at < self.end && self.diagnostics.len() < MAX_DIAGNOSTICS {
            let start = self.at;
            if self.item().is_err() {
                self.text.broken = true;
                self.skip_item(start);
            }
            // Move on even after an error, so that the loop ends.
            self.at = self.at.max(start + 1);
        }
    }

    /// Skips the rest of an item that began at `start`.
    fn skip_item(&mut self, start: usize) {
        self.at = self.at.max(start);
        while self.at < self.end {
            if self.at > start && (KERNELS.begins_item)(self.files, self.tokens, self.at, None) {
                return;
            }
            match self.text(0) {
                ";" => {
                    self.at += 1;
                    return;
                }
                "{" => {
                    let open = self.at;
                    self.at = self.behind(open);
                    // A struct is followed by `;`, a function is not.
                    self.eat(";");
                    return;
                }
                "(" | "[" => self.at = self.behind(self.at),
                _ => self.at += 1,
            }
        }
    }

    fn item(&mut self) -> Parsed<()> {
        match (self.token(0).kind, self.text(0)) {
            (TokenKind::Sign, ";") => {
                self.at += 1;
                return Ok(());
            }
            (TokenKind::Sign, "}" | ")" | "]") => {
                let span = self.span();
                let title = format!("this `{}` closes nothing", self.text(0));
                self.at += 1;
                let help = "a function above may end too early: check its brackets";
                let error = Diagnostic::error(Code::K0105, span, title);
                let _: Parsed<()> = self.fail(error.help(help));
                self.text.broken = true;
                return Ok(());
            }
            (TokenKind::Word, "input") => return self.port(PortRole::Input),
            (TokenKind::Word, "constant") => return self.port(PortRole::Constant),
            (TokenKind::Word, "output") => return self.port(PortRole::Output),
            (TokenKind::Word, "parameter") => return self.parameter_item(),
            (TokenKind::Word, "const") => return self.constants(),
            (TokenKind::Word, "precision") => return self.precision(),
            (TokenKind::Word, _) => {}
            (TokenKind::Unknown, _) => return self.unknown_letter(),
            _ => {
                let title = format!("expected a declaration or a function, found {}", self.found());
                return self.refuse_here(Code::K0122, &title, "");
            }
        }
        let words = (0..MAX_WORDS).take_while(|&ahead| self.is_word(ahead)).count();
        if let Some(ahead) = (0..words).find(|&ahead| refuse_keyword(self.text(ahead)).is_some()) {
            return cannot_use(&mut self.parser, ahead);
        }
        if self.text(words) == "(" && (words > 1 || self.text(0) == "main") {
            return self.function(words, false);
        }
        let roles = ["input", "constant", "output", "parameter", "const"];
        if words > 2
            && !is_type(self.text(0))
            && let Some(meant) = nearest(self.text(0), roles.into_iter())
        {
            let title = format!("there is no declaration `{}`", self.text(0));
            return self.refuse_here(Code::K0116, &title, &format!("did you mean `{meant}`?"));
        }
        if words == 1 {
            let help = "statements stand in a function; what each element runs is `void main() { .. }`";
            return self.refuse_here(Code::K0122, "a kernel has no statements outside its functions", help);
        }
        let span = self.span().to(self.token(words - 1).span);
        let help = match self.text(0) {
            "in" | "attribute" | "varying" => "a stream that is read is an `input`",
            "out" => "a stream that is written is an `output`",
            _ => "declare it in a function, or as `const`; what stays the same for all elements is a `constant`",
        };
        self.refuse(Code::K0122, span, "a kernel has no variables outside its functions", help)
    }

    pub(super) fn refuse_here<T>(&mut self, code: Code, title: &str, help: &str) -> Parsed<T> {
        let span = self.span();
        self.refuse(code, span, title, help)
    }

    /// Parses `input float keys, values;`, and other declarations of ports.
    fn port(&mut self, role: PortRole) -> Parsed<()> {
        let word = self.text(0);
        self.at += 1;
        if self.is_word(0) && refuse_keyword(self.text(0)).is_some() {
            return cannot_use(&mut self.parser, 0);
        }
        let ty = self.name(&format!("the type of the {word}"))?;
        loop {
            if !self.is_word(0) {
                let title = format!("expected the name of the {word}");
                let label = format!("found {}", self.found());
                let error = Diagnostic::error(Code::K0102, self.span(), title).label(label);
                return self.fail(error.help(format!("it is declared as `{word} float name;`")));
            }
            let name = self.name_here();
            self.at += 1;
            let span = name.span;
            let length = if role != PortRole::Parameter { self.length()? } else { None };
            let value = if role == PortRole::Parameter && self.eat("=") { Some(self.assignment()?) } else { None };
            self.text.ports.push(PortItem { role, ty: ty.clone(), name, length, value });
            match self.text(0) {
                "," => self.at += 1,
                ";" => {
                    self.at += 1;
                    return Ok(());
                }
                "[" => {
                    let (title, help) = match role {
                        PortRole::Input | PortRole::Output | PortRole::Constant => {
                            ("an array has one length", "a stream itself may have two dimensions")
                        }
                        PortRole::Parameter => ("an array cannot be a parameter", "many numbers are an input"),
                    };
                    return self.refuse_here(Code::K0116, title, help);
                }
                "=" => {
                    let (title, help) = match role {
                        PortRole::Constant => (
                            "a `constant` has no value of its own",
                            "whoever runs the kernel gives it; what is always the same is `const float name = value;`",
                        ),
                        _ => ("a stream has no value of its own", "it is given to the kernel as it runs"),
                    };
                    return self.refuse_here(Code::K0116, title, help);
                }
                _ if self.token(0).kind == TokenKind::Unknown => {
                    let title = no_letter(self.text(0).chars().next().unwrap_or_default(), "");
                    return self.refuse_here(Code::K0109, &title, "names are of the letters a to z, digits and `_`");
                }
                _ => return self.refuse(Code::K0101, span, &format!("a `;` is missing after this {word}"), ""),
            }
        }
    }

    /// Parses a parameter: `parameter index steps = 4;`, or a function whose body comes from outside the text:
    /// `parameter float combine(float a, float b);`.
    fn parameter_item(&mut self) -> Parsed<()> {
        let words = (1..MAX_WORDS).take_while(|&ahead| self.is_word(ahead)).count();
        if words > 1 && self.text(words + 1) == "(" {
            self.at += 1;
            return self.function(words, true);
        }
        self.port(PortRole::Parameter)
    }

    /// Parses `precision mediump float;`, or `highp`, which is the default.
    fn precision(&mut self) -> Parsed<()> {
        let precisions = ["mediump", "highp"];
        if !precisions.contains(&self.text(1)) || self.text(2) != "float" {
            let help = "write `precision mediump float;` if half precision suffices; else leave it out";
            let span = self.span().to(self.token(2).span);
            return self.refuse(Code::K0113, span, "a kernel has no such precision", help);
        }
        self.text.mediump = self.text(1) == "mediump";
        self.at += 3;
        self.expect(";", "behind the precision").map(drop)
    }

    /// Parses the length of an array of streams or constants, if there is one: `[4]`.
    fn length(&mut self) -> Parsed<Option<Expr>> {
        if !self.is("[") {
            return Ok(None);
        }
        let open = self.span();
        self.at += 1;
        if self.is("]") {
            let help = "a stream holds many elements as it is: one is read with `fetch(name, i)`";
            return self.refuse(Code::K0116, open, "the length of this array is missing", help);
        }
        let length = self.assignment()?;
        self.expect("]", "behind the length of this array")?;
        Ok(Some(length))
    }

    /// Parses `const float a = 1.0, b = 2.0;`.
    fn constants(&mut self) -> Parsed<()> {
        let StmtKind::Declare(ty, declarators) = self.declaration()? else { return Ok(()) };
        for declarator in declarators {
            let name = declarator.name;
            if let Some(span) = declarator.array {
                self.text.broken = true;
                let title = format!("`{}` is an array, which no constant is", name.text);
                let _: Parsed<()> = self.refuse(Code::K0122, span, &title, "");
                continue;
            }
            let Some(value) = declarator.value else {
                self.text.broken = true;
                let help = format!("write `const {} {} = ..;`", ty.text, name.text);
                let title = format!("`{}` is `const`, and has no value", name.text);
                let _: Parsed<()> = self.refuse(Code::K0122, name.span, &title, &help);
                continue;
            };
            self.text.constants.push(ConstantItem { ty: ty.clone(), name, value });
        }
        Ok(())
    }
}
