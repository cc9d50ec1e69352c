//! Slicing: extracts the part of a kernel that computes some of its outputs. Dead code is eliminated here, and not left to a driver.
//!
//! Liveness is propagated backwards through the statements, component by component. A loop is first analysed as a whole, regardless of
//! order: a variable that affects anything that is live after the loop is live at its start. If nothing in the loop does, the loop is
//! removed. A sub-kernel is sliced once for each combination of results that a call needs from it.

use rustc_hash::FxHashMap;

mod mark;
mod statement;
mod uses;

use super::reachable::drop_unreachable;
use super::sinking::sink_declarations;
use crate::ir::{Argument, At, Function, FunctionId, Mode, Slot, Stmt, StreamKernel, any_stmt};
use uses::drop_unused;
pub(crate) use uses::{named, read_by};

/// The slicing criterion: the results of a kernel that are needed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Criterion {
    /// These outputs.
    Outputs(Vec<Slot>),
    /// The number of elements that are pushed to this parameter. The slice's pushes have no values.
    Count(usize),
    /// The values that are pushed for these fields of a variable output.
    Values(Vec<Slot>),
}

/// Returns the kernel without the code that the criterion does not depend on.
pub(crate) fn slice(kernel: &StreamKernel, criterion: &Criterion) -> StreamKernel {
    let mut slicer = Slicer { kernel, criterion, functions: Vec::new(), sliced: FxHashMap::default() };
    let main = kernel.main();
    let mut roots = vec![0; main.locals.len()];
    if let Criterion::Outputs(slots) = criterion {
        for (number, local) in main.locals.iter().enumerate() {
            if local.output.is_some_and(|slot| slots.contains(&slot)) {
                roots[number] = 0xff;
            }
        }
    }
    let mut liveness = Liveness { function: main, live: roots.clone(), roots, loops: Vec::new(), result: false };
    let mut body = slicer.block(&main.body, &mut liveness, true);
    drop_unused(&mut body);
    slicer.functions.push(with_body(main, body));
    let mut functions = drop_unreachable(slicer.functions);
    functions.iter_mut().for_each(sink_declarations);
    let discards = functions.last().is_some_and(|main| any_stmt(&main.body, &|s| *s == Stmt::Discard(At::default())));
    let (name, parameters) = (kernel.name.clone(), kernel.parameters.clone());
    StreamKernel { name, span: kernel.span, reduction: kernel.reduction, parameters, functions, discards }
}

/// Returns a copy of the function with another body. The old body is not copied.
fn with_body(function: &Function, body: Vec<Stmt>) -> Function {
    let (name, arguments, locals) = (function.name.clone(), function.arguments.clone(), function.locals.clone());
    Function { name, about: String::new(), arguments, result: function.result, locals, body, head: function.head }
}

/// A request for a slice of a function: the function, for each argument whether its value at the end is needed, and whether the result is
/// needed.
type Wanted = (FunctionId, Vec<bool>, bool);

struct Slicer<'a> {
    kernel: &'a StreamKernel,
    criterion: &'a Criterion,
    functions: Vec<Function>,
    /// For each requested slice: the new function, and for each argument its mode, if it was kept.
    sliced: FxHashMap<Wanted, (FunctionId, Vec<Option<Mode>>)>,
}

/// The state of slicing a function's body.
struct Liveness<'a> {
    function: &'a Function,
    /// The live components of each variable at this point, one bit for each.
    live: Vec<u8>,
    /// The components that are live where the function is left.
    roots: Vec<u8>,
    /// For each enclosing loop, the components that are live at its exit, and those that are live at the end of an iteration.
    loops: Vec<(Vec<u8>, Vec<u8>)>,
    result: bool,
}

impl Slicer<'_> {
    /// Returns the slice of a function that a call needs, and for each argument its mode, if it was kept.
    fn function(&mut self, wanted: Wanted) -> (FunctionId, Vec<Option<Mode>>) {
        if let Some(sliced) = self.sliced.get(&wanted) {
            return sliced.clone();
        }
        let (id, outs, result) = &wanted;
        let function = &self.kernel.functions[id.0];
        let mut roots = vec![0; function.locals.len()];
        for (argument, &out) in function.arguments.iter().zip(outs) {
            if out {
                roots[argument.local.0] = 0xff;
            }
        }
        let mut liveness = Liveness { function, live: roots.clone(), roots, loops: Vec::new(), result: *result };
        let mut body = self.block(&function.body, &mut liveness, false);
        drop_unused(&mut body);
        let mut arguments = Vec::new();
        let mut kept = Vec::new();
        for (argument, &out) in function.arguments.iter().zip(outs) {
            let entered = liveness.live[argument.local.0] != 0;
            let mode = match (argument.mode, out) {
                (Mode::In, _) => entered.then_some(Mode::In),
                (Mode::Out, true) => Some(Mode::Out),
                // The variable starts as zero, and may still be read.
                (Mode::Out, false) => None,
                (Mode::InOut, true) => Some(Mode::InOut),
                (Mode::InOut, false) => entered.then_some(Mode::In),
            };
            if let Some(mode) = mode {
                arguments.push(Argument { local: argument.local, mode });
            }
            kept.push(mode);
        }
        let named = named(&body);
        let gone = |argument: &&Argument| !arguments.iter().any(|kept| kept.local == argument.local);
        let gone = function.arguments.iter().filter(gone).filter(|argument| named.contains(&argument.local));
        let declared = gone.rev().map(|argument| Stmt::Declare { local: argument.local, value: None });
        let body = declared.chain(body).collect();
        let result = function.result.filter(|_| *result);
        let sliced = Function { arguments, result, ..with_body(function, body) };
        self.functions.push(sliced);
        let sliced = (FunctionId(self.functions.len() - 1), kept);
        self.sliced.insert(wanted, sliced.clone());
        sliced
    }
}
