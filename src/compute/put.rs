//! Put: scatters values to given positions.

use crate::error::Error;
use crate::glsl;
use crate::machine::{Buffer, ComputeSource, Device, Element};
use crate::method::{Citation, MethodInfo, Methods, methods};
use crate::operator::Operator;
use crate::shape::{Named, ShapeError};
use crate::texel::Texel;

use super::data::{Data, Loaded, same_device};
use super::order::exact;
use super::segments::scan_segments;
use super::sort::{SortOptions, sort_records};
use super::{SegmentedScan, operator_kernel};

/// Methods of scattering.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Put {
    /// The fastest: each value marks its element with its number by an atomic maximum, and each element takes the value whose number it has.
    /// 3 dispatches, one of which clears the marks, and n words. It does not combine values.
    AtomicMax,
    /// Sorts positions with the numbers of their values by [`Sort::fastest`](super::Sort::fastest), gathers the values, and scans those of
    /// each position; the last of each is combined with the element. It takes the dispatches of the sort and of a
    /// [`segmented_scan`](super::segmented_scan()), and 4 more: one copies the elements.
    SortScan,
}

impl Put {
    /// Both methods.
    pub const ALL: [Put; 2] = [Put::AtomicMax, Put::SortScan];

    /// Returns the method that [`put`] uses. [`put_with`] always uses [`Put::SortScan`].
    pub fn fastest(_: &Device) -> Put {
        Put::AtomicMax
    }

    /// Returns the method's name on the command line.
    pub fn name(self) -> &'static str {
        self.method().name
    }
}

methods!(Put);

const METHODS: [MethodInfo; 2] = [
    MethodInfo { variant: "Put::AtomicMax", name: "atomic-max", default: true, of_2_20: "3", ..MethodInfo::COMPUTE },
    MethodInfo {
        variant: "Put::SortScan",
        name: "sort-scan",
        remark: ", to combine values",
        default: true,
        of_2_20: "18 on the CPU, 19 on GPUs",
        citation: Citation::new("Sengupta et al. 2007", "after Sengupta et al. 2007"),
        ..MethodInfo::COMPUTE
    },
];

/// Scatters values to these positions by the method that [`Put::fastest`] returns, like [`primitives::put`](crate::primitives::put()): of
/// several values for one position the last one stays, and a value whose position is beyond the elements is not written.
///
/// ```
/// use brooklet::{Device, compute};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let zeros = device.upload(&[0.0; 4])?;
/// let (positions, values) = (device.upload(&[2.0, 0.0, 2.0])?, device.upload(&[5.0, 6.0, 7.0])?);
/// assert_eq!(compute::put(&zeros, &positions, &values)?.read()?, [6.0, 0.0, 7.0, 0.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); positions and values of different shapes; more than 2^24 elements.
pub fn put<D: Data, P: Data<Element = f32>>(into: &D, positions: &P, values: &D) -> Result<D, Error> {
    put_by(into, positions, values, Put::fastest(into.on()))
}

/// Scatters values by the given method.
///
/// # Errors
/// As [`put`].
pub fn put_by<D: Data, P: Data<Element = f32>>(into: &D, positions: &P, values: &D, method: Put) -> Result<D, Error> {
    check(into, positions, values)?;
    if positions.shaped().count() == 0 || into.shaped().count() == 0 {
        return into.store(into.shaped(), into.load()?.own()?);
    }
    let (target, places, source) = (into.load()?, positions.load()?, values.load()?);
    let changed = match method {
        Put::AtomicMax => atomic_max(&target, &places, &source)?,
        Put::SortScan => sort_scan(target, &places, &source, None)?,
    };
    into.store(into.shaped(), changed)
}

/// Combines the elements at these positions with values, like [`primitives::put_with`](crate::primitives::put_with), by [`Put::SortScan`].
///
/// ```
/// use brooklet::{Device, Operator, compute};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let into = device.upload(&[100.0, 200.0, 300.0])?;
/// let (positions, values) = (device.upload(&[2.0, 0.0, 2.0])?, device.upload(&[5.0, 6.0, 7.0])?);
/// assert_eq!(compute::put_with(&into, &positions, &values, &Operator::sum())?.read()?, [106.0, 200.0, 312.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// As [`put`].
pub fn put_with<D: Data, P: Data<Element = f32>>(
    into: &D,
    positions: &P,
    values: &D,
    op: &Operator<D::Element>,
) -> Result<D, Error> {
    check(into, positions, values)?;
    if positions.shaped().count() == 0 || into.shaped().count() == 0 {
        return into.store(into.shaped(), into.load()?.own()?);
    }
    let (target, places, source) = (into.load()?, positions.load()?, values.load()?);
    into.store(into.shaped(), sort_scan(target, &places, &source, Some(op))?)
}

