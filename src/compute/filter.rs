//! Filtering: copies the records that are kept, without gaps and in order. Also known as compaction.

use std::rc::Rc;

use crate::backend::Class;
use crate::error::Error;
use crate::glsl;
use crate::kernel::{Source, predicate};
use crate::machine::{Buffer, Compiled, ComputeSource, Device, Element};
use crate::method::{Citation, MethodInfo, Methods, methods};
use crate::shape::Shape;

use super::scan::{ADD, scan_counts};
use super::tiles::{Tile, with_last_group};
use super::{Data, Scan, runs};

/// Methods of filtering. All keep the order and the bits of the records, take any n, and read back one count to size the result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Filter {
    /// Writes a flag for each record, scans the flags to running counts, and scatters every kept record to its position. Two
    /// dispatches beside those of the scan, [`Scan::BankConflictFree`] (7 for 2^20), about 4n reads and writes of counts, and two
    /// buffers of n counts. It applies the scan of Harris 2007 to the filter of Horn, GPU Gems 2 ch. 36, who had no scatter.
    ScanScatter,
    /// The fastest on drivers that compute on the CPU. Each invocation counts the kept records of its run of 256 (64 vectors), the
    /// counts are scanned by [`Scan::Runs`], and each invocation writes the kept records of its run, one after the other. It needs
    /// no shared memory, no barriers and no memory for each record, but evaluates the predicate twice. 3 dispatches for 2^20
    /// floats.
    Runs,
    /// The fastest on GPUs. It counts and writes as [`Filter::Runs`] does, but a work group processes a tile of 2048 records (1024
    /// vectors). The group that finishes last scans the counts, and the kept records of a tile are gathered in shared memory before
    /// they are written. 2 dispatches for any n.
    Tiles,
}

impl Filter {
    /// All methods.
    pub const ALL: [Filter; 3] = [Filter::ScanScatter, Filter::Runs, Filter::Tiles];

    /// Returns the method that [`filter`] and [`compact`] use: [`Filter::Tiles`] on a GPU, [`Filter::Runs`] if the driver computes on
    /// the CPU.
    pub fn fastest(device: &Device) -> Filter {
        match device.info().class {
            Class::Hardware => Filter::Tiles,
            Class::Software => Filter::Runs,
        }
    }

    /// Returns the method's name on the command line.
    pub fn name(self) -> &'static str {
        self.method().name
    }
}

methods!(Filter);

const METHODS: [MethodInfo; 3] = [
    MethodInfo {
        variant: "Filter::ScanScatter",
        name: "scan-scatter",
        of_2_20: "7",
        citation: Citation::harris("after Horn, with a scatter"),
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Filter::Runs",
        name: "runs",
        remark: ", on the CPU",
        default: true,
        of_2_20: "3",
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Filter::Tiles",
        name: "tiles",
        remark: ", on GPUs",
        default: true,
        of_2_20: "2",
        ..MethodInfo::COMPUTE
    },
];

/// Drops the null records by the method that [`Filter::fastest`] returns. A record is null if its `x` is +inf; -inf and NaN are
/// data. The result has one dimension, and the layout of the input if that is a stream.
///
/// ```
/// use brooklet::{Device, compute::{self, Filter}};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let null = f32::INFINITY;
/// let x = device.upload_buffer(&[null, 1.0, null, null, 2.0, 3.0, null, 4.0])?;
/// for (method, dispatches) in [(Filter::ScanScatter, 3), (Filter::Runs, 3), (Filter::Tiles, 2)] {
///     let (kept, trace) = device.traced(|| compute::compact_by(&x, method));
///     assert_eq!(kept?.read()?, [1.0, 2.0, 3.0, 4.0]);
///     assert_eq!(trace.dispatches().count(), dispatches); // flags or counts, their scan, and the records
///     assert_eq!(trace.readbacks().count(), 1);
/// }
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute).
pub fn compact<D: Data>(values: &D) -> Result<D, Error> {
    compact_by(values, Filter::fastest(values.on()))
}

/// Drops the null records by the given method.
///
/// # Errors
/// As [`compact`].
pub fn compact_by<D: Data>(values: &D, method: Filter) -> Result<D, Error> {
    let keep = "#include \"shared/null.glsl\"\nbool keep(element record) { return is_data(record); }\n";
    run(values, method, &|source: Source| Ok(source.element::<D::Element>().part("predicate", keep)))
}

/// Keeps the records for which a one-line expression in `x` is true, by the method that [`Filter::fastest`] returns.
///
/// On the fragment pipeline +inf marks the records to drop, so an expression that keeps such a record is refused there. Here the
/// records to drop are not marked in the data, so +inf is kept if the expression says so.
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
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); [`Error::Compile`], if the expression does not compile.
pub fn filter<D: Data>(values: &D, keep: &str) -> Result<D, Error> {
    filter_by(values, keep, Filter::fastest(values.on()))
}

