//! The driver lock: serializes calls that drivers support on only one thread at a time.
//!
//! - Opening and closing devices, because not all drivers are thread-safe there.
//! - **Everything, if the driver draws on the CPU.** Whenever data are transferred or a texture is bound, Mesa's llvmpipe walks the
//!   pending work of every context of the process, without synchronizing with the threads of those contexts
//!   (`llvmpipe_flush_resource`). Two devices on two threads can crash the process. llvmpipe draws on its own threads, so the lock
//!   costs little.
//!
//! The lock does not cover the owner of a foreign context, who can draw in it at any time (see [`crate::Device::adopt`]).

use std::sync::{Mutex, MutexGuard, PoisonError};

static DRIVER: Mutex<()> = Mutex::new(());

/// A held driver lock. It is not reentrant: a thread that holds it must not open, close or enter a device.
pub(super) type DriverGuard = MutexGuard<'static, ()>;

pub(super) fn lock() -> DriverGuard {
    // A poisoned lock can be used, because only the device that panicked is in an undefined state.
    DRIVER.lock().unwrap_or_else(PoisonError::into_inner)
}
