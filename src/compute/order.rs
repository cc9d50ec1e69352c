//! What sorting and searching have in common: the order of floats, and positions in floats.

use crate::error::{ComputeError, Error};
use crate::kernel::Source;
use crate::machine::ComputeSource;

const ORDER: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/glsl/compute/order.glsl"));

/// Positions that a float holds exactly.
const EXACT_POSITIONS: usize = 1 << 24;

/// A kernel that orders floats by their bits.
pub(super) fn source(source: Source, element: &'static str, threads: usize) -> ComputeSource {
    ComputeSource { source: source.part("compute/order.glsl", ORDER), element, threads }
}

/// Refuses elements whose positions a float does not hold.
pub(super) fn exact(count: usize) -> Result<(), Error> {
    match count > EXACT_POSITIONS {
        true => Err(ComputeError::FloatAddress { what: "a search", count, exact: EXACT_POSITIONS }.into()),
        false => Ok(()),
    }
}
