//! The product of a sparse matrix and a vector, on slices.

/// Multiplies a sparse matrix in compressed sparse rows by a vector, like [`primitives::spmv`](crate::primitives::spmv()).
///
/// ```
/// // ⎡ 5 0 6 ⎤
/// // ⎣ 0 7 0 ⎦
/// let (offsets, columns, values) = ([0.0, 2.0, 3.0], [0.0, 2.0, 1.0], [5.0, 6.0, 7.0]);
/// assert_eq!(brooklet::reference::spmv(&offsets, &columns, &values, &[1.0, 10.0, 100.0]), [605.0, 70.0]);
/// ```
pub fn spmv(offsets: &[f32], indices: &[f32], values: &[f32], x: &[f32]) -> Vec<f32> {
    let row = |ends: &[f32]| {
        let entries = ends[0] as usize..ends[1] as usize;
        let products =
            indices[entries.clone()].iter().zip(&values[entries]).map(|(column, value)| value * x[*column as usize]);
        products.fold(0.0, |sum, product| sum + product)
    };
    offsets.windows(2).map(row).collect()
}
