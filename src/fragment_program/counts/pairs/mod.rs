//! Pairs: counts the arithmetic of a program in the units that R300 and R420 issue.
//!
//! A native instruction is a pair of operations: one on red, green and blue, and one on alpha, each with up to three registers. The count
//! follows what Mesa does for its r300 driver. The program is brought into static single assignment form and vectorized ([`ssa`]).
//! Operands whose components come from several values become vectors ([`vectors`]). Each instruction is expanded into native
//! operations ([`expand`]). If the RGB unit cannot read an operand in the order of its swizzle, the operand is copied first
//! ([`swizzle`]). Sums are computed where they are read ([`presubtract`]). Operations that do not depend on each other are then paired
//! ([`schedule`]).
//!
//! The count is that of the compiler or near it, and more often above than below. It is far below for a few programs of emulated
//! integers, where Mesa splits multiply-adds and joins their products. The guide (`chips.md`) has the figures.

mod expand;
mod presubtract;
mod schedule;
mod source_slots;
mod ssa;
mod swizzle;
#[cfg(test)]
mod tests;
mod used;
mod vectors;

use crate::fragment_program::{FragmentProgram, Register};

use expand::Expansion;
pub(super) use schedule::Scheduled;
use vectors::Vectors;

/// The maximum number of registers that a half reads.
const MAX_SOURCES: usize = 3;

/// A component of a value. The first number identifies a temporary, or an intermediate value of the expansion. The second is the
/// component.
type Value = (usize, usize);

/// A native operation: the RGB half of a pair, the alpha half, or both. Or a texture instruction, which has its reads in the RGB half.
#[derive(Clone, Debug)]
struct Operation {
    rgb: Option<Half>,
    alpha: Option<Half>,
    /// Whether the RGB half copies the result of the alpha half.
    replicates: bool,
    /// Whether it writes a render target.
    output: bool,
    texture: Option<Texture>,
    /// If it is a sum or a difference that other operations can compute as they read it: for each component of the result, that of both
    /// operands.
    sum: Option<[usize; 4]>,
    /// The values that it writes.
    writes: Vec<Value>,
}

/// A kind of texture instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Texture {
    Fetch,
    Kill,
}

/// One half of an operation.
#[derive(Clone, Debug)]
struct Half {
    arguments: Vec<Argument>,
    /// Whether the alpha half has the same operation.
    converts: bool,
}

/// What a half reads of a register.
#[derive(Clone, Copy, Debug)]
struct Argument {
    source: Source,
    /// The mask of the components that it reads. It is 0 for constants that every operation can read, 0 and 1.
    components: u8,
    /// Whether it is one of two registers of which the sum or the difference is read.
    presubtracted: bool,
}

/// A register that an operation reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Source {
    /// A temporary, or an intermediate value of the expansion.
    Value(usize),
    /// A constant of numbers that the program has. 0 stands for numbers that no constant is needed for.
    Literal(usize),
    /// Any other register.
    Other(Register),
}

impl Operation {
    /// Creates an arithmetic operation that writes the components of `mask` of the value `to`, or of a render target.
    fn new(rgb: Option<Half>, alpha: Option<Half>, to: Option<usize>, mask: u8) -> Operation {
        let components = (0..4).filter(|component| mask >> component & 1 == 1);
        let writes = to.map_or_else(Vec::new, |to| components.map(|component| (to, component)).collect());
        Operation { rgb, alpha, replicates: false, output: to.is_none(), texture: None, sum: None, writes }
    }

    /// Returns the arguments of both halves.
    fn arguments(&self) -> impl Iterator<Item = &Argument> {
        self.rgb.iter().chain(&self.alpha).flat_map(|half| &half.arguments)
    }
}

/// Schedules a program.
pub(super) fn schedule(program: &FragmentProgram) -> Scheduled {
    let (instructions, mut values) = ssa::of(program, &used::masks(program));
    let mut vectors = Vectors::of(&instructions, &mut values);
    let mut expansion = Expansion::new(values);
    instructions.iter().for_each(|instruction| vectors.emit(instruction, &mut expansion));
    presubtract::read(&mut expansion.operations);
    schedule::schedule(expansion.operations, expansion.values)
}
