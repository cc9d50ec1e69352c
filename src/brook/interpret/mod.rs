//! Interpreter of the stream phase: runs kernels on slices of floats, one element after the other: obvious and slow on
//! purpose. It is what the tests hold every device against, what runs where there is none, and the operator of gather-op
//! and scatter-op.

mod arithmetic;
mod array;
mod indirect;
mod machine;
mod number;
mod run;
mod streams;
mod value;

pub use array::Array;
pub use indirect::Scatter;
pub use number::Number;
pub(crate) use streams::Resize;

/// The most iterations of all loops of one element, after which it is taken never to end.
pub(crate) const MAX_ITERATIONS: u64 = 1 << 22;

/// What goes into a parameter: an array for each of its fields, or the numbers of a constant.
#[derive(Clone, PartialEq, Debug)]
pub enum ParameterValue {
    /// Of a stream, iterator or gather.
    Streams(Vec<Array>),
    /// Of a constant: for each field its numbers, as values.
    Constants(Vec<Vec<f32>>),
    /// The same, where an integer may be one that no float holds.
    Numbers(Vec<Number>),
    /// Of an output or accumulator: nothing.
    Nothing,
}

/// Why a kernel cannot be run so.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RunError {
    /// A parameter was given something else.
    #[error("kernel `{kernel}`: parameter `{parameter}` takes {wanted}")]
    Parameter {
        /// The kernel.
        kernel: String,
        /// The parameter.
        parameter: String,
        /// What it takes.
        wanted: String,
    },
    /// An array has more dimensions or components than there are, or none.
    #[error("kernel `{kernel}`: an array has 1 to 4 extents and components, not {extents} and {components}")]
    Dimensions {
        /// The kernel.
        kernel: String,
        /// How many extents it has.
        extents: usize,
        /// Its components.
        components: usize,
    },
    /// An array has not as many values as it says.
    #[error(
        "kernel `{kernel}`: an array of extents {extents:?} and {components} component{s} holds {wanted} values, and this one has {values}",
        s = if *components == 1 { "" } else { "s" }
    )]
    Array {
        /// The kernel.
        kernel: String,
        /// Its extents.
        extents: Vec<usize>,
        /// Its components.
        components: usize,
        /// How many values these make.
        wanted: usize,
        /// How many it has.
        values: usize,
    },
    /// A kernel of this kind is run by another function.
    #[error("`{kernel}` {is}: `{by}` runs it, not `{not}`")]
    Kind {
        /// The kernel.
        kernel: String,
        /// What it is.
        is: &'static str,
        /// The function of [`Kernel`](crate::ir::StreamKernel) that runs it.
        by: &'static str,
        /// The one that was called.
        not: &'static str,
    },
    /// The extents of an input and of the output do not go together.
    #[error(
        "kernel `{kernel}`: `{parameter}` has {input} elements along axis {axis} and the output {output}: {input} does not repeat or stride to {output}"
    )]
    Extents {
        /// The kernel.
        kernel: String,
        /// The parameter.
        parameter: String,
        /// The axis, from the fastest.
        axis: usize,
        /// Elements of the input along it.
        input: usize,
        /// Elements of the output along it.
        output: usize,
    },
    /// A loop does not end.
    #[error("kernel `{kernel}`: the loops of element {element} have taken {max} iterations, which is the most")]
    Endless {
        /// The kernel.
        kernel: String,
        /// The element.
        element: usize,
        /// The most iterations.
        max: u64,
    },
    /// A reduction of no elements.
    #[error("reduction `{kernel}`: there is no element to reduce")]
    Empty {
        /// The reduction.
        kernel: String,
    },
}
