//! Builds a tree of the branches and loops of a program.

use crate::fragment_program::{Instruction, Opcode};

use super::fault::{Fault, fault};

/// An instruction, or a branch or loop with its body. An instruction is given by its index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block {
    /// An instruction.
    Plain(usize),
    /// A branch.
    If(usize, Vec<Block>, Vec<Block>),
    /// A loop.
    Loop(usize, Vec<Block>),
}

/// Builds the tree of blocks of these instructions.
pub fn blocks(instructions: &[Instruction]) -> Result<Vec<Block>, Fault> {
    let mut at = 0;
    let all = sequence(instructions, &mut at, 0)?;
    match instructions.get(at) {
        None => Ok(all),
        Some(end) => fault(format!("{} without what it ends", end.opcode.name())),
    }
}

/// The maximum nesting depth of blocks. It is limited because the recursion over blocks must fit the stack.
const MAX_NESTING: usize = 256;

fn sequence(instructions: &[Instruction], at: &mut usize, depth: usize) -> Result<Vec<Block>, Fault> {
    if depth > MAX_NESTING {
        return fault(format!("branches and loops in one another: {depth}, and at most {MAX_NESTING} can be"));
    }
    let mut all = Vec::new();
    while let Some(instruction) = instructions.get(*at) {
        let number = *at;
        match instruction.opcode {
            Opcode::Else | Opcode::EndIf | Opcode::EndRep | Opcode::EndLoop => break,
            Opcode::If => {
                *at += 1;
                let then = sequence(instructions, at, depth + 1)?;
                let otherwise = match ends(instructions, *at) == Some(Opcode::Else) {
                    true => {
                        *at += 1;
                        sequence(instructions, at, depth + 1)?
                    }
                    false => Vec::new(),
                };
                expect(instructions, *at, Opcode::EndIf, "IF")?;
                all.push(Block::If(number, then, otherwise));
            }
            Opcode::Rep | Opcode::Loop => {
                *at += 1;
                let body = sequence(instructions, at, depth + 1)?;
                match instruction.opcode {
                    Opcode::Rep => expect(instructions, *at, Opcode::EndRep, "REP")?,
                    _ => expect(instructions, *at, Opcode::EndLoop, "LOOP")?,
                }
                all.push(Block::Loop(number, body));
            }
            _ => all.push(Block::Plain(number)),
        }
        *at += 1;
    }
    Ok(all)
}

fn ends(instructions: &[Instruction], at: usize) -> Option<Opcode> {
    instructions.get(at).map(|instruction| instruction.opcode)
}

fn expect(instructions: &[Instruction], at: usize, wanted: Opcode, begins: &str) -> Result<(), Fault> {
    match ends(instructions, at) == Some(wanted) {
        true => Ok(()),
        false => fault(format!("{begins} without {}", wanted.name())),
    }
}
