//! An interpreter of the kernel phase that runs one element after the other. It is simple and slow on purpose. All dialects are tested
//! against it, and its log of fetches shows from which elements each result was computed.
//!
//! Floats are the 32-bit floats of IEEE 754, and each operation is rounded once. Where the intermediate representation does not define the
//! result, the interpreter does the following:
//!
//! - A fetch outside of a stream returns the [poison](Run::poison) in each component, which is NaN by default.
//! - A variable without a value, and an output before its first assignment, is zero.
//! - A float beyond the range of ints is converted to the nearest int, and NaN to 0. A [`Quotient`](crate::ir) by 0 is 0.
//! - Positions are 32-bit ints, and wrap around.
//! - `Round` rounds halves to even. `Pow` is C's. `Min` and `Max` of NaN and a number return the number.
//!
//! ```
//! use brooklet::{Components, ir::interpret::{Array, Grid, Run, Value}, kernel::{self, Source}};
//! let source = Source::new("twice", "input float x; output float y; void main() { y = 2.0 * fetch(x, here()); }");
//! let (kernel, _warnings) = kernel::compile(&source)?;
//! let inputs = [Array::floats(Components::One, 4, &[1.0, 2.0, 3.0])];
//! let run = Run::new(&kernel, &inputs, &[], Grid { count: 3, width: 4 })?;
//! let element = run.element(2)?;
//! assert_eq!(element.outputs, [Value::from(6.0)]);
//! assert_eq!(element.fetches[0].element, Some(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod array;
pub(crate) mod circle;
pub(crate) mod execute;
mod expr;
mod machine;
pub(crate) mod math;
pub(crate) mod operate;
#[cfg(test)]
pub(crate) mod texel;
mod value;

use super::{Invalid, Kernel, Type, validate};
use crate::syntax::Span;
pub use array::{Array, Grid};
use machine::Machine;
pub use value::Value;

/// The default for the maximum number of iterations of all loops of one element together. Beyond it, a loop is assumed never to end.
pub const MAX_ITERATIONS: u64 = 1 << 22;

/// A kernel with its inputs and constants, ready to run.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    kernel: &'a Kernel,
    inputs: &'a [Array],
    constants: &'a [Value],
    output: Grid,
    poison: f32,
    max_iterations: u64,
    /// The textures that the texel phase reads.
    #[cfg(test)]
    textures: Option<&'a texel::Textures<'a>>,
}

/// The results of one element, and the fetches it made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Element {
    /// A value for each output.
    pub outputs: Vec<Value>,
    /// The depth, if the kernel writes one.
    pub depth: Option<Value>,
    /// Its fetches, in the order in which they were made.
    pub fetches: Vec<Fetched>,
}

/// A position in a stream, which may be outside of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Position {
    /// A linear index.
    Linear(i64),
    /// A column and a row.
    ColumnRow([i64; 2]),
}

/// A fetch that an element has made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fetched {
    /// The input's index.
    pub input: usize,
    /// The linear index of the element; `None` if it was outside of the stream.
    pub element: Option<usize>,
    /// The position that it asked for, before it was clamped.
    pub position: Position,
    /// Where the fetch is in the source.
    pub span: Span,
}

/// Why a kernel cannot be run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RunError {
    /// The kernel is not valid.
    #[error("the kernel is not valid: {0}")]
    Invalid(#[from] Invalid),
    /// The number of inputs is wrong.
    #[error("kernel `{kernel}` has {wanted} inputs, and {given} are given")]
    Inputs {
        /// The kernel.
        kernel: String,
        /// The number of inputs that it has.
        wanted: usize,
        /// The number that was passed.
        given: usize,
    },
    /// The number of constants is wrong.
    #[error("kernel `{kernel}` has {wanted} constants, and {given} are given")]
    Constants {
        /// The kernel.
        kernel: String,
        /// The number of constants that it has.
        wanted: usize,
        /// The number that was passed.
        given: usize,
    },
    /// An input or constant has the wrong type.
    #[error("`{name}` is of type {wanted}, and {given} is given", wanted = wanted.name(), given = given.name())]
    Type {
        /// The input or constant.
        name: String,
        /// Its type.
        wanted: Type,
        /// The type of the input or constant that was passed.
        given: Type,
    },
    /// The element does not exist.
    #[error("there is no element {number}: the output has {count}, and the first is element 0")]
    Element {
        /// The linear index of the element.
        number: usize,
        /// The number of elements of the output.
        count: usize,
    },
    /// The rows of the output have no elements.
    #[error("the output has {count} elements and rows of 0: a row holds one at least")]
    Width {
        /// The number of elements of the output.
        count: usize,
    },
    /// A loop does not end.
    #[error("kernel `{kernel}`: the loops of element {element} have reached the maximum of {max} iterations")]
    Endless {
        /// The kernel.
        kernel: String,
        /// The linear index of the element.
        element: usize,
        /// The maximum number of iterations.
        max: u64,
    },
}

