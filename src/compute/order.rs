//! Common parts of sorting and searching: the order of floats, and positions held in floats.

use crate::error::{ComputeError, Error};
use crate::kernel::Source;
use crate::machine::ComputeSource;

const ORDER: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/glsl/compute/order.glsl"));

/// The maximum number of elements whose positions floats hold exactly.
pub(super) const EXACT_POSITIONS: usize = 1 << 24;

/// The source of a kernel that orders floats by their bits.
pub(super) fn source(source: Source, element: &'static str, threads: usize) -> ComputeSource {
    ComputeSource { source: source.part("compute/order.glsl", ORDER), element, threads }
}

/// Refuses more elements than have positions that a float holds exactly.
pub(super) fn exact(what: &'static str, count: usize) -> Result<(), Error> {
    match count > EXACT_POSITIONS {
        true => Err(ComputeError::FloatAddress { what, count, exact: EXACT_POSITIONS }.into()),
        false => Ok(()),
    }
}
