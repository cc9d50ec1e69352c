//! Primitives that read nothing back. Where the number of results depends on data, the results are at the front of a stream that has room
//! for all, and their number is the element of another stream.
//!
//! They are for work that goes on on the device, such as the frames of a renderer, and for passes that are exported.
//! The usual [`filter`](super::filter()), [`unique`](super::unique()), [`group`](super::group()) and
//! [`reduce`](super::reduce()) read a number back, for which they wait; in return they need less memory and draw fewer fragments.

use crate::error::Error;
use crate::geometry::Layout;
use crate::kernel::Source;
use crate::machine::{Kernel, Stream};
use crate::operator::{Operator, OperatorError};
use crate::texel::Texel;

use super::filter_pyramid::{self, Taken};
use super::group_runs::{self, Counted};
use super::needs::{check, check_positions};
use super::number::Number;
use super::reduce::check_method;
use super::reduce_blending::blended;
use super::reduce_mip_levels::averaged;
use super::reduce_passes::{brook, runs, two_by_two};
use super::top::{Order, position_of};
use super::{Filter, Reduce, SortOptions, predicate, sort, sort_pairs_with};

/// Records that were selected, at the front of a stream.
#[derive(Debug)]
pub struct Kept<T: Texel = f32> {
    /// The records. Elements past their number are undefined.
    pub records: Stream<T>,
    /// One element: the number of records.
    pub number: Stream<f32>,
}

/// Groups of equal keys, at the front of streams.
#[derive(Debug)]
pub struct Groups {
    /// The key of each group. Elements past the number of groups are undefined.
    pub keys: Stream<f32>,
    /// The number of keys of each group, or what its values combine to.
    pub results: Stream<f32>,
    /// One element: the number of groups.
    pub number: Stream<f32>,
}

/// Keeps the records for which an expression in `x` is true, in their order. It takes the passes of [`Filter::HistoPyramid`], and one or
/// two that add up the counts.
///
/// ```
/// use brooklet::{Device, primitives::resident};
/// let device = Device::headless()?;
/// let x = device.upload(&[3.0, -1.0, 4.0, -1.0, -5.0, 9.0])?;
/// let (kept, trace) = device.traced(|| resident::filter(&x, "x > 0.0"));
/// assert_eq!(trace.readbacks().count(), 0);
/// let kept = kept?;
/// let number = kept.number.read()?[0] as usize;
/// assert_eq!(kept.records.read_range(0..number)?, [3.0, 4.0, 9.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`Error::Compile`], for an invalid expression; [`Lacks`](super::PrimitiveError::Lacks), if the device lacks loops whose end depends on
/// data; [`FloatAddress`](super::PrimitiveError::FloatAddress), for more than 2^24 records; [`OperatorError::NoElements`], for an empty
/// stream.
pub fn filter<T: Texel>(values: &Stream<T>, keep: &str) -> Result<Kept<T>, Error> {
    keep_by(values, "filter", |source| predicate::kernel::<T>(values.device(), source, keep))
}

/// Drops the records whose `x` is +inf, as [`compact`](super::compact()) does.
///
/// # Errors
/// As [`filter`].
pub fn compact<T: Texel>(values: &Stream<T>) -> Result<Kept<T>, Error> {
    keep_by(values, "filter", |source| values.device().kernel(&crate::kernel::predicate::is_data::<T>(source)))
}

fn keep_by<T: Texel>(
    values: &Stream<T>,
    what: &'static str,
    bind: impl Fn(Source) -> Result<Kernel, Error>,
) -> Result<Kept<T>, Error> {
    check_countable(values, what)?;
    let packed = packed_first(values)?;
    let source = packed.as_ref().unwrap_or(values);
    let levels = filter_pyramid::levels_above(filter_pyramid::counts(source, &bind)?)?;
    let number = filter_pyramid::total_on_device(&levels)?;
    let kept = Number::Counted { max: values.len(), number: &number };
    let records = filter_pyramid::walk(source, &levels, kept, values.layout(), Taken::default(), &bind)?;
    Ok(Kept { records, number })
}

/// Moves the records for which an expression in `x` is true to the front, and all others behind them, both in their order. The number is
/// that of the records for which it is true.
///
/// ```
/// use brooklet::{Device, primitives::resident};
/// let device = Device::headless()?;
/// let x = device.upload(&[3.0, -1.0, 4.0, -2.0])?;
/// let kept = resident::partition(&x, "x > 0.0")?;
/// assert_eq!((kept.records.read()?, kept.number.read()?), (vec![3.0, 4.0, -1.0, -2.0], vec![2.0]));
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// As [`filter`].
pub fn partition<T: Texel>(values: &Stream<T>, keep: &str) -> Result<Kept<T>, Error> {
    check_countable(values, "partition")?;
    let bind = |source| predicate::kernel::<T>(values.device(), source, keep);
    let packed = packed_first(values)?;
    let source = packed.as_ref().unwrap_or(values);
    let levels = filter_pyramid::levels_above(filter_pyramid::counts(source, bind)?)?;
    let number = filter_pyramid::total_on_device(&levels)?;
    let kept = Number::Counted { max: values.len(), number: &number };
    let joined = filter_pyramid::join(source, &levels, kept, &bind)?;
    let records = if packed.is_some() { joined.to_layout(values.layout())? } else { joined };
    Ok(Kept { records, number })
}

