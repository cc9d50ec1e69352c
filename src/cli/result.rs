//! Small results, which are printed if no file is named for them.

use std::fmt::Display;
use std::path::Path;

use brooklet::io::{self, Integers};

use super::session::Session;

/// The maximum number of lines that are printed.
pub const MAX_LINES: usize = 100;

/// Exits with a message if a result of this many lines has no file and is too long to be printed.
pub fn check_lines(sub_command: &str, output: Option<&Path>, lines: usize) {
    if output.is_none() && lines > MAX_LINES {
        super::usage(sub_command, format!("{lines} lines are too many to print (at most {MAX_LINES}): give -o FILE"));
    }
}

/// Returns the number of lines of a result of this shape.
pub fn count_lines(shape: &[usize]) -> usize {
    match shape {
        [count] => *count,
        [others @ .., _] => others.iter().product(),
        [] => 1,
    }
}

/// Formats values as lines: a line for each row of an array, with commas between its values, or for each value of a list.
pub fn lines<T: Display>(values: impl IntoIterator<Item = T>, shape: &[usize]) -> Vec<String> {
    let columns = if shape.len() > 1 { shape[shape.len() - 1].max(1) } else { 1 };
    let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    values.chunks(columns).map(|row| row.join(",")).collect()
}

/// Writes integers to the file that `-o` names. Without it, returns them as lines for [`print`].
pub fn integers(session: &Session, output: Option<&Path>, integers: &Integers) -> anyhow::Result<Vec<String>> {
    let Some(path) = output else { return Ok(lines(&integers.data, &integers.shape)) };
    session.progress.stage(format!("writing {}", path.display()));
    session.place(io::prepare_integers(path, integers)?);
    Ok(Vec::new())
}

/// Prints the lines of a result.
pub fn print(lines: &[String]) -> anyhow::Result<()> {
    if lines.is_empty() { Ok(()) } else { super::print(lines.join("\n")) }
}
