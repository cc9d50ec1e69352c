//! Top along an axis: the largest or the smallest elements of each row or column, and their places.

use crate::error::{Error, PrimitiveError};
use crate::geometry::Layout;
use crate::glsl;
use crate::machine::{Device, Stream};

use super::argsort::check_positions;
use super::axis::{Constants, Lines};
use super::key::Key;
use super::key::sealed::Kind;
use super::needs::run_first_fitting;
use super::{ArgsortAxis, ArgsortAxisOptions, ReduceAxis, argsort_axis_with, take_along_axis, take_axis};

/// Options of a selection along an axis. The default is the fastest argsort, and the largest elements.
///
/// ```
/// use brooklet::{Device, primitives::{self, ArgsortAxis, TopAxisOptions}};
/// let device = Device::headless()?;
/// let x = device.upload_shaped([2, 2], &[3.0, 1.0, 4.0, 5.0])?;
/// let options = TopAxisOptions::default().smallest().method(ArgsortAxis::Bitonic);
/// let (values, places) = primitives::top_axis_with(&x, 1, 1, options)?;
/// assert_eq!((values.read()?, places.read()?), (vec![1.0, 4.0], vec![1.0, 0.0]));
/// # Ok::<(), brooklet::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TopAxisOptions {
    method: Option<ArgsortAxis>,
    smallest: bool,
}

impl TopAxisOptions {
    /// Sorts by this method.
    pub fn method(self, method: ArgsortAxis) -> TopAxisOptions {
        TopAxisOptions { method: Some(method), ..self }
    }

    /// Selects the smallest elements, the smallest first.
    pub fn smallest(self) -> TopAxisOptions {
        TopAxisOptions { smallest: true, ..self }
    }
}

/// Selects the k largest elements of each line along an axis, in one set of passes: returns them, the largest first, and their places in
/// the line. The axis counts from 0, or from the end if it is negative. Of equal elements the first one comes first. The results have
/// the shape of the elements with k along the axis, and their layout; elements keep their bits, and places are whole numbers in floats.
///
/// It takes two passes more than an [`argsort_axis`](super::argsort_axis), of which it takes the first k places: all lines are sorted,
/// whatever k is. NaN compares as there. For k = 1, [`argmax_axis`] sorts nothing.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let scores = device.upload_shaped([2, 3], &[0.5, 2.0, 1.0, 7.0, 7.0, 9.0])?;
/// let (values, places) = primitives::top_axis(&scores, 2, 1)?;
/// assert_eq!(values.read()?, [2.0, 1.0, 9.0, 7.0]);
/// assert_eq!(places.read()?, [1.0, 2.0, 2.0, 0.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`ShapeError::Axis`](crate::ShapeError::Axis), for an axis that the stream does not have; [`PrimitiveError::TooFew`], for more
/// elements than a line has; [`PrimitiveError::FloatAddress`], for more than 2^24 elements along the axis.
pub fn top_axis<K: Key>(values: &Stream<K>, k: usize, axis: i32) -> Result<(Stream<K>, Stream<f32>), Error> {
    top_axis_with(values, k, axis, TopAxisOptions::default())
}

/// Selects k elements of each line along an axis as the options say.
///
/// # Errors
/// As [`top_axis`]; [`PrimitiveError::Lacks`], if the device lacks a feature that the named method needs.
pub fn top_axis_with<K: Key>(
    values: &Stream<K>,
    k: usize,
    axis: i32,
    options: TopAxisOptions,
) -> Result<(Stream<K>, Stream<f32>), Error> {
    let (device, lines) = (values.device(), Lines::new(values.shape(), axis)?);
    check_positions("a selection along an axis", lines.length)?;
    if k > lines.length {
        return Err(PrimitiveError::TooFew { k, count: lines.length }.into());
    }
    let shape = lines.of_length(k).shape();
    if shape.count() == 0 {
        return Ok((device.stream_with(shape, values.layout())?, device.stream_with(shape, values.layout())?));
    }
    let mut sorting = ArgsortAxisOptions::default();
    sorting = options.method.map_or(sorting, |method| sorting.method(method));
    sorting = if options.smallest { sorting } else { sorting.descending() };
    let order = argsort_axis_with(values, axis, sorting)?;
    let firsts: Vec<f32> = (0..k).map(|place| place as f32).collect();
    let places = take_axis(&order, &device.upload(&firsts)?, axis)?;
    Ok((take_along_axis(values, &places, axis)?, places))
}

