//! What a picture as output makes of an array.

use std::path::Path;

use brooklet::io::Array;

/// What a picture in this file makes of an array's last axis.
pub enum Picture {
    /// Its pixels have it as their components.
    Pixels,
    /// It is the picture's width.
    Grey,
    /// The file is no picture, or one that cannot hold such an array.
    None,
}

/// Whether a picture is written to this file.
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

/// Takes the last axis of scalars as the components of a picture, where one is written.
pub fn as_picture(output: &Path, array: &mut Array) {
    if array.components == 1 && matches!(picture(output, &array.shape), Picture::Pixels) {
        split(array);
    }
}

/// Takes the last axis as components.
pub fn split(array: &mut Array) {
    if let Some(last) = array.shape.pop() {
        array.components = last;
    }
}
