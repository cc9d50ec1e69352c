//! Methods that take each row of a matrix by itself.

use crate::catalog::Options;

/// Returns the number of elements of a row, in the shape of examples along an axis.
pub fn length(count: usize) -> usize {
    let shape = Options { axis: Some(1), ..Options::default() }.shape(count);
    shape.extents()[1].max(1)
}

/// Returns what a method makes of each row.
pub fn each(x: &[f32], of: fn(&[f32]) -> Vec<f32>) -> Vec<Vec<f32>> {
    x.chunks_exact(length(x.len())).map(of).collect()
}

/// Joins the first halves of the results of all rows, and then the second halves.
pub fn both(rows: Vec<Vec<f32>>) -> Vec<f32> {
    let half = |second: bool| {
        rows.iter().flat_map(move |row| if second { &row[row.len() / 2..] } else { &row[..row.len() / 2] })
    };
    half(false).chain(half(true)).copied().collect()
}
