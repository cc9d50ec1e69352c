//! Writes arrays into files on a disk.

use std::path::Path;

use super::sink::Beside;
use super::{Array, Depth, Error, FileFormat, Staged, check_place, encode_into};

/// Checks whether [`write()`] can write to `path`, before any work is done for it: the extension is known, the directory exists and takes
/// new files, and the target is no directory.
pub fn check_output(path: &Path) -> Result<(), Error> {
    FileFormat::of(path)?;
    check_place(path)
}

/// A staged file, with the notes on what it cannot hold.
pub type Written = (Staged, Vec<String>);

/// Writes an array into a file. Returns notes on what the file cannot hold, one line each, starting with the path.
pub fn write(path: &Path, array: &Array) -> Result<Vec<String>, Error> {
    let (staged, notes) = prepare(path, array)?;
    staged.commit()?;
    Ok(notes)
}

/// Writes an array to a temporary file beside `path`, which [`Staged::commit`] moves there. PNGs have 8 bits a sample.
pub fn prepare(path: &Path, array: &Array) -> Result<Written, Error> {
    prepare_as(path, array, Depth::Eight)
}

/// Writes an array as [`prepare`] does, but PNGs have samples of `depth`.
pub fn prepare_as(path: &Path, array: &Array, depth: Depth) -> Result<Written, Error> {
    encode_into(path, array, depth, Beside)
}
