//! Ids of functions, variables and fields.

/// A function of a kernel, by its number in [`StreamKernel`](super::StreamKernel) or [`Kernel`](super::Kernel).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct FunctionId(pub usize);

/// A local of a function, by its number in [`Function::locals`](super::Function::locals).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct LocalId(pub usize);

/// A field of a parameter of the kernel, held by one texture or one constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Slot {
    /// The parameter's place among [`StreamKernel::parameters`](super::StreamKernel::parameters).
    pub parameter: usize,
    /// The field's place among [`Parameter::fields`](super::Parameter::fields).
    pub field: usize,
}
