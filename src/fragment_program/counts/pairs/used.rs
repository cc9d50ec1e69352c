//! Finds the results that a straight-line program uses. A driver removes all others as dead code before it schedules.

use crate::fragment_program::{FragmentProgram, Register, Shape};

/// Returns, for each instruction, the mask of the components of its result that are read later. Everything that is written to a render
/// target counts as read.
pub(super) fn masks(program: &FragmentProgram) -> Vec<u8> {
    let mut live = vec![0u8; program.temporaries];
    let mut used = vec![0u8; program.instructions.len()];
    for (at, instruction) in program.instructions.iter().enumerate().rev() {
        let written = match instruction.destination {
            Some(destination) => match destination.register {
                Register::Temporary(k) => live.get_mut(k).map_or(0, |live| {
                    let used = *live & destination.mask;
                    *live &= !destination.mask;
                    used
                }),
                _ => destination.mask,
            },
            // Flow control and `KIL` have side effects.
            None => 0b1111,
        };
        used[at] = written;
        if written == 0 {
            continue;
        }
        // If only some components of the result are used, only some components of the operands are needed. That holds only if each
        // component of the result is computed from the same component of the operands.
        let reads = match instruction.opcode.shape() {
            Shape::Vector => instruction.opcode.reads(written),
            _ => instruction.reads(program),
        };
        for source in &instruction.sources {
            let Register::Temporary(k) = source.register else { continue };
            let Some(live) = live.get_mut(k) else { continue };
            let components =
                (0..4).filter(|lane| reads >> lane & 1 == 1).filter_map(|lane| source.swizzle[lane].number());
            components.for_each(|component| *live |= 1 << component);
        }
    }
    used
}
