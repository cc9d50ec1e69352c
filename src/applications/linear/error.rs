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
    #[error("a matrix of {rows} × {columns} has {wanted} elements, and {found} were given")]
    Elements {
        /// Rows.
        rows: usize,
        /// Columns.
        columns: usize,
        /// Their product.
        wanted: usize,
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
