//! Definite assignment: finds variables and outputs that may be unassigned where they are read or where the function ends. They are set to
//! zero at the start, so that components that no branch assigns are the same on every device.

mod flow;
mod state;

use crate::ir::{Expr, Function, Kernel, Local, LocalId, Part, Place, Role, Slot, Stmt, StreamKernel, each_stmt_mut};
use crate::syntax::Span;

use flow::Flow;

/// The components of an output that may be unassigned, one bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Unassigned {
    /// Components that may be unassigned where they are read.
    pub read: u8,
    /// Components that may be unassigned where the kernel ends.
    pub left: u8,
    /// Components that no path assigns before the kernel ends.
    pub never: u8,
}

impl Unassigned {
    /// Returns whether every run assigns the output before it reads it, and before it ends.
    pub fn is_assigned(self) -> bool {
        self == Unassigned::default()
    }
}

/// The variables and outputs of a function that may be unassigned where they are read or where the function ends.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct UnassignedLocals {
    /// Its own variables that it may read before they are assigned, each once.
    pub reads: Vec<EarlyRead>,
    /// Its `out` arguments that may be unassigned when it returns. In the stream phase, its outputs as well.
    pub leaves: Vec<Left>,
    /// The outputs that it, or a function that it calls, may read before they are assigned, each once, by their indices in the interface.
    pub outputs: Vec<(usize, EarlyRead)>,
}

/// A variable or an output that is read where it may be unassigned.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct EarlyRead {
    /// The variable; `None` for an output that a called function reads.
    pub local: Option<LocalId>,
    /// The components that may be unassigned, one bit for each.
    pub missing: u8,
    /// Whether they are unassigned on every path.
    pub never: bool,
    /// Where it is read first; `None` if it is passed to a call that changes it.
    pub span: Option<Span>,
    /// Whether this is uncertain: an assignment by an unknown index, `v[i] = ..`, may have assigned the components, or the variable is not
    /// tracked.
    pub uncertain: bool,
}

/// A variable, or an output, that may be unassigned where the function ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Left {
    /// The variable.
    pub local: LocalId,
    /// The components that may be unassigned, one bit for each.
    pub missing: u8,
    /// The components that no path assigns, one bit for each.
    pub never: u8,
    /// Whether this is uncertain, because an assignment by an unknown index may have assigned the components.
    pub uncertain: bool,
}

/// Returns for each output the components that may be unassigned, along all paths and through calls.
pub(crate) fn unassigned(kernel: &Kernel) -> Vec<Unassigned> {
    summaries(kernel).last().map_or(Vec::new(), |main| of_outputs(kernel, main))
}

/// Returns for each function what may be unassigned where it is read or where the function ends.
pub(crate) fn unassigned_locals(kernel: &Kernel) -> Vec<UnassignedLocals> {
    summaries(kernel).into_iter().map(|summary| summary.locals).collect()
}

/// Returns what may be unassigned in the own body of a kernel of the stream phase, including its outputs, where it is read or where the
/// kernel ends.
pub(crate) fn unassigned_in_stream(kernel: &StreamKernel) -> UnassignedLocals {
    let output = |slot: Slot| kernel.parameters[slot.parameter].role != Role::Accumulator;
    let mut before: Vec<Summary> = Vec::new();
    for function in &kernel.functions {
        let locals = function.locals.iter().enumerate();
        let results = locals.filter(|(_, local)| local.output.is_some_and(output)).map(|(number, _)| LocalId(number));
        let own = Flow::of(&kernel.functions, 0, function, &results.collect::<Vec<_>>(), &before);
        before.push(own);
    }
    before.pop().map(|main| main.locals).unwrap_or_default()
}

fn summaries(kernel: &Kernel) -> Vec<Summary> {
    let mut before: Vec<Summary> = Vec::new();
    for function in &kernel.functions {
        let targets = kernel.interface.outputs.len() + kernel.interface.shared.len();
        let own = Flow::of(&kernel.functions, targets, function, &[], &before);
        before.push(own);
    }
    before
}

fn of_outputs(kernel: &Kernel, main: &Summary) -> Vec<Unassigned> {
    let outputs = &kernel.interface.outputs;
    let all = |output: usize| (1u8 << outputs[output].components().count()) - 1;
    let of = |output: usize| Unassigned {
        read: main.reads[output] & all(output),
        left: if main.returns { all(output) & !main.assigns[output] } else { 0 },
        never: if main.returns { all(output) & !main.may_assign[output] } else { 0 },
    };
    (0..outputs.len()).map(of).collect()
}

/// Sets outputs and variables to zero at the start if they may be unassigned where they are read or where the function ends.
pub(crate) fn zero_initialize(kernel: &mut Kernel) {
    let summaries = summaries(kernel);
    let unassigned = summaries.last().map_or(Vec::new(), |main| of_outputs(kernel, main));
    for (function, summary) in kernel.functions.iter_mut().zip(summaries) {
        start_locals(function, &summary.locals);
    }
    let Some(main) = kernel.functions.last_mut() else { return };
    let mut start = Vec::new();
    for (number, output) in kernel.interface.outputs.iter().enumerate() {
        if unassigned[number].is_assigned() {
            continue;
        }
        let own = main.locals.iter().position(|local| local.target == Some(number));
        let local = LocalId(own.unwrap_or_else(|| {
            main.locals.push(Local { target: Some(number), ..Local::new(&output.name, output.ty) });
            main.locals.len() - 1
        }));
        let value = Expr::zero(output.ty, Span::default());
        start.push(Stmt::Assign { place: Place { local, part: Part::Whole }, value });
    }
    main.body.splice(0..0, start);
}

/// Sets a function's own variables to zero at the start if they may be unassigned where they are read or where the function ends.
fn start_locals(function: &mut Function, unassigned: &UnassignedLocals) {
    let Function { arguments, locals, body, .. } = function;
    let reads = unassigned.reads.iter().filter_map(|read| read.local);
    let mut wanted: Vec<LocalId> = reads.chain(unassigned.leaves.iter().map(|left| left.local)).collect();
    wanted.sort();
    wanted.dedup();
    if wanted.is_empty() {
        return;
    }
    let zero = |local: LocalId| Expr::zero(locals[local.0].ty, Span::default());
    each_stmt_mut(body, &mut |statement| {
        if let Stmt::Declare { local, value: value @ None } = statement
            && wanted.binary_search(local).is_ok()
        {
            *value = Some(zero(*local));
        }
    });
    let given = arguments.iter().map(|argument| argument.local).filter(|local| wanted.contains(local));
    let start = given.map(|local| Stmt::Assign { place: Place { local, part: Part::Whole }, value: zero(local) });
    body.splice(0..0, start.collect::<Vec<_>>());
}

/// The result of analysing a function: its effect on outputs, for its callers, and its own variables that may be unassigned.
struct Summary {
    /// The components of each output that it may read before it has assigned them.
    reads: Vec<u8>,
    /// The components of each output that it always assigns.
    assigns: Vec<u8>,
    /// The components of each output that it may assign.
    may_assign: Vec<u8>,
    /// Whether it can return.
    returns: bool,
    locals: UnassignedLocals,
}
