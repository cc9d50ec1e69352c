//! Errors of captures.

use crate::ir::interpret::RunError;

/// Errors of a replay.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum CaptureError {
    /// A pass tests a depth and stencil buffer whose content from before the capture cannot be read.
    #[error(
        "pass `{kernel}` tests a depth and stencil buffer from before the capture, and this device cannot read what is in it: clear it after the \
         capture begins"
    )]
    DepthStencil {
        /// The kernel.
        kernel: String,
    },
    /// The requested step does not exist.
    #[error("there is no step {step}: the capture has {count}, counted from 0")]
    Step {
        /// The requested step, from 0.
        step: usize,
        /// The number of steps of the capture.
        count: usize,
    },
    /// The requested stream or buffer has no contents at this step.
    #[error("`{name}` holds nothing here: seek to a step that reads or writes it")]
    NotHere {
        /// The name of the stream or buffer in the kernel.
        name: String,
    },
    /// The current step is not a pass, so it has no fetches to show.
    #[error("there is no pass here: {what}")]
    NoPass {
        /// The kind of step that it is instead.
        what: String,
    },
    /// The pass does not draw the requested fragment.
    #[error("pass `{kernel}` draws no fragment ({column}, {row}): it is drawn over {rects}")]
    NoFragment {
        /// The kernel.
        kernel: String,
        /// The column asked for, from 0.
        column: usize,
        /// The row asked for.
        row: usize,
        /// The rectangles that the pass is drawn over.
        rects: String,
    },
    /// The pass does not have the requested element.
    #[error("pass `{kernel}` has no element {element}: its outputs have {count}")]
    NoElement {
        /// The kernel.
        kernel: String,
        /// The element asked for, from 0.
        element: usize,
        /// The number of elements of the outputs.
        count: usize,
    },
    /// The device's programs cannot be inspected.
    #[error("the programs of {renderer} are compiled by its driver and cannot be debugged: use an emulated chip")]
    NoDebugger {
        /// The device.
        renderer: String,
    },
    /// The interpreter cannot run the kernel.
    #[error(transparent)]
    Interpreter(#[from] RunError),
}
