//! Entering a context: makes it current, and afterwards restores the state of an adopted one.

use crate::backend::BackendError;

use super::{Context, Gl, lock, make_current, saved};

/// What restores the state that the owner of a foreign context had set.
pub(super) enum Restore {
    /// State that was queried.
    Saved(saved::Saved),
    /// The context's own [`OwnerState`](super::OwnerState).
    Owner,
}

impl Restore {
    /// Saves the state of a foreign context, and sets the state that the backend needs. An own context has no state to restore.
    pub fn of(context: &Context, gl: &glow::Context, units: usize) -> Result<Option<Restore>, BackendError> {
        match context {
            Context::Foreign(foreign) => match foreign.state() {
                None => Ok(Some(Restore::Saved(saved::Saved::take(gl, units)?))),
                Some(state) => {
                    let failed = |what| BackendError::Driver { during: "using the adopted context", what };
                    state.save(units).map_err(failed)?;
                    Ok(Some(Restore::Owner))
                }
            },
            #[cfg(feature = "headless")]
            Context::Own(_) => Ok(None),
        }
    }

    /// Restores the owner's state.
    pub fn restore(self, context: &Context, gl: &glow::Context) {
        match (self, context) {
            (Restore::Saved(saved), _) => saved.restore(gl),
            (Restore::Owner, Context::Foreign(foreign)) => {
                foreign.state().into_iter().for_each(|state| state.restore())
            }
            #[cfg(feature = "headless")]
            (Restore::Owner, Context::Own(_)) => {}
        }
    }
}

/// A guard. The context is current as long as it lives. When it is dropped, it restores the state that the owner of a foreign context
/// had set, unless it is part of a batch.
pub(super) struct Entered<'a> {
    pub(super) backend: &'a Gl,
    restore: Option<Restore>,
    /// The driver lock, if the driver needs it. It is released last.
    _alone: Option<lock::DriverGuard>,
}

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        if let Some(restore) = self.restore.take() {
            restore.restore(&self.backend.context, &self.backend.gl);
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
        let mut restore = None;
        if matches!(self.context, Context::Foreign(_)) && self.batch.borrow().is_none() {
            self.state.borrow_mut().forget();
            let batched = self.batches.get() > 0;
            // The places of points take one more.
            let units = if batched { self.info.limits.samplers + 1 } else { units };
            restore = Restore::of(&self.context, &self.gl, units)?;
            if batched {
                *self.batch.borrow_mut() = restore.take();
            }
        }
        Ok(Entered { backend: self, restore, _alone: alone })
    }

    /// Begins a batch: the state of a foreign context is saved when the batch first enters the context.
    pub(super) fn open_batch(&self) {
        self.batches.set(self.batches.get() + 1);
    }

    /// Ends a batch. The outermost restores the owner's state.
    pub(super) fn close_batch(&self) {
        self.batches.set(self.batches.get() - 1);
        if self.batches.get() > 0 {
            return;
        }
        let Some(restore) = self.batch.borrow_mut().take() else { return };
        let _alone = self.on_cpu.then(lock::lock);
        match make_current(&self.context) {
            Ok(()) => restore.restore(&self.context, &self.gl),
            Err(error) => log::warn!("the state of an adopted context is not restored: {error}"),
        }
    }
}
