//! What linear algebra refuses.

/// Why there is no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LinearError {
    /// Extents that do not fit each other.
    #[error("{operation}: {first} has {first_count} {what}, and {second} has {second_count}")]
    Extents {
        /// Of which operation.
        operation: &'static str,
        /// What is counted.
        what: &'static str,
        /// One operand.
        first: &'static str,
        /// How many it has.
        first_count: usize,
        /// The other.
        second: &'static str,
        /// How many it has.
        second_count: usize,
    },
    /// Another number of elements than a matrix has.
    #[error("a matrix of {rows} × {columns} has {}, and {found} were given", elements(*.rows, *.columns))]
    Elements {
        /// Rows.
        rows: usize,
        /// Columns.
        columns: usize,
        /// What was given.
        found: usize,
    },
    /// Nothing to compute with.
    #[error("{what} has no elements")]
    Empty {
        /// What.
        what: &'static str,
    },
}

/// How many elements a matrix has, in words.
fn elements(rows: usize, columns: usize) -> String {
    rows.checked_mul(columns)
        .map_or("more elements than can be counted".to_owned(), |count| format!("{count} elements"))
}
