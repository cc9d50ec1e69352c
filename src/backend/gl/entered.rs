//! Entering a context: makes it current, and afterwards restores the state of an adopted one.

use crate::backend::BackendError;

use super::{Context, Gl, lock, make_current, saved};

/// A guard. The context is current as long as it lives. When it is dropped, it restores the state that the owner of a foreign context
/// had set.
pub(super) struct Entered<'a> {
    pub(super) backend: &'a Gl,
    saved: Option<saved::Saved>,
    /// The driver lock, if the driver needs it. It is released last.
    _alone: Option<lock::DriverGuard>,
}

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        if let Some(saved) = self.saved.take() {
            saved.restore(&self.backend.gl);
        }
    }
}

impl Gl {
    /// Makes the context current, and sets the state that the backend needs.
    pub(super) fn enter(&self) -> Result<Entered<'_>, BackendError> {
        self.enter_with(1)
    }

    /// Does the same as [`enter`](Self::enter), for work that uses this number of texture units.
    pub(super) fn enter_with(&self, units: usize) -> Result<Entered<'_>, BackendError> {
        let alone = self.on_cpu.then(lock::lock);
        make_current(&self.context)?;
        let saved = match self.context {
            Context::Foreign(_) => {
                self.state.borrow_mut().forget();
                Some(saved::Saved::take(&self.gl, units)?)
            }
            #[cfg(feature = "headless")]
            Context::Own(_) => None,
        };
        Ok(Entered { backend: self, saved, _alone: alone })
    }
}
