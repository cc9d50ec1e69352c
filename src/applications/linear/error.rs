//! Errors of linear algebra.

/// Why an operation of linear algebra cannot be computed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LinearError {
    /// The sizes of the operands do not match.
    #[error("{operation}: {first} has {first_count} {what}, and {second} has {second_count}")]
    Extents {
        /// The operation.
        operation: &'static str,
        /// What is counted.
        what: &'static str,
        /// One operand.
        first: &'static str,
        /// Its count.
        first_count: usize,
        /// The other operand.
        second: &'static str,
        /// Its count.
        second_count: usize,
    },
    /// The number of elements does not match the size of a matrix.
    #[error("a matrix of {rows} × {columns} has {}, and {found} were given", elements(*.rows, *.columns))]
    Elements {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
        /// The number of elements given.
        found: usize,
    },
    /// An operand is empty.
    #[error("{what} has no elements")]
    Empty {
        /// The operand.
        what: &'static str,
    },
}

/// Describes the number of elements of a matrix in words.
fn elements(rows: usize, columns: usize) -> String {
    rows.checked_mul(columns)
        .map_or("more elements than can be counted".to_owned(), |count| format!("{count} elements"))
}
