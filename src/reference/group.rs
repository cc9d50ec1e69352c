//! Groups and segments, on slices.

use crate::operator::Operator;
use crate::texel::Stored;

use super::sort_pairs;

/// Scans each segment by itself, like [`primitives::segmented_scan`](crate::primitives::segmented_scan).
///
/// ```
/// use brooklet::{Operator, reference};
/// assert_eq!(reference::segmented_scan(&[1.0, 2.0, 3.0], &[0.0, 0.0, 1.0], &Operator::sum()), [1.0, 3.0, 3.0]);
/// ```
pub fn segmented_scan<T: Stored>(values: &[T], heads: &[f32], op: &Operator<T>) -> Vec<T> {
    let mut before = None;
    let scanned = values.iter().zip(heads).map(|(&value, &head)| {
        let sum = before.filter(|_| head == 0.0).map_or(value, |before| op.apply(before, value));
        before = Some(sum);
        sum
    });
    scanned.collect()
}

/// Finds the runs of equal keys and their lengths, like [`primitives::run_lengths`](crate::primitives::run_lengths).
pub fn run_lengths<K: Copy + PartialEq>(keys: &[K]) -> (Vec<K>, Vec<f32>) {
    keys.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as f32)).unzip()
}

/// Finds the distinct keys and their counts, like [`primitives::unique`](crate::primitives::unique).
///
/// ```
/// assert_eq!(brooklet::reference::unique(&[3.0, 1.0, 3.0]), (vec![1.0, 3.0], vec![1.0, 2.0]));
/// ```
pub fn unique<K: Copy + PartialOrd>(keys: &[K]) -> (Vec<K>, Vec<f32>) {
    run_lengths(&super::sort(keys, false))
}

/// Reduces the values of equal keys, like [`primitives::group`](crate::primitives::group()).
pub fn group<K: Copy + PartialOrd, T: Stored>(keys: &[K], values: &[T], op: &Operator<T>) -> (Vec<K>, Vec<T>) {
    let (keys, values) = sort_pairs(keys, values, false);
    let mut rest = &values[..];
    let mut reduced = Vec::new();
    for run in keys.chunk_by(|a, b| a == b) {
        let (own, others) = rest.split_at(run.len());
        reduced.extend(own.iter().copied().reduce(|a, b| op.apply(a, b)));
        rest = others;
    }
    (run_lengths(&keys).0, reduced)
}

/// Gathers the elements at these positions, like [`primitives::take`](crate::primitives::take).
pub fn take<T: Copy>(values: &[T], positions: &[f32]) -> Vec<T> {
    positions.iter().map(|position| values[(*position as usize).min(values.len() - 1)]).collect()
}
