//! Errors of sparse matrices.

/// Why numbers are no sparse matrix in compressed sparse rows, or cannot be multiplied by a vector.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SparseError {
    /// There are no offsets.
    #[error("a sparse matrix of n rows has n + 1 offsets, from 0 to the number of entries; these are none")]
    NoOffsets,
    /// There are not as many columns as values.
    #[error("each entry of a sparse matrix has a column and a value; there are {indices} columns and {values} values")]
    Entries {
        /// The number of columns.
        indices: usize,
        /// The number of values.
        values: usize,
    },
    /// An offset is not between its neighbours.
    #[error(
        "offset {row} of a sparse matrix of {entries} entries is {found}: offsets are whole numbers, the first is 0, none is less than the \
         one before it, and the last is {entries}"
    )]
    Offset {
        /// The index of the offset, which is that of a row, or the number of rows.
        row: usize,
        /// The offset.
        found: f64,
        /// The number of entries.
        entries: usize,
    },
    /// A column is not one of the matrix.
    #[error(
        "the column of entry {entry} of a sparse matrix is {found}: {}",
        if *.columns == 0 { "the matrix has no columns".to_owned() } else { format!("columns are whole numbers from 0 to {}", .columns - 1) }
    )]
    Column {
        /// The index of the entry.
        entry: usize,
        /// The column.
        found: f64,
        /// The number of columns.
        columns: usize,
    },
    /// A vector has another number of elements than the matrix has columns.
    #[error("a sparse matrix of {columns} columns takes a vector of as many elements, and this one has {found}")]
    Vector {
        /// The number of columns.
        columns: usize,
        /// The number of elements.
        found: usize,
    },
}
