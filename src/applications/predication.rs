//! How a pass skips elements that have nothing to do: a choice of several applications.

use crate::Device;

/// How a pass skips elements that have nothing to do, after Harris and Buck, *GPU Flow-Control Idioms*, GPU Gems 2, chapter 34.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Predication {
    /// They are not skipped: the kernel computes, and drops the result.
    None,
    /// By a branch in the kernel.
    Branch,
    /// By the depth test, before the kernel runs.
    #[default]
    EarlyZ,
}

impl Predication {
    /// All values.
    pub const ALL: [Predication; 3] = [Predication::None, Predication::Branch, Predication::EarlyZ];

    /// Returns whether its passes can count their fragments on a device: on some chips, the depth test skips nothing then.
    pub(super) fn counts(self, device: &Device) -> bool {
        let skips = self != Predication::EarlyZ || device.info().early_z_in_queries;
        device.features().fragment_counts && skips
    }

    /// Returns its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Predication::None => "none",
            Predication::Branch => "branch",
            Predication::EarlyZ => "early-z",
        }
    }
}
