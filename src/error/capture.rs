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
    /// A fragment is asked for that the pass does not draw.
    #[error("pass `{kernel}` draws no fragment ({column}, {row}): it is drawn over {rects}")]
    NoFragment {
        /// The kernel.
        kernel: String,
        /// The column asked for, from 0.
        column: usize,
        /// The row asked for.
        row: usize,
        /// What it is drawn over.
        rects: String,
    },
    /// An element is asked for that the pass does not have.
    #[error("pass `{kernel}` has no element {element}: its outputs have {count}")]
    NoElement {
        /// The kernel.
        kernel: String,
        /// The element asked for, from 0.
        element: usize,
        /// How many there are.
        count: usize,
    },
    /// The device runs no programs that can be looked into.
    #[error("{renderer} runs its own programs, which nobody can look into: emulated chips run ours")]
    NoDebugger {
        /// The device.
        renderer: String,
    },
    /// The interpreter cannot run the kernel.
    #[error(transparent)]
    Interpreter(#[from] RunError),
}
