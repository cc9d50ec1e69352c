//! Errors for programs that cannot be written as a listing.

use crate::fragment_program::InstructionSet;

/// Why a program cannot be written for the assembler of its instruction set.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ListingError {
    /// The instruction set lacks an instruction or a modifier.
    #[error("instruction {instruction} is {name}, which {} does not have", set_name(*.set))]
    NotInSet {
        /// The index of the instruction in the program.
        instruction: usize,
        /// What the set lacks.
        name: String,
        /// The instruction set of the program.
        set: InstructionSet,
    },
    /// An instruction has too few or too many operands.
    #[error("instruction {instruction}, {name}, has {got} operands, and takes {wanted}")]
    OperandCount {
        /// The index of the instruction in the program.
        instruction: usize,
        /// Its opcode.
        name: String,
        /// The number of operands that it has.
        got: usize,
        /// The number of operands that the opcode takes.
        wanted: usize,
    },
    /// An operand cannot be written.
    #[error("instruction {instruction}, {name}: {what}")]
    Operand {
        /// The index of the instruction in the program.
        instruction: usize,
        /// Its opcode.
        name: String,
        /// What is wrong with it.
        what: String,
    },
    /// A number of a literal constant has no literal in the assembler's language.
    #[error("parameter {parameter} has the number {value} (bits {bits:#010x}), for which {} has no literal: bind it to a local parameter", set_name(*.set))]
    NoLiteral {
        /// The index of the constant register.
        parameter: usize,
        /// The number, as a float.
        value: f32,
        /// The number's bits.
        bits: u32,
        /// The instruction set of the program.
        set: InstructionSet,
    },
    /// A constant register is bound to a literal, but one of its numbers is not known.
    #[error("parameter {parameter} is bound to a literal, and not all of its numbers are known")]
    NotLiteral {
        /// The index of the constant register.
        parameter: usize,
    },
    /// The program writes more colours than the assembler has.
    #[error("the program writes {got} colours, and {} has {max}: write each in a program of its own", set_name(*.set))]
    TooManyColors {
        /// The number of colours that the program writes.
        got: usize,
        /// The maximum number of colours.
        max: usize,
        /// The instruction set of the program.
        set: InstructionSet,
    },
    /// An instruction refers to a register that the program does not have.
    #[error("instruction {instruction} uses {register}, but the number of such registers is {count}")]
    NoRegister {
        /// The index of the instruction in the program.
        instruction: usize,
        /// The register.
        register: String,
        /// The number of registers of that kind.
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
