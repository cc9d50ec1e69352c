//! Limits of the chips.

use crate::fragment_program::Chip;

use super::Resource;

/// How much of a resource a chip has; none where it does not limit it.
///
/// Sources: Mesa's r300 and nouveau drivers; NV_fragment_program2 for the nesting.
pub(super) fn available(chip: Chip, resource: Resource) -> Option<usize> {
    use Chip::*;
    use Resource::*;
    let of = |r300, r420, r520, nv30, nv4x, g80| match chip {
        R300 => r300,
        R420 => r420,
        R520 => r520,
        Nv30 => nv30,
        Nv40 | G70 => nv4x,
        G80 => g80,
        Chip::None => Option::None,
    };
    const NO: Option<usize> = Option::None;
    match resource {
        Pairs => of(Some(64), Some(512), NO, NO, NO, NO),
        Tex => of(Some(32), Some(512), Some(511), NO, NO, NO),
        Instructions => of(NO, NO, Some(512), Some(1024), Some(4096), Some(8192)),
        Indirections => of(Some(4), Some(4), NO, NO, NO, NO),
        Temporaries => of(Some(32), Some(64), Some(128), Some(32), Some(32), NO),
        // Of a G80 64 KiB, in vectors of 16 bytes.
        Parameters => of(Some(32), Some(32), Some(256), Some(64), Some(224), Some(4096)),
        Interpolants => of(Some(8), Some(8), Some(8), Some(8), Some(8), Some(16)),
        Samplers => of(Some(16), Some(16), Some(16), Some(16), Some(16), Some(32)),
        Targets => of(Some(4), Some(4), Some(4), Some(1), Some(4), Some(8)),
        LoopNesting => of(NO, NO, NO, NO, Some(4), NO),
        BranchNesting => of(NO, NO, NO, NO, Some(48), NO),
    }
}
