//! Cases: calls of methods on the data of an example, whose results are compared with the reference: bit for bit, but where an error is stated.

use std::fmt;

use crate::error::Error;
use crate::geometry::Layout;
use crate::machine::Device;
use crate::method::MethodInfo;

use super::{Example, Options, Primitive};

/// The largest of the whole numbers in the data, small enough that their sums are exact on every device.
const LARGEST: f32 = 4.0;

/// A call of a method on the data of an example, which is compared with the reference.
///
/// ```
/// use brooklet::catalog::{self, Case};
/// use brooklet::Device;
///
/// let device = Device::headless()?;
/// let scan = catalog::find("scan").unwrap();
/// for case in Case::of(scan, &scan.examples[0], 17).into_iter().filter(|case| case.runs_on(&device)) {
///     assert_eq!(case.difference(&device)?, None, "{case}");
/// }
/// # Ok::<(), brooklet::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Case {
    /// The primitive.
    pub primitive: &'static Primitive,
    /// The example, which has the data and the options.
    pub example: &'static Example,
    /// The method.
    pub method: &'static MethodInfo,
    /// Where the inputs are.
    pub memory: Memory,
    /// The number of elements. If the inputs have rows, it is rounded up to whole rows.
    pub size: usize,
}

/// Where the inputs of a call are, which says by which family it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory {
    /// In streams of this layout, for passes.
    Streams(Layout),
    /// In buffers, for compute shaders.
    Buffers,
}

/// A difference between a result and what the reference says.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Difference {
    /// Elements differ.
    Elements {
        /// The index of the first such element.
        index: usize,
        /// What it has to be.
        expected: f32,
        /// What it is.
        found: f32,
        /// The number of elements that differ.
        wrong: usize,
        /// The number of all elements.
        count: usize,
    },
    /// The result is further away from what it has to be than its method promises.
    Inexact {
        /// The error, relative to what is expected, root mean square.
        error: f64,
        /// The largest error that is right.
        bound: f64,
    },
    /// The result has another number of elements.
    Count {
        /// The right number.
        expected: usize,
        /// The number that it has.
        found: usize,
    },
    /// The reference refuses the inputs, and the method does not, or for another reason.
    Refusal {
        /// The error of the reference.
        expected: String,
        /// The error of the method. None: it has a result.
        found: Option<String>,
    },
}

impl Difference {
    /// Compares a result with what it has to be, bit for bit.
    pub fn between(expected: &[f32], found: &[f32]) -> Option<Difference> {
        let differing = || expected.iter().zip(found).enumerate().filter(|(_, (a, b))| a.to_bits() != b.to_bits());
        if let Some((index, (&expected_element, &found_element))) = differing().next() {
            return Some(Difference::Elements {
                index,
                expected: expected_element,
                found: found_element,
                wrong: differing().count(),
                count: expected.len(),
            });
        }
        let (expected, found) = (expected.len(), found.len());
        (expected != found).then_some(Difference::Count { expected, found })
    }
}

impl Example {
    /// Compares a result with what it has to be. `exact` is the largest integer up to which the floats of the device are exact.
    pub fn difference(&self, expected: &[f32], found: &[f32], exact: u32) -> Option<Difference> {
        let Some(bound) = self.error.filter(|_| expected.len() == found.len()) else {
            return Difference::between(expected, found);
        };
        let square = |x: f64| x * x;
        let errors: f64 = expected.iter().zip(found).map(|(a, b)| square(f64::from(*a) - f64::from(*b))).sum();
        let all: f64 = expected.iter().map(|x| square(f64::from(*x))).sum();
        let error = (errors / all.max(f64::MIN_POSITIVE)).sqrt();
        // Floats of fewer bits are off by as much more. Those of chips are not rounded to nearest.
        let coarser = 2f64.powi(f32::MANTISSA_DIGITS as i32) / f64::from(exact.max(1));
        let bound = bound * if coarser > 1.0 { 4.0 * coarser } else { 1.0 };
        let right = error <= bound;
        (!right).then_some(Difference::Inexact { error, bound })
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Difference::Elements { index, expected, found, wrong, count } => {
                write!(f, "element {index} has to be {expected:?} and is {found:?}; {wrong} of {count} differ")
            }
            Difference::Inexact { error, bound } => {
                write!(f, "the error has to be at most {bound:.2e} of the result, root mean square, and is {error:.2e}")
            }
            Difference::Count { expected, found } => {
                write!(f, "the result has to have {expected} elements and has {found}")
            }
            Difference::Refusal { expected, found: None } => write!(f, "it has to refuse its inputs: {expected}"),
            Difference::Refusal { expected, found: Some(found) } => {
                write!(f, "it has to refuse its inputs with \"{expected}\", and says \"{found}\"")
            }
        }
    }
}

