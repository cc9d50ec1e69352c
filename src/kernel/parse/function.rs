//! Parses functions, and their parameters.

use super::ItemParser;
use super::language::{cannot_use, refuse_keyword, refuse_name};
use crate::kernel::ast::{FunctionItem, FunctionParameter, ParameterMode};
use crate::syntax::ast::Name;
use crate::syntax::parse::Parsed;
use crate::syntax::{Code, Diagnostic};

impl ItemParser<'_> {
    /// Parses a function with `words` words before the bracket of its parameters. `parameter` says that it is a parameter of the
    /// kernel: its body comes from the kernel's source, or is the one written here if the source has none.
    pub(super) fn function(&mut self, words: usize, parameter: bool) -> Parsed<()> {
        let name_at = self.at + words - 1;
        let open = self.at + words;
        let outer = std::mem::take(&mut self.broken);
        if words == 1 {
            return self.refuse_here(Code::K0117, "the type of `main` is missing", "write `void main() { .. }`");
        }
        if words > 2 {
            let title =
                format!("`{}` stands before a function, which begins with the type of its result", self.text(0));
            return self.refuse_here(Code::K0117, &title, "write `float name(..) { .. }`");
        }
        let result = self.name("the type of the function's result")?;
        let name = self.name("the name of the function")?;
        refuse_name(&mut self.parser, &name)?;
        let Some(close) = self.closing(open) else {
            let span = self.tokens[open].span;
            return self.refuse(Code::K0104, span, &format!("the `(` of function `{}` is not closed", name.text), "");
        };
        self.at = open + 1;
        let parameters = self.parameters(close);
        self.at = close + 1;
        let head = result.span.to(self.before());
        if self.is(";") {
            let end = self.span();
            self.at += 1;
            let broken = self.broken;
            self.text.functions.push(FunctionItem {
                result,
                name,
                parameters,
                body: None,
                parameter,
                head,
                end,
                broken,
            });
            self.broken |= outer;
            return Ok(());
        }
        if !self.is("{") {
            let (title, found) = (format!("the body of function `{}` is missing", name.text), self.found());
            let error = Diagnostic::error(Code::K0117, self.tokens[name_at].span, title);
            return self.fail(error.label(format!("expected `{{ .. }}` behind it, found {found}")));
        }
        let body_open = self.at;
        let Some(body_close) = self.closing(body_open) else {
            let title = format!("the body of function `{}` is never closed", name.text);
            let error = Diagnostic::error(Code::K0104, self.tokens[body_open].span, title);
            self.at = self.behind(body_open);
            self.text.broken = true;
            // The next item begins after it.
            let _: Parsed<()> = self.fail(error.label("`}` is missing"));
            return Ok(());
        };
        let file_end = std::mem::replace(&mut self.end, body_close);
        self.at = body_open + 1;
        let body = Some(self.statements());
        self.end = file_end;
        self.at = body_close + 1;
        let (end, broken) = (self.before(), self.broken);
        self.text.functions.push(FunctionItem { result, name, parameters, body, parameter, head, end, broken });
        self.broken |= outer;
        Ok(())
    }

    fn parameters(&mut self, close: usize) -> Vec<FunctionParameter> {
        let mut parameters = Vec::new();
        if self.at == close || self.is("void") && self.at + 1 == close {
            return parameters;
        }
        let outer = std::mem::replace(&mut self.end, close);
        loop {
            match self.parameter() {
                Ok(parameter) => parameters.push(parameter),
                // Skip to the next comma.
                Err(_) => {
                    while self.at < close && !self.is(",") {
                        self.at = match self.text(0) {
                            "(" | "[" | "{" => self.behind(self.at).min(close),
                            _ => self.at + 1,
                        };
                    }
                }
            }
            if !self.eat(",") {
                break;
            }
        }
        self.end = outer;
        parameters
    }

    /// Parses a parameter: `inout vec4 a`. A prototype may omit the name.
    fn parameter(&mut self) -> Parsed<FunctionParameter> {
        let mut mode = ParameterMode::In;
        let mut constant = None;
        while ["const", "in", "out", "inout"].contains(&self.text(0)) {
            match self.text(0) {
                "const" => constant = Some(self.span()),
                "out" => mode = ParameterMode::Out,
                "inout" => mode = ParameterMode::InOut,
                _ => {}
            }
            self.at += 1;
        }
        if let Some(span) = constant.filter(|_| mode != ParameterMode::In) {
            return self.refuse(Code::K0117, span, "a parameter that is written cannot be `const`", "remove `const`");
        }
        if self.is_word(0) && refuse_keyword(self.text(0)).is_some() {
            return cannot_use(&mut self.parser, 0);
        }
        let ty = self.name("the type of a parameter")?;
        let name = match self.is_word(0) {
            true => {
                let name = self.name("the name of a parameter")?;
                refuse_name(&mut self.parser, &name)?;
                name
            }
            false => Name { text: String::new(), span: ty.span },
        };
        if self.is("[") {
            return self.refuse_here(Code::K0117, "a parameter cannot be an array", "pass its elements, or a vector");
        }
        if self.at < self.end && !self.is(",") {
            let title = format!("a `,` or `)` is missing before {}", self.found());
            return self.refuse_here(Code::K0101, &title, "");
        }
        Ok(FunctionParameter { mode, constant: constant.is_some(), ty, name })
    }
}
