//! Sorting: by bitonic merges, and by digits.

use crate::backend::Class;
use crate::error::Error;
use crate::glsl;
use crate::machine::{Buffer, ComputeSource, Device, Element};
use crate::method::{Citation, MethodInfo, Methods, methods};
use crate::shape::{Named, ShapeError};

use super::Data;
use super::bitonic::{bitonic, bitonic_shared};
use super::data::{Loaded, same_device};
use super::radix::radix;
use super::radix_wide::{radix_runs, radix_tiles};

/// Methods of sorting. All methods take any n and compare the bits of floats. The order is IEEE's `<`: -0 and 0 tie, denormals are
/// exact, and NaN comes last, ascending and descending. Each element keeps its bits.
///
/// To sort a payload, or to make an unstable method stable, positions are sorted with the keys, and the payload or the keys are
/// gathered at the end: two more dispatches, and 8 bytes per record. So every method sorts records with a payload stably, even if
/// the options do not ask for it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    /// A bitonic sort in place with a dispatch for each step: k(k + 1)/2 dispatches, where 2^(k-1) < n ≤ 2^k (210 for 2^20), and
    /// n (log2 n)² / 4 comparisons. Buck and Purcell, GPU Gems ch. 37, section 37.3.1, after Batcher.
    Bitonic,
    /// As [`Sort::Bitonic`], but the comparisons within a block of 1024 elements run in shared memory, in one dispatch. It takes 1
    /// dispatch up to 1024 elements (smaller blocks if a work group has no room), then j + 1 for the j-th stage beyond (66 for 2^20).
    BitonicShared,
    /// A radix sort by digits of 4 bits, from the last to the first. In each of 8 rounds, blocks of 2048 records count their digits,
    /// the counts are scanned, and each record is scattered to its position. A round takes 5 dispatches for 2^20 (40 in all). Linear
    /// work, and two buffers for ping-pong. It is stable. Hardware after the papers sorts by this method; the scan is that of Harris
    /// 2007.
    Radix,
    /// The fastest on drivers that compute on the CPU: a radix sort by digits of 8 bits. In each of 4 rounds, an invocation counts the
    /// digits of its run of 1024 to 4096 records in its own memory, the counts are summed up, and the invocation moves its records
    /// to their positions, one after the other. 3 dispatches per round, 12 for any n; no shared memory, barriers or atomics.
    /// Beside two buffers for ping-pong it needs 256 counts per run. It is stable.
    RadixRuns,
    /// The fastest on GPUs: a radix sort as [`Sort::Radix`], but by digits of 8 bits, on tiles of 2048 records, with the scan
    /// [`Scan::Tiles`](super::Scan::Tiles). A round takes 4 dispatches for 2^20 (16 in all), and 3 up to 2^14. It is stable.
    RadixTiles,
}

impl Sort {
    /// All methods.
    pub const ALL: [Sort; 5] = [Sort::Bitonic, Sort::BitonicShared, Sort::Radix, Sort::RadixRuns, Sort::RadixTiles];

    /// Returns the method that [`sort`] uses: [`Sort::RadixTiles`] on a GPU, [`Sort::RadixRuns`] if the driver computes on the CPU.
    pub fn fastest(device: &Device) -> Sort {
        match device.info().class {
            Class::Hardware => Sort::RadixTiles,
            Class::Software => Sort::RadixRuns,
        }
    }

    /// Whether the method keeps the order of equal keys without sorting positions.
    fn is_stable(self) -> bool {
        matches!(self, Sort::Radix | Sort::RadixRuns | Sort::RadixTiles)
    }

    /// Returns the method's name on the command line.
    pub fn name(self) -> &'static str {
        self.method().name
    }
}

methods!(Sort);

const METHODS: [MethodInfo; 5] = [
    MethodInfo {
        variant: "Sort::Bitonic",
        name: "bitonic",
        of_2_20: "211",
        citation: Citation::new("as in 2004, with a scatter", "Buck and Purcell, 37.3.1"),
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Sort::BitonicShared",
        name: "bitonic-shared",
        of_2_20: "67",
        citation: Citation::new("as in 2004, with a scatter", "Buck and Purcell, 37.3.1"),
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Sort::Radix",
        name: "radix",
        remark: ", of 4 bits",
        of_2_20: "40",
        citation: Citation::new("today's", "with Harris's scan"),
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Sort::RadixRuns",
        name: "radix-runs",
        remark: ", of 8 bits, on the CPU",
        default: true,
        of_2_20: "12",
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Sort::RadixTiles",
        name: "radix-tiles",
        remark: ", of 8 bits, on GPUs",
        default: true,
        of_2_20: "16",
        ..MethodInfo::COMPUTE
    },
];

