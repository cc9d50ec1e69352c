//! Selection: finds the records that a condition keeps, and takes them from any number of streams. Also known as filtering with a payload,
//! and stable partition.

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::kernel::Source;
use crate::machine::{Device, Kernel, Stream};
use crate::shape::{Named, Shape, ShapeError};
use crate::texel::{Stored, Texel};

use super::argsort::check_positions;
use super::filter::Filter;
use super::filter_expression::{filter, filter_by};
use super::filter_pyramid::{self, Taken};
use super::map::{Map, map};
use super::needs::{fits, with_kept};
use super::number::Number;
use super::predicate;
use super::take::take_to;
use super::take_axis::take_axis;

/// The records that a condition keeps: see [`select`].
pub struct Selection {
    device: Device,
    /// The shape of the streams that the records are taken from.
    shape: Shape,
    /// The positions of the kept records.
    kept: Stream<f32>,
    source: Positions,
}

/// What positions are found from.
enum Positions {
    /// A pyramid of the counts of the flags that are 1.
    Counted { flags: Stream<f32>, levels: Vec<Stream<f32>> },
    /// The position of each kept record, and -1 - position of each other, which the method filters.
    Marked { marks: Stream<f32>, method: Option<Filter> },
}

/// Finds the records for which a condition on several streams is true, by the method that [`Filter::fastest`] returns. [`map`] binds its
/// streams and constants.
///
/// By [`Filter::HistoPyramid`] it takes one pass for the condition, and those of a [`filter()`] of packed floats. Then each
/// [`take`](Selection::take) takes one pass, and each [`partition`](Selection::partition) three: the positions of the others, their copy and
/// the gather. By other methods a pass marks positions first, and a partition takes the passes of another filter and one. The bits of the
/// records are kept. Positions are floats, which are exact up to 2^24 records.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let x = device.upload(&[3.0, -1.0, 4.0, -1.0, 5.0, 9.0])?;
/// let weight = device.upload(&[1.0, 1.0, 0.1, 1.0, 1.0, 0.2])?;
/// let label = device.upload(&[[0.0, 1.0], [1.0, 1.0], [2.0, 1.0], [3.0, 1.0], [4.0, 1.0], [5.0, 1.0]])?;
/// let condition = primitives::map(&device, "x * w > limit").input("x", &x).input("w", &weight).constant("limit", 1.5);
/// let selection = primitives::select(condition)?;
/// assert_eq!(selection.take(&x)?.read()?, [3.0, 5.0, 9.0]);
/// assert_eq!(selection.take(&label)?.read()?, [[0.0, 1.0], [4.0, 1.0], [5.0, 1.0]]);
/// assert_eq!(selection.partition(&x)?.read()?, [3.0, 5.0, 9.0, -1.0, 4.0, -1.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`Error::Compile`] for an invalid condition; streams of different shapes;
/// [`PrimitiveError::FloatAddress`](super::PrimitiveError::FloatAddress), for more than 2^24 records.
pub fn select(condition: Map<'_>) -> Result<Selection, Error> {
    select_with(condition, None)
}

/// Finds the records by the given method.
///
/// # Errors
/// As [`select`]; [`PrimitiveError::Lacks`](super::PrimitiveError::Lacks), if the device lacks a feature that the method needs.
pub fn select_by(condition: Map<'_>, method: Filter) -> Result<Selection, Error> {
    select_with(condition, Some(method))
}

fn select_with(condition: Map<'_>, method: Option<Filter>) -> Result<Selection, Error> {
    let device = condition.device().clone();
    let flags = condition.flags()?;
    check_positions("a selection", flags.len())?;
    let shape = flags.shape();
    let (kept, source) = if counts(&device, method, |on| Positions::counted(on.lend(&flags).to_layout(Layout::Packed)?))
    {
        Positions::counted(flags)?
    } else {
        Positions::marked(&flags, method)?
    };
    Ok(Selection { device, shape, kept, source })
}

/// Returns whether to go through a pyramid of counts: if the caller or the device chooses this method, and its passes fit.
fn counts<R>(device: &Device, method: Option<Filter>, passes: impl FnOnce(&Device) -> Result<R, Error>) -> bool {
    let histopyramid = Filter::HistoPyramid;
    match method {
        Some(method) => method == histopyramid && histopyramid.runs_on(device),
        None => Filter::fastest(device) == histopyramid && histopyramid.runs_on(device) && fits(device, passes),
    }
}

