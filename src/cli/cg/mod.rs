//! Cg programs on the command line.

mod compile;
mod run;
mod sequence;

pub use compile::Form;
pub use run::{Debugged, DrawArgs, Repeat, swap};
pub use sequence::is_sequence;

use std::path::Path;

use anyhow::Context;
use clap::Args;

use brooklet::cg::{self, Options, Precisions, Profile, Program};
use brooklet::fragment_program::Chip;
use brooklet::syntax::Diagnostics;

use super::brook::{BrookOptions, refused, show};
use super::{Common, usage};

/// Options for Cg programs.
#[derive(Args, Default)]
pub struct CgOptions {
    /// The function that runs for each fragment [default: main]
    #[arg(long, value_name = "NAME", help_heading = "Cg programs")]
    entry: Option<String>,
    /// What a parameter of an interface's type is, or how long an array without a length is: light=Spot, weights=4
    #[arg(long, value_name = "NAME=TYPE", value_parser = bound, help_heading = "Cg programs")]
    bind: Vec<(String, String)>,
    /// Round numbers of `half` and `fixed` as an NV30 does, where the device has floats alone
    #[arg(long, help_heading = "Cg programs")]
    half: bool,
}

fn bound(text: &str) -> Result<(String, String), String> {
    let (name, ty) = text.split_once('=').ok_or("expected NAME=TYPE, as in light=Spot or weights=4")?;
    Ok((name.to_owned(), ty.to_owned()))
}

/// Whether a file is a Cg program, judging by its extension.
pub fn is_cg(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ["cg", "cgfp", "cgh"].iter().any(|own| ending.eq_ignore_ascii_case(own)))
}

impl CgOptions {
    /// Exits with a usage error if any of these options is given. Commands call it if their input is no Cg program.
    pub fn refuse(&self, command: &'static str) {
        if self.entry.is_some() || !self.bind.is_empty() || self.half {
            usage(command, "--entry, --bind and --half are only for Cg programs".into());
        }
    }

    /// Whether an entry is named.
    pub fn names_entry(&self) -> bool {
        self.entry.is_some()
    }

    /// Returns the options of the compiler, for the profile of a chip.
    pub fn options(&self, chip: Option<Chip>, brook: &BrookOptions) -> Options {
        let profile = chip.map_or(Profile::Arbfp1, Profile::of);
        let rounds = self.half || chip.is_some_and(|chip| chip != Chip::None && profile.has_half() && chip.has_half());
        Options {
            entry: self.entry.clone().unwrap_or_else(|| "main".to_owned()),
            precisions: if rounds { Precisions::Rounded } else { Precisions::Floats },
            defines: brook.macros().to_vec(),
            includes: brook.includes().to_vec(),
            bound: self.bind.clone(),
            ..Options::of(profile)
        }
    }
}

/// Exits with a usage error: several results are not printed.
fn prints_one(names: &[&str]) -> ! {
    let all = names.join(", ");
    usage("run", format!("only one result can be printed: name files, as {}=@a.npy; there are {all}", names[0]))
}

/// Reads and checks a program.
pub fn read(path: &Path, options: &Options) -> anyhow::Result<Result<Program, Diagnostics>> {
    cg::open(path, options).with_context(|| format!("cannot read {}", path.display()))
}

/// Reads and checks a program for a command that uses it. Warnings are shown; errors are shown and returned as an error.
pub fn compiled(path: &Path, options: &Options, common: &Common) -> anyhow::Result<Program> {
    match read(path, options)? {
        Ok(program) => {
            if !common.quiet {
                show(&program.warnings);
            }
            Ok(program)
        }
        Err(errors) => Err(refused(path, &errors)),
    }
}