/// Finds the place of the largest element of each line along an axis, in one set of passes; of equal ones, that of the first. The axis
/// counts from 0, or from the end if it is negative. The result has the shape of the input without the axis (one element, if there is no
/// other), and its layout; places are whole numbers in floats.
///
/// All lines hold tournaments of groups of 64 neighbours at once, so that it takes ⌈log64 L⌉ passes for lines of L elements (2 for 1024);
/// groups of 8, in ⌈log8 L⌉ passes, where [`ReduceAxis::fastest`] is [`ReduceAxis::Brook`]. Of integers, and if no such kernel fits on a
/// chip, it takes the first of an [`argsort_axis`](super::argsort_axis). Elements compare as by it: unlike `numpy.argmax`, which returns the first NaN,
/// it takes NaN as the sorts do. Nothing is read back.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let x = device.upload_shaped([2, 3], &[1.0, 5.0, 5.0, 0.0, 7.0, -2.0])?;
/// assert_eq!(primitives::argmax_axis(&x, 1)?.read()?, [1.0, 1.0]);
/// assert_eq!(primitives::argmin_axis(&x, 0)?.read()?, [1.0, 0.0, 1.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`ShapeError::Axis`](crate::ShapeError::Axis), for an axis that the stream does not have; [`PrimitiveError::EmptyLines`], if lines have
/// no elements; [`PrimitiveError::FloatAddress`], for more than 2^24 elements along the axis.
pub fn argmax_axis<K: Key>(values: &Stream<K>, axis: i32) -> Result<Stream<f32>, Error> {
    place(values, axis, "argmax", true)
}

/// Finds the place of the smallest element of each line along an axis, as [`argmax_axis`] finds that of the largest.
///
/// # Errors
/// As [`argmax_axis`].
pub fn argmin_axis<K: Key>(values: &Stream<K>, axis: i32) -> Result<Stream<f32>, Error> {
    place(values, axis, "argmin", false)
}

fn place<K: Key>(values: &Stream<K>, axis: i32, what: &'static str, descending: bool) -> Result<Stream<f32>, Error> {
    let (device, lines) = (values.device(), Lines::new(values.shape(), axis)?);
    check_positions(what, lines.length)?;
    lines.check_elements(what)?;
    if lines.count() == 0 {
        return device.stream_with(lines.reduced(), values.layout());
    }
    let fastest = Some(ReduceAxis::fastest(device));
    let all = [Some(ReduceAxis::Runs), Some(ReduceAxis::Brook), None];
    let others = all.into_iter().filter(|method| method.is_none_or(|method| method.runs_on(device)));
    run_first_fitting(device, fastest, others, |method, on| {
        let values = on.lend(values);
        match (method, K::kind(&values)) {
            (Some(ReduceAxis::Runs), Kind::Floats(values, _)) => tournament(values, lines, 64, descending),
            (Some(ReduceAxis::Brook), Kind::Floats(values, _)) => tournament(values, lines, 8, descending),
            _ => first_of_order(&values, lines, axis, descending),
        }
    })
}

/// Finds the places of the best elements by rounds of groups of so many neighbours.
fn tournament(values: &Stream<f32>, lines: Lines, fan: usize, descending: bool) -> Result<Stream<f32>, Error> {
    let device = values.device();
    let mut current: Option<Stream<f32>> = None;
    let mut from = lines;
    loop {
        let to = from.of_length(from.length.div_ceil(fan));
        let (shape, layout) = match to.length {
            1 => (lines.reduced(), values.layout()),
            _ => (to.shape(), Layout::Plain),
        };
        let kernel = device.kernel(&source(device, fan, descending).parameter("begin", current.is_none()))?;
        let mut next = device.stream_with::<f32>(shape, layout)?;
        let mut pass = from.constants(device.pass(&kernel).input("values", values)).constant("groups", to.length);
        if let Some(places) = &current {
            pass = pass.input("places", places);
        }
        pass.constant("elements", lines.length).output("place", &mut next).run()?;
        if to.length == 1 {
            return Ok(next);
        }
        (current, from) = (Some(next), to);
    }
}

/// Returns the kernel of a round.
fn source(device: &Device, fan: usize, descending: bool) -> crate::kernel::Source {
    let source = glsl!("primitives/top_best_axis.frag").parameter("fan", fan);
    source.parameter("by_bits", device.features().integers).parameter("descending", descending)
}

/// Finds the places of the best elements as the first ones of an argsort.
fn first_of_order<K: Key>(values: &Stream<K>, lines: Lines, axis: i32, descending: bool) -> Result<Stream<f32>, Error> {
    let device = values.device();
    let options = ArgsortAxisOptions::default();
    let options = if descending { options.descending() } else { options };
    let order = argsort_axis_with(values, axis, options)?;
    let first = take_axis(&order, &device.upload(&[0.0])?, axis)?;
    let kernel = device.kernel(&glsl!("primitives/copy.frag"))?;
    let mut places = device.stream_with(lines.reduced(), values.layout())?;
    device.pass(&kernel).input("values", &first).output("copied", &mut places).run()?;
    Ok(places)
}
