//! Errors of the methods on compute shaders.

/// What a method on compute shaders refuses.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum ComputeError {
    /// More elements than floats tell the positions of apart.
    #[error("{what} counts positions in floats, which are exact up to {exact}; there are {count} elements")]
    FloatAddress {
        /// What counts them.
        what: &'static str,
        /// Elements given.
        count: usize,
        /// Positions that are exact.
        exact: usize,
    },
    /// A method for sums is given another operator.
    #[error("the method {method} is for sums, and is given operator `{operator}`: use Operator::sum(), or {instead}")]
    NotASum {
        /// The method.
        method: &'static str,
        /// The operator.
        operator: String,
        /// A method for any operator.
        instead: &'static str,
    },
    /// A method whose arithmetic a compiler may undo.
    #[error(
        "{method} needs `precise`, without which compilers undo it: OpenGL 4.3 or OpenGL ES 3.2; this context is {version}"
    )]
    NoPrecise {
        /// The method.
        method: &'static str,
        /// What the context says it is.
        version: String,
    },
}