/// Options of a sort. The default is the method that [`Sort::fastest`] returns, ascending order, and no particular order among
/// equal keys.
///
/// ```
/// use brooklet::{Device, compute::{self, SortOptions}};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let x = device.upload(&[3.0, 1.0, 2.0])?;
/// let sorted = compute::sort_with(&x, SortOptions::default().descending())?;
/// assert_eq!(sorted.read()?, [3.0, 2.0, 1.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SortOptions {
    method: Option<Sort>,
    descending: bool,
    stable: bool,
}

impl SortOptions {
    /// Sorts by this method.
    pub fn method(self, method: Sort) -> SortOptions {
        SortOptions { method: Some(method), ..self }
    }

    /// Sorts the largest keys first.
    pub fn descending(self) -> SortOptions {
        SortOptions { descending: true, ..self }
    }

    /// Keeps the order of equal keys, for any number of elements. In a sort of keys only, that concerns -0 and 0, and NaNs.
    pub fn stable(self) -> SortOptions {
        SortOptions { stable: true, ..self }
    }

    fn method_on(self, device: &Device) -> Sort {
        self.method.unwrap_or(Sort::fastest(device))
    }
}

/// Sorts keys, in C order, the smallest first, by the method that [`Sort::fastest`] returns.
///
/// ```
/// use brooklet::{Device, compute};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let x = device.upload(&[8.0, 6.0, 7.0, f32::NAN, 3.0, 0.0, 9.0, 1.0e-40])?;
/// let sorted = compute::sort(&x)?.read()?;
/// assert_eq!(sorted[..7], [0.0, 1.0e-40, 3.0, 6.0, 7.0, 8.0, 9.0]);
/// assert!(sorted[7].is_nan());
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); more elements than a buffer holds.
pub fn sort<D: Data<Element = f32>>(keys: &D) -> Result<D, Error> {
    sort_with(keys, SortOptions::default())
}

/// Sorts keys by the given method.
///
/// ```
/// use brooklet::{Device, compute::{self, Sort}};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let x = device.upload_buffer(&(0..1 << 12).map(|i| (i * 37 % 4096) as f32).collect::<Vec<_>>())?;
/// for (method, dispatches) in [
///     (Sort::Bitonic, 1 + 78),
///     (Sort::BitonicShared, 1 + 1 + 2 + 3),
///     (Sort::Radix, 8 * 3),
///     (Sort::RadixRuns, 4 * 3),
///     (Sort::RadixTiles, 4 * 3),
/// ] {
///     let (sorted, trace) = device.traced(|| compute::sort_by(&x, method));
///     assert!(sorted?.read()?.is_sorted());
///     if device.compute().unwrap().invocations >= 512 {
///         assert_eq!(trace.dispatches().count(), dispatches); // those in place begin with a copy
///     }
/// }
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// As [`sort`].
pub fn sort_by<D: Data<Element = f32>>(keys: &D, method: Sort) -> Result<D, Error> {
    sort_with(keys, SortOptions::default().method(method))
}

/// Sorts keys as the options say.
///
/// # Errors
/// As [`sort`].
pub fn sort_with<D: Data<Element = f32>>(keys: &D, options: SortOptions) -> Result<D, Error> {
    let device = keys.on();
    let loaded = keys.load()?;
    let sorted = if options.stable && !options.method_on(device).is_stable() {
        let records = sorted_records(&loaded, options)?;
        let mut sorted = device.buffer::<f32>(records.len())?;
        let source = ComputeSource::of::<f32>(glsl!("compute/sort_keys.comp"), device.threads(256, 0)?);
        let kernel = device.compute_kernel(&source)?;
        let dispatch = device.dispatch(&kernel).input("records", &records).output("keys", &mut sorted);
        dispatch.constant("count", records.len()).run_over(records.len())?;
        sorted
    } else {
        run::<f32>(loaded, "uint", options, u32::BITS)?
    };
    keys.store(keys.shaped(), sorted)
}

