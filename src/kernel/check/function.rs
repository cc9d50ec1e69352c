//! Checks the bodies of functions.

use super::definite_assignment::Places;
use super::{Body, Checker, Held, Variable};
use crate::ir::control_flow::always_returns;
use crate::ir::{Argument, At, Function};
use crate::syntax::{Code, Diagnostic};

/// A checked function.
pub(super) struct CheckedFunction {
    pub function: Function,
    /// The functions that it calls, by the numbers of their signatures.
    pub callees: Vec<usize>,
    pub places: Places,
    /// The number of its declaration in the text, if its body comes from outside the text.
    pub parameter: Option<usize>,
}

impl Checker<'_> {
    /// Checks a function. Returns `None` if it is only declared, if its signature is wrong, or if it could not be parsed.
    ///
    /// The body of a function is empty here if it comes from outside the text. A function whose body has errors is returned as far as
    /// it could be checked.
    pub(super) fn function(&mut self, number: usize) -> Option<CheckedFunction> {
        let signature = self.signatures[number].clone();
        let item = &self.text.functions[signature.item.or(signature.parameter)?];
        let types = signature.types?;
        let mut body = Body::new(types.result);
        let mut arguments = Vec::new();
        for (parameter, (mode, ty)) in item.parameters.iter().zip(&types.parameters) {
            let local = body.local(&parameter.name.text, *ty);
            body.places.declared.insert(local, parameter.name.span);
            body.locals[local.0].constant = parameter.constant;
            arguments.push(Argument { local, mode: *mode });
            // A prototype may omit the names of its parameters.
            if parameter.name.text.is_empty() {
                continue;
            }
            let span = parameter.name.span;
            if let Some(first) = body.in_this_scope(&parameter.name.text) {
                let title = format!("there are two parameters `{}`", parameter.name.text);
                let diagnostic = Diagnostic::error(Code::K0203, span, title).other(first.span, "the first");
                self.report(diagnostic);
                continue;
            }
            let named = self.variable_name(&parameter.name);
            let held = if named.is_ok() { Held::Local(local) } else { Held::Poisoned };
            body.bind(&parameter.name.text, Variable { ty: *ty, held, span, constant: parameter.constant });
        }
        if item.broken {
            return None;
        }
        let fine = self.statements(&mut body, item.body.as_deref().unwrap_or_default());
        if types.result.is_some() && item.body.is_some() && fine.is_ok() && !always_returns(&body.out) {
            let title = format!("`{}` does not return a value on every path", signature.name);
            let diagnostic = Diagnostic::error(Code::K0401, item.end, title).label("the end is reached here");
            self.report(
                diagnostic.other(item.result.span, "the type that it must return").help("end it with `return ..;`"),
            );
        }
        let Body { locals, out, callees, mut places, .. } = body;
        places.end = item.end;
        let (name, head) = (signature.name, At(item.head));
        let function =
            Function { name, about: String::new(), arguments, result: types.result, locals, body: out, head };
        Some(CheckedFunction { function, callees, places, parameter: signature.parameter })
    }

    /// Returns the number of `main`. If there is none, the parser has already reported it.
    pub(super) fn main(&self) -> Option<usize> {
        self.by_name.get("main").and_then(|all| all.first().copied())
    }
}
