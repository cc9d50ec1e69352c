//! The driver lock: serialises the calls that drivers support on only one thread at a time.
//!
//! - Opening and closing devices: not all drivers are thread-safe there.
//! - **Everything, if the driver draws on the CPU.** Whenever data are transferred or a texture is bound, Mesa's llvmpipe walks
//!   the pending work of every context of the process, without a lock against the threads of those contexts
//!   (`llvmpipe_flush_resource`). So two devices on two threads sometimes crash the process. llvmpipe draws on threads of its
//!   own, so the lock costs little.
//!
//! The lock does not cover the owner of a foreign context, who draws in it at any time: see [`crate::Device::adopt`].

use std::sync::{Mutex, MutexGuard, PoisonError};

static DRIVER: Mutex<()> = Mutex::new(());

/// A held driver lock. It is not reentrant: while a thread holds it, the thread must not open, close or enter a device.
pub(super) type DriverGuard = MutexGuard<'static, ()>;

pub(super) fn lock() -> DriverGuard {
    // A poisoned lock can be used: only the device that panicked is left in an undefined state.
    DRIVER.lock().unwrap_or_else(PoisonError::into_inner)
}
