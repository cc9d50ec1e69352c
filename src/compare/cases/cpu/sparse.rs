//! The product of a sparse matrix and a vector, on the CPU.

/// Writes the sums of rows of a matrix in compressed sparse rows, from row `first` on. Offsets and columns are whole numbers, as they are in
/// libraries.
pub fn products([offsets, indices]: [&[u32]; 2], values: &[f32], x: &[f32], first: usize, sums: &mut [f32]) {
    for (row, sum) in sums.iter_mut().enumerate() {
        let entries = offsets[first + row] as usize..offsets[first + row + 1] as usize;
        let products =
            indices[entries.clone()].iter().zip(&values[entries]).map(|(column, value)| value * x[*column as usize]);
        *sum = products.sum();
    }
}

/// Returns numbers of a stream as integers.
pub fn whole(numbers: &[f32]) -> Vec<u32> {
    numbers.iter().map(|number| *number as u32).collect()
}
