//! Small results: written to a file, or printed if there is none.

use std::path::Path;

use anyhow::bail;

use brooklet::io::{self, Integers};

use super::session::Session;

/// The maximum number of lines that are printed.
const MAX_LINES: usize = 100;

/// Writes integers to the file that `-o` names. Without it, returns them as text for [`print`](super::print): a line for each row, with
/// commas between values.
pub fn integers(session: &Session, output: Option<&Path>, integers: &Integers) -> anyhow::Result<Option<String>> {
    if let Some(path) = output {
        session.progress.stage(format!("writing {}", path.display()));
        session.place(io::prepare_integers(path, integers)?);
        return Ok(None);
    }
    let columns = match integers.shape[..] {
        [_] => 1,
        _ => integers.shape.last().copied().unwrap_or(1).max(1),
    };
    let lines = integers.data.len().div_ceil(columns);
    if lines > MAX_LINES {
        bail!(
            "the result has {lines} lines, and at most {MAX_LINES} are printed: -o FILE writes it to a .npy or .csv file"
        );
    }
    let line = |row: &[i64]| row.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    Ok(Some(integers.data.chunks(columns).map(line).collect::<Vec<_>>().join("\n")))
}

/// Prints the text of a result, if it was not written to a file.
pub fn print(text: Option<String>) -> anyhow::Result<()> {
    match text {
        Some(text) if !text.is_empty() => super::print(text),
        _ => Ok(()),
    }
}
