//! The passes of a sort by blending.

use crate::error::Error;
use crate::fragment_operations::Blend;
use crate::geometry::{Geometry, Layout, Rect};
use crate::glsl;
use crate::machine::Stream;

/// Sorts keys by a periodic balanced sorting network: each of its stages halves blocks, from all keys to pairs, and compares each key with
/// that at the mirrored place of its block. For 2^k keys there are k stages of k steps.
///
/// M. Dowd, Y. Perl, L. Rudolph, M. Saks, *The Periodic Balanced Sorting Network*, 1989.
pub(super) fn sort_keys(keys: &Stream<f32>, descending: bool) -> Result<Stream<f32>, Error> {
    let device = keys.device();
    if keys.len() < 2 {
        return keys.to_layout(keys.layout());
    }
    let count = keys.len().next_power_of_two();
    let (past, first, second) = match descending {
        false => (f32::INFINITY, Blend::MIN, Blend::MAX),
        true => (f32::NEG_INFINITY, Blend::MAX, Blend::MIN),
    };
    let pad = device.kernel(&glsl!("primitives/blending_sort_pad.frag"))?;
    let copy = device.kernel(&glsl!("primitives/copy.frag").element::<f32>())?;
    let mirror = device.kernel(&glsl!("primitives/blending_sort_mirror.frag"))?;
    let mut current = device.stream::<f32>(count)?;
    device.pass(&pad).input("keys", keys).constant("past", past).output("padded", &mut current).run()?;
    let mut next = device.stream::<f32>(count)?;
    let steps = count.ilog2();
    for block in (0..steps).flat_map(|_| (0..steps).map(|step| count >> step)) {
        device.pass(&copy).input("values", &current).output("copied", &mut next).run()?;
        for (half, blend) in [first, second].into_iter().enumerate() {
            let rects = halves(next.geometry(), block, half);
            let pass = device.pass(&mirror).input("keys", &current).constant("block", block);
            pass.output("mirrored", &mut next).rectangles(rects).blend(blend).run()?;
        }
        current.swap(&mut next);
    }
    // The padding is last, and is left out.
    let mut sorted = device.stream_with(keys.shape(), keys.layout())?;
    device.pass(&copy).input("values", &current).output("copied", &mut sorted).run()?;
    Ok(sorted)
}

/// Returns the rectangles of the lower or the upper halves of all blocks. Rows and blocks are powers of two.
fn halves(geometry: &Geometry, block: usize, half: usize) -> Vec<Rect> {
    debug_assert!(geometry.layout == Layout::Plain && geometry.count == geometry.width * geometry.height);
    let Geometry { width, height, .. } = *geometry;
    if block <= width {
        let part = block / 2;
        return (0..width / block).map(|k| Rect::new(k * block + half * part, 0, part, height)).collect();
    }
    let (rows, part) = (block / width, block / width / 2);
    (0..height / rows).map(|k| Rect::new(0, k * rows + half * part, width, part)).collect()
}
