//! Profiles: the instruction sets that programs in Cg are compiled for.

use std::fmt;
use std::str::FromStr;

use crate::fragment_program::{Chip, InstructionSet};

/// A profile: an instruction set, and the types of numbers that it has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Profile {
    /// `arbfp1`: ARB_fragment_program. All numbers are floats.
    Arbfp1,
    /// `fp30`: NV_fragment_program, of the NV30. It has `half` and `fixed`.
    Fp30,
    /// `fp40`: NV_fragment_program2, of the NV40. It has `half`, `fixed`, loops and branches.
    Fp40,
}

impl Profile {
    /// All profiles.
    pub const ALL: [Profile; 3] = [Profile::Arbfp1, Profile::Fp30, Profile::Fp40];

    /// Returns the name, as in `-profile arbfp1`.
    pub fn name(self) -> &'static str {
        match self {
            Profile::Arbfp1 => "arbfp1",
            Profile::Fp30 => "fp30",
            Profile::Fp40 => "fp40",
        }
    }

    /// Returns the profile of a chip's programs.
    pub fn of(chip: Chip) -> Profile {
        match chip.set() {
            InstructionSet::Nv30 => Profile::Fp30,
            InstructionSet::Nv40 | InstructionSet::G80 | InstructionSet::Plain => Profile::Fp40,
            // No assembler takes the loops of an R520.
            InstructionSet::Arb | InstructionSet::R520 => Profile::Arbfp1,
        }
    }

    /// Returns the instruction set.
    pub fn set(self) -> InstructionSet {
        match self {
            Profile::Arbfp1 => InstructionSet::Arb,
            Profile::Fp30 => InstructionSet::Nv30,
            Profile::Fp40 => InstructionSet::Nv40,
        }
    }

    /// Whether its chips compute `half` and `fixed` with less precision than `float`.
    pub fn has_half(self) -> bool {
        self != Profile::Arbfp1
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a name that no profile for fragment programs has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", .0)]
pub struct UnknownProfile(String);

impl FromStr for Profile {
    type Err = UnknownProfile;

    fn from_str(name: &str) -> Result<Profile, UnknownProfile> {
        let lower = name.to_ascii_lowercase();
        Profile::ALL.into_iter().find(|profile| profile.name() == lower).ok_or_else(|| {
            UnknownProfile(match is_profile_name(&lower) {
                true => format!("profile `{name}` is not supported: brooklet compiles for arbfp1, fp30 and fp40"),
                false => format!("there is no profile `{name}`: there are arbfp1, fp30 and fp40"),
            })
        })
    }
}

/// Whether a word is the name of any profile of the time, which may stand before a function.
pub(super) fn is_profile_name(word: &str) -> bool {
    const NAMES: [&str; 24] = [
        "arbfp1", "arbvp1", "fp20", "fp30", "fp40", "vp20", "vp30", "vp40", "gp4fp", "gp4vp", "gp4gp", "gp4", "fp4",
        "glslf", "glslv", "ps_1_1", "ps_1_2", "ps_1_3", "ps_2_0", "ps_2_x", "ps_3_0", "vs_1_1", "vs_2_0", "vs_3_0",
    ];
    NAMES.contains(&word)
}