/// Packs a plain stream of several numbers, of which then a quarter of the texels are read.
fn packed_first<T: Texel>(values: &Stream<T>) -> Result<Option<Stream<T>>, Error> {
    filter_pyramid::is_packed_first(values).then(|| values.to_layout(Layout::Packed)).transpose()
}

/// Finds the runs of equal keys, as [`run_lengths`](super::run_lengths()) does by [`RunLengths::HistoPyramid`](super::RunLengths).
///
/// ```
/// use brooklet::{Device, primitives::resident};
/// let device = Device::headless()?;
/// let keys = device.upload(&[3.0, 3.0, 1.0, 3.0])?;
/// let runs = resident::run_lengths(&keys)?;
/// assert_eq!(runs.number.read()?, [3.0]);
/// assert_eq!((runs.keys.read_range(0..3)?, runs.results.read_range(0..3)?), (vec![3.0, 1.0, 3.0], vec![2.0, 1.0, 1.0]));
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// As [`filter`].
pub fn run_lengths(keys: &Stream<f32>) -> Result<Groups, Error> {
    check_countable(keys, "run lengths")?;
    let Counted { keys, results, number } = group_runs::lengths_on_device(keys)?;
    Ok(Groups { keys, results, number })
}

/// Finds the distinct keys in ascending order, and counts each: sorts keys, and finds their runs.
///
/// # Errors
/// As [`filter`].
pub fn unique(keys: &Stream<f32>) -> Result<Groups, Error> {
    check_countable(keys, "unique")?;
    run_lengths(&sort(keys)?)
}

/// Combines the values of equal keys, as [`group`](super::group()) does.
///
/// ```
/// use brooklet::{Device, Operator, primitives::resident};
/// let device = Device::headless()?;
/// let (keys, values) = (device.upload(&[3.0, 1.0, 3.0, 2.0])?, device.upload(&[10.0, 20.0, 30.0, 40.0])?);
/// let groups = resident::group(&keys, &values, &Operator::sum())?;
/// assert_eq!(groups.number.read()?, [3.0]);
/// assert_eq!((groups.keys.read_range(0..3)?, groups.results.read_range(0..3)?), (vec![1.0, 2.0, 3.0], vec![20.0, 40.0, 40.0]));
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// As [`filter`]; keys and values of different shapes.
pub fn group(keys: &Stream<f32>, values: &Stream<f32>, op: &Operator<f32>) -> Result<Groups, Error> {
    check_countable(keys, "group")?;
    let (keys, values) = sort_pairs_with(keys, values, SortOptions::default().stable())?;
    let Counted { keys, results, number } = group_runs::reduce_on_device(&keys, &values, op)?;
    Ok(Groups { keys, results, number })
}

/// Reduces a stream to one element, by the fastest method or the given one. It takes one pass more than [`reduce_by`](super::reduce_by)
/// where that combines the last 64 elements on the CPU.
///
/// ```
/// use brooklet::{Device, Operator, primitives::resident};
/// let device = Device::headless()?;
/// let x = device.upload(&[3.0, 1.0, 4.0, 1.0, 5.0])?;
/// assert_eq!(resident::reduce(&x, &Operator::sum(), None)?.read()?, [14.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// As [`reduce_by`](super::reduce_by); also [`OperatorError::NoElements`], for any empty stream.
pub fn reduce<T: Texel>(values: &Stream<T>, op: &Operator<T>, method: Option<Reduce>) -> Result<Stream<T>, Error> {
    let device = values.device();
    let method = method.unwrap_or_else(|| Reduce::fastest(device, op));
    check_method(device, op, method)?;
    if values.is_empty() {
        return Err(OperatorError::NoElements { operator: op.name().to_owned() }.into());
    }
    let reduced = match method {
        Reduce::TwoByTwo => two_by_two(values, op, 1)?,
        Reduce::Brook => brook(values, op, 1)?,
        Reduce::Runs | Reduce::Columns => runs(values, op, 1, method == Reduce::Columns)?,
        Reduce::MipLevels => Some(averaged(values)?),
        Reduce::Blending => blended(values, op, 1, Reduce::fastest(device, op).name())?,
    };
    reduced.map_or_else(|| values.to_layout(Layout::Plain), Ok)
}

/// Finds the position of the largest element, as [`argmax`](super::argmax()) does: a stream of one element.
///
/// # Errors
/// As [`argmax`](super::argmax()).
pub fn argmax(values: &Stream<f32>) -> Result<Stream<f32>, Error> {
    position_of(values, "argmax", Order { descending: true })
}

/// Finds the position of the smallest element, as [`argmin`](super::argmin()) does: a stream of one element.
///
/// # Errors
/// As [`argmax`](super::argmax()).
pub fn argmin(values: &Stream<f32>) -> Result<Stream<f32>, Error> {
    position_of(values, "argmin", Order { descending: false })
}

/// Returns an error for a stream whose records cannot be counted on the device.
fn check_countable<T: Texel>(values: &Stream<T>, what: &'static str) -> Result<(), Error> {
    let method = Filter::HistoPyramid;
    check(method, values.device(), method)?;
    check_positions(what, values.len())?;
    if values.is_empty() {
        return Err(OperatorError::NoElements { operator: what.to_owned() }.into());
    }
    Ok(())
}
