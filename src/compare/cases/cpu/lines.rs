//! Methods that take each row of a matrix by itself.

use crate::catalog::Options;

use super::{running, sum};

/// Returns the number of elements of a row, in the shape of examples along an axis.
pub fn length(count: usize) -> usize {
    let shape = Options { axis: Some(1), ..Options::default() }.shape(count);
    shape.extents()[1].max(1)
}

/// Returns what a method makes of each row.
pub fn each(x: &[f32], of: fn(&[f32]) -> Vec<f32>) -> Vec<Vec<f32>> {
    x.chunks_exact(length(x.len())).map(of).collect()
}

/// Returns the sum of a row.
pub fn reduced(row: &[f32]) -> Vec<f32> {
    vec![sum(row)]
}

/// Returns the running sums of a row.
pub fn scanned(row: &[f32]) -> Vec<f32> {
    let mut sums = vec![0.0; row.len()];
    running(row, 0.0, &mut sums);
    sums
}

/// Returns a row in order.
pub fn sorted(row: &[f32]) -> Vec<f32> {
    super::sorted(row, radsort::sort)
}

/// Returns the places of a row's keys in their order, by a stable sort.
pub fn order(row: &[f32]) -> Vec<f32> {
    let mut records: Vec<(f32, f32)> = row.iter().enumerate().map(|(place, key)| (*key, place as f32)).collect();
    radsort::sort_by_key(&mut records, |record| record.0);
    records.iter().map(|record| record.1).collect()
}

/// Joins the first halves of the results of all rows, and then the second halves.
pub fn both(rows: Vec<Vec<f32>>) -> Vec<f32> {
    let half = |second: bool| {
        rows.iter().flat_map(move |row| if second { &row[row.len() / 2..] } else { &row[..row.len() / 2] })
    };
    half(false).chain(half(true)).copied().collect()
}
