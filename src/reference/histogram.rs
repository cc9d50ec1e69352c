//! Histograms, on slices.

use crate::bins::{BinEdges, Bins};
use crate::error::Error;

/// Returns the edges of bins over the given range, or over that of the elements, like
/// [`primitives::histogram_edges`](crate::primitives::histogram_edges).
///
/// ```
/// let edges = brooklet::reference::histogram_edges(&[1.0, 5.0, 2.0], 2)?;
/// assert_eq!(edges.as_slice(), [1.0, 3.0, 5.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// As [`primitives::histogram_edges`](crate::primitives::histogram_edges).
pub fn histogram_edges(values: &[f32], bins: impl Into<Bins>) -> Result<BinEdges, Error> {
    let smallest = values.iter().copied().reduce(f32::min);
    bins.into().edges(|| Ok(smallest.zip(values.iter().copied().reduce(f32::max))))
}

/// Counts the elements in each bin, like [`primitives::histogram`](crate::primitives::histogram()).
///
/// ```
/// assert_eq!(brooklet::reference::histogram(&[1.0, 5.0, 2.0], 2)?, [2.0, 1.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// As [`histogram_edges`].
pub fn histogram(values: &[f32], bins: impl Into<Bins>) -> Result<Vec<f32>, Error> {
    let ones = vec![1.0; values.len()];
    Ok(histogram_weighted(values, &ones, bins)?.iter().map(|count| *count as f32).collect())
}

/// Sums the weights of the elements in each bin, in double precision. Elements without a weight are left out.
///
/// ```
/// assert_eq!(brooklet::reference::histogram_weighted(&[1.0, 5.0, 2.0], &[0.5, 2.0, 1.0], 2)?, [1.5, 2.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// As [`histogram_edges`].
pub fn histogram_weighted(values: &[f32], weights: &[f32], bins: impl Into<Bins>) -> Result<Vec<f64>, Error> {
    let edges = histogram_edges(values, bins)?;
    let mut sums = vec![0.0; edges.bins()];
    for (x, weight) in values.iter().zip(weights) {
        if let Some(bin) = edges.bin_of(*x) {
            sums[bin] += f64::from(*weight);
        }
    }
    Ok(sums)
}

/// Counts the pairs of elements in each bin of two dimensions, like
/// [`primitives::histogram_2d`](crate::primitives::histogram_2d). The bins of `y` are the faster dimension.
///
/// ```
/// let counts = brooklet::reference::histogram_2d(&[0.0, 1.0, 1.0], &[0.0, 0.0, 3.0], [2.into(), 2.into()])?;
/// assert_eq!(counts, [1.0, 0.0, 1.0, 1.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// As [`histogram_edges`].
pub fn histogram_2d(x: &[f32], y: &[f32], bins: [Bins; 2]) -> Result<Vec<f32>, Error> {
    let (across, down) = (histogram_edges(x, bins[0])?, histogram_edges(y, bins[1])?);
    let mut counts = vec![0.0; across.bins() * down.bins()];
    for (x, y) in x.iter().zip(y) {
        if let (Some(i), Some(j)) = (across.bin_of(*x), down.bin_of(*y)) {
            counts[i * down.bins() + j] += 1.0;
        }
    }
    Ok(counts)
}
