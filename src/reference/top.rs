//! Selections by rank, on slices.

use super::{argsort, sort};

/// Returns the k largest keys, the largest first, and their positions, like [`primitives::top`](crate::primitives::top()). Equal keys keep
/// their order. If `smallest`, it returns the smallest ones, the smallest first.
///
/// ```
/// let (values, positions) = brooklet::reference::top(&[0.5, 2.0, 1.0, 2.0], 3, false);
/// assert_eq!((values, positions), (vec![2.0, 2.0, 1.0], vec![1.0, 3.0, 2.0]));
/// ```
pub fn top(keys: &[f32], k: usize, smallest: bool) -> (Vec<f32>, Vec<f32>) {
    let mut positions = argsort(keys, !smallest);
    positions.truncate(k);
    (positions.iter().map(|position| keys[*position as usize]).collect(), positions)
}

/// Returns quantiles of the values, like [`primitives::quantile`](crate::primitives::quantile()): the number at rank `q (n - 1)` of the
/// sorted values, linear between neighbours.
///
/// ```
/// assert_eq!(brooklet::reference::quantile(&[4.0, 1.0, 2.0], &[0.0, 0.5, 0.75]), [1.0, 2.0, 3.0]);
/// ```
///
/// # Panics
/// There are no values.
pub fn quantile(values: &[f32], quantiles: &[f64]) -> Vec<f32> {
    let sorted = sort(values, false);
    let last = sorted.len() - 1;
    let at = |q: &f64| {
        let rank = q * last as f64;
        let below = (rank.floor() as usize).min(last);
        let (a, b) = (sorted[below], sorted[(below + 1).min(last)]);
        match rank - below as f64 {
            t if t == 0.0 || a == b => a,
            t => (f64::from(a) * (1.0 - t) + f64::from(b) * t) as f32,
        }
    };
    quantiles.iter().map(at).collect()
}
