//! Formats the shapes of arrays for messages, and finds those that may be scalars or vectors.

use std::path::Path;

use anyhow::bail;

use brooklet::Components;
use brooklet::io::{Array, FileFormat, input_format, input_name};

/// Returns whether a file that was read is one of NumPy's, whose format does not say what the last axis means.
pub fn is_npy(path: &Path) -> bool {
    input_format(path).is_some_and(FileFormat::is_numpy)
}

/// Returns the number of components if an array can be read as scalars or as vectors.
pub fn width(path: &Path, array: &Array) -> Option<Components> {
    match array.shape[..] {
        [_, .., last @ 2..=4] if is_npy(path) && array.components == 1 => Components::of(last),
        _ => None,
    }
}

/// Describes an array as scalars and as vectors along its last axis: "6 scalars", "2 vectors of 3".
pub fn counts(array: &Array) -> (String, String) {
    let (numbers, width) = (array.data.len(), array.shape.last().copied().unwrap_or(1).max(1));
    let vectors = numbers / width;
    (format!("{numbers} scalars"), format!("{vectors} vector{} of {width}", if vectors == 1 { "" } else { "s" }))
}

/// Formats a shape as NumPy does.
pub fn tuple(shape: &[usize]) -> String {
    let extents: Vec<String> = shape.iter().map(usize::to_string).collect();
    if let [one] = &extents[..] { format!("({one},)") } else { format!("({})", extents.join(", ")) }
}

/// Returns an error if an array, which the message calls `name`, has another shape than that in the file `of`.
pub fn check(name: &str, found: &[usize], of: &Path, wanted: &[usize]) -> anyhow::Result<()> {
    if found != wanted {
        bail!("{name} is {}: it must have the shape of {}, {}", tuple(found), input_name(of), tuple(wanted));
    }
    Ok(())
}

/// Formats the selection of columns from an array of `axes` axes as NumPy does: `x[:, 0]`.
pub fn column(axes: usize, which: &str) -> String {
    format!("x[{}{which}]", ":, ".repeat(axes.saturating_sub(1)))
}
