//! What the bitonic sorts have in common: their passes, and how a pass finds partners.

use crate::kernel::Source;
use crate::machine::Pass;

/// A kernel with the functions that find the partner of a place, `in_floats` or in integers.
pub(super) fn source(file: Source, in_floats: bool) -> Source {
    let addresses = match in_floats {
        true => "#include \"shared/bitonic_float.glsl\"\n",
        false => "#include \"shared/bitonic.glsl\"\n",
    };
    file.part("addresses", addresses)
}

/// The constants of the addresses. For a length that is no power of two, comparisons are arranged as in a mirror.
pub(super) fn addresses(pass: Pass<'_>, in_floats: bool, block: i32, offset: i32, count: usize) -> Pass<'_> {
    let pass = pass.constant("block", block).constant("offset", offset).constant("mirror", !count.is_power_of_two());
    match in_floats {
        // Powers of two, and so exact.
        true => pass.constant("per_block", 1.0 / block as f32).constant("per_offset", 1.0 / offset as f32),
        false => pass,
    }
}

/// Block and offset of each pass: k(k + 1)/2 of them.
pub(super) fn steps(count: usize) -> impl Iterator<Item = (i32, i32)> {
    let stages = (1..=count.max(1).next_power_of_two().ilog2()).map(|stage| 1i32 << stage);
    stages.flat_map(|block| {
        let halves = std::iter::successors(Some(block / 2), |offset| (*offset > 1).then_some(offset / 2));
        halves.map(move |offset| (block, offset))
    })
}
