//! Errors of plans.

/// Why a kernel cannot be brought within the limits of a device.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// The limits allow a pass no render targets or no inputs.
    #[error("kernel `{kernel}`: a pass needs at least one render target and one input, not {outputs} and {inputs}")]
    NoTargets {
        /// The kernel.
        kernel: String,
        /// The number of render targets of a pass.
        outputs: usize,
        /// The number of inputs of a pass.
        inputs: usize,
    },
    /// A single output reads streams of more types than a pass has inputs.
    #[error(
        "kernel `{kernel}`: a pass reads {needed} streams even when those of one type are joined; the maximum is {max}"
    )]
    Inputs {
        /// The kernel.
        kernel: String,
        /// The number of inputs that the pass needs.
        needed: usize,
        /// The number of inputs that a pass may have.
        max: usize,
    },
}
