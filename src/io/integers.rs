//! Writes arrays of integers, such as positions, which float32 cannot hold exactly beyond 2^24.

use std::path::Path;

use super::{Error, FileFormat, Staged, check_output, npy, npz, output};

/// An array of integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Integers {
    /// 1 to 4 extents, the slowest first.
    pub shape: Vec<usize>,
    /// The integers, in C order.
    pub data: Vec<i64>,
}

/// Checks beforehand whether [`prepare_integers`] can write to `path`: as [`check_output`](super::check_output) does, but for `.npy`, `.npz`
/// and `.csv` only.
pub fn check_integers_output(path: &Path) -> Result<(), Error> {
    match FileFormat::of(path)? {
        FileFormat::Npy | FileFormat::Npz | FileFormat::Csv => check_output(path),
        _ => Err(Error::Unfit { path: path.into(), reason: "whole numbers go into .npy, .npz or .csv".into() }),
    }
}

/// Writes integers to a temporary file beside `path`, which [`Staged::commit`] moves there: as int64 in `.npy` and `.npz`, or with a line
/// for each row in `.csv`.
pub fn prepare_integers(path: &Path, integers: &Integers) -> Result<Staged, Error> {
    check_integers_output(path)?;
    if FileFormat::of(path)?.is_numpy() {
        return output::stage(path, |file| {
            npz::write_npy(path, file, |file| {
                npy::writer::head(file, "'<i8'", &integers.shape)?;
                integers.data.iter().try_for_each(|value| file.write_all(&value.to_le_bytes()))
            })
        });
    }
    let columns = match integers.shape[..] {
        [_] => 1,
        [_, columns] => columns.max(1),
        _ => {
            let reason = "a .csv file holds 1 or 2 dimensions: use .npy";
            return Err(Error::Unfit { path: path.into(), reason: reason.into() });
        }
    };
    output::stage(path, |file| {
        if integers.data.is_empty() {
            // The reader refuses an empty file, so an array without elements is written as a blank line.
            return file.write_all(b"\n");
        }
        integers.data.chunks(columns).try_for_each(|row| {
            let row: Vec<String> = row.iter().map(i64::to_string).collect();
            writeln!(file, "{}", row.join(","))
        })
    })
}
