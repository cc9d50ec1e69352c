//! Definite assignment: reports variables and outputs that may be read before they have a value, and outputs and `out` arguments that a
//! function may leave without a value.

use std::collections::HashMap;

use crate::ir::passes::definite_assignment::{EarlyRead, Left, unassigned, unassigned_locals};
use crate::ir::{Function, Kernel, LETTERS, LocalId};
use crate::syntax::{Code, Diagnostic, Span};

/// The places of a function's variables in the source.
#[derive(Default)]
pub(crate) struct Places {
    /// Where each variable of the source was declared. Variables that the checker made are not among them.
    pub declared: HashMap<LocalId, Span>,
    /// Where each variable was first passed as an `out` or `inout` argument.
    pub passed: HashMap<LocalId, Span>,
    /// Where the function ends.
    pub end: Span,
}

/// Returns the diagnostics of a kernel. `outputs` says where each output was declared, and `places` has the places of each function.
pub(super) fn definite_assignment(kernel: &Kernel, outputs: &[Span], places: &[Places]) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut locals = unassigned_locals(kernel);
    for ((function, unassigned), places) in kernel.functions.iter().zip(&locals).zip(places) {
        for read in unassigned.reads.iter().filter(|read| !read.uncertain) {
            diagnostics.extend(of_read(function, read, places));
        }
        for left in unassigned.leaves.iter().filter(|left| !left.uncertain) {
            diagnostics.extend(of_argument(function, left, places));
        }
    }
    // If an output is read before it is ever written, only the read is reported.
    let reads = locals.pop().map_or(Vec::new(), |main| main.outputs);
    for (number, read) in &reads {
        if let (false, Some(&declared)) = (read.uncertain, outputs.get(*number)) {
            diagnostics.push(of_output_read(&kernel.interface.outputs[*number].name, read, declared));
        }
    }
    let end = places.last().map(|places| places.end);
    for (number, unassigned) in unassigned(kernel).into_iter().enumerate() {
        let told = reads.iter().any(|(output, read)| *output == number && read.never);
        if let (1.., false, Some(&declared)) = (unassigned.left, told, outputs.get(number)) {
            let port = &kernel.interface.outputs[number];
            let never = unassigned.never != 0;
            let missing = if never { unassigned.never } else { unassigned.left };
            let part = part(&port.name, missing, (1 << port.components().count()) - 1);
            diagnostics.push(left_diagnostic(format!("output {part}"), "written", never, declared, end));
        }
    }
    diagnostics
}

fn of_read(function: &Function, read: &EarlyRead, places: &Places) -> Option<Diagnostic> {
    let local = read.local?;
    let name = &function.locals[local.0].name;
    // Variables that the checker made always have a value.
    let declared = *places.declared.get(&local)?;
    let span = read.span.or(places.passed.get(&local).copied()).unwrap_or(declared);
    let part = part(name, read.missing, function.all_of(local));
    let how = if read.never { "is read" } else { "may be read" };
    let diagnostic = Diagnostic::warning(Code::K0507, span, format!("{part} {how} before it has a value"));
    let argument = function.arguments.iter().any(|argument| argument.local == local);
    let (label, help) = match argument {
        true => (
            "an `out` argument: it does not receive the value that is passed",
            "to change what is passed, make it `inout`",
        ),
        false => ("declared without a value", "give it one there, or on every path; without one it is 0"),
    };
    Some(diagnostic.other(declared, label).help(help))
}

fn of_argument(function: &Function, left: &Left, places: &Places) -> Option<Diagnostic> {
    let declared = *places.declared.get(&left.local)?;
    let all = function.all_of(left.local);
    let name = &function.locals[left.local.0].name;
    let missing = if left.never == 0 { left.missing } else { left.never };
    let what = format!("`out` argument {}", part(name, missing, all));
    Some(left_diagnostic(what, "assigned", left.never != 0, declared, Some(places.end)))
}

fn left_diagnostic(what: String, verb: &str, never: bool, declared: Span, end: Option<Span>) -> Diagnostic {
    let how = if never { format!("never {verb}") } else { format!("not {verb} on every path") };
    let diagnostic = Diagnostic::warning(Code::K0508, declared, format!("{what} is {how}"));
    let diagnostic = match end.filter(|_| !never) {
        Some(end) => diagnostic.other(end, "the end may be reached without an assignment"),
        None => diagnostic,
    };
    diagnostic.help(format!("what is not {verb} is 0"))
}

fn of_output_read(name: &str, read: &EarlyRead, declared: Span) -> Diagnostic {
    let span = read.span.unwrap_or(declared);
    let help = "an output holds nothing yet: to change a stream, take it as an input as well";
    match read.never {
        true => {
            Diagnostic::error(Code::K0506, span, format!("output `{name}` is read before it is written")).help(help)
        }
        false => {
            let title = format!("output `{name}` may be read before it is written");
            Diagnostic::warning(Code::K0507, span, title).help("until then it is 0")
        }
    }
}

/// Names a variable, or those of its components that are missing.
fn part(name: &str, missing: u8, all: u8) -> String {
    if missing == all {
        return format!("`{name}`");
    }
    let letters: String = (0..4).filter(|k| missing & (1 << k) != 0).map(|k| LETTERS[k]).collect();
    format!("`{name}.{letters}`")
}
