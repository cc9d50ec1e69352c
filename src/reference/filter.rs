//! The filter, on slices: keeps some records, in their order.

use crate::texel::Texel;

/// Drops the records whose `x` is +inf, like [`primitives::compact`](crate::primitives::compact).
///
/// ```
/// assert_eq!(brooklet::reference::compact(&[f32::INFINITY, 1.0, f32::INFINITY, 2.0]), [1.0, 2.0]);
/// ```
pub fn compact<T: Texel>(values: &[T]) -> Vec<T> {
    filter(values, |value| value.component(0) != f32::INFINITY)
}

/// Keeps the records for which `keep` is true, like [`primitives::filter`](crate::primitives::filter()).
pub fn filter<T: Texel>(values: &[T], keep: impl Fn(&T) -> bool) -> Vec<T> {
    values.iter().copied().filter(keep).collect()
}

/// Moves the records for which `keep` is true to the front, like [`primitives::partition`](crate::primitives::partition). Returns the
/// records, and the number of those that are kept.
///
/// ```
/// assert_eq!(brooklet::reference::partition(&[1.0, -1.0, 2.0], |x| *x > 0.0), (vec![1.0, 2.0, -1.0], 2));
/// ```
pub fn partition<T: Texel>(values: &[T], keep: impl Fn(&T) -> bool) -> (Vec<T>, usize) {
    let mut kept = filter(values, &keep);
    let count = kept.len();
    kept.extend(values.iter().copied().filter(|value| !keep(value)));
    (kept, count)
}
