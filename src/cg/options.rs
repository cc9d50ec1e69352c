//! What a program is compiled with.

use std::fmt::Write;
use std::path::PathBuf;

use super::Profile;

/// What a program is compiled with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The name of the function that runs for each fragment.
    pub entry: String,
    /// The profile.
    pub profile: Profile,
    /// Whether `half` and `fixed` are rounded.
    pub precisions: Precisions,
    /// Macros, each with its text: `-D N=V`.
    pub defines: Vec<(String, String)>,
    /// The folders in which included files are searched, after that of the program.
    pub includes: Vec<PathBuf>,
    /// What is bound to parameters whose type is open: for an interface, the name of a struct that implements it; for an array without a
    /// length, its length.
    pub bound: Vec<(String, String)>,
}

/// Whether numbers of `half` and `fixed` have less precision than `float`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Precisions {
    /// They are rounded, as chips with such numbers do.
    Rounded,
    /// They are floats, as on chips that have no others.
    Floats,
}

impl Options {
    /// Returns the options for a profile: the entry is `main`, and `half` and `fixed` are what they are on its chips.
    pub fn of(profile: Profile) -> Options {
        let precisions = if profile.has_half() { Precisions::Rounded } else { Precisions::Floats };
        Options {
            entry: "main".into(),
            profile,
            precisions,
            defines: Vec::new(),
            includes: Vec::new(),
            bound: Vec::new(),
        }
    }

    /// Returns the lines that define the macros.
    pub(super) fn lines(&self) -> String {
        let mut lines = format!("#define PROFILE_{} 1\n", self.profile.name().to_ascii_uppercase());
        for (name, text) in &self.defines {
            let _ = writeln!(lines, "#define {name} {text}");
        }
        lines
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::of(Profile::Arbfp1)
    }
}
