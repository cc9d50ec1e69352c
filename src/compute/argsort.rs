//! Argsort: the order of keys, as their positions.

use crate::error::Error;
use crate::glsl;
use crate::keys::{KeyBits, KeyRange};
use crate::machine::{Buffer, ComputeSource};
use crate::operator::Operator;

use super::data::Data;
use super::order::exact;
use super::sort::{Sort, SortOptions, numbered, sort_records};
use super::{Reduce, reduce_by};

/// Options of an argsort on compute shaders. The default is the fastest method, ascending order, and keys of all their bits.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ArgsortOptions {
    sort: SortOptions,
    bits: Option<KeyBits>,
}

impl ArgsortOptions {
    /// Sorts by this method.
    pub fn method(self, method: Sort) -> ArgsortOptions {
        ArgsortOptions { sort: self.sort.method(method), ..self }
    }

    /// Puts the largest keys first.
    pub fn descending(self) -> ArgsortOptions {
        ArgsortOptions { sort: self.sort.descending(), ..self }
    }

    /// Compares keys by 1 to 24 bits, like [`primitives::ArgsortOptions::bits`](crate::primitives::ArgsortOptions::bits). A radix sort then
    /// takes only the rounds for these bits. The smallest and the largest key, if they are the range, are read back.
    pub fn bits(self, bits: u32, range: KeyRange) -> ArgsortOptions {
        ArgsortOptions { bits: Some(KeyBits { bits, range }), ..self }
    }
}

/// Finds the order of keys by the method that [`Sort::fastest`] returns: element i of the result is the position, in C order, of the key
/// that comes i-th when the keys are sorted. The smallest key is first, and equal keys keep their order. Positions are whole numbers in
/// floats. It takes the dispatches of the sort of records, and two more.
///
/// ```
/// use brooklet::{Device, compute};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let keys = device.upload(&[0.5, 0.25, 1.0, 0.25])?;
/// assert_eq!(compute::argsort(&keys)?.read()?, [1.0, 3.0, 0.0, 2.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute);
/// [`PrimitiveError::FloatAddress`](crate::compute::ComputeError::FloatAddress), for more than 2^24 keys.
pub fn argsort<D: Data<Element = f32>>(keys: &D) -> Result<D, Error> {
    argsort_with(keys, ArgsortOptions::default())
}

/// Finds the order of keys by the given method.
///
/// # Errors
/// As [`argsort`].
pub fn argsort_by<D: Data<Element = f32>>(keys: &D, method: Sort) -> Result<D, Error> {
    argsort_with(keys, ArgsortOptions::default().method(method))
}

/// Finds the order of keys as the options say.
///
/// # Errors
/// As [`argsort`]; bits and a range that cannot be.
pub fn argsort_with<D: Data<Element = f32>>(keys: &D, options: ArgsortOptions) -> Result<D, Error> {
    let device = keys.on();
    let count = keys.shaped().count();
    exact("an argsort", count)?;
    let loaded = keys.load()?;
    let records = match options.bits {
        None => sort_records(numbered(&loaded)?, options.sort, u32::BITS)?,
        Some(bits) => {
            bits.check()?;
            sort_records(quantized(&loaded, bits)?, options.sort, bits.bits)?
        }
    };
    let mut order = device.buffer::<f32>(count)?;
    let source = ComputeSource::of::<f32>(glsl!("compute/argsort_order.comp"), device.threads(256, 0)?);
    let kernel = device.compute_kernel(&source)?;
    let dispatch = device.dispatch(&kernel).input("records", &records).output("order", &mut order);
    dispatch.constant("count", count).run_over(count)?;
    keys.store(keys.shaped(), order)
}

/// Makes records of integers of few bits and positions.
fn quantized(keys: &Buffer<f32>, bits: KeyBits) -> Result<Buffer<[u32; 2]>, Error> {
    let device = keys.device();
    let steps = (1u32 << bits.bits) as f32;
    let (from, to) = match bits.range {
        KeyRange::Own if keys.is_empty() => (0.0, 1.0),
        KeyRange::Own => {
            let end = |op| reduce_by(keys, &op, Reduce::fastest(device, &op));
            (end(Operator::min())?, end(Operator::max())?)
        }
        KeyRange::Between(from, to) => (from, to),
        KeyRange::Integers => (0.0, steps),
    };
    let scale = if to > from { steps / (to - from) } else { 0.0 };
    let mut records = device.buffer::<[u32; 2]>(keys.len())?;
    let source = ComputeSource::of::<u32>(glsl!("compute/argsort_quantize.comp"), device.threads(256, 0)?);
    let kernel = device.compute_kernel(&source)?;
    let dispatch = device.dispatch(&kernel).input("keys", keys).output("records", &mut records);
    let dispatch = dispatch.constant("from", from).constant("scale", scale).constant("steps", steps);
    dispatch.constant("count", keys.len()).run_over(keys.len())?;
    Ok(records)
}
