//! Argsorts, on slices.

use std::cmp::Ordering;

/// Returns the positions of the keys in order, of floats in that of IEEE's `<`. Equal keys keep their order, also if the largest key comes first. Like
/// [`primitives::argsort`](crate::primitives::argsort()).
///
/// ```
/// assert_eq!(brooklet::reference::argsort(&[0.5, 0.25, 1.0, 0.25], false), [1.0, 3.0, 0.0, 2.0]);
/// ```
pub fn argsort<K: PartialOrd>(keys: &[K], descending: bool) -> Vec<f32> {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by(|&a, &b| {
        let order = keys[a].partial_cmp(&keys[b]).unwrap_or(Ordering::Equal);
        if descending { order.reverse() } else { order }
    });
    order.into_iter().map(|position| position as f32).collect()
}

/// Returns the integers of this many bits by which an argsort compares keys: the numbers of the steps of equal size, between two bounds,
/// in which they lie.
///
/// ```
/// assert_eq!(brooklet::reference::quantized(&[0.0, 0.3, 0.6, 9.0], 1, (0.0, 1.0)), [0.0, 0.0, 1.0, 1.0]);
/// ```
pub fn quantized(keys: &[f32], bits: u32, (from, to): (f32, f32)) -> Vec<f32> {
    let steps = (1u32 << bits) as f32;
    let scale = if to > from { steps / (to - from) } else { 0.0 };
    keys.iter().map(|key| ((key - from) * scale).floor().clamp(0.0, steps - 1.0)).collect()
}
