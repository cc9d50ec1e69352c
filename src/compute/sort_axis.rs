//! Sorting along an axis: each row or column by itself, and its order.

use crate::backend::Class;
use crate::error::Error;
use crate::glsl;
use crate::lines::Lines;
use crate::machine::{Buffer, Device};
use crate::method::{Citation, MethodInfo, Methods, methods};

use super::axis::{Axis, constants};
use super::data::Data;
use super::order::{exact, source};
use super::sort::{Sort, SortOptions, numbered, sort_records};

/// Methods of sorting along an axis of `L` elements. All sort records of a key and a position, so that each is stable, and gives the order as
/// well as the keys. The order of keys is that of [`Sort`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SortAxis {
    /// The fastest on GPUs: a work group sorts a line, or several if these are short, in shared memory, as [`Sort::BitonicShared`]: 1
    /// dispatch. Lines longer than a group has room for (1024 elements, on most devices) go by [`SortAxis::RadixTiles`].
    BitonicShared,
    /// The fastest on drivers that compute on the CPU. It sorts all records by their keys, and then by their lines, both by
    /// [`Sort::RadixRuns`], which is stable. It takes the dispatches of both sorts, in ⌈bits / 8⌉ rounds for lines whose number has so many
    /// bits, and three more, and 16 bytes per key.
    RadixRuns,
    /// As [`SortAxis::RadixRuns`], by [`Sort::RadixTiles`].
    RadixTiles,
}

impl SortAxis {
    /// All methods.
    pub const ALL: [SortAxis; 3] = [SortAxis::BitonicShared, SortAxis::RadixRuns, SortAxis::RadixTiles];

    /// Returns the method that [`sort_axis`] uses: [`SortAxis::BitonicShared`] on a GPU, [`SortAxis::RadixRuns`] if the driver computes on
    /// the CPU.
    pub fn fastest(device: &Device) -> SortAxis {
        match device.info().class {
            Class::Hardware => SortAxis::BitonicShared,
            Class::Software => SortAxis::RadixRuns,
        }
    }

    /// Returns the method's name on the command line.
    pub fn name(self) -> &'static str {
        self.method().name
    }
}

methods!(SortAxis);

const METHODS: [MethodInfo; 3] = [
    MethodInfo {
        variant: "SortAxis::BitonicShared",
        name: "bitonic-shared",
        remark: ", on GPUs",
        default: true,
        of_2_20: "1 (*L* = 1024)",
        citation: Citation::new("as in 2004, with a scatter", "Buck and Purcell, 37.3.1"),
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "SortAxis::RadixRuns",
        name: "radix-runs",
        remark: ", of 8 bits, on the CPU",
        default: true,
        of_2_20: "21 (*L* = 1024)",
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "SortAxis::RadixTiles",
        name: "radix-tiles",
        remark: ", of 8 bits",
        of_2_20: "27 (*L* = 1024)",
        ..MethodInfo::COMPUTE
    },
];

/// Options of a sort or argsort along an axis on compute shaders. The default is the fastest method and ascending order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SortAxisOptions {
    method: Option<SortAxis>,
    descending: bool,
}

impl SortAxisOptions {
    /// Sorts by this method.
    pub fn method(self, method: SortAxis) -> SortAxisOptions {
        SortAxisOptions { method: Some(method), ..self }
    }

    /// Puts the largest keys first. Equal keys still keep their order.
    pub fn descending(self) -> SortAxisOptions {
        SortAxisOptions { descending: true, ..self }
    }
}

/// Sorts each line along an axis, like [`primitives::sort_axis`](crate::primitives::sort_axis()), by the method that [`SortAxis::fastest`]
/// returns. Equal keys keep their order.
///
/// ```
/// use brooklet::{Device, compute};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let x = device.upload_shaped([2, 3], &[3.0, 1.0, 2.0, 6.0, 5.0, 4.0])?;
/// assert_eq!(compute::sort_axis(&x, 1)?.read()?, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
/// assert_eq!(compute::argsort_axis(&x, 1)?.read()?, [1.0, 2.0, 0.0, 2.0, 1.0, 0.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); [`ShapeError::Axis`](crate::ShapeError::Axis), for an axis that the data do
/// not have.
pub fn sort_axis<D: Data<Element = f32>>(keys: &D, axis: impl Into<Axis>) -> Result<D, Error> {
    sort_axis_with(keys, axis, SortAxisOptions::default())
}

/// Sorts each line along an axis as the options say.
///
/// # Errors
/// As [`sort_axis`].
pub fn sort_axis_with<D: Data<Element = f32>>(
    keys: &D,
    axis: impl Into<Axis>,
    options: SortAxisOptions,
) -> Result<D, Error> {
    run(keys, axis.into().lines(keys)?, options, &KEY)
}

