//! Quantiles along an axis: of each row or column by itself.

use crate::error::{Error, PrimitiveError};
use crate::machine::Stream;

use super::argsort::check_positions;
use super::axis::Lines;
use super::quantile_passes::{self, Rank};
use super::{SortAxis, SortAxisOptions, sort_axis_with};

/// Finds quantiles of each line along an axis, in one set of passes, each as [`quantile`](super::quantile()) finds those of a stream:
/// linear between neighbours, as `numpy.quantile(values, quantiles, axis)`. The axis counts from 0, or from the end if it is negative. The
/// result of one quantile has the shape of the input without the axis (one element, if there is no other); that of any other number of
/// them has an axis of the quantiles before it. It has the layout of the input.
///
/// It takes a pass more than a [`sort_axis`](super::sort_axis), whatever the number of quantiles. Exactness is that of
/// [`quantile`](super::quantile()). NaN is not allowed.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let x = device.upload_shaped([2, 3], &[4.0, 1.0, 2.0, 8.0, 0.0, 16.0])?;
/// let found = primitives::quantile_axis(&x, &[0.0, 0.75], 1)?;
/// assert_eq!((found.shape().extents(), found.read()?), (&[2, 2][..], vec![1.0, 0.0, 3.0, 12.0]));
/// assert_eq!(primitives::median_axis(&x, 0)?.read()?, [6.0, 0.5, 9.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`ShapeError::Axis`](crate::ShapeError::Axis), for an axis that the stream does not have; [`PrimitiveError::Quantile`], for a quantile
/// that is not from 0 to 1; [`PrimitiveError::EmptyLines`], if lines have no elements; [`PrimitiveError::FloatAddress`], for more than 2^24
/// elements along the axis.
pub fn quantile_axis(values: &Stream<f32>, quantiles: &[f64], axis: i32) -> Result<Stream<f32>, Error> {
    find(values, quantiles, axis, "quantile", SortAxisOptions::default())
}

/// Finds quantiles of each line along an axis, of lines that the given method sorts.
///
/// # Errors
/// As [`quantile_axis`]; [`PrimitiveError::Lacks`], if the device lacks a feature that the method needs.
pub fn quantile_axis_by(
    values: &Stream<f32>,
    quantiles: &[f64],
    axis: i32,
    method: SortAxis,
) -> Result<Stream<f32>, Error> {
    find(values, quantiles, axis, "quantile", SortAxisOptions::default().method(method))
}

/// Finds the median of each line along an axis: the [`quantile_axis`] of 0.5. The result has the shape of the input without the axis, as
/// `numpy.median(values, axis)`.
///
/// # Errors
/// As [`quantile_axis`].
pub fn median_axis(values: &Stream<f32>, axis: i32) -> Result<Stream<f32>, Error> {
    find(values, &[0.5], axis, "median", SortAxisOptions::default())
}

fn find(
    values: &Stream<f32>,
    quantiles: &[f64],
    axis: i32,
    what: &'static str,
    options: SortAxisOptions,
) -> Result<Stream<f32>, Error> {
    let lines = Lines::new(values.shape(), axis)?;
    check_positions("quantiles along an axis", lines.length)?;
    if let Some(q) = quantiles.iter().copied().find(|q| !(0.0..=1.0).contains(q)) {
        return Err(PrimitiveError::Quantile { q }.into());
    }
    lines.check_elements(what)?;
    let shape = if quantiles.len() == 1 { lines.reduced() } else { lines.of_results(quantiles.len())? };
    if lines.count() == 0 || quantiles.is_empty() {
        return values.device().stream_with(shape, values.layout());
    }
    let ranks: Vec<Rank> = quantiles.iter().map(|q| Rank::of(*q, lines.length)).collect();
    quantile_passes::of_sorted_lines(&sort_axis_with(values, axis, options)?, lines, &ranks, shape)
}
