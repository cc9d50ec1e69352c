//! Errors of plans.

/// Why a kernel cannot be brought within these limits.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// The call has no output, or the device no target.
    #[error("kernel `{kernel}`: a pass needs at least one render target and one input, not {outputs} and {inputs}")]
    NoTargets {
        /// The kernel.
        kernel: String,
        /// Render targets of a pass.
        outputs: usize,
        /// Inputs of a pass.
        inputs: usize,
    },
    /// One output reads more kinds of streams than a pass can.
    #[error(
        "kernel `{kernel}`: a pass reads {needed} streams even when those of one type are joined: {max} is the most"
    )]
    Inputs {
        /// The kernel.
        kernel: String,
        /// What a pass needs.
        needed: usize,
        /// What the device has.
        max: usize,
    },
}
