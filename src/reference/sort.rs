//! Sorts, on slices.

use std::cmp::Ordering;

/// Sorts records stably by their keys, floats in the order of IEEE's `<`, like [`primitives::sort_pairs`](crate::primitives::sort_pairs).
///
/// ```
/// let (keys, values) = brooklet::reference::sort_pairs(&[2.0, 1.0, 2.0], &['a', 'b', 'c'], false);
/// assert_eq!((keys, values), (vec![1.0, 2.0, 2.0], vec!['b', 'a', 'c']));
/// ```
pub fn sort_pairs<K: Copy + PartialOrd, T: Copy>(keys: &[K], values: &[T], descending: bool) -> (Vec<K>, Vec<T>) {
    let mut records: Vec<(K, T)> = keys.iter().copied().zip(values.iter().copied()).collect();
    records.sort_by(|a, b| {
        let order = a.0.partial_cmp(&b.0).unwrap_or(Ordering::Equal);
        if descending { order.reverse() } else { order }
    });
    records.into_iter().unzip()
}

/// Sorts keys, like [`primitives::sort`](crate::primitives::sort()).
pub fn sort<K: Copy + PartialOrd>(keys: &[K], descending: bool) -> Vec<K> {
    sort_pairs(keys, keys, descending).0
}
