//! Whether the kernels of some passes fit a device.

use std::cell::Cell;

use crate::backend::Fit;

/// Whether the passes of some work fit a device. The result is that of the pass that fits worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum KernelFit {
    /// Each kernel fits.
    Fits,
    /// Some kernel does not fit, and is split into several passes.
    Split,
    /// The device cannot run some kernel.
    Refused,
}

impl From<&Fit> for KernelFit {
    fn from(fit: &Fit) -> KernelFit {
        match fit.passes {
            Some(1) => KernelFit::Fits,
            Some(_) => KernelFit::Split,
            None => KernelFit::Refused,
        }
    }
}

/// The result so far for the passes of a plan.
pub(super) struct PlannedFit(Cell<KernelFit>);

impl PlannedFit {
    /// Makes the result for no passes, which is that everything fits.
    pub fn new() -> PlannedFit {
        PlannedFit(Cell::new(KernelFit::Fits))
    }

    /// Adds a pass.
    pub fn add(&self, fit: &Fit) {
        self.0.set(self.0.get().max(fit.into()));
    }

    /// Returns the result for the pass that fits worst.
    pub fn worst(&self) -> KernelFit {
        self.0.get()
    }
}
