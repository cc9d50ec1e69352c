//! Textures with four channels, from files.

use std::path::Path;

use anyhow::bail;

use brooklet::backend::Texels;
use brooklet::io::Array;

/// Returns whether a name is that of a texture image unit: `0` or `texture0`.
pub fn is_unit(name: &str) -> bool {
    let digits = name.strip_prefix("texture").unwrap_or(name);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Converts an array to texels of four numbers. As in OpenGL, a missing green or blue is 0, and a missing alpha is 1.
pub fn texels(path: &Path, array: Array) -> anyhow::Result<Texels> {
    let components = channels(&array);
    let folded = array.components == 1 && matches!(array.shape[..], [_, _, 1..=4] | [_, _, _, 1..=4]);
    let Array { mut shape, data, .. } = array;
    if folded {
        shape.pop();
    }
    let (layers, height, width) = match shape[..] {
        [width] => (1, 1, width),
        [height, width] => (1, height, width),
        [layers, height, width] => (layers, height, width),
        _ => bail!(
            "{}: a texture has up to three dimensions, and up to 4 numbers a texel; this has {shape:?}",
            path.display()
        ),
    };
    let texel = |numbers: &[f32]| {
        let mut all = [0.0, 0.0, 0.0, 1.0];
        all[..components].copy_from_slice(numbers);
        all
    };
    Ok(Texels { width, height, layers, texels: data.chunks_exact(components).map(texel).collect() })
}

/// Returns the number of channels of a texture that an array becomes: a last axis of up to four numbers is one of channels.
pub fn channels(array: &Array) -> usize {
    match array.shape[..] {
        [_, _, count @ 1..=4] | [_, _, _, count @ 1..=4] if array.components == 1 => count,
        _ => array.components,
    }
}