/// Sorts keys with a payload: each key decides the position of its record.
///
/// ```
/// use brooklet::{Device, compute};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let keys = device.upload(&[3.0, 1.0, 2.0])?;
/// let points = device.upload(&[[3.0, 30.0], [1.0, 10.0], [2.0, 20.0]])?;
/// let (keys, points) = compute::sort_pairs(&keys, &points)?;
/// assert_eq!(keys.read()?, [1.0, 2.0, 3.0]);
/// assert_eq!(points.read()?, [[1.0, 10.0], [2.0, 20.0], [3.0, 30.0]]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// Each result has the shape, and as a stream the layout, of its input.
///
/// # Errors
/// As [`sort`]; keys and payload have different shapes.
pub fn sort_pairs<K: Data<Element = f32>, V: Data>(keys: &K, values: &V) -> Result<(K, V), Error> {
    sort_pairs_with(keys, values, SortOptions::default())
}

/// Sorts keys with a payload as the options say.
///
/// # Errors
/// As [`sort_pairs`].
pub fn sort_pairs_with<K: Data<Element = f32>, V: Data>(
    keys: &K,
    values: &V,
    options: SortOptions,
) -> Result<(K, V), Error> {
    if keys.shaped() != values.shaped() {
        return Err(ShapeError::Mismatch {
            what: "keys and payload of a sort".to_owned(),
            first: Named::new("keys", keys.shaped()),
            second: Named::new("values", values.shaped()),
        }
        .into());
    }
    let device = keys.on();
    same_device(device, values.on(), "the payload of a sort")?;
    let records = sorted_records(&*keys.load()?, options)?;
    let count = records.len();
    let (mut sorted_keys, mut sorted_values) = (device.buffer::<f32>(count)?, device.buffer::<V::Element>(count)?);
    let source = ComputeSource::of::<V::Element>(glsl!("compute/sort_gather.comp"), device.threads(256, 0)?);
    let kernel = device.compute_kernel(&source)?;
    let loaded = values.load()?;
    let dispatch = device.dispatch(&kernel).input("records", &records).input("values", &loaded);
    let dispatch = dispatch.output("sorted_keys", &mut sorted_keys).output("sorted_values", &mut sorted_values);
    dispatch.constant("count", count).run_over(count)?;
    Ok((keys.store(keys.shaped(), sorted_keys)?, values.store(values.shaped(), sorted_values)?))
}

/// Returns the sorted records of keys and positions.
fn sorted_records(keys: &Buffer<f32>, options: SortOptions) -> Result<Buffer<[u32; 2]>, Error> {
    sort_records(numbered(keys)?, options, u32::BITS)
}

/// Makes records of keys and their positions.
pub(super) fn numbered(keys: &Buffer<f32>) -> Result<Buffer<[u32; 2]>, Error> {
    let device = keys.device();
    let mut records = device.buffer::<[u32; 2]>(keys.len())?;
    let source = ComputeSource::of::<u32>(glsl!("compute/sort_number.comp"), device.threads(256, 0)?);
    let kernel = device.compute_kernel(&source)?;
    let dispatch = device.dispatch(&kernel).input("keys", keys).output("records", &mut records);
    dispatch.constant("count", keys.len()).run_over(keys.len())?;
    Ok(records)
}

/// Sorts records of a key and a position, stably. Only the lowest bits of keys differ, this many.
pub(super) fn sort_records(
    records: Buffer<[u32; 2]>,
    options: SortOptions,
    bits: u32,
) -> Result<Buffer<[u32; 2]>, Error> {
    run(Loaded::Copied(records), "uvec2", options, bits)
}

/// Sorts records whose bits are those of a float (`uint`), or of a float and a position (`uvec2`). Only the lowest bits of keys differ,
/// this many.
fn run<T: Element>(
    records: Loaded<'_, T>,
    record: &'static str,
    options: SortOptions,
    bits: u32,
) -> Result<Buffer<T>, Error> {
    match options.method_on(records.device()) {
        Sort::Bitonic => bitonic(records.own()?, record, options.descending),
        Sort::BitonicShared => bitonic_shared(records.own()?, record, options.descending),
        Sort::Radix => radix(records, record, options.descending, bits),
        Sort::RadixRuns => radix_runs(records, record, options.descending, bits),
        Sort::RadixTiles => radix_tiles(records, record, options.descending, bits),
    }
}
