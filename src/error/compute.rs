//! Errors of the methods on compute shaders.

/// Errors of methods on compute shaders.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum ComputeError {
    /// There are more elements than floats can number exactly.
    #[error("{what} counts positions in floats, which are exact up to {exact}; there are {count} elements")]
    FloatAddress {
        /// The function that numbers them.
        what: &'static str,
        /// The number of elements.
        count: usize,
        /// The number of positions that floats hold exactly.
        exact: usize,
    },
    /// A method for sums is given another operator.
    #[error(
        "the method {method} only computes sums, but the operator is `{operator}`: use Operator::sum(), or the method {instead}"
    )]
    NotASum {
        /// The method.
        method: &'static str,
        /// The operator.
        operator: String,
        /// A method that takes any operator.
        instead: &'static str,
    },
    /// A method that counts by atomic additions is given weights, which are floats.
    #[error(
        "the method {method} has no sums of weights, because there are no atomic additions of floats: use {instead}"
    )]
    FloatAtomics {
        /// The method.
        method: &'static str,
        /// A method with sums of weights.
        instead: &'static str,
    },
    /// A method that keeps the last value of each position is asked to combine all of them.
    #[error("the method {method} keeps the last value of each position, and combines none: use {instead}")]
    CombinesNothing {
        /// The method.
        method: &'static str,
        /// A method that combines values.
        instead: &'static str,
    },
    /// A method's loop would have more iterations than every driver runs.
    #[error(
        "the method {method} loops over up to {max} {what}, not {count}: some drivers end longer loops; use {instead}"
    )]
    LongLoop {
        /// The method.
        method: &'static str,
        /// What it loops over.
        what: &'static str,
        /// Their number.
        count: usize,
        /// The maximum number.
        max: usize,
        /// What to use instead.
        instead: &'static str,
    },
    /// A histogram has more bins than shared memory holds counts.
    #[error("the method {method} has up to {max} bins, not {bins}: use {instead}")]
    TooManyBins {
        /// The method.
        method: &'static str,
        /// The number of bins.
        bins: usize,
        /// The maximum number of bins.
        max: usize,
        /// A method for any number of bins.
        instead: &'static str,
    },
    /// A method needs the qualifier `precise`, because a compiler may undo its arithmetic without it.
    #[error(
        "{method} needs the GLSL qualifier `precise`, or compilers may undo it: use OpenGL 4.3 or OpenGL ES 3.2, not {version}"
    )]
    NoPrecise {
        /// The method.
        method: &'static str,
        /// The version that the context reports.
        version: String,
    },
}
