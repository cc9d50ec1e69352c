//! Scatters, on slices.

use crate::operator::Operator;
use crate::texel::Texel;

/// Scatters values to these positions, like [`primitives::put`](crate::primitives::put()).
///
/// ```
/// assert_eq!(brooklet::reference::put(&[0.0; 3], &[2.0, 0.0, 2.0], &[5.0, 6.0, 7.0]), [6.0, 0.0, 7.0]);
/// ```
pub fn put<T: Copy>(into: &[T], positions: &[f32], values: &[T]) -> Vec<T> {
    let mut result = into.to_vec();
    for (position, value) in positions.iter().zip(values) {
        if let Some(at) = place(*position, into.len()) {
            result[at] = *value;
        }
    }
    result
}

/// Combines elements with values, like [`primitives::put_with`](crate::primitives::put_with): first the values of a position, in order,
/// then the element with what they combine to.
pub fn put_with<T: Texel>(into: &[T], positions: &[f32], values: &[T], op: &Operator<T>) -> Vec<T> {
    let mut combined: Vec<Option<T>> = vec![None; into.len()];
    for (position, value) in positions.iter().zip(values) {
        if let Some(at) = place(*position, into.len()) {
            combined[at] = Some(combined[at].map_or(*value, |before| op.apply(before, *value)));
        }
    }
    into.iter().zip(combined).map(|(old, new)| new.map_or(*old, |new| op.apply(*old, new))).collect()
}

/// Returns the position as an index, or none if it is beyond the elements.
fn place(position: f32, count: usize) -> Option<usize> {
    let position = position.floor();
    (position >= 0.0 && position < count as f32).then_some(position as usize)
}