impl Positions {
    /// Counts the flags, and finds the positions of those that are 1.
    fn counted(flags: Stream<f32>) -> Result<(Stream<f32>, Positions), Error> {
        let device = flags.device();
        if flags.is_empty() {
            return Ok((device.stream_with(0, Layout::Packed)?, Positions::Counted { flags, levels: Vec::new() }));
        }
        let levels = filter_pyramid::levels_above(filter_pyramid::counts(&flags, Positions::bind(device))?)?;
        let read = || filter_pyramid::total(&levels);
        let kept = with_kept(device, flags.len(), read, |kept| Positions::walk(&flags, &levels, kept, false))?;
        Ok((kept, Positions::Counted { flags, levels }))
    }

    fn bind(device: &Device) -> impl Fn(Source) -> Result<Kernel, Error> {
        |source| predicate::kernel::<f32>(device, source, "x > 0.5")
    }

    /// Finds the positions of the flags that are 1, or with `others` 0. There are `count` of them.
    fn walk(flags: &Stream<f32>, levels: &[Stream<f32>], count: usize, others: bool) -> Result<Stream<f32>, Error> {
        let taken = Taken { others, positions: true, ..Taken::default() };
        let bind = Positions::bind(flags.device());
        filter_pyramid::walk(flags, levels, Number::Known(count), Layout::Packed, taken, &bind)
    }

    /// Marks the positions, and filters the marks.
    fn marked(flags: &Stream<f32>, method: Option<Filter>) -> Result<(Stream<f32>, Positions), Error> {
        let device = flags.device();
        let mut marks = device.stream_with::<f32>(flags.len(), Layout::Packed)?;
        if !flags.is_empty() {
            let kernel = device.kernel(&glsl!("primitives/select_positions.frag"))?;
            device.pass(&kernel).input("flags", flags).output("position", &mut marks).run()?;
        }
        let kept = only(&marks, "x >= 0.0", method)?;
        Ok((kept, Positions::Marked { marks, method }))
    }

    /// Finds the positions of the records that are not kept.
    fn others(&self, kept: usize) -> Result<Stream<f32>, Error> {
        match self {
            Positions::Counted { flags, levels } => Positions::walk(flags, levels, flags.len() - kept, true),
            Positions::Marked { marks, method } => only(marks, "x < 0.0", *method),
        }
    }
}

/// Returns the positions for which the condition is true.
fn only(marks: &Stream<f32>, keep: &str, method: Option<Filter>) -> Result<Stream<f32>, Error> {
    match method {
        None => filter(marks, keep),
        Some(method) => filter_by(marks, keep, method),
    }
}

impl Selection {
    /// Returns the number of records that are kept.
    pub fn kept(&self) -> usize {
        self.kept.len()
    }

    /// Returns the number of all records.
    pub fn records(&self) -> usize {
        self.shape.count()
    }

    /// Takes the kept records from a stream of the shape of the condition's streams, in their order. The result is a list.
    ///
    /// # Errors
    /// [`ShapeError::Mismatch`], if the stream has another shape.
    pub fn take<T: Stored>(&self, values: &Stream<T>) -> Result<Stream<T>, Error> {
        self.check(values)?;
        take_to(values, &self.kept, values.layout())
    }

    /// Takes the kept records and behind them all others, both in their order. The result is a list.
    ///
    /// # Errors
    /// As [`take`](Selection::take).
    pub fn partition<T: Stored>(&self, values: &Stream<T>) -> Result<Stream<T>, Error> {
        self.check(values)?;
        self.join(Some(values), values.layout())
    }

    /// Takes the kept records and then the others. Without values, the records are their positions.
    fn join<T: Stored>(&self, values: Option<&Stream<T>>, layout: Layout) -> Result<Stream<T>, Error> {
        let mut partitioned = self.device.stream_with::<T>(self.records(), layout)?;
        if self.records() > 0 {
            let others = self.source.others(self.kept())?;
            let mirrored = matches!(self.source, Positions::Marked { .. });
            // A stream without elements cannot be read. The kernel reads no element of the one that stands in for it.
            let (first, second) = match (self.kept.is_empty(), others.is_empty()) {
                (true, _) => (&others, &others),
                (_, true) => (&self.kept, &self.kept),
                _ => (&self.kept, &others),
            };
            let source = glsl!("primitives/select_partition.frag").element::<T>().parameter("mirrored", mirrored);
            let kernel = self.device.kernel(&source.parameter("positions", values.is_none()))?;
            let mut pass = self.device.pass(&kernel).input("kept", first).input("others", second);
            pass = values.into_iter().fold(pass, |pass, values| pass.input("values", values));
            pass.constant("split", self.kept()).output("partitioned", &mut partitioned).run()?;
        }
        Ok(partitioned)
    }

