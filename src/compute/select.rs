//! Selection: moves the records that are kept to the front, and all others behind them, and takes them from any number of data.

use crate::error::Error;
use crate::glsl;
use crate::kernel::{Source, predicate};
use crate::machine::{Buffer, Device, Element};
use crate::shape::{Named, Shape, ShapeError};

use super::Filter;
use super::data::{Data, same_device};
use super::filter::{Bind, counted, kernel, total};
use super::order::exact;
use super::runs;
use super::take::take_first;
use super::tiles::Tile;

/// The records that flags keep: see [`select`].
pub struct Selection {
    device: Device,
    shape: Shape,
    /// The positions of the kept records, and then those of the others, as whole numbers in floats.
    order: Buffer<f32>,
    kept: usize,
}

/// Finds the records whose flags are not 0, by the method that [`Filter::fastest`] returns, like
/// [`primitives::select`](crate::primitives::select), whose conditions give such flags. It takes the dispatches of a [`partition`] of positions;
/// then each [`take`](Selection::take) and [`partition`](Selection::partition) takes one. The number of kept records is read back.
///
/// ```
/// use brooklet::{Device, compute};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let selection = compute::select(&device.upload(&[1.0, 0.0, 1.0, 0.0])?)?;
/// let label = device.upload(&[[0.0, 1.0], [1.0, 1.0], [2.0, 1.0], [3.0, 1.0]])?;
/// assert_eq!(selection.take(&label)?.read()?, [[0.0, 1.0], [2.0, 1.0]]);
/// assert_eq!(selection.partition(&device.upload(&[5.0, 6.0, 7.0, 8.0])?)?.read()?, [5.0, 7.0, 6.0, 8.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); [`ComputeError::FloatAddress`](super::ComputeError::FloatAddress), for more than
/// 2^24 records.
pub fn select<D: Data<Element = f32>>(flags: &D) -> Result<Selection, Error> {
    select_by(flags, Filter::fastest(flags.on()))
}

/// Finds the records by the given method.
///
/// # Errors
/// As [`select`].
pub fn select_by<D: Data<Element = f32>>(flags: &D, method: Filter) -> Result<Selection, Error> {
    let (device, shape) = (flags.on(), flags.shaped());
    exact("a selection", shape.count())?;
    device.compute_backend()?;
    let bind = |source| Ok(predicate::compute_source::<f32>(source, "x != 0.0")?);
    let positions = "element moved(element record, int i) { return float(i); }\n";
    let (order, kept) = move_records(&*flags.load()?, method, &bind, positions)?;
    Ok(Selection { device: device.clone(), shape, order, kept })
}

impl Selection {
    /// Returns the number of records that are kept.
    pub fn kept(&self) -> usize {
        self.kept
    }

    /// Returns the number of all records.
    pub fn records(&self) -> usize {
        self.order.len()
    }

    /// Takes the kept records from data of the shape of the flags, in their order. The result is a list.
    ///
    /// # Errors
    /// [`ShapeError::Mismatch`], if the data have another shape.
    pub fn take<D: Data>(&self, values: &D) -> Result<D, Error> {
        self.first(values, self.kept)
    }

    /// Takes the kept records and behind them all others, both in their order. The result is a list.
    ///
    /// # Errors
    /// As [`take`](Selection::take).
    pub fn partition<D: Data>(&self, values: &D) -> Result<D, Error> {
        self.first(values, self.records())
    }

    fn first<D: Data>(&self, values: &D, count: usize) -> Result<D, Error> {
        same_device(&self.device, values.on(), "the values of a selection")?;
        if values.shaped() != self.shape {
            let (first, second) = (Named::new("the flags", self.shape), Named::new("the values", values.shaped()));
            return Err(ShapeError::Mismatch { what: "a selection".to_owned(), first, second }.into());
        }
        values.store(count.into(), take_first(&*values.load()?, &self.order, count)?)
    }
}

/// Moves the records for which a one-line expression in `x` is true to the front, and all others behind them, both in their order, like
/// [`primitives::partition`](crate::primitives::partition). Returns the records as a list, and the number of those that are kept, which is read
/// back. It takes the dispatches of a [`filter`](super::filter()) by the same method, and keeps the bits of the records.
///
/// ```
/// use brooklet::{Device, compute};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let x = device.upload_buffer(&[3.0, -1.0, 4.0, -2.0, -5.0, 9.0])?;
/// let (partitioned, kept) = compute::partition(&x, "x > 0.0")?;
/// assert_eq!((partitioned.read()?, kept), (vec![3.0, 4.0, 9.0, -1.0, -2.0, -5.0], 3));
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); [`Error::Compile`], if the expression does not compile.
pub fn partition<D: Data>(values: &D, keep: &str) -> Result<(D, usize), Error> {
    partition_by(values, keep, Filter::fastest(values.on()))
}

/// Partitions as [`partition`] does, by the given method.
///
/// # Errors
/// As [`partition`].
pub fn partition_by<D: Data>(values: &D, keep: &str, method: Filter) -> Result<(D, usize), Error> {
    values.on().compute_backend()?;
    let bind = |source| Ok(predicate::compute_source::<D::Element>(source, keep)?);
    let record = "element moved(element record, int i) { return record; }\n";
    let (moved, kept) = move_records(&*values.load()?, method, &bind, record)?;
    Ok((values.store(moved.len().into(), moved)?, kept))
}

/// Moves what `moved` makes of records and their positions: of those that are kept first, and then of the others. Returns the number of
/// those that are kept, too.
fn move_records<T: Element>(
    records: &Buffer<T>,
    method: Filter,
    bind: Bind,
    moved: &str,
) -> Result<(Buffer<T>, usize), Error> {
    let (device, count) = (records.device(), records.len());
    let mut partitioned = device.buffer::<T>(count)?;
    if count == 0 {
        // Report errors even if there is nothing to do.
        bind(glsl!("compute/filter_flag.comp"))?;
        return Ok((partitioned, 0));
    }
    let counted = counted(records, method, bind)?;
    let moving = |source: Source| source.part("moved", moved.to_owned());
    match method {
        Filter::ScanScatter => {
            let source = moving(glsl!("compute/partition_scatter.comp"));
            let scatter = kernel::<T>(device, source, device.threads(256, 0)?)?;
            let dispatch = device.dispatch(&scatter).input("records", records).input("counted", &counted);
            dispatch.constant("count", count).output("partitioned", &mut partitioned).run_over(count)?;
        }
        Filter::Runs => {
            let source = bind(moving(glsl!("compute/partition_runs_write.comp")))?;
            let write = kernel::<T>(device, source, runs::threads(device)?)?;
            let dispatch = device.dispatch(&write).input("records", records).input("counted", &counted);
            let dispatch = dispatch.constant("count", count).constant("each", runs::RUN);
            let dispatch = dispatch.constant("runs", counted.len()).output("partitioned", &mut partitioned);
            dispatch.run_over(counted.len())?;
        }
        Filter::Tiles => {
            let tile = Tile::of::<T>(device)?;
            let source = bind(moving(tile.source(glsl!("compute/partition_tiles_write.comp"))))?;
            let write = kernel::<T>(device, source, tile.threads)?;
            let dispatch = device.dispatch(&write).input("records", records).input("sums", &counted);
            let dispatch = dispatch.constant("count", count).constant("tiles", counted.len());
            dispatch.output("partitioned", &mut partitioned).run(counted.len())?;
        }
    }
    Ok((partitioned, total(&counted)?))
}
