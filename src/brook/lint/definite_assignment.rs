//! Definite assignment. Warns of variables that may be read before they are assigned, and of outputs that some path leaves
//! unassigned. Components are tracked separately.

use crate::brook::types::LETTERS;
use crate::ir::passes::definite_assignment::{EarlyRead, Left, unassigned_in_stream};
use crate::ir::{Role, StreamKernel};
use crate::syntax::Span;
use crate::syntax::{Code, Diagnostic};

/// Reports variables that a kernel's own body may read before they are assigned, and outputs that it may leave unassigned. `end`
/// is the end of the body.
pub(super) fn definite_assignment(kernel: &StreamKernel, end: Span) -> Vec<Diagnostic> {
    let unassigned = unassigned_in_stream(kernel);
    let sure = unassigned.reads.iter().filter(|read| !read.uncertain);
    // A variable that is passed for a call to change has no span, because it is not read there.
    let mut reads: Vec<(Span, &EarlyRead)> = sure.filter_map(|read| Some((read.span?, read))).collect();
    reads.sort_by_key(|(span, _)| (span.file, span.start));
    let mut diagnostics: Vec<Diagnostic> =
        reads.into_iter().filter_map(|(span, read)| of_read(kernel, read, span)).collect();
    diagnostics.extend(of_outputs(kernel, &unassigned.leaves, end));
    diagnostics
}

fn letters(mask: u8) -> String {
    (0..4).filter(|k| mask & (1 << k) != 0).map(|k| LETTERS[k]).collect()
}

/// Returns the diagnostic for a variable, or an output, that is read too early.
fn of_read(kernel: &StreamKernel, read: &EarlyRead, span: Span) -> Option<Diagnostic> {
    let function = kernel.main();
    let local = read.local?;
    let variable = &function.locals[local.0];
    let name = &variable.name;
    let output = variable.output.map(|slot| &kernel.parameters[slot.parameter]);
    let what = match output.map(|parameter| parameter.role) {
        Some(Role::Output) => "output ",
        Some(_) => "variable output ",
        None => "",
    };
    let part = match read.missing == function.all_of(local) {
        true => format!("`{name}`"),
        false => format!("`{name}.{}`", letters(read.missing)),
    };
    Some(match (read.never, output.is_some()) {
        (true, true) => {
            let title = format!("{what}`{name}` is read before it is written");
            let help = "an output holds nothing yet: to change a stream, take it as an input as well";
            Diagnostic::error(Code::B0506, span, title).help(help)
        }
        (true, false) => Diagnostic::warning(Code::B0507, span, format!("{part} is read before it has a value")),
        _ => Diagnostic::warning(Code::B0507, span, format!("{what}{part} may be read before it has a value")),
    })
}

/// Reports outputs that some path leaves unassigned.
fn of_outputs(kernel: &StreamKernel, leaves: &[Left], end: Span) -> Vec<Diagnostic> {
    let function = kernel.main();
    let mut diagnostics = Vec::new();
    for (number, parameter) in kernel.parameters.iter().enumerate() {
        if parameter.role != Role::Output {
            continue;
        }
        let (mut never, mut sometimes) = (Vec::new(), Vec::new());
        for left in leaves.iter().filter(|left| !left.uncertain) {
            let local = &function.locals[left.local.0];
            if local.output.is_none_or(|slot| slot.parameter != number) {
                continue;
            }
            let all = function.all_of(left.local);
            let part = |mask: u8| match mask == all {
                true => format!("`{}`", local.name),
                false => format!("`{}.{}`", local.name, letters(mask)),
            };
            match left.never {
                0 => sometimes.push(part(left.missing)),
                // The lint on unused parameters reports an output that is never assigned, but not a single field of a record.
                nothing if nothing == all && parameter.fields.len() == 1 => {}
                nothing => never.push(part(nothing)),
            }
        }
        for (parts, how) in [(never, "never written"), (sometimes, "not written on every path")] {
            let names = match parts.as_slice() {
                [] => continue,
                [one] => format!("output {one} is"),
                [first @ .., last] if parts.len() <= 4 => format!("outputs {} and {last} are", first.join(", ")),
                all => format!("outputs {} and {} more are", all[..3].join(", "), all.len() - 3),
            };
            let diagnostic = Diagnostic::warning(Code::B0508, parameter.span, format!("{names} {how}"));
            let diagnostic = match how {
                "never written" => diagnostic,
                _ => diagnostic.other(end, "the end may be reached without a write"),
            };
            diagnostics.push(diagnostic.help("what is not written is 0"));
        }
    }
    diagnostics
}
