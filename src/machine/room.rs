//! Room: whether the kernels of some passes fit a device.

use std::cell::Cell;

use crate::backend::Fit;

/// Whether the passes of some work fit a device. The result is that of the pass that fits worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Room {
    /// Each kernel fits.
    Whole,
    /// Some kernel does not fit, and is split into several passes.
    Cut,
    /// The device cannot run some kernel.
    Refused,
}

impl From<&Fit> for Room {
    fn from(fit: &Fit) -> Room {
        match fit.passes {
            Some(1) => Room::Whole,
            Some(_) => Room::Cut,
            None => Room::Refused,
        }
    }
}

/// The result so far for the passes of a plan.
pub(super) struct PlannedRoom(Cell<Room>);

impl PlannedRoom {
    /// Makes the result for no passes, which is that everything fits.
    pub fn new() -> PlannedRoom {
        PlannedRoom(Cell::new(Room::Whole))
    }

    /// Adds a pass.
    pub fn add(&self, fit: &Fit) {
        self.0.set(self.0.get().max(fit.into()));
    }

    /// Returns the result for the pass that fits worst.
    pub fn least(&self) -> Room {
        self.0.get()
    }
}
