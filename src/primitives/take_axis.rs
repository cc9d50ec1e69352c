//! Take along an axis: gathers rows or columns, or elements from places of their own row or column.

use crate::error::{Error, PrimitiveError};
use crate::geometry::Layout;
use crate::glsl;
use crate::machine::Stream;
use crate::shape::{Named, Shape, ShapeError};
use crate::texel::{Components, Stored};

use super::axis::{Constants, Lines};

/// Takes whole slices along an axis: slice i of the result is the one at place `places[i]` of the axis, as `numpy.take(values, places,
/// axis)`. It takes one pass and copies elements bit for bit. The places are one list of whole numbers in floats, which are exact up to 2^24;
/// a place beyond the axis takes its first or last slice.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let x = device.upload_shaped([3, 2], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// let places = device.upload(&[2.0, 0.0])?;
/// assert_eq!(primitives::take_axis(&x, &places, 0)?.read()?, [5.0, 6.0, 1.0, 2.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`ShapeError::Axis`], for an axis that the stream does not have; places, but no elements along the axis.
pub fn take_axis<T: Stored>(values: &Stream<T>, places: &Stream<f32>, axis: i32) -> Result<Stream<T>, Error> {
    let lines = Lines::new(values.shape(), axis)?;
    take(values, places, lines, lines.of_length(places.len()).shape(), false)
}

/// Takes elements along an axis: an element of the result comes from its own line, from the place that the element of `places` at the same
/// position says, as `numpy.take_along_axis(values, places, axis)`. With the result of [`argsort_axis`](super::argsort_axis) it sorts a
/// payload by its keys. It takes one pass and copies elements bit for bit. The places are whole numbers in floats; one beyond the axis takes
/// the first or last element of the line. Their shape differs from that of the values at most along the axis; the result has it.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let keys = device.upload_shaped([2, 3], &[3.0, 1.0, 2.0, 9.0, 7.0, 8.0])?;
/// let points = device.upload_shaped([2, 3], &[[3.0, 0.5], [1.0, 0.5], [2.0, 0.5], [9.0, 0.5], [7.0, 0.5], [8.0, 0.5]])?;
/// let order = primitives::argsort_axis(&keys, 1)?;
/// let sorted = primitives::take_along_axis(&points, &order, 1)?;
/// assert_eq!(sorted.read()?, [[1.0, 0.5], [2.0, 0.5], [3.0, 0.5], [7.0, 0.5], [8.0, 0.5], [9.0, 0.5]]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// As [`take_axis`]; [`ShapeError::Mismatch`], for places of another shape.
pub fn take_along_axis<T: Stored>(values: &Stream<T>, places: &Stream<f32>, axis: i32) -> Result<Stream<T>, Error> {
    let lines = Lines::new(values.shape(), axis)?;
    let shape = places.shape();
    let same = shape.rank() == values.shape().rank() && Lines::new(shape, axis)?.of_length(lines.length) == lines;
    if !same {
        let what = "values and places along an axis".to_owned();
        let (first, second) = (Named::new("values", values.shape()), Named::new("places", shape));
        return Err(ShapeError::Mismatch { what, first, second }.into());
    }
    take(values, places, lines, shape, true)
}

fn take<T: Stored>(
    values: &Stream<T>,
    places: &Stream<f32>,
    lines: Lines,
    shape: Shape,
    along: bool,
) -> Result<Stream<T>, Error> {
    let device = values.device();
    let layout = if T::COMPONENTS == Components::One { values.layout() } else { Layout::Plain };
    let mut taken = device.stream_with::<T>(shape, layout)?;
    if taken.is_empty() {
        return Ok(taken);
    }
    if values.is_empty() {
        return Err(PrimitiveError::TakeFromNone { positions: places.len() }.into());
    }
    let length = taken.len() / lines.count();
    let kernel = device.kernel(&glsl!("primitives/take_axis.frag").element::<T>().parameter("along", along))?;
    let pass = lines.constants(device.pass(&kernel).input("values", values).input("places", places));
    pass.constant("taken_extent", length).output("taken", &mut taken).run()?;
    Ok(taken)
}
