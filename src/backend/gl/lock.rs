//! The driver lock: serialises the calls that drivers support on only one thread at a time.
//!
//! - Opening and closing devices: not all drivers see to that themselves.
//! - **Everything, where the driver draws on the CPU.** Whenever data go in or out, or a texture is bound, Mesa's llvmpipe
//!   looks through the work under way of every context of the process, with nothing to keep their threads from changing
//!   it meanwhile (`llvmpipe_flush_resource`): two devices on two threads end the process now and then. It draws on threads
//!   of its own, so that little is lost.
//!
//! The owner of a foreign context draws in it when they like: see [`crate::Device::adopt`].

use std::sync::{Mutex, MutexGuard, PoisonError};

static DRIVER: Mutex<()> = Mutex::new(());

/// No thread holds it twice: nothing that is called meanwhile may open, close or enter a device.
pub(super) type DriverGuard = MutexGuard<'static, ()>;

pub(super) fn lock() -> DriverGuard {
    // A poisoned lock can be used: only the device that panicked is left in an undefined state.
    DRIVER.lock().unwrap_or_else(PoisonError::into_inner)
}
