//! Chips: fragment processors of 2002 to 2006, and a plain machine without their limits.

mod ati;
mod fact;
mod nvidia;
mod plain;
mod profile;
mod rows;
mod unknown;

use super::program::InstructionSet;

pub use fact::{Fact, Limit, Status};
pub use profile::{AnySize, Cost, EarlyZ, HierarchicalZ, Profile};
pub use rows::Row;
pub use unknown::UnknownChip;

/// A fragment processor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Chip {
    /// ATI Radeon 9700 and 9800, 2002: 24-bit floats, 64 instructions in a straight line.
    R300,
    /// ATI Radeon X800, 2004: 24-bit floats, 512 instructions in a straight line.
    R420,
    /// ATI Radeon X1800 and X1900, 2005: 32-bit floats, loops and branches.
    R520,
    /// NVIDIA GeForce FX, 2003: 32-bit floats, 1024 instructions, condition codes.
    Nv30,
    /// NVIDIA GeForce 6, 2004: loops and branches.
    Nv40,
    /// NVIDIA GeForce 7, 2005.
    G70,
    /// NVIDIA GeForce 8, 2006: integers.
    G80,
    /// A plain IEEE float machine without limits.
    None,
}

impl Chip {
    /// All chips: those of ATI and those of NVIDIA, each with the oldest first, and then the plain machine.
    pub const ALL: [Chip; 8] =
        [Chip::R300, Chip::R420, Chip::R520, Chip::Nv30, Chip::Nv40, Chip::G70, Chip::G80, Chip::None];

    /// Returns its profile: its limits, features and speed.
    pub fn profile(self) -> &'static Profile {
        match self {
            Chip::R300 => &ati::R300,
            Chip::R420 => &ati::R420,
            Chip::R520 => &ati::R520,
            Chip::Nv30 => &nvidia::NV30,
            Chip::Nv40 => &nvidia::NV40,
            Chip::G70 => &nvidia::G70,
            Chip::G80 => &nvidia::G80,
            Chip::None => &plain::PLAIN,
        }
    }

    /// Returns its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Chip::R300 => "r300",
            Chip::R420 => "r420",
            Chip::R520 => "r520",
            Chip::Nv30 => "nv30",
            Chip::Nv40 => "nv40",
            Chip::G70 => "g70",
            Chip::G80 => "g80",
            Chip::None => "none",
        }
    }

    /// Returns the chip of this name, in upper or lower case.
    pub fn of_name(name: &str) -> Option<Chip> {
        Chip::ALL.into_iter().find(|chip| chip.name().eq_ignore_ascii_case(name))
    }

    /// Whether it computes with numbers of half precision where a program asks for them.
    pub fn has_half(self) -> bool {
        matches!(self, Chip::Nv30 | Chip::Nv40 | Chip::G70 | Chip::None)
    }

    /// Returns its instruction set.
    pub fn set(self) -> InstructionSet {
        match self {
            Chip::R300 | Chip::R420 => InstructionSet::Arb,
            Chip::R520 => InstructionSet::R520,
            Chip::Nv30 => InstructionSet::Nv30,
            Chip::Nv40 | Chip::G70 => InstructionSet::Nv40,
            Chip::G80 => InstructionSet::G80,
            Chip::None => InstructionSet::Plain,
        }
    }
}

impl std::fmt::Display for Chip {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
