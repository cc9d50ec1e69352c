//! `brooklet check`: shows the diagnostics of Brook programs.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::brook::{counted, read, show};
use super::explain::{Refused, error_codes};
use super::{Common, print};

/// Check Brook programs, and explain their mistakes
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet check saxpy.br
  brooklet check *.br

What is found goes to stderr: errors, and warnings about what is merely doubtful. Exit code 1 where there are errors.")]
pub struct Check {
    /// The programs
    #[arg(required = true, value_name = "FILE.br")]
    files: Vec<PathBuf>,
}

impl Check {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        let (mut kernels, mut reductions, mut errors, mut wrong) = (0, 0, 0, 0);
        let (mut cut, mut codes) = (false, Vec::new());
        common.no_trace("check");
        for path in &self.files {
            match read(path, None) {
                // The others are still checked.
                Err(error) => {
                    let _ = writeln!(std::io::stderr(), "error: {error}\n");
                    errors += 1;
                    wrong += 1;
                }
                Ok(Ok(unit)) => {
                    if !common.quiet {
                        show(&unit.warnings);
                    }
                    let own = unit.kernels.iter().filter(|kernel| kernel.reduction).count();
                    reductions += own;
                    kernels += unit.kernels.len() - own + unit.sub_kernels.len();
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
}
