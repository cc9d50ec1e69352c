//! Shared by the commands on Brook programs: compiles a file with its includes, and shows its diagnostics.

use std::io::{IsTerminal, Write};
use std::path::Path;

use brooklet::brook::{Diagnostics, Error, Unit};

use super::Common;
use super::explain::{Refused, error_codes};

/// Reads and checks a program and what it includes from beside it: all kernels, or one and those that it calls.
pub fn read(path: &Path, kernel: Option<&str>) -> anyhow::Result<Result<Unit, Diagnostics>> {
    match Unit::open_for(path, kernel) {
        Err(Error::Compile(diagnostics)) => Ok(Err(*diagnostics)),
        other => Ok(Ok(other?)),
    }
}

/// The same for a command that goes on with it: its warnings are shown, and errors are the end.
pub fn compiled(path: &Path, kernel: Option<&str>, common: &Common) -> anyhow::Result<Unit> {
    match read(path, kernel)? {
        Ok(unit) => {
            if !common.quiet {
                show(&unit.warnings);
            }
            Ok(unit)
        }
        Err(diagnostics) => Err(refused(path, &diagnostics)),
    }
}

/// Shows what is wrong with a file: the error that it does not compile.
pub fn refused(path: &Path, diagnostics: &Diagnostics) -> anyhow::Error {
    show(diagnostics);
    let message = format!("{} does not compile: {}", path.display(), counted(diagnostics.errors(), "error"));
    Refused { message, codes: error_codes(diagnostics) }.into()
}

/// Shows diagnostics on stderr.
pub fn show(diagnostics: &Diagnostics) {
    if !diagnostics.list.is_empty() {
        let mut stderr = std::io::stderr().lock();
        let colours = stderr.is_terminal();
        // Nothing is left to be done where stderr is gone.
        let _ = writeln!(stderr, "{}\n", diagnostics.render(colours));
    }
}

/// What is said where a program has no kernel of this name for the host to call.
pub fn no_kernel(path: &Path, unit: &Unit, name: &str) -> String {
    if let Some(why) = unit.why_not(name) {
        return format!("kernel `{name}` of {} cannot be called: {why}", path.display());
    }
    let known = unit.kernels.iter().map(|kernel| kernel.name.clone()).collect();
    let (file, name) = (path.display().to_string(), name.to_owned());
    Error::NoKernel { file, what: "kernel", name, why: None, known }.to_string()
}

/// `1 error`, `2 errors`
pub fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
