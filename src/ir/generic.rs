//! Generic kernels: the stream phase before specialization.

use super::{Function, LocalId, Parameter};

/// A kernel that has been checked once, for whoever calls it: its gathers are its own parameters, and a
/// [`FunctionId`](super::FunctionId) in it is the number of one of its [`callees`](GenericKernel::callees).
/// [`specialize`](super::passes::specialize) makes functions of it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct GenericKernel {
    /// Its parameters, in the order written.
    pub parameters: Vec<Parameter>,
    /// The locals that hold the fields of each parameter; none of a gather.
    pub locals: Vec<Vec<LocalId>>,
    /// The function, as the host calls it. It begins with the declarations of the parameters that it is given; its only
    /// arguments are the fields of a result that is a record.
    pub function: Function,
    /// What it calls, with which of its own gathers.
    pub callees: Vec<Specialization>,
    /// The parameters whose `indexof` it asks for; the number behind the last of them where it asks for its own place. Where it
    /// is called, the place of each follows the arguments.
    pub indexed: Vec<usize>,
    /// Of each parameter, whether its value is read where it is written down, also where nothing comes of it.
    pub used: Vec<bool>,
    /// Whether it may discard the element. Where it is called, a variable for that comes last, an int, not 0 if it has.
    pub discards: bool,
}

/// A kernel, and the gathers that are passed to it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Specialization {
    /// Which kernel of the program.
    pub kernel: usize,
    /// For each of its gathers a parameter of the caller; in the end, one of the kernel that the host calls.
    pub gathers: Vec<usize>,
}

impl GenericKernel {
    /// What this kernel calls, where it is itself called with these gathers.
    pub fn callee(&self, number: usize, gathers: &[usize]) -> Specialization {
        let callee = &self.callees[number];
        let own = gather_numbers(&self.parameters, gathers);
        Specialization { kernel: callee.kernel, gathers: callee.gathers.iter().map(|&gather| own[gather]).collect() }
    }
}

/// For each parameter, if it is a gather, which is passed for it.
pub(crate) fn gather_numbers(parameters: &[Parameter], gathers: &[usize]) -> Vec<usize> {
    let mut passed = gathers.iter().copied();
    let number = |(own, parameter): (usize, &Parameter)| match parameter.role.is_gather() {
        true => passed.next().unwrap_or(own),
        false => own,
    };
    parameters.iter().enumerate().map(number).collect()
}
