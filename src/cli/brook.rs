//! What the commands on Brook programs share: a file with what it includes, and how its findings are shown.

use std::io::{IsTerminal, Write};
use std::path::Path;

use brooklet::brook::{Diagnostics, Error, Unit};

/// Reads and checks a program and what it includes from beside it.
pub fn read(path: &Path) -> anyhow::Result<Result<Unit, Diagnostics>> {
    match Unit::open(path) {
        Err(Error::Compile(findings)) => Ok(Err(*findings)),
        other => Ok(Ok(other?)),
    }
}

/// Shows findings on stderr.
pub fn show(findings: &Diagnostics) {
    if !findings.list.is_empty() {
        let mut stderr = std::io::stderr().lock();
        let colours = stderr.is_terminal();
        // Nothing is left to be done where stderr is gone.
        let _ = writeln!(stderr, "{}\n", findings.render(colours));
    }
}

/// `1 error`, `2 errors`
pub fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
