//! Generic kernels: Brook kernels before they are specialized by the gathers that their callers pass.

use super::{Function, LocalId, Parameter};

/// A kernel that is checked once for all its callers. A gather in it refers to the kernel's own parameter, and a
/// [`FunctionId`](super::FunctionId) is an index into [`callees`](GenericKernel::callees). [`specialize`](super::passes::specialize)
/// generates functions from it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct GenericKernel {
    /// Its parameters, in the order written.
    pub parameters: Vec<Parameter>,
    /// For each parameter, the locals that hold its fields; empty for a gather.
    pub locals: Vec<Vec<LocalId>>,
    /// The function in the form that the host calls. Its body begins with a declaration for each field of the parameters that are passed
    /// in. It has no arguments, except for the fields of its result if that is a record.
    pub function: Function,
    /// The kernels that it calls, with those of its own gathers that it passes to each.
    pub callees: Vec<Specialization>,
    /// The indices of the parameters whose `indexof` it evaluates. The index one past the last parameter stands for `instance()`, the
    /// position of the element itself. A call passes these positions after the other arguments.
    pub indexed: Vec<usize>,
    /// For each parameter, whether the source reads its value, even if the result is not used.
    pub used: Vec<bool>,
    /// Whether it may discard the element. If so, a call passes an int variable as the last argument, which is set to a value other than 0
    /// if the element is discarded.
    pub discards: bool,
}

/// The key of a specialization: a kernel, and the gathers that are passed to it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Specialization {
    /// The kernel's index in the program.
    pub kernel: usize,
    /// For each gather of the kernel, the index of the parameter that is passed for it. In [`callees`](GenericKernel::callees) it is a
    /// parameter of the caller. [`callee`](GenericKernel::callee) resolves it to a parameter of the kernel that the host calls.
    pub gathers: Vec<usize>,
}

impl GenericKernel {
    /// Returns the specialization of the callee with index `number`, for a call of this kernel with these gathers.
    pub fn callee(&self, number: usize, gathers: &[usize]) -> Specialization {
        let callee = &self.callees[number];
        let own = gather_numbers(&self.parameters, gathers);
        Specialization { kernel: callee.kernel, gathers: callee.gathers.iter().map(|&gather| own[gather]).collect() }
    }
}

/// Returns for each parameter the index of the gather that is passed for it, or its own index if it is not a gather.
pub(crate) fn gather_numbers(parameters: &[Parameter], gathers: &[usize]) -> Vec<usize> {
    let mut passed = gathers.iter().copied();
    let number = |(own, parameter): (usize, &Parameter)| match parameter.role.is_gather() {
        true => passed.next().unwrap_or(own),
        false => own,
    };
    parameters.iter().enumerate().map(number).collect()
}
