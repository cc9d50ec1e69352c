//! Rules for arrays that are written as pictures.

use std::path::Path;

use brooklet::io::{Array, FileFormat};

/// The meaning of an array's last axis in a picture.
pub enum Picture {
    /// The last axis is the components of the pixels.
    Pixels,
    /// The last axis is the width of a grey picture.
    Grey,
    /// The file is no picture, or its format cannot hold such an array.
    None,
}

/// Returns whether the file is a picture, judged by its name.
pub fn is_picture(output: &Path) -> bool {
    matches!(FileFormat::of(output), Ok(FileFormat::Png | FileFormat::Hdr))
}

pub fn picture(output: &Path, shape: &[usize]) -> Picture {
    match (FileFormat::of(output), shape) {
        (Ok(FileFormat::Png), [_, _, 2..=4]) | (Ok(FileFormat::Hdr), [_, _, 3]) => Picture::Pixels,
        (Ok(FileFormat::Png | FileFormat::Hdr), [_, _]) => Picture::Grey,
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