impl Case {
    /// Returns the cases of an example of this size: every selected method that takes so many elements, on streams in each of its layouts,
    /// then every selected method on compute shaders.
    pub fn of(primitive: &'static Primitive, example: &'static Example, size: usize) -> Vec<Case> {
        let case = |method, memory| Case { primitive, example, method, memory, size };
        let drawn = primitive.fragment.methods.iter().filter(|method| example.fragment.has(method));
        let drawn = drawn.filter(|method| size <= method.max_elements);
        let drawn =
            drawn.flat_map(|method| method.layouts.iter().map(move |layout| case(method, Memory::Streams(*layout))));
        let dispatched = primitive.compute.iter().flat_map(|family| family.methods);
        let dispatched = dispatched.filter(|method| example.compute.has(method));
        drawn.chain(dispatched.map(|method| case(method, Memory::Buffers))).collect()
    }

    /// Returns whether a device has all features that the method needs.
    pub fn runs_on(&self, device: &Device) -> bool {
        self.lacks(device).is_none()
    }

    /// Returns the first feature that the method needs and a device lacks, in words, if there is one.
    pub fn lacks(&self, device: &Device) -> Option<String> {
        match (self.memory, &self.primitive.compute) {
            (Memory::Streams(_), _) => self.primitive.fragment.lacks(self.method, device),
            (Memory::Buffers, Some(family)) => family.lacks(self.method, device),
            (Memory::Buffers, None) => Some("a method on compute shaders".to_owned()),
        }
    }

    /// Runs the method, and compares its result with the reference. If the reference refuses the inputs, the method has to refuse
    /// them with the same error.
    ///
    /// # Errors
    /// Those of the method on inputs that the reference does not refuse.
    pub fn difference(&self, device: &Device) -> Result<Option<Difference>, Error> {
        let options = (self.example.options)();
        let inputs = self.inputs(device, &options);
        let slices: Vec<&[f32]> = inputs.iter().map(Vec::as_slice).collect();
        let found = self.run(device, &slices, &options);
        let expected = match self.primitive.expected_of(self.method.name, &slices, &options) {
            Ok(expected) => {
                return Ok(self.example.difference(&expected, &found?, device.features().exact_integer));
            }
            Err(expected) => expected.to_string(),
        };
        let found = found.err().map(|error| error.to_string());
        let same = found.as_ref() == Some(&expected);
        Ok((!same).then_some(Difference::Refusal { expected, found }))
    }

    /// Generates the inputs, with as many bits as the device's floats have.
    fn inputs(&self, device: &Device, options: &Options) -> Vec<Vec<f32>> {
        let size = self.size.next_multiple_of(options.rows.unwrap_or(1).max(1));
        let bits = device.features().exact_integer.max(1).ilog2().clamp(1, f32::MANTISSA_DIGITS);
        let mask = u32::MAX << (f32::MANTISSA_DIGITS - bits);
        let smallest = smallest(device, bits);
        let held = |x: f32| match f32::from_bits(x.to_bits() & mask) {
            x if x.abs() < smallest => 0f32.copysign(x),
            x => x,
        };
        self.example.data.iter().map(|data| data.numbers(size, LARGEST).into_iter().map(held).collect()).collect()
    }

    fn run(&self, device: &Device, inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
        let method = Some(self.method.name);
        match self.memory {
            Memory::Streams(layout) => {
                let upload = |x: &&[f32]| device.upload_with(options.shape(x.len()), layout, x);
                let streams = inputs.iter().map(upload).collect::<Result<Vec<_>, _>>()?;
                self.primitive.draw(method, &streams.iter().collect::<Vec<_>>(), options)?.read()
            }
            Memory::Buffers => {
                let buffers = inputs.iter().map(|x| device.upload_buffer(x)).collect::<Result<Vec<_>, _>>()?;
                self.primitive.dispatch(method, &buffers.iter().collect::<Vec<_>>(), options)?.read()
            }
        }
    }
}

/// Returns the smallest positive number that the device holds. Chips without integers have no denormals, and those with floats of 24 bits
/// have fewer exponents.
fn smallest(device: &Device, bits: u32) -> f32 {
    let is_such_a_chip = device.info().dialect.is_none() && !device.features().integers;
    match is_such_a_chip {
        false => f32::from_bits(1),
        true if bits < f32::MANTISSA_DIGITS => 2f32.powi(-62),
        true => f32::MIN_POSITIVE,
    }
}

/// Writes what is called, as in `scan of sum, by pyramid, 300 elements, packed`.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Case { primitive, example, method, memory, size } = self;
        let title = example.title.or(example.row).unwrap_or("");
        write!(f, "{}{title}, by {}, {size} elements, ", primitive.name, method.name)?;
        match memory {
            Memory::Streams(layout) => write!(f, "{layout}"),
            Memory::Buffers => f.write_str("on compute shaders"),
        }
    }
}
