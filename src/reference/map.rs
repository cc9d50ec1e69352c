//! The map, on slices.

/// Computes `f` for every element, like [`primitives::map`](crate::primitives::map). For element `i` of the result, `f` gets
/// element `i` of each input.
///
/// ```
/// let z = brooklet::reference::map(&[&[1.0, 2.0], &[10.0, 20.0]], |v| 2.0 * v[0] + v[1]);
/// assert_eq!(z, [12.0, 24.0]);
/// ```
pub fn map<T: Copy, U>(inputs: &[&[T]], f: impl Fn(&[T]) -> U) -> Vec<U> {
    let count = inputs.first().map_or(0, |input| input.len());
    (0..count).map(|i| f(&inputs.iter().map(|input| input[i]).collect::<Vec<T>>())).collect()
}
