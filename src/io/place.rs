//! Writes arrays into files on a disk.

use std::path::Path;

use super::sink::Beside;
use super::{Array, Depth, Error, Kind, Staged, check_place, encode_into};

/// Says whether [`write()`] has a chance, before any work is done for it: the extension is known, the directory is there
/// and takes new files, and the target is no directory.
pub fn check_output(path: &Path) -> Result<(), Error> {
    Kind::of(path)?;
    check_place(path)
}

/// A file that is written and not yet in its place, with notes on what it cannot hold.
pub type Written = (Staged, Vec<String>);

/// Writes an array into a file. Returns notes: what the file cannot hold, one line each, starting with the path.
pub fn write(path: &Path, array: &Array) -> Result<Vec<String>, Error> {
    let (staged, notes) = prepare(path, array)?;
    staged.commit()?;
    Ok(notes)
}

/// Writes an array beside its place, where [`Staged::commit`] puts it. PNGs have 8 bits a sample.
pub fn prepare(path: &Path, array: &Array) -> Result<Written, Error> {
    prepare_as(path, array, Depth::Eight)
}

/// The same, with PNGs as deep as that.
pub fn prepare_as(path: &Path, array: &Array, depth: Depth) -> Result<Written, Error> {
    encode_into(path, array, depth, Beside)
}