impl<'a> Run<'a> {
    /// Validates a kernel and prepares to run it. The inputs and constants are in the order of its interface. All outputs have the shape
    /// `output`.
    ///
    /// # Errors
    /// The kernel is not valid; the inputs or constants do not match its interface; or the output has no width.
    pub fn new(
        kernel: &'a Kernel,
        inputs: &'a [Array],
        constants: &'a [Value],
        output: Grid,
    ) -> Result<Run<'a>, RunError> {
        validate(kernel)?;
        let interface = &kernel.interface;
        let name = || kernel.name.clone();
        if inputs.len() != interface.inputs.len() {
            let (wanted, given) = (interface.inputs.len(), inputs.len());
            return Err(RunError::Inputs { kernel: name(), wanted, given });
        }
        if constants.len() != interface.constants.len() {
            let (wanted, given) = (interface.constants.len(), constants.len());
            return Err(RunError::Constants { kernel: name(), wanted, given });
        }
        let inputs_fit = interface.inputs.iter().zip(inputs).map(|(port, array)| (&port.name, port.ty, array.ty));
        let constants_fit = interface.constants.iter().zip(constants);
        let constants_fit = constants_fit.map(|(constant, value)| (&constant.name, constant.ty, value.ty()));
        if let Some((name, wanted, given)) = inputs_fit.chain(constants_fit).find(|(_, wanted, given)| wanted != given)
        {
            return Err(RunError::Type { name: name.clone(), wanted, given });
        }
        if output.width == 0 {
            return Err(RunError::Width { count: output.count });
        }
        Ok(Run {
            kernel,
            inputs,
            constants,
            output,
            poison: f32::NAN,
            max_iterations: MAX_ITERATIONS,
            #[cfg(test)]
            textures: None,
        })
    }

    /// Sets the poison: the value of each component that is fetched from outside of a stream. For ints, its bits are used.
    pub fn poison(self, poison: f32) -> Run<'a> {
        Run { poison, ..self }
    }

    /// Sets the maximum number of iterations of all loops of an element.
    pub fn max_iterations(self, max_iterations: u64) -> Run<'a> {
        Run { max_iterations, ..self }
    }

    /// Runs one element.
    ///
    /// # Errors
    /// The element does not exist, or a loop does not end.
    pub fn element(&self, number: usize) -> Result<Element, RunError> {
        let count = self.output.count;
        if number >= count {
            return Err(RunError::Element { number, count });
        }
        Machine::new(self, number).element()
    }

    /// Runs all elements, in their order.
    ///
    /// # Errors
    /// A loop does not end.
    pub fn all(&self) -> Result<Vec<Element>, RunError> {
        (0..self.output.count).map(|number| self.element(number)).collect()
    }

    /// Runs all elements and returns their results as a stream for each output.
    ///
    /// # Errors
    /// Like those of [`all`](Run::all).
    pub fn outputs(&self) -> Result<Vec<Array>, RunError> {
        let ports = &self.kernel.interface.outputs;
        let mut elements = vec![Vec::with_capacity(self.output.count); ports.len()];
        for number in 0..self.output.count {
            for (all, value) in elements.iter_mut().zip(self.element(number)?.outputs) {
                all.push(value);
            }
        }
        let arrays = ports.iter().zip(&elements).map(|(port, all)| Array::of(port.ty, self.output.width, all));
        Ok(arrays.collect())
    }
}

#[cfg(test)]
mod tests;
