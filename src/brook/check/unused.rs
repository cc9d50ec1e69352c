//! What is declared and never looked at, or never written.

use super::Checker;
use super::body::Body;
use crate::brook::ast::KernelItem;
use crate::ir::Role;
use crate::syntax::{Code, Diagnostic};

impl Checker<'_> {
    /// Says what a kernel's parameters are not used for.
    pub(super) fn unused(&mut self, item: &KernelItem, body: &Body) {
        let mut unused = Vec::new();
        for (number, parameter) in item.parameters.iter().enumerate() {
            let Some(variable) = body.parameters.get(number) else { continue };
            let name = &parameter.name.text;
            if variable.role.is_some_and(|role| role == Role::Output) {
                if !variable.written.get() {
                    let title = format!("output `{name}` is never written");
                    let help = format!("give each element a value: `{name} = ..;`");
                    self.say(Diagnostic::error(Code::B0501, parameter.name.span, title).help(help));
                }
            } else if matches!(variable.role, Some(Role::Variable { .. })) {
                if !variable.written.get() {
                    let title = format!("nothing is ever pushed to `{name}`");
                    let help = format!("give `{name}` a value and append it: `push({name});`");
                    self.say(Diagnostic::warning(Code::B0502, parameter.name.span, title).help(help));
                }
            } else if variable.role == Some(Role::Accumulator) {
                if !variable.written.get() {
                    let title = format!("the accumulator `{name}` never changes");
                    let help =
                        "as a reduction it gives the first element, as the operator of a gather-op a mere gather";
                    let finding = Diagnostic::warning(Code::B0503, parameter.name.span, title).help(help);
                    self.say(finding.help(format!("to take the element in: `{name} += ..;`")));
                }
            } else if !variable.used.get() {
                unused.push(&parameter.name);
            }
        }
        if let [first, others @ ..] = unused.as_slice() {
            let names: Vec<String> = unused.iter().map(|name| format!("`{}`", name.text)).collect();
            let title = match names.as_slice() {
                [one] => format!("parameter {one} is never used"),
                [most @ .., last] => format!("parameters {} and {last} are never used", most.join(", ")),
                [] => return,
            };
            let finding = Diagnostic::warning(Code::B0504, first.span, title);
            self.say(others.iter().fold(finding, |finding, other| finding.other(other.span, "")));
        }
    }
}