/// Finds the order of each line along an axis, like [`primitives::argsort_axis`](crate::primitives::argsort_axis()): the place in the line of
/// its smallest key, of the next, and so on, as whole numbers in floats.
///
/// # Errors
/// As [`sort_axis`]; [`ComputeError::FloatAddress`](super::ComputeError::FloatAddress), for more than 2^24 elements along the axis.
pub fn argsort_axis<D: Data<Element = f32>>(keys: &D, axis: impl Into<Axis>) -> Result<D, Error> {
    argsort_axis_with(keys, axis, SortAxisOptions::default())
}

/// Finds the order of each line along an axis as the options say.
///
/// # Errors
/// As [`argsort_axis`].
pub fn argsort_axis_with<D: Data<Element = f32>>(
    keys: &D,
    axis: impl Into<Axis>,
    options: SortAxisOptions,
) -> Result<D, Error> {
    let lines = axis.into().lines(keys)?;
    exact("an argsort along an axis", lines.length)?;
    run(keys, lines, options, &PLACE)
}

/// What is written of a sorted record.
struct Written {
    element: &'static str,
    text: &'static str,
}

const KEY: Written = Written { element: "uint", text: "uint result_of(uvec2 record) { return record.x; }\n" };
const PLACE: Written =
    Written { element: "float", text: "float result_of(uvec2 record) { return float(record.y); }\n" };

fn run<D: Data<Element = f32>>(
    keys: &D,
    lines: Lines,
    options: SortAxisOptions,
    written: &Written,
) -> Result<D, Error> {
    let device = keys.on();
    let loaded = keys.load()?;
    // A group sorts two records for each invocation.
    let threads = device.threads(512, 2 * size_of::<[u32; 2]>())?;
    let sorted = match options.method.unwrap_or(SortAxis::fastest(device)) {
        _ if loaded.is_empty() => device.buffer(0)?,
        SortAxis::BitonicShared if lines.length <= 2 * threads => {
            shared(&loaded, lines, threads, options.descending, written)?
        }
        SortAxis::BitonicShared | SortAxis::RadixTiles => {
            radix(&loaded, lines, Sort::RadixTiles, options.descending, written)?
        }
        SortAxis::RadixRuns => radix(&loaded, lines, Sort::RadixRuns, options.descending, written)?,
    };
    keys.store(lines.shape(), sorted)
}

/// Sorts each line in shared memory.
fn shared(
    keys: &Buffer<f32>,
    lines: Lines,
    threads: usize,
    descending: bool,
    written: &Written,
) -> Result<Buffer<f32>, Error> {
    let device = keys.device();
    let text = glsl!("compute/sort_axis_shared.comp").part("result", written.text);
    let kernel = device.compute_kernel(&source(text, written.element, threads))?;
    let (count, padded) = (lines.count(), lines.length.next_power_of_two());
    let mut sorted = device.buffer::<f32>(keys.len())?;
    let dispatch = constants(lines, device.dispatch(&kernel).input("keys", keys)).constant("count", count);
    let dispatch = dispatch.constant("padded", padded).constant("descending", descending);
    dispatch.output("sorted", &mut sorted).run(count.div_ceil(2 * threads / padded))?;
    Ok(sorted)
}

/// Sorts all records by their keys, and then by their lines.
fn radix(
    keys: &Buffer<f32>,
    lines: Lines,
    sort: Sort,
    descending: bool,
    written: &Written,
) -> Result<Buffer<f32>, Error> {
    let (device, count) = (keys.device(), keys.len());
    let options = SortOptions::default().method(sort);
    let by_keys = if descending { options.descending() } else { options };
    let mut records = sort_records(numbered(keys)?, by_keys, u32::BITS)?;
    let threads = device.threads(256, 0)?;
    // The bits of the last line's number.
    let bits = usize::BITS - (lines.count() - 1).leading_zeros();
    if bits > 0 {
        let kernel = source(glsl!("compute/sort_axis_lines.comp"), "uint", threads);
        let kernel = device.compute_kernel(&kernel)?;
        let dispatch = constants(lines, device.dispatch(&kernel).output("records", &mut records));
        dispatch.constant("count", count).run_over(count)?;
        records = sort_records(records, options, bits)?;
    }
    let text = glsl!("compute/sort_axis_place.comp").part("result", written.text);
    let kernel = device.compute_kernel(&source(text, written.element, threads))?;
    let mut sorted = device.buffer::<f32>(count)?;
    let dispatch = constants(lines, device.dispatch(&kernel).input("records", &records).input("keys", keys));
    dispatch.constant("count", count).output("sorted", &mut sorted).run_over(count)?;
    Ok(sorted)
}
