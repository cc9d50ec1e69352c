//! Errors: programs that have no listing.

use crate::fragment_program::InstructionSet;

/// Why a program has no listing for the assembler of its instruction set.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ListingError {
    /// The instruction set does not have an instruction.
    #[error("instruction {instruction} is {name}, which {} has not", set_name(*.set))]
    NotInSet {
        /// The place of the instruction in the program.
        instruction: usize,
        /// What the set lacks.
        name: String,
        /// The set of the program.
        set: InstructionSet,
    },
    /// An instruction has too few operands, or too many.
    #[error("instruction {instruction}, {name}, has {got} operands, and takes {wanted}")]
    OperandCount {
        /// The place of the instruction in the program.
        instruction: usize,
        /// Its opcode.
        name: String,
        /// How many there are.
        got: usize,
        /// How many it takes.
        wanted: usize,
    },
    /// An operand cannot be written.
    #[error("instruction {instruction}, {name}: {what}")]
    Operand {
        /// The place of the instruction in the program.
        instruction: usize,
        /// Its opcode.
        name: String,
        /// What is wrong with it.
        what: String,
    },
    /// A number of a literal constant cannot be written as a literal.
    #[error("parameter {parameter} has the number {value} (bits {bits:#010x}), for which {} has no literal: bind it to a local parameter", set_name(*.set))]
    NoLiteral {
        /// The parameter.
        parameter: usize,
        /// Its number, as a float.
        value: f32,
        /// Its bits.
        bits: u32,
        /// The set of the program.
        set: InstructionSet,
    },
    /// A number of a literal constant is not known.
    #[error("parameter {parameter} is bound to a literal, and not all of its numbers are known")]
    NotLiteral {
        /// The parameter.
        parameter: usize,
    },
    /// An instruction names a register that the program does not have.
    #[error("instruction {instruction} names {register}, and there are {count}")]
    NoRegister {
        /// The place of the instruction in the program.
        instruction: usize,
        /// The register.
        register: String,
        /// How many of its kind there are.
        count: usize,
    },
}

/// Returns the name of an instruction set in messages.
pub(crate) fn set_name(set: InstructionSet) -> &'static str {
    match set {
        InstructionSet::Arb => "ARB_fragment_program",
        InstructionSet::Nv30 => "NV_fragment_program",
        InstructionSet::Nv40 => "NV_fragment_program2",
        InstructionSet::G80 => "NV_gpu_program4",
        InstructionSet::R520 => "the instruction set of R520",
        InstructionSet::Plain => "the plain instruction set",
    }
}
