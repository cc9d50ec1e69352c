//! What the commands on Brook programs share: a file with what it includes, and how its findings are shown.

use std::io::{IsTerminal, Write};
use std::path::Path;

use anyhow::Context;

use brooklet::brook::{Diagnostics, Unit};

/// The most bytes of a file that is included; the compiler refuses longer ones with both numbers.
const MOST: u64 = 16 << 20;

/// Reads and checks a program and what it includes from beside it.
pub fn read(path: &Path) -> anyhow::Result<Result<Unit, Diagnostics>> {
    let text = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let load = |name: &str| {
        let path = folder.join(name);
        let small = std::fs::metadata(&path).is_ok_and(|metadata| metadata.is_file() && metadata.len() <= MOST);
        let bytes = if small { std::fs::read(&path).ok()? } else { return None };
        Some(String::from_utf8_lossy(&bytes).into_owned())
    };
    // Programs of the time are in all sorts of encodings; what is not UTF-8 stands in comments.
    Ok(Unit::compile_with(&path.display().to_string(), &String::from_utf8_lossy(&text), &load))
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
