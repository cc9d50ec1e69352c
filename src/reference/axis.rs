//! The primitives along an axis, on slices: each line by itself.

use crate::error::Error;
use crate::operator::Operator;
use crate::shape::{Shape, ShapeError};
use crate::texel::Texel;

use super::{argsort, exclusive_scan, quantile, reduce, scan, sort};

/// Returns the indices of the elements of each line along an axis, in the order of the elements of a reduction.
fn lines(shape: Shape, axis: i32) -> Result<Vec<Vec<usize>>, ShapeError> {
    let axis = shape.axis(axis)?;
    let (before, length, after) = (&shape.extents()[..axis], shape.extents()[axis], &shape.extents()[axis + 1..]);
    let (outer, inner): (usize, usize) = (before.iter().product(), after.iter().product());
    let line = |line| (0..length).map(|place| (line / inner * length + place) * inner + line % inner).collect();
    Ok((0..outer * inner).map(line).collect())
}

/// Replaces each line by what a function makes of it.
fn each<T: Copy>(
    values: &[T],
    shape: Shape,
    axis: i32,
    of: impl Fn(&[T]) -> Result<Vec<T>, Error>,
) -> Result<Vec<T>, Error> {
    let mut results = values.to_vec();
    for line in lines(shape, axis)? {
        let own: Vec<T> = line.iter().map(|index| values[*index]).collect();
        line.iter().zip(of(&own)?).for_each(|(index, result)| results[*index] = result);
    }
    Ok(results)
}

/// Reduces each line, like [`primitives::reduce_axis`](crate::primitives::reduce_axis()).
///
/// ```
/// use brooklet::{Operator, reference};
/// let sums = reference::reduce_axis(&[1.0, 2.0, 3.0, 4.0], [2, 2].into(), &Operator::sum(), 0)?;
/// assert_eq!(sums, [4.0, 6.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
pub fn reduce_axis<T: Texel>(values: &[T], shape: Shape, op: &Operator<T>, axis: i32) -> Result<Vec<T>, Error> {
    let of_line = |line: Vec<usize>| reduce(&line.iter().map(|index| values[*index]).collect::<Vec<T>>(), op);
    lines(shape, axis)?.into_iter().map(of_line).collect()
}

/// Scans each line, like [`primitives::scan_axis`](crate::primitives::scan_axis()).
pub fn scan_axis<T: Texel>(values: &[T], shape: Shape, op: &Operator<T>, axis: i32) -> Result<Vec<T>, Error> {
    each(values, shape, axis, |line| Ok(scan(line, op)))
}

/// Scans each line, like [`primitives::exclusive_scan_axis`](crate::primitives::exclusive_scan_axis).
pub fn exclusive_scan_axis<T: Texel>(values: &[T], shape: Shape, op: &Operator<T>, axis: i32) -> Result<Vec<T>, Error> {
    each(values, shape, axis, |line| exclusive_scan(line, op))
}

/// Sorts each line, like [`primitives::sort_axis`](crate::primitives::sort_axis()).
pub fn sort_axis(keys: &[f32], shape: Shape, axis: i32, descending: bool) -> Result<Vec<f32>, Error> {
    each(keys, shape, axis, |line| Ok(sort(line, descending)))
}

/// Finds the order of each line, like [`primitives::argsort_axis`](crate::primitives::argsort_axis()).
///
/// ```
/// let order = brooklet::reference::argsort_axis(&[2.0, 1.0, 3.0, 4.0], [2, 2].into(), 1, false)?;
/// assert_eq!(order, [1.0, 0.0, 0.0, 1.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
pub fn argsort_axis(keys: &[f32], shape: Shape, axis: i32, descending: bool) -> Result<Vec<f32>, Error> {
    each(keys, shape, axis, |line| Ok(argsort(line, descending)))
}

/// Selects the k largest or smallest elements of each line, and their places, like [`primitives::top_axis`](crate::primitives::top_axis()).
///
/// ```
/// let (values, places) = brooklet::reference::top_axis(&[2.0, 1.0, 3.0, 4.0], [2, 2].into(), 1, 1, false)?;
/// assert_eq!((values, places), (vec![2.0, 4.0], vec![0.0, 1.0]));
/// # Ok::<(), brooklet::Error>(())
/// ```
pub fn top_axis(
    keys: &[f32],
    shape: Shape,
    k: usize,
    axis: i32,
    smallest: bool,
) -> Result<(Vec<f32>, Vec<f32>), Error> {
    let firsts: Vec<f32> = (0..k).map(|place| place as f32).collect();
    let order = argsort_axis(keys, shape, axis, !smallest)?;
    let sorted = take_along_axis(keys, shape, &order, axis)?;
    Ok((take_axis(&sorted, shape, &firsts, axis)?, take_axis(&order, shape, &firsts, axis)?))
}

/// Finds quantiles of each line, like [`primitives::quantile_axis`](crate::primitives::quantile_axis()): for each quantile, those of all lines.
///
/// ```
/// let found = brooklet::reference::quantile_axis(&[2.0, 1.0, 3.0, 4.0], [2, 2].into(), &[0.5, 1.0], 1)?;
/// assert_eq!(found, [1.5, 3.5, 2.0, 4.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Panics
/// Lines have no elements.
pub fn quantile_axis(values: &[f32], shape: Shape, quantiles: &[f64], axis: i32) -> Result<Vec<f32>, Error> {
    let of_line =
        |line: Vec<usize>| quantile(&line.iter().map(|index| values[*index]).collect::<Vec<f32>>(), quantiles);
    let found: Vec<Vec<f32>> = lines(shape, axis)?.into_iter().map(of_line).collect();
    Ok((0..quantiles.len()).flat_map(|number| found.iter().map(move |found| found[number])).collect())
}

/// Takes slices along an axis, like [`primitives::take_axis`](crate::primitives::take_axis()).
pub fn take_axis<T: Copy>(values: &[T], shape: Shape, places: &[f32], axis: i32) -> Result<Vec<T>, Error> {
    let axis = shape.axis(axis)?;
    let inner: usize = shape.extents()[axis + 1..].iter().product();
    let outer: usize = shape.extents()[..axis].iter().product();
    let length = shape.extents()[axis];
    let slice = |outer: usize, place: f32| {
        let first = (outer * length + (place as usize).min(length - 1)) * inner;
        values[first..first + inner].iter().copied()
    };
    Ok((0..outer).flat_map(|outer| places.iter().flat_map(move |place| slice(outer, *place))).collect())
}

/// Takes elements along an axis, like [`primitives::take_along_axis`](crate::primitives::take_along_axis), for places of the same shape.
pub fn take_along_axis<T: Texel>(values: &[T], shape: Shape, places: &[f32], axis: i32) -> Result<Vec<T>, Error> {
    let mut taken = values.to_vec();
    for line in lines(shape, axis)? {
        for index in &line {
            taken[*index] = values[line[(places[*index] as usize).min(line.len() - 1)]];
        }
    }
    Ok(taken)
}
