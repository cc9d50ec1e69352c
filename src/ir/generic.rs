//! Generic kernels: the stream phase before specialization.

use super::{Function, LocalId, Parameter};

/// A kernel that has been checked once, for all its callers: its gathers are its own parameters, and a
/// [`FunctionId`](super::FunctionId) in it is an index into its [`callees`](GenericKernel::callees).
/// [`specialize`](super::passes::specialize) makes functions of it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct GenericKernel {
    /// Its parameters, in the order written.
    pub parameters: Vec<Parameter>,
    /// The locals that hold the fields of each parameter; a gather has none.
    pub locals: Vec<Vec<LocalId>>,
    /// The function, as the host calls it. It begins with declarations of the parameters that are passed in; its only arguments
    /// are the fields of a result that is a record.
    pub function: Function,
    /// The kernels that it calls, and which of its own gathers it passes to each.
    pub callees: Vec<Specialization>,
    /// The parameters whose `indexof` it asks for. The number after that of the last parameter stands for the element's own
    /// position. In a call, these positions follow the arguments.
    pub indexed: Vec<usize>,
    /// For each parameter, whether the source reads its value, even if the result is not used.
    pub used: Vec<bool>,
    /// Whether it may discard the element. In a call, the last argument is then an int variable that is set to a value other than
    /// 0 if it has.
    pub discards: bool,
}

/// A kernel, and the gathers that are passed to it. This identifies a specialization.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Specialization {
    /// The kernel, by its index in the program.
    pub kernel: usize,
    /// For each of its gathers, the caller's parameter that is passed; after resolution, a parameter of the kernel that the host
    /// calls.
    pub gathers: Vec<usize>,
}

impl GenericKernel {
    /// The specialization of callee `number`, where this kernel is itself called with these gathers.
    pub fn callee(&self, number: usize, gathers: &[usize]) -> Specialization {
        let callee = &self.callees[number];
        let own = gather_numbers(&self.parameters, gathers);
        Specialization { kernel: callee.kernel, gathers: callee.gathers.iter().map(|&gather| own[gather]).collect() }
    }
}

/// For each parameter that is a gather, the gather that is passed for it.
pub(crate) fn gather_numbers(parameters: &[Parameter], gathers: &[usize]) -> Vec<usize> {
    let mut passed = gathers.iter().copied();
    let number = |(own, parameter): (usize, &Parameter)| match parameter.role.is_gather() {
        true => passed.next().unwrap_or(own),
        false => own,
    };
    parameters.iter().enumerate().map(number).collect()
}
