//! Rules for arrays that are written as pictures.

use std::path::Path;

use brooklet::io::Array;

/// The meaning of an array's last axis in a picture.
pub enum Picture {
    /// The last axis is the components of the pixels.
    Pixels,
    /// The last axis is the width of a grey picture.
    Grey,
    /// The file is no picture, or its format cannot hold such an array.
    None,
}

/// Returns whether the file is a picture, judged by its extension.
pub fn is_picture(output: &Path) -> bool {
    output.extension().is_some_and(|ending| ["png", "hdr"].iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

pub fn picture(output: &Path, shape: &[usize]) -> Picture {
    let extension = output.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    match (extension.as_deref(), shape) {
        (Some("png"), [_, _, 2..=4]) | (Some("hdr"), [_, _, 3]) => Picture::Pixels,
        (Some("png" | "hdr"), [_, _]) => Picture::Grey,
        _ => Picture::None,
    }
}

/// Turns the last axis of scalars into the components of pixels, if the output is a picture of that shape.
pub fn as_picture(output: &Path, array: &mut Array) {
    if array.components == 1 && matches!(picture(output, &array.shape), Picture::Pixels) {
        split(array);
    }
}

/// Turns the last axis into components.
pub fn split(array: &mut Array) {
    if let Some(last) = array.shape.pop() {
        array.components = last;
    }
}
