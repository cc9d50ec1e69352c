//! Shared code of the bitonic sorts: their passes, and how a pass finds the partners to compare.

use crate::kernel::Source;
use crate::machine::Pass;

/// Adds the functions that find the partner of a position to a kernel, with addresses in floats if `in_floats`, else in integers.
pub(super) fn source(file: Source, in_floats: bool) -> Source {
    let addresses = match in_floats {
        true => "#include \"shared/bitonic_float.glsl\"\n",
        false => "#include \"shared/bitonic.glsl\"\n",
    };
    file.part("addresses", addresses)
}

/// Adds the constants of the addresses to a pass. For a length that is no power of two, comparisons are mirrored within a block.
pub(super) fn addresses(pass: Pass<'_>, in_floats: bool, block: i32, offset: i32, count: usize) -> Pass<'_> {
    let pass = pass.constant("block", block).constant("offset", offset).constant("mirror", !count.is_power_of_two());
    match in_floats {
        // The reciprocals are powers of two, and so exact.
        true => pass.constant("per_block", 1.0 / block as f32).constant("per_offset", 1.0 / offset as f32),
        false => pass,
    }
}

/// Returns the block and offset of each of the k(k + 1)/2 passes.
pub(super) fn steps(count: usize) -> impl Iterator<Item = (i32, i32)> {
    let stages = (1..=count.max(1).next_power_of_two().ilog2()).map(|stage| 1i32 << stage);
    stages.flat_map(|block| {
        let halves = std::iter::successors(Some(block / 2), |offset| (*offset > 1).then_some(offset / 2));
        halves.map(move |offset| (block, offset))
    })
}
