//! Filtering: the records that are kept, without gaps and in their order. Also known as compaction.

use crate::error::Error;
use crate::glsl;
use crate::kernel::Source;
use crate::machine::{Buffer, Compiled, ComputeSource, Device, Element};
use crate::primitives::predicate;
use crate::shape::Shape;
use crate::texel::Texel;

use super::Data;
use super::scan::scan_counts;

/// How a filter is done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Filter {
    /// A flag for each record, the running count of the flags, and every record that is kept goes to its place: two
    /// dispatches beside the scan's (7 for 2^20), about 4n reads and writes of counts, and two buffers of n counts. The scan
    /// of Harris 2007 put to the use of Horn, GPU Gems 2 ch. 36, who had no scatter. Exact; keeps the order and the bits of
    /// the records; any n. One count is read back before the result is made.
    #[default]
    ScanScatter,
}

impl Filter {
    /// There is one.
    pub const ALL: [Filter; 1] = [Filter::ScanScatter];

    /// As the command line names it.
    pub fn name(self) -> &'static str {
        "scan-scatter"
    }
}

/// Drops the null records, which are those whose `x` is +inf, exactly: -inf and NaN are data. The result is a list, in the
/// layout of the input where that is a stream. By [`Filter::ScanScatter`].
///
/// ```
/// use brooklet::{Device, compute};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let null = f32::INFINITY;
/// let x = device.upload_buffer(&[null, 1.0, null, null, 2.0, 3.0, null, 4.0])?;
/// let (kept, trace) = device.traced(|| compute::compact(&x));
/// assert_eq!(kept?.read()?, [1.0, 2.0, 3.0, 4.0]);
/// assert_eq!(trace.dispatches().count(), 3); // flags, a scan of one block, and the scatter
/// assert_eq!(trace.readbacks().count(), 1);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute).
pub fn compact<D: Data>(values: &D) -> Result<D, Error> {
    compact_by(values, Filter::default())
}

/// Drops the null records by the method named.
///
/// # Errors
/// As [`compact`].
pub fn compact_by<D: Data>(values: &D, method: Filter) -> Result<D, Error> {
    let Filter::ScanScatter = method;
    let keep = "#include \"shared/null.glsl\"\nbool keep(element record) { return is_data(record); }\n";
    let source = glsl!("compute/filter_flag.comp").element::<D::Element>().part("predicate", keep);
    let kernel = flag_kernel::<D::Element>(values.on(), source)?;
    scan_and_scatter(values, &kernel)
}

/// Keeps the records for which a one-line expression in `x` is true, by [`Filter::ScanScatter`].
///
/// The fragment pipeline marks the records that it drops with +inf, and refuses an expression that keeps such a record.
/// Here flags mark them, so that +inf is kept where the expression says so.
///
/// ```
/// use brooklet::{Device, compute};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let x = device.upload(&[3.0, -1.0, 4.0, -1.0, -5.0, f32::INFINITY])?;
/// assert_eq!(compute::filter(&x, "x > 0.0")?.read()?, [3.0, 4.0, f32::INFINITY]);
/// let points = device.upload(&[[3.0, 4.0], [0.6, 0.8], [0.0, 0.1]])?;
/// assert_eq!(compute::filter(&points, "length(x) < 2")?.read()?, [[0.6, 0.8], [0.0, 0.1]]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); [`Error::Compile`], for an expression that is none.
pub fn filter<D: Data>(values: &D, keep: &str) -> Result<D, Error> {
    filter_by(values, keep, Filter::default())
}

/// Keeps the records for which the expression is true, by the method named.
///
/// # Errors
/// As [`filter`].
pub fn filter_by<D: Data>(values: &D, keep: &str, method: Filter) -> Result<D, Error> {
    let Filter::ScanScatter = method;
    let source = predicate::compute_source::<D::Element>(glsl!("compute/filter_flag.comp"), keep)?;
    let kernel = flag_kernel::<D::Element>(values.on(), source)?;
    scan_and_scatter(values, &kernel)
}

fn flag_kernel<T: Texel + Element>(device: &Device, source: Source) -> Result<std::rc::Rc<Compiled>, Error> {
    device.compute_kernel(&ComputeSource::of::<T>(source, device.threads(256, 0)?))
}

fn scan_and_scatter<D: Data>(values: &D, flag: &Compiled) -> Result<D, Error> {
    let (device, count) = (values.on(), values.shaped().count());
    let list = |buffer: Buffer<D::Element>| values.store(Shape::from(buffer.len()), buffer);
    if count == 0 {
        return list(device.buffer(0)?);
    }
    let records = values.load()?;
    let mut flags = device.buffer::<u32>(count)?;
    let dispatch = device.dispatch(flag).input("records", &records).output("flags", &mut flags);
    dispatch.constant("count", count).run_over(count)?;
    let counted = scan_counts(&flags, false)?;
    drop(flags);
    let kept = counted.read_range(count - 1..count)?[0] as usize;
    let mut result = device.buffer::<D::Element>(kept)?;
    if kept > 0 {
        let scatter = flag_kernel::<D::Element>(device, glsl!("compute/filter_scatter.comp"))?;
        let dispatch = device.dispatch(&scatter).input("records", &records).input("counted", &counted);
        dispatch.constant("count", count).output("kept", &mut result).run_over(count)?;
    }
    list(result)
}
