//! `brooklet check`: shows the diagnostics of Brook programs and of kernels. It needs no driver.

use std::path::{Path, PathBuf};

use brooklet::brook::Diagnostics;
use brooklet::fragment_program::listing;
use clap::Args;

use super::brook::{BrookOptions, counted, read, show};
use super::cg::{CgOptions, is_cg};
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

Files that end in .cg are Cg programs, in .fp listings, in .frag kernels of the library, all others Brook programs. No driver is asked. What is found \
goes to stderr: errors and warnings. Exit code 1 where there are errors, or where nothing \
in a file is recognised.")]
pub struct Check {
    /// Brook and Cg programs, kernels and listings
    #[arg(required = true, value_name = "FILE.br|FILE.cg|FILE.fp|FILE.frag")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    kernels: KernelOptions,
    #[command(flatten)]
    brook: BrookOptions,
    #[command(flatten)]
    cg: CgOptions,
}

/// The contents of a file without errors.
struct Checked {
    kernels: usize,
    reductions: usize,
    warnings: Diagnostics,
    /// Whether the file has no kernel, type or function, so that it is probably no Brook program.
    unrecognised: bool,
}

impl Check {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        let (mut kernels, mut reductions, mut errors, mut wrong) = (0, 0, 0, 0);
        let (mut cut, mut codes) = (false, Vec::new());
        common.no_trace("check");
        if self.files.iter().all(|path| is_kernel(path).unwrap_or(false)) {
            self.brook.refuse("check");
        }
        if !self.files.iter().any(|path| is_cg(path)) {
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
                    kernels += checked.kernels;
                    reductions += checked.reductions;
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
        let found = format!("{}, {}", counted(kernels, "kernel"), counted(reductions, "reduction"));
        print(format!("{found} in {}", counted(self.files.len(), "file")))
    }

    /// Checks one file.
    fn checked(&self, path: &Path) -> anyhow::Result<Result<Checked, Diagnostics>> {
        if is_kernel(path)? {
            let compiled = self.kernels.compile(path)?;
            return Ok(compiled.map(|(_, warnings)| Checked {
                kernels: 1,
                reductions: 0,
                warnings,
                unrecognised: false,
            }));
        }
        if is_cg(path) {
            let checked = super::cg::read(path, &self.cg.options(None, &self.brook))?;
            return Ok(checked.map(|program| Checked {
                kernels: 1,
                reductions: 0,
                warnings: program.warnings,
                unrecognised: false,
            }));
        }
        if is_listing(path) {
            let read = super::run::read_text(path)?;
            return Ok(listing::read(&path.to_string_lossy(), &read).map(|_| Checked {
                kernels: 1,
                reductions: 0,
                warnings: Diagnostics::default(),
                unrecognised: false,
            }));
        }
        Ok(read(path, None, &self.brook)?.map(|unit| {
            let reductions = unit.kernels.iter().filter(|kernel| kernel.reduction).count();
            let kernels = unit.kernels.len() - reductions + unit.sub_kernels.len();
            Checked { kernels, reductions, warnings: unit.warnings, unrecognised: unit.unrecognised }
        }))
    }
}
