//! Finds the ends of blocks.

use crate::fragment_program::{Instruction, Opcode};

/// Returns, for each instruction that begins a block, the index of its `ELSE`, or of its end if it has none, and the index of its end.
pub fn ends(instructions: &[Instruction]) -> Vec<(usize, usize)> {
    let mut ends = vec![(instructions.len(), instructions.len()); instructions.len()];
    let mut open: Vec<(usize, Option<usize>)> = Vec::new();
    for (at, instruction) in instructions.iter().enumerate() {
        match instruction.opcode {
            Opcode::If | Opcode::Rep | Opcode::Loop => open.push((at, None)),
            Opcode::Else => {
                if let Some((_, otherwise)) = open.last_mut() {
                    *otherwise = Some(at);
                }
            }
            Opcode::EndIf | Opcode::EndRep | Opcode::EndLoop => {
                if let Some((begin, otherwise)) = open.pop() {
                    ends[begin] = (otherwise.unwrap_or(at), at);
                }
            }
            _ => {}
        }
    }
    ends
}
