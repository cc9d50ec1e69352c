//! Interpreter of the stream phase. It runs kernels on slices of floats, one element after the other. It is simple and slow on
//! purpose: the tests compare every device with it. It also runs kernels where there is no device, and applies the operators of
//! gather-op and scatter-op.

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

/// The maximum number of iterations of all loops of one element. An element that takes more is assumed to run forever.
pub(crate) const MAX_ITERATIONS: u64 = 1 << 22;

/// The value of a parameter: an array for each of its fields, or the numbers of a constant.
#[derive(Clone, PartialEq, Debug)]
pub enum ParameterValue {
    /// For a stream, iterator or gather: an array for each field.
    Streams(Vec<Array>),
    /// For a constant: the components of each field, as floats.
    Constants(Vec<Vec<f32>>),
    /// For a constant: the number or vector of each field. Its integers need not be exact as floats.
    Numbers(Vec<Number>),
    /// For an output or accumulator: nothing.
    Nothing,
}

/// Why a run of a kernel fails.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RunError {
    /// The value given for a parameter is of the wrong kind or type.
    #[error("kernel `{kernel}`: parameter `{parameter}` takes {wanted}")]
    Parameter {
        /// The kernel.
        kernel: String,
        /// The parameter.
        parameter: String,
        /// What it takes.
        wanted: String,
    },
    /// An array has no dimensions or components, or more than 4.
    #[error("kernel `{kernel}`: an array has 1 to 4 extents and components, not {extents} and {components}")]
    Dimensions {
        /// The kernel.
        kernel: String,
        /// The number of its extents.
        extents: usize,
        /// The number of its components.
        components: usize,
    },
    /// The number of values of an array does not match its extents and components.
    #[error(
        "kernel `{kernel}`: an array of extents {extents:?} and {components} component{s} holds {wanted} values, and this one has {values}",
        s = if *components == 1 { "" } else { "s" }
    )]
    Array {
        /// The kernel.
        kernel: String,
        /// Its extents.
        extents: Vec<usize>,
        /// The number of its components.
        components: usize,
        /// The number of values that these require.
        wanted: usize,
        /// The number of values that it has.
        values: usize,
    },
    /// A kernel of this kind must be run by another function.
    #[error("`{kernel}` {is}: `{by}` runs it, not `{not}`")]
    Kind {
        /// The kernel.
        kernel: String,
        /// What the kernel is.
        is: &'static str,
        /// The function of [`Kernel`](crate::ir::StreamKernel) that runs it.
        by: &'static str,
        /// The function that was called.
        not: &'static str,
    },
    /// An input can be neither repeated nor strided to the extents of the output.
    #[error(
        "kernel `{kernel}`: `{parameter}` has {input} elements along axis {axis} and the output {output}: {input} does not repeat or stride to {output}"
    )]
    Extents {
        /// The kernel.
        kernel: String,
        /// The parameter.
        parameter: String,
        /// The axis, counted from the fastest.
        axis: usize,
        /// The number of elements of the input along the axis.
        input: usize,
        /// The number of elements of the output along the axis.
        output: usize,
    },
    /// A loop does not end.
    #[error("kernel `{kernel}`: the loops of element {element} have reached the maximum of {max} iterations")]
    Endless {
        /// The kernel.
        kernel: String,
        /// The element.
        element: usize,
        /// The maximum number of iterations.
        max: u64,
    },
    /// A reduction of no elements.
    #[error("reduction `{kernel}`: there is no element to reduce")]
    Empty {
        /// The reduction.
        kernel: String,
    },
}
