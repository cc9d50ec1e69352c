//! Writes arrays into files on a disk.

use std::io::{self, IsTerminal};
use std::path::Path;

use super::sink::Beside;
use super::{Array, Encoding, Error, FileFormat, JPEG_IS_READ, Staged, check_place, encode_into, is_standard};

/// Checks whether [`write()`] can write to `path`, before any work is done for it: the extension is known, the directory exists and takes
/// new files, and the target is no directory. Stdout must be no terminal, unless the format is CSV.
pub fn check_output(path: &Path) -> Result<(), Error> {
    let format = FileFormat::of(path)?;
    if format == FileFormat::Jpeg {
        return Err(Error::Unfit { path: path.into(), reason: JPEG_IS_READ.into() });
    }
    if is_standard(path) && format != FileFormat::Csv && io::stdout().is_terminal() {
        return Err(Error::Terminal { format: format.name() });
    }
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

/// Writes an array to a temporary file beside `path`, which [`Staged::commit`] moves there. PNGs have 8 bits a
/// sample, and NPYs float32.
pub fn prepare(path: &Path, array: &Array) -> Result<Written, Error> {
    prepare_as(path, array, Encoding::default())
}

/// Writes an array as [`prepare`] does, but PNGs have samples of the depth and NPYs floats of the dtype that `encoding` has.
pub fn prepare_as(path: &Path, array: &Array, encoding: impl Into<Encoding>) -> Result<Written, Error> {
    encode_into(path, array, encoding.into(), Beside)
}