    /// Takes the kept slices of a stream along an axis, such as the rows of a matrix with axis 0: a selection of a list of one record for
    /// each slice says which. The axis counts from 0, or from the end if it is negative. It takes one pass, and copies elements bit for bit.
    ///
    /// ```
    /// use brooklet::{Device, primitives};
    /// let device = Device::headless()?;
    /// let weight = device.upload(&[0.0, 1.0, 2.0])?;
    /// let rows = primitives::select(primitives::map(&device, "w > 0.0").input("w", &weight))?;
    /// let x = device.upload_shaped([3, 2], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
    /// assert_eq!(rows.take_axis(&x, 0)?.read()?, [3.0, 4.0, 5.0, 6.0]);
    /// assert_eq!(rows.partition_axis(&x, 0)?.read()?, [3.0, 4.0, 5.0, 6.0, 1.0, 2.0]);
    /// # Ok::<(), brooklet::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ShapeError::Axis`], for an axis that the stream does not have; [`ShapeError::Mismatch`], if the condition's streams are not lists of
    /// one element for each slice.
    pub fn take_axis<T: Stored>(&self, values: &Stream<T>, axis: i32) -> Result<Stream<T>, Error> {
        self.check_axis(values, axis)?;
        take_axis(values, &self.kept, axis)
    }

    /// Takes the kept slices of a stream along an axis and behind them all others, both in their order. It takes the passes of a
    /// [`partition`](Selection::partition), and one.
    ///
    /// # Errors
    /// As [`take_axis`](Selection::take_axis).
    pub fn partition_axis<T: Stored>(&self, values: &Stream<T>, axis: i32) -> Result<Stream<T>, Error> {
        self.check_axis(values, axis)?;
        if self.records() == 0 {
            return take_axis(values, &self.kept, axis);
        }
        take_axis(values, &self.join::<f32>(None, Layout::Plain)?, axis)
    }

    fn check_axis<T: Stored>(&self, values: &Stream<T>, axis: i32) -> Result<(), Error> {
        let shape = values.shape();
        let slices = Shape::from(shape.extents()[shape.axis(axis)?]);
        if self.shape == slices {
            return Ok(());
        }
        let (first, second) = (Named::new("the condition", self.shape), Named::new("the axis", slices));
        Err(ShapeError::Mismatch { what: "a selection along an axis".to_owned(), first, second }.into())
    }

    fn check<T: Stored>(&self, values: &Stream<T>) -> Result<(), Error> {
        if values.shape() == self.shape {
            return Ok(());
        }
        let (first, second) = (Named::new("the condition", self.shape), Named::new("the values", values.shape()));
        Err(ShapeError::Mismatch { what: "a selection".to_owned(), first, second }.into())
    }
}

/// Moves the records for which a one-line expression in `x` is true to the front, and all others behind them, both in their order. Returns
/// the records as a list, and the number of those that are kept.
///
/// By [`Filter::HistoPyramid`] it takes the passes of a [`filter()`], in one of which the records are joined instead of copied, and one more,
/// which gathers the others; plain floats take another one. By the other methods it takes those of [`select`] and
/// [`Selection::partition`]. The bits of the records are kept. It takes up to 2^24 records.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let x = device.upload(&[3.0, -1.0, 4.0, -2.0, -5.0, 9.0])?;
/// let (partitioned, kept) = primitives::partition(&x, "x > 0.0")?;
/// assert_eq!((partitioned.read()?, kept), (vec![3.0, 4.0, 9.0, -1.0, -2.0, -5.0], 3));
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// Those of [`select`].
pub fn partition<T: Texel>(values: &Stream<T>, keep: &str) -> Result<(Stream<T>, usize), Error> {
    partition_with(values, keep, None)
}

/// Partitions as [`partition`] does, by the given method.
///
/// # Errors
/// Those of [`select_by`].
pub fn partition_by<T: Texel>(values: &Stream<T>, keep: &str, method: Filter) -> Result<(Stream<T>, usize), Error> {
    partition_with(values, keep, Some(method))
}

fn partition_with<T: Texel>(
    values: &Stream<T>,
    keep: &str,
    method: Option<Filter>,
) -> Result<(Stream<T>, usize), Error> {
    let device = values.device();
    let draw = |values: &Stream<T>| {
        filter_pyramid::partition(values, |source| predicate::kernel::<T>(values.device(), source, keep))
    };
    check_positions("a selection", values.len())?;
    if !values.is_empty() && counts(device, method, |on| draw(&on.lend(values))) {
        return draw(values);
    }
    let selection = select_with(map(device, keep).input("x", values), method)?;
    Ok((selection.partition(values)?, selection.kept()))
}
