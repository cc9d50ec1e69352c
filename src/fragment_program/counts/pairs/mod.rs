//! Pairs: counts the arithmetic of a program in the units that R300 and R420 issue.
//!
//! A native instruction is a pair of operations: one on red, green and blue, and one on alpha, each with up to three registers. Those
//! instructions whose results are [`used`] are expanded into native operations ([`expand`]). If the RGB unit cannot read an operand in
//! the order of its swizzle, the operand is copied first ([`swizzle`]). Operations that do not depend on each other are then paired
//! ([`schedule`]).
//!
//! This models Mesa's r300 compiler and ATI's documents. It lacks some transformations of that compiler, so its counts are more often
//! above the compiler's than below.

mod expand;
mod schedule;
mod swizzle;
mod used;

use crate::fragment_program::{FragmentProgram, Register};

use super::indirections;

/// The halves of a pair that a native operation takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Slots {
    /// The RGB half.
    Rgb,
    /// The alpha half.
    Alpha,
    /// Both halves.
    Both,
}

/// The maximum number of temporaries with which a program still has free registers to move numbers to.
const MAX_TEMPORARIES: usize = 24;

/// A component of a value. The first number identifies a temporary, or an intermediate value of the expansion. The second is the
/// component.
type Value = (usize, usize);

/// A native operation.
#[derive(Clone, Debug)]
struct Operation {
    slots: Slots,
    /// Whether the alpha half may compute it as well. That requires that it writes a single component of RGB, which nothing reads
    /// together with others.
    movable: bool,
    /// The values that it writes.
    writes: Vec<Value>,
    /// The values that it reads, and so has to wait for.
    waits: Vec<Value>,
    /// The registers whose RGB it reads.
    rgb: Vec<Source>,
    /// The registers whose alpha it reads.
    alpha: Vec<Source>,
}

/// A register that an operation reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    /// A temporary, or an intermediate value of the expansion.
    Value(usize),
    /// Any other register.
    Other(Register),
}

/// Returns the number of pairs that the program takes.
pub(super) fn count(program: &FragmentProgram) -> usize {
    let mut opening = indirections::opening(program);
    opening.push(program.instructions.len());
    let used = used::masks(program);
    // A number that is moved to the alpha half needs the alpha component of a free register.
    let alone = match program.temporaries <= MAX_TEMPORARIES {
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
