//! The shapes of arrays in messages, and which of them may be scalars or vectors.

use std::path::Path;

use brooklet::Components;
use brooklet::io::Array;

/// Whether a file is one of NumPy's, which does not say what its last axis means.
pub fn is_npy(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("npy"))
}

/// The components of an array that can be scalars or vectors.
pub fn width(path: &Path, array: &Array) -> Option<Components> {
    match array.shape[..] {
        [_, .., last @ 2..=4] if is_npy(path) && array.components == 1 => Components::of(last),
        _ => None,
    }
}

/// An array of a last axis as scalars and as vectors: "6 scalars", "2 vectors of 3".
pub fn counts(array: &Array) -> (String, String) {
    let (numbers, width) = (array.data.len(), array.shape.last().copied().unwrap_or(1).max(1));
    let vectors = numbers / width;
    (format!("{numbers} scalars"), format!("{vectors} vector{} of {width}", if vectors == 1 { "" } else { "s" }))
}

/// A shape as NumPy writes it.
pub fn tuple(shape: &[usize]) -> String {
    let extents: Vec<String> = shape.iter().map(usize::to_string).collect();
    if let [one] = &extents[..] { format!("({one},)") } else { format!("({})", extents.join(", ")) }
}

/// Columns of an array of so many axes as NumPy writes them: `x[:, 0]`.
pub fn column(axes: usize, which: &str) -> String {
    format!("x[{}{which}]", ":, ".repeat(axes.saturating_sub(1)))
}
