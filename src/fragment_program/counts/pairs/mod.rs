//! Pairs: how R300 and R420 issue arithmetic.
//!
//! An instruction of the silicon is two operations side by side, one of red, green and blue, one of alpha, on up to three
//! registers each. So what of a program's arithmetic is [`used`] becomes native operations ([`expand`]), operands that the RGB unit cannot read in
//! that order are copied first ([`swizzle`]), and what does not wait for each other goes side by side ([`schedule`]).
//!
//! It is a model, of what Mesa's r300 compiler does and of ATI's documents: without that compiler's rearrangements, so that it
//! comes out above it more often than below.

mod expand;
mod schedule;
mod swizzle;
mod used;

use crate::fragment_program::{Program, Register};

use super::indirections;

/// What a native operation takes of a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Slots {
    /// The RGB half.
    Rgb,
    /// The alpha half.
    Alpha,
    /// Both.
    Both,
}

/// Temporaries of a program up to which there are others to move numbers to.
const MOST_TEMPORARIES: usize = 24;

/// A component of a value: of a temporary, or of what expansion makes.
type Value = (usize, usize);

/// A native operation.
#[derive(Clone, Debug)]
struct Operation {
    slots: Slots,
    /// Whether the alpha half may compute it as well: one component of RGB that nothing reads together with others.
    movable: bool,
    /// What it writes.
    writes: Vec<Value>,
    /// What it has to wait for.
    waits: Vec<Value>,
    /// The registers whose RGB it reads, and whose alpha.
    rgb: Vec<Source>,
    alpha: Vec<Source>,
}

/// A register that an operation reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    /// A temporary, or what expansion made.
    Value(usize),
    /// Anything else.
    Other(Register),
}

/// How many pairs the program takes.
pub(super) fn count(program: &Program) -> usize {
    let mut opening = indirections::opening(program);
    opening.push(program.instructions.len());
    let used = used::masks(program);
    // To be computed in alpha a number needs an alpha of its own: a register that is free.
    let alone = match program.temporaries <= MOST_TEMPORARIES {
        true => used::alone(program),
        false => vec![false; program.instructions.len()],
    };
    let mut values = program.temporaries;
    let mut start = 0;
    let mut pairs = 0;
    for end in opening {
        let mut operations = Vec::new();
        for at in (start..end).filter(|at| used[*at] != 0) {
            expand::instruction(&program.instructions[at], used[at], alone[at], &mut values, &mut operations);
        }
        pairs += schedule::pairs(&operations);
        start = end;
    }
    pairs
}
