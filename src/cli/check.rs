//! `brooklet check`: shows the diagnostics of Brook programs and of kernels. It needs no driver.

use std::path::{Path, PathBuf};

use anyhow::Context;
use brooklet::brook::Diagnostics;
use brooklet::cg;
use brooklet::fragment_program::listing;
use clap::Args;

use super::brook::{BrookOptions, counted, read, show};
use super::cg::{CgOptions, is_cg, is_sequence};
use super::explain::{Refused, error_codes};
use super::kernel_file::{KernelOptions, is_kernel};
use super::run::is_listing;
use super::terminal::say;
use super::{Common, print};

/// Check Brook and Cg programs, kernels and listings, and explain their mistakes
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet check saxpy.br
  brooklet check *.br *.frag
  brooklet check blur.cg --entry main
  brooklet check blur.fp

Files that end in .cg are Cg programs, in .seq sequences of their passes, in .fp listings, in .frag kernels of the library. All others \
are Brook programs. All entries of a Cg program are checked, or the one that --entry names. No driver is asked. What is found goes to \
stderr: errors and warnings. Exit code 1 where there are errors, or where nothing in a file is recognised.")]
pub struct Check {
    /// Brook and Cg programs, kernels and listings
    #[arg(required = true, value_name = "FILE.br|FILE.cg|FILE.seq|FILE.fp|FILE.frag")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    kernels: KernelOptions,
    #[command(flatten)]
    brook: BrookOptions,
    #[command(flatten)]
    cg: CgOptions,
}

/// The contents of a file without errors.
#[derive(Default)]
struct Checked {
    kernels: usize,
    reductions: usize,
    /// Cg programs and listings.
    programs: usize,
    warnings: Diagnostics,
    /// Whether the file has no kernel, type or function, so that it is probably no Brook program.
    unrecognised: bool,
}

impl Check {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        let mut found = Checked::default();
        let (mut errors, mut wrong) = (0, 0);
        let (mut cut, mut codes) = (false, Vec::new());
        common.no_trace("check");
        if self.files.iter().all(|path| is_kernel(path).unwrap_or(false)) {
            self.brook.refuse("check");
        }
        if !self.files.iter().any(|path| is_cg(path) || is_sequence(path)) {
            self.cg.refuse("check");
        }
        for path in &self.files {
            match self.checked(path) {
                // The other files are still checked.
                Err(error) => {
                    say(format!("error: {error}\n"));
                    errors += 1;
                    wrong += 1;
                }
                Ok(Ok(checked)) if checked.unrecognised => {
                    let what = "nothing in it is recognised: no kernel, type or function. Is it a Brook program?";
                    say(format!("error: {}: {what}\n", path.display()));
                    errors += 1;
                    wrong += 1;
                }
                Ok(Ok(checked)) => {
                    if !common.quiet {
                        show(&checked.warnings);
                    }
                    found.kernels += checked.kernels;
                    found.reductions += checked.reductions;
                    found.programs += checked.programs;
                }
                Ok(Err(diagnostics)) => {
                    show(&diagnostics);
                    errors += diagnostics.errors();
                    codes.extend(error_codes(&diagnostics));
                    cut |= diagnostics.cut;
                    wrong += 1;
                }
            }
        }
        if wrong > 0 {
            let more = if cut { " or more" } else { "" };
            let message = format!("{}{more} in {}", counted(errors, "error"), counted(wrong, "file"));
            return Err(Refused { message, codes }.into());
        }
        let Checked { kernels, reductions, programs, .. } = found;
        let of_brook = format!("{}, {}", counted(kernels, "kernel"), counted(reductions, "reduction"));
        let what = match (programs, kernels + reductions) {
            (0, _) => of_brook,
            (programs, 0) => counted(programs, "fragment program"),
            (programs, _) => format!("{of_brook}, {}", counted(programs, "fragment program")),
        };
        print(format!("{what} in {}", counted(self.files.len(), "file")))
    }

    /// Checks one file.
    fn checked(&self, path: &Path) -> anyhow::Result<Result<Checked, Diagnostics>> {
        if is_kernel(path)? {
            let compiled = self.kernels.compile(path)?;
            return Ok(compiled.map(|(_, warnings)| Checked { kernels: 1, warnings, ..Checked::default() }));
        }
        if is_cg(path) || is_sequence(path) {
            return self.cg_programs(path);
        }
        if is_listing(path) {
            let read = super::run::read_text(path)?;
            let program = |_| Checked { programs: 1, ..Checked::default() };
            return Ok(listing::read(&path.to_string_lossy(), &read).map(program));
        }
        Ok(read(path, None, &self.brook)?.map(|unit| {
            let reductions = unit.kernels.iter().filter(|kernel| kernel.reduction).count();
            let kernels = unit.kernels.len() - reductions + unit.sub_kernels.len();
            let (warnings, unrecognised) = (unit.warnings, unit.unrecognised);
            Checked { kernels, reductions, warnings, unrecognised, ..Checked::default() }
        }))
    }

    /// Checks the entry of a Cg program that is named, or all of them.
    fn cg_programs(&self, path: &Path) -> anyhow::Result<Result<Checked, Diagnostics>> {
        let options = self.cg.options(None, &self.brook);
        if is_sequence(path)
            && let Err(errors) = cg::Sequences::open(path, &options).with_context(|| unreadable(path))?
        {
            return Ok(Err(errors));
        }
        let names = match cg::entries(path, &options).with_context(|| unreadable(path))? {
            Ok(names) if self.cg.names_entry() || names.is_empty() => vec![options.entry.clone()],
            Ok(names) => names,
            Err(errors) => return Ok(Err(errors)),
        };
        let mut found = Checked { programs: names.len(), ..Checked::default() };
        for entry in names {
            match super::cg::read(path, &cg::Options { entry, ..options.clone() })? {
                Ok(program) => {
                    // Entries share functions, and so warnings.
                    let Diagnostics { files, list, cut } = program.warnings;
                    let known = std::mem::take(&mut found.warnings.list);
                    let new = list.into_iter().filter(|warning| !known.contains(warning)).collect::<Vec<_>>();
                    found.warnings = Diagnostics { files, list: [known, new].concat(), cut };
                }
                Err(errors) => return Ok(Err(errors)),
            }
        }
        Ok(Ok(found))
    }
}

fn unreadable(path: &Path) -> String {
    format!("cannot read {}", path.display())
}
