//! Kernels with the predicate of a filter.

use crate::error::Error;
use crate::kernel::{Source, predicate};
use crate::machine::{Device, Kernel};
use crate::texel::Texel;

/// Compiles a kernel with this predicate.
pub(super) fn kernel<T: Texel>(device: &Device, source: Source, keep: &str) -> Result<Kernel, Error> {
    // If the expression is invalid, the error is about the expression, not about the kernel.
    device
        .kernel(&predicate::source::<T>(source, keep))
        .map_err(|error| predicate::check::<T>(keep).err().map_or(error, Error::from))
}
