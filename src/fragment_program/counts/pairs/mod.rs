//! Pairs: counts the arithmetic of a program as R300 and R420 issue it.
//!
//! A native instruction is two operations side by side: one on red, green and blue, and one on alpha, with up to three registers
//! each. The arithmetic of a program that is [`used`] is expanded into native operations ([`expand`]). Operands that the RGB unit
//! cannot read in their order are copied first ([`swizzle`]). Operations that do not wait for each other are then paired
//! ([`schedule`]).
//!
//! It is a model of what Mesa's r300 compiler does and of ATI's documents. It lacks that compiler's rearrangements, so its counts
//! are more often above the compiler's than below.

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
    /// Both.
    Both,
}

/// Up to this many temporaries, a program still has free registers to move numbers to.
const MOST_TEMPORARIES: usize = 24;

/// A component of a value: the number of a temporary or of an intermediate value of the expansion, and the component.
type Value = (usize, usize);

/// A native operation.
#[derive(Clone, Debug)]
struct Operation {
    slots: Slots,
    /// Whether the alpha half may compute it as well: it writes one component of RGB, and nothing reads that together with others.
    movable: bool,
    /// The values that it writes.
    writes: Vec<Value>,
    /// The values that it waits for.
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
    /// Anything else.
    Other(Register),
}

/// Returns the number of pairs that the program takes.
pub(super) fn count(program: &FragmentProgram) -> usize {
    let mut opening = indirections::opening(program);
    opening.push(program.instructions.len());
    let used = used::masks(program);
    // A number that moves to the alpha half needs an alpha of its own, in a free register.
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