fn check<D: Data, P: Data<Element = f32>>(into: &D, positions: &P, values: &D) -> Result<(), Error> {
    let device = into.on();
    same_device(device, positions.on(), "the positions of a put")?;
    same_device(device, values.on(), "the values of a put")?;
    device.compute_backend()?;
    exact("a put", into.shaped().count())?;
    exact("a put", positions.shaped().count())?;
    if positions.shaped() != values.shaped() {
        return Err(ShapeError::Mismatch {
            what: "positions and values of a put".to_owned(),
            first: Named::new("positions", positions.shaped()),
            second: Named::new("values", values.shaped()),
        }
        .into());
    }
    Ok(())
}

fn atomic_max<T: Element>(into: &Buffer<T>, positions: &Buffer<f32>, values: &Buffer<T>) -> Result<Buffer<T>, Error> {
    let (device, elements, count) = (into.device(), into.len(), positions.len());
    let threads = device.threads(256, 0)?;
    let kernel = |source| device.compute_kernel(&source);
    let clear = kernel(ComputeSource::of::<u32>(glsl!("compute/histogram_clear.comp"), threads))?;
    let mut last = device.buffer::<u32>(elements)?;
    device.dispatch(&clear).output("cleared", &mut last).constant("count", elements).run_over(elements)?;
    let mark = kernel(ComputeSource::of::<u32>(glsl!("compute/put_mark.comp"), threads))?;
    let dispatch = device.dispatch(&mark).input("positions", positions).output("last", &mut last);
    dispatch.constant("count", count).constant("elements", elements).run_over(count)?;
    let marked = kernel(ComputeSource::of::<T>(glsl!("compute/put_marked.comp"), threads))?;
    let mut result = device.buffer::<T>(elements)?;
    let dispatch = device.dispatch(&marked).input("into", into).input("values", values).input("last", &last);
    dispatch.constant("elements", elements).output("result", &mut result).run_over(elements)?;
    Ok(result)
}

/// Scatters by sorted records. Without an operator, the last value of a position stays.
fn sort_scan<T: Texel + Element>(
    into: Loaded<'_, T>,
    positions: &Buffer<f32>,
    values: &Buffer<T>,
    op: Option<&Operator<T>>,
) -> Result<Buffer<T>, Error> {
    let device = into.device().clone();
    let (elements, count) = (into.len(), positions.len());
    let threads = device.threads(256, 0)?;
    let number = ComputeSource::of::<u32>(glsl!("compute/put_number.comp"), threads);
    let number = device.compute_kernel(&number)?;
    let mut records = device.buffer::<[u32; 2]>(count)?;
    let dispatch = device.dispatch(&number).input("positions", positions).output("records", &mut records);
    dispatch.constant("count", count).constant("elements", elements).run_over(count)?;
    // The addresses are the numbers from 0 to `elements`.
    let bits = usize::BITS - elements.leading_zeros();
    let records = sort_records(records, SortOptions::default(), bits)?;

    let gather = device.compute_kernel(&ComputeSource::of::<T>(glsl!("compute/put_sorted.comp"), threads))?;
    let (mut gathered, mut heads) = (device.buffer::<T>(count)?, device.buffer::<f32>(count)?);
    let dispatch = device.dispatch(&gather).input("records", &records).input("values", values);
    let dispatch = dispatch.output("gathered", &mut gathered).output("heads", &mut heads);
    dispatch.constant("count", count).run_over(count)?;
    let sums = match op {
        None => gathered,
        Some(op) => scan_segments(&gathered, &heads, op, SegmentedScan::fastest(&device))?,
    };

    let last = Operator::new("last", "b", |_: T, b: T| b);
    let scatter = operator_kernel(&device, op.unwrap_or(&last), glsl!("compute/put_scatter.comp"), threads)?;
    let mut result = into.own()?;
    let dispatch = device.dispatch(&scatter).input("records", &records).input("sums", &sums);
    let dispatch = dispatch.constant("count", count).constant("elements", elements);
    dispatch.output("result", &mut result).run_over(count)?;
    Ok(result)
}
