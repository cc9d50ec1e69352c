//! Argsort: the order of keys, as their positions.

use crate::backend::Class;
use crate::error::Error;
use crate::glsl;
use crate::keys::{KeyBits, KeyRange};
use crate::machine::{Buffer, ComputeSource, Device};
use crate::method::{Citation, MethodInfo, Methods, methods};
use crate::operator::Operator;

use super::data::Data;
use super::order::exact;
use super::sort::{Sort, SortOptions, numbered, sort_records};
use super::{Reduce, reduce_by};

/// Methods of finding the order of keys: the sorts of [`Sort`], of records of a key and its position. All are stable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Argsort {
    /// As [`Sort::Bitonic`]: 210 steps for 2^20 keys.
    Bitonic,
    /// As [`Sort::BitonicShared`].
    BitonicShared,
    /// As [`Sort::Radix`], in ⌈bits / 4⌉ rounds.
    Radix,
    /// As [`Sort::RadixRuns`], in ⌈bits / 8⌉ rounds: the fastest on drivers that compute on the CPU.
    RadixRuns,
    /// As [`Sort::RadixTiles`], in ⌈bits / 8⌉ rounds: the fastest on GPUs.
    RadixTiles,
}

impl Argsort {
    /// All methods.
    pub const ALL: [Argsort; 5] =
        [Argsort::Bitonic, Argsort::BitonicShared, Argsort::Radix, Argsort::RadixRuns, Argsort::RadixTiles];

    /// Returns the method that [`argsort`] uses: [`Argsort::RadixTiles`] on a GPU, [`Argsort::RadixRuns`] if the driver computes on the
    /// CPU.
    pub fn fastest(device: &Device) -> Argsort {
        match device.info().class {
            Class::Hardware => Argsort::RadixTiles,
            Class::Software => Argsort::RadixRuns,
        }
    }

    /// Returns the method's name on the command line.
    pub fn name(self) -> &'static str {
        self.method().name
    }

    /// Returns the sort of the records.
    fn sort(self) -> Sort {
        match self {
            Argsort::Bitonic => Sort::Bitonic,
            Argsort::BitonicShared => Sort::BitonicShared,
            Argsort::Radix => Sort::Radix,
            Argsort::RadixRuns => Sort::RadixRuns,
            Argsort::RadixTiles => Sort::RadixTiles,
        }
    }
}

methods!(Argsort);

const METHODS: [MethodInfo; 5] = [
    MethodInfo {
        variant: "Argsort::Bitonic",
        name: "bitonic",
        of_2_20: "212",
        citation: Citation::new("as in 2004, with a scatter", "Buck and Purcell, 37.3.1"),
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Argsort::BitonicShared",
        name: "bitonic-shared",
        of_2_20: "68",
        citation: Citation::new("as in 2004, with a scatter", "Buck and Purcell, 37.3.1"),
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Argsort::Radix",
        name: "radix",
        remark: ", of 4 bits",
        of_2_20: "42",
        citation: Citation::new("today's", "with Harris's scan"),
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Argsort::RadixRuns",
        name: "radix-runs",
        remark: ", of 8 bits, on the CPU",
        default: true,
        of_2_20: "14",
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Argsort::RadixTiles",
        name: "radix-tiles",
        remark: ", of 8 bits, on GPUs",
        default: true,
        of_2_20: "18",
        ..MethodInfo::COMPUTE
    },
];

/// Options of an argsort on compute shaders. The default is the fastest method, ascending order, and keys of all their bits.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ArgsortOptions {
    sort: SortOptions,
    bits: Option<KeyBits>,
}

impl ArgsortOptions {
    /// Sorts by this method.
    pub fn method(self, method: Argsort) -> ArgsortOptions {
        ArgsortOptions { sort: self.sort.method(method.sort()), ..self }
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

/// Finds the order of keys by the method that [`Argsort::fastest`] returns: element i of the result is the position, in C order, of the key
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
pub fn argsort_by<D: Data<Element = f32>>(keys: &D, method: Argsort) -> Result<D, Error> {
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
