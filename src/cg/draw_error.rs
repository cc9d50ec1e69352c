//! What can go wrong when a program is drawn with.

use crate::backend::BackendError;
use crate::error::Error;

use super::CompileError;

/// Why a program cannot be drawn with.
#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    /// The program has no parameter of this name.
    #[error("the program has no parameter `{name}`{}", .hint)]
    Unknown {
        /// The name.
        name: String,
        /// What it has.
        hint: String,
    },
    /// A parameter is given what is not of its kind.
    #[error("`{name}` is {is}, and is given {given}")]
    Kind {
        /// The parameter.
        name: String,
        /// What it is.
        is: &'static str,
        /// What it is given.
        given: &'static str,
    },
    /// A uniform is given another count of numbers than it has.
    #[error("`{name}` has {wanted} numbers, and is given {given}")]
    Count {
        /// The uniform.
        name: String,
        /// The count of its numbers.
        wanted: usize,
        /// The count that it is given.
        given: usize,
    },
    /// A parameter that the program reads is not given.
    #[error("{what} `{name}` is not given")]
    Missing {
        /// What it is.
        what: &'static str,
        /// Its name.
        name: String,
    },
    /// The program has no result of this name.
    #[error("the program has no result `{name}`; it has {results}")]
    NoResult {
        /// The name.
        name: String,
        /// The names of its results.
        results: String,
    },
    /// The program cannot be compiled for the chip.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// The chip cannot draw with the program.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// The device cannot draw with the program.
    #[error(transparent)]
    Device(#[from] Error),
}
