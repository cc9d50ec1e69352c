//! Listings: the text of a fragment program, in the language of the assemblers of the time.
//!
//! [`print()`] writes a [`FragmentProgram`] for the assembler of its [`InstructionSet`]:
//!
//! | set | head | taken by |
//! |---|---|---|
//! | `Arb` | `!!ARBfp1.0` | every driver with ARB_fragment_program, Mesa's among them |
//! | `Nv30` | `!!ARBfp1.0`, `OPTION NV_fragment_program`; or `!!FP1.0` ([`print_nv30`]) | NVIDIA's drivers |
//! | `Nv40` | `!!ARBfp1.0`, `OPTION NV_fragment_program2` | NVIDIA's drivers |
//! | `G80` | `!!NVfp4.0` | NVIDIA's drivers |
//! | `R520`, `Plain` | `!!BRfp1.0`, `OPTION r520` or `OPTION plain` | nobody but [`read()`]: no OpenGL assembler has these instructions |
//!
//! [`read()`] accepts all of them. If a listing is read and printed again, the result is the same except for comments ([`print_bare`]).
//! Sources: the specifications ARB_fragment_program, NV_fragment_program_option, NV_fragment_program2, and NV_gpu_program4. Where they
//! are ambiguous, the behaviour of NVIDIA's assembler decides.

mod error;
mod head;
mod inline;
mod instruction;
mod mnemonic;
mod names;
mod naming;
mod number;
mod nv30;
#[cfg(test)]
mod nv30_tests;
mod print;
#[cfg(test)]
pub(crate) mod random;
mod read;
mod set;
mod swizzle;
#[cfg(test)]
mod tests;
mod uniform;

pub use error::ListingError;
pub use names::Names;
pub use nv30::{mapped_nv30, print_nv30};
pub use print::{Mapped, mapped, mapped_with, print, print_bare, print_with};
pub use read::{Listing, read};

use super::program::{FragmentProgram, InstructionSet};

/// Returns the header that a listing begins with.
pub(crate) fn header(set: InstructionSet) -> &'static str {
    match set {
        InstructionSet::Arb | InstructionSet::Nv30 | InstructionSet::Nv40 => "!!ARBfp1.0",
        InstructionSet::G80 => "!!NVfp4.0",
        InstructionSet::R520 | InstructionSet::Plain => "!!BRfp1.0",
    }
}

/// Returns the option that enables the instructions of a set.
pub(crate) fn option(set: InstructionSet) -> Option<&'static str> {
    match set {
        InstructionSet::Arb | InstructionSet::G80 => None,
        InstructionSet::Nv30 => Some("NV_fragment_program"),
        InstructionSet::Nv40 => Some("NV_fragment_program2"),
        InstructionSet::R520 => Some("r520"),
        InstructionSet::Plain => Some("plain"),
    }
}

/// Whether suffixes of opcodes are separated by points, as in NV_gpu_program4: `ADD.S.CC`.
fn has_points(set: InstructionSet) -> bool {
    set.integers()
}

/// The name of the register for results of which only the condition code is used. Assemblers require a register there.
const CONDITION_ONLY: &str = "CC";

/// Whether the program has results of which only the condition code is used.
fn has_condition_only(program: &FragmentProgram) -> bool {
    program.instructions.iter().any(|instruction| instruction.destination.is_none() && instruction.sets_condition)
}
