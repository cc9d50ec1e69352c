//! Ids of functions, variables and fields.

/// A function of a kernel, by its index among the functions of a [`StreamKernel`](super::StreamKernel) or [`Kernel`](super::Kernel).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct FunctionId(pub usize);

/// A local of a function, by its index in [`Function::locals`](super::Function::locals).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct LocalId(pub usize);

/// A field of a kernel's parameter. One texture or one constant holds it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Slot {
    /// The parameter's index in [`StreamKernel::parameters`](super::StreamKernel::parameters).
    pub parameter: usize,
    /// The field's index in [`Parameter::fields`](super::Parameter::fields).
    pub field: usize,
}
