//! Per-fragment operations of the emulator: combines what a pass has written beside a render target with its content.

use crate::fragment_operations::FragmentOperations;
use crate::geometry::Rect;

use super::interpreter::Surface;

/// Combines the fragments in these rectangles, of rows of `width` texels, with the texels of a surface.
pub fn combine(operations: &FragmentOperations, width: usize, rects: &[Rect], fragments: &[u32], into: &mut Surface) {
    let channels = into.channels;
    let texel = |words: &[u32]| {
        // What a texture does not have reads as 0, and its fourth component as 1.
        let mut all = [0.0, 0.0, 0.0, 1.0];
        all.iter_mut().zip(words).for_each(|(component, word)| *component = f32::from_bits(*word));
        all
    };
    for rect in rects {
        for row in rect.y..rect.y + rect.height {
            let places = (row * width + rect.x) * channels..(row * width + rect.x + rect.width) * channels;
            let fragments = fragments[places.clone()].chunks_exact(channels);
            for (new, old) in fragments.zip(into.words[places].chunks_exact_mut(channels)) {
                let blended: [u32; 4] = match operations.blend {
                    Some(blend) => blend.apply(texel(new), texel(old)).map(f32::to_bits),
                    None => std::array::from_fn(|k| new.get(k).copied().unwrap_or(0)),
                };
                let written = old.iter_mut().zip(blended).zip(operations.write_mask.0);
                written.filter(|(_, on)| *on).for_each(|((word, blended), _)| *word = blended);
            }
        }
    }
}