/// Keeps the records for which the expression is true, by the given method.
///
/// # Errors
/// As [`filter`].
pub fn filter_by<D: Data>(values: &D, keep: &str, method: Filter) -> Result<D, Error> {
    run(values, method, &|source| Ok(predicate::compute_source::<D::Element>(source, keep)?))
}

/// Adds the predicate to a kernel.
pub(super) type Bind<'a> = &'a dyn Fn(Source) -> Result<Source, Error>;

fn run<D: Data>(values: &D, method: Filter, bind: Bind) -> Result<D, Error> {
    let (device, count) = (values.on(), values.shaped().count());
    let list = |buffer: Buffer<D::Element>| values.store(Shape::from(buffer.len()), buffer);
    if count == 0 {
        // Report errors even if there is nothing to do.
        device.compute_backend()?;
        bind(glsl!("compute/filter_flag.comp"))?;
        return list(device.buffer(0)?);
    }
    let records = values.load()?;
    list(kept(&records, method, bind)?)
}

/// Makes the buffer for the kept records.
fn result<T: Element>(counted: &Buffer<u32>) -> Result<Buffer<T>, Error> {
    counted.device().buffer(total(counted)?)
}

/// Reads back the number of kept records, the last running count.
pub(super) fn total(counted: &Buffer<u32>) -> Result<usize, Error> {
    let last = counted.len() - 1;
    Ok(counted.read_range(last..last + 1)?[0] as usize)
}

pub(super) fn kernel<T: Element>(device: &Device, source: Source, threads: usize) -> Result<Rc<Compiled>, Error> {
    device.compute_kernel(&ComputeSource::of::<T>(source, threads))
}

/// Counts the kept records up to each record, each run or each tile, itself included.
pub(super) fn counted<T: Element>(records: &Buffer<T>, method: Filter, bind: Bind) -> Result<Buffer<u32>, Error> {
    let (device, count) = (records.device(), records.len());
    match method {
        Filter::ScanScatter => {
            let flag = kernel::<T>(device, bind(glsl!("compute/filter_flag.comp"))?, device.threads(256, 0)?)?;
            let mut flags = device.buffer::<u32>(count)?;
            let dispatch = device.dispatch(&flag).input("records", records).output("flags", &mut flags);
            dispatch.constant("count", count).run_over(count)?;
            scan_counts(&flags, Scan::BankConflictFree, false)
        }
        Filter::Runs => {
            let (runs, threads) = (runs::runs::<T>(count), runs::threads(device)?);
            let counting = kernel::<T>(device, bind(glsl!("compute/filter_runs_count.comp"))?, threads)?;
            let mut counts = device.buffer::<u32>(runs)?;
            let dispatch = device.dispatch(&counting).input("records", records).output("counts", &mut counts);
            dispatch.constant("count", count).constant("each", runs::RUN).run_over(runs)?;
            scan_counts(&counts, Scan::Runs, false)
        }
        Filter::Tiles => {
            let tile = Tile::of::<T>(device)?;
            let source = with_last_group::<u32>(tile.source(glsl!("compute/filter_tiles_count.comp")));
            let source = source.part("compute/add.glsl", ADD);
            let counting = kernel::<T>(device, bind(source)?, tile.threads)?;
            let tiles = tile.tiles(count);
            let mut sums = device.buffer::<u32>(tiles)?;
            let dispatch = device.dispatch(&counting).input("records", records).output("sums", &mut sums);
            dispatch.counter("finished")?.constant("count", count).run(tiles)?;
            Ok(sums)
        }
    }
}

/// Writes the kept records to their places.
fn kept<T: Element>(records: &Buffer<T>, method: Filter, bind: Bind) -> Result<Buffer<T>, Error> {
    let (device, count) = (records.device(), records.len());
    let counted = counted(records, method, bind)?;
    let mut kept = result::<T>(&counted)?;
    if kept.is_empty() {
        return Ok(kept);
    }
    match method {
        Filter::ScanScatter => {
            let scatter = kernel::<T>(device, glsl!("compute/filter_scatter.comp"), device.threads(256, 0)?)?;
            let dispatch = device.dispatch(&scatter).input("records", records).input("counted", &counted);
            dispatch.constant("count", count).output("kept", &mut kept).run_over(count)?;
        }
        Filter::Runs => {
            let source = bind(glsl!("compute/filter_runs_write.comp"))?;
            let write = kernel::<T>(device, source, runs::threads(device)?)?;
            let dispatch = device.dispatch(&write).input("records", records).input("counted", &counted);
            let dispatch = dispatch.constant("count", count).constant("each", runs::RUN);
            dispatch.output("kept", &mut kept).run_over(runs::runs::<T>(count))?;
        }
        Filter::Tiles => {
            let tile = Tile::of::<T>(device)?;
            let source = bind(tile.source(glsl!("compute/filter_tiles_write.comp")))?;
            let write = kernel::<T>(device, source, tile.threads)?;
            let dispatch = device.dispatch(&write).input("records", records).input("sums", &counted);
            dispatch.constant("count", count).output("kept", &mut kept).run(tile.tiles(count))?;
        }
    }
    Ok(kept)
}
