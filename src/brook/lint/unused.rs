//! Lints on parameters: outputs that are never assigned, and inputs that are never used.

use crate::ir::{LocalId, Parameter, Role, Slot, Stmt, StreamKernel, any_stmt, changes};
use crate::syntax::{Code, Diagnostic};

/// Reports unused parameters of a kernel. `used` says which of them its text reads, even if the read has no effect.
pub(super) fn unused(kernel: &StreamKernel, used: &[bool]) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut unused = Vec::new();
    for (number, parameter) in kernel.parameters.iter().enumerate() {
        let (name, span) = (&parameter.name, parameter.span);
        match parameter.role {
            Role::Output if !is_assigned(kernel, number) => {
                let title = format!("output `{name}` is never written");
                let help = format!("give each element a value: `{name} = ..;`");
                diagnostics.push(Diagnostic::error(Code::B0501, span, title).help(help));
            }
            Role::Variable { .. } if !is_pushed(kernel, number) => {
                let title = format!("nothing is ever pushed to `{name}`");
                let help = format!("give `{name}` a value and append it: `push({name});`");
                diagnostics.push(Diagnostic::warning(Code::B0502, span, title).help(help));
            }
            Role::Accumulator if !is_assigned(kernel, number) => {
                let title = format!("the accumulator `{name}` never changes");
                let help = "such a reduction returns the first element, and a gather-op with it only gathers";
                let diagnostic = Diagnostic::warning(Code::B0503, span, title).help(help);
                diagnostics.push(diagnostic.help(format!("to accumulate the element, write `{name} += ..;`")));
            }
            Role::Scatter { .. } if !is_pushed(kernel, number) => {
                let title = format!("scatter output `{name}` is never written");
                let help = format!("write its elements: `{name}[i] = ..;`");
                diagnostics.push(Diagnostic::warning(Code::B0502, span, title).help(help));
            }
            Role::Output | Role::Variable { .. } | Role::Scatter { .. } | Role::Accumulator => {}
            _ if !used[number] => unused.push(parameter),
            _ => {}
        }
    }
    diagnostics.extend(never_used(&unused));
    diagnostics
}

fn never_used(unused: &[&Parameter]) -> Option<Diagnostic> {
    let (first, others) = unused.split_first()?;
    let names: Vec<String> = unused.iter().map(|parameter| format!("`{}`", parameter.name)).collect();
    let title = match names.as_slice() {
        [max @ .., last] if !max.is_empty() => {
            format!("parameters {} and {last} are never used", max.join(", "))
        }
        _ => format!("parameter {} is never used", names[0]),
    };
    let diagnostic = Diagnostic::warning(Code::B0504, first.span, title);
    Some(others.iter().fold(diagnostic, |diagnostic, other| diagnostic.other(other.span, "")))
}

/// Whether something in the kernel's own body assigns to a field of this parameter.
fn is_assigned(kernel: &StreamKernel, parameter: usize) -> bool {
    let main = kernel.main();
    let of = |slot: Slot| slot.parameter == parameter;
    let mut locals = main.locals.iter().enumerate().filter(|(_, local)| local.output.is_some_and(of));
    locals.any(|(number, _)| changes(&main.body, LocalId(number)))
}

fn is_pushed(kernel: &StreamKernel, parameter: usize) -> bool {
    any_stmt(
        &kernel.main().body,
        &|statement| matches!(statement, Stmt::Push { parameter: to, .. } if *to == parameter),
    )
}
