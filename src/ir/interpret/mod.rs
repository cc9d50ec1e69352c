//! An interpreter of the kernel phase, one element after the other: obvious and slow on purpose. It is what every dialect is
//! held against, and its log of fetches says where each element's numbers came from.
//!
//! Floats are IEEE's of 32 bits, each operation rounded once. Where the representation leaves something open, it does this:
//!
//! - A fetch from outside of a stream gives the [poison](Run::poison) in each component: NaN, unless told otherwise.
//! - A variable without a value, and an output before its first assignment, is zero.
//! - A float beyond the ints becomes the nearest of them, NaN becomes 0. A [`Quotient`](crate::ir) by 0 is 0.
//! - Positions are ints of 32 bits, and wrap around.
//! - `Round` goes to even numbers, `Pow` is C's, `Min` and `Max` of NaN and a number are the number.
//!
//! ```
//! use brooklet::{Components, ir::interpret::{Array, Grid, Run, Value}, kernel::{self, Source}};
//! let source = Source::new("twice", "input float x; output float y; void main() { y = 2.0 * fetch(x, here()); }");
//! let (module, _warnings) = kernel::compile(&source)?;
//! let inputs = [Array::floats(Components::One, 4, &[1.0, 2.0, 3.0])];
//! let run = Run::new(&module, &inputs, &[], Grid { count: 3, width: 4 })?;
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

/// The most iterations of all loops of one element, after which it is taken never to end.
pub const MAX_ITERATIONS: u64 = 1 << 22;

/// A kernel with all that it reads, ready to run.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    kernel: &'a Kernel,
    inputs: &'a [Array],
    constants: &'a [Value],
    output: Grid,
    poison: f32,
    max_iterations: u64,
    /// Where the texel phase reads.
    #[cfg(test)]
    textures: Option<&'a texel::Textures<'a>>,
}

/// What one element gave, and what it read for that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Element {
    /// A value for each output.
    pub outputs: Vec<Value>,
    /// Its fetches, in the order in which they were made.
    pub fetches: Vec<Fetched>,
}

/// A fetch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fetched {
    /// The input's number.
    pub input: usize,
    /// The element's number; none, where it was outside of the stream.
    pub element: Option<usize>,
    /// Where it is written.
    pub span: Span,
}

/// Why a kernel cannot be run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RunError {
    /// The kernel is not valid.
    #[error("the kernel is not valid: {0}")]
    Invalid(#[from] Invalid),
    /// It takes more inputs, or fewer.
    #[error("kernel `{kernel}` has {wanted} inputs, and {given} are given")]
    Inputs {
        /// The kernel.
        kernel: String,
        /// How many it has.
        wanted: usize,
        /// How many are given.
        given: usize,
    },
    /// It takes more constants, or fewer.
    #[error("kernel `{kernel}` has {wanted} constants, and {given} are given")]
    Constants {
        /// The kernel.
        kernel: String,
        /// How many it has.
        wanted: usize,
        /// How many are given.
        given: usize,
    },
    /// An input or constant is of another type.
    #[error("`{name}` is of type {wanted}, and {given} is given", wanted = wanted.name(), given = given.name())]
    Type {
        /// The input or constant.
        name: String,
        /// Its type.
        wanted: Type,
        /// That of what is given.
        given: Type,
    },
    /// There is no such element.
    #[error("there is no element {number}: the output has {count}, and the first is element 0")]
    Element {
        /// The element.
        number: usize,
        /// How many there are.
        count: usize,
    },
    /// A row of the output has no place for an element.
    #[error("the output has {count} elements and rows of 0: a row holds one at least")]
    Width {
        /// How many elements there are.
        count: usize,
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
}

impl<'a> Run<'a> {
    /// A run of this kernel: the inputs and constants are those of its interface, in order; all outputs lie alike.
    ///
    /// # Errors
    /// A kernel that is not valid; inputs and constants that are not as it has them; an output without a width.
    pub fn new(
        module: &'a Kernel,
        inputs: &'a [Array],
        constants: &'a [Value],
        output: Grid,
    ) -> Result<Run<'a>, RunError> {
        validate(module)?;
        let interface = &module.interface;
        let kernel = || module.name.clone();
        if inputs.len() != interface.inputs.len() {
            let (wanted, given) = (interface.inputs.len(), inputs.len());
            return Err(RunError::Inputs { kernel: kernel(), wanted, given });
        }
        if constants.len() != interface.constants.len() {
            let (wanted, given) = (interface.constants.len(), constants.len());
            return Err(RunError::Constants { kernel: kernel(), wanted, given });
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
            kernel: module,
            inputs,
            constants,
            output,
            poison: f32::NAN,
            max_iterations: MAX_ITERATIONS,
            #[cfg(test)]
            textures: None,
        })
    }

    /// The same, with this in each component of what is fetched from outside of a stream; of ints, with its bits.
    pub fn poison(self, poison: f32) -> Run<'a> {
        Run { poison, ..self }
    }

    /// The same, with so many iterations of all loops of an element at most.
    pub fn max_iterations(self, max_iterations: u64) -> Run<'a> {
        Run { max_iterations, ..self }
    }

    /// Runs one element.
    ///
    /// # Errors
    /// An element that is not there, loops that do not end.
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
    /// Loops that do not end.
    pub fn all(&self) -> Result<Vec<Element>, RunError> {
        (0..self.output.count).map(|number| self.element(number)).collect()
    }

    /// Runs all elements; what they give, as a stream for each output.
    ///
    /// # Errors
    /// As [`all`](Run::all).
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
