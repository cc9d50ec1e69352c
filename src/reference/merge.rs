//! Merges, on slices.

/// Merges two sorted lists, like [`primitives::merge`](crate::primitives::merge()).
///
/// ```
/// assert_eq!(brooklet::reference::merge(&[1.0, 4.0], &[0.0, 4.0, 5.0]), [0.0, 1.0, 4.0, 4.0, 5.0]);
/// ```
pub fn merge(a: &[f32], b: &[f32]) -> Vec<f32> {
    merge_pairs((a, a), (b, b)).0
}

/// Merges two sorted lists of keys with a payload, like [`primitives::merge_pairs`](crate::primitives::merge_pairs).
pub fn merge_pairs<T: Copy>((a, of_a): (&[f32], &[T]), (b, of_b): (&[f32], &[T])) -> (Vec<f32>, Vec<T>) {
    let (mut i, mut j) = (0, 0);
    let next = || {
        let from_a = j == b.len() || (i < a.len() && order(a[i]) <= order(b[j]));
        let next = if from_a { (a[i], of_a[i]) } else { (b[j], of_b[j]) };
        if from_a {
            i += 1
        } else {
            j += 1
        }
        next
    };
    std::iter::repeat_with(next).take(a.len() + b.len()).unzip()
}

/// Returns a number in the total order of IEEE 754, in which -0 and 0 tie.
fn order(key: f32) -> i32 {
    let bits = if key == 0.0 { 0 } else { key.to_bits().cast_signed() };
    bits ^ ((bits >> 31) & 0x7fff_ffff)
}
