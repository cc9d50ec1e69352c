//! Shared code of the bitonic sorts: the list of their passes, and the constants from which a pass finds the elements to compare.

use crate::machine::Pass;

/// Adds the constants from which a pass computes addresses. If the length is not a power of two, comparisons are mirrored within a
/// block.
pub(super) fn addresses(pass: Pass<'_>, block: i32, offset: i32, count: usize) -> Pass<'_> {
    let pass = pass.constant("block", block).constant("offset", offset).constant("mirror", !count.is_power_of_two());
    // The reciprocals are for addresses in floats. They are powers of two, so they are exact.
    pass.constant("per_block", 1.0 / block as f32).constant("per_offset", 1.0 / offset as f32)
}

/// Returns the block and offset of each of the k(k + 1)/2 passes.
pub(super) fn steps(count: usize) -> impl Iterator<Item = (i32, i32)> {
    let stages = (1..=count.max(1).next_power_of_two().ilog2()).map(|stage| 1i32 << stage);
    stages.flat_map(|block| {
        let halves = std::iter::successors(Some(block / 2), |offset| (*offset > 1).then_some(offset / 2));
        halves.map(move |offset| (block, offset))
    })
}
