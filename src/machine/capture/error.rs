//! Capture errors.

use crate::ir::interpret::RunError;

/// What a replay refuses.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum CaptureError {
    /// There is no such step.
    #[error("step {step} of a capture that has {count}")]
    Step {
        /// The step, from 0.
        step: usize,
        /// How many there are.
        count: usize,
    },
    /// A stream or buffer is asked for that is not there at this step.
    #[error("`{name}` holds nothing here: seek to a step that reads or writes it")]
    NotHere {
        /// What the kernel calls it.
        name: String,
    },
    /// The step shown is none that fetches can be told of.
    #[error("fetches are told of passes: {what}")]
    NoPass {
        /// What is there instead.
        what: String,
    },
    /// The interpreter cannot run the kernel.
    #[error(transparent)]
    Interpreter(#[from] RunError),
}
