//! Reads and writes numbers that float32 does not hold exactly: integers of up to 64 bits, and float64.

use std::path::Path;

use super::numbers::{Exact, ExactDtype};
use super::{Columns, Error, FileFormat, Loaded, contained, csv, decode_as, npy, source};

/// Reads a file as [`read_with`](super::read_with) does, and its numbers once more as they are: those of a NPY of integers or bools; those
/// of one of float64, and those of a CSV of integers, if float32 does not hold all of them. The numbers are in the order of the array's
/// floats.
///
/// # Errors
/// Those of [`read_with`](super::read_with).
pub fn read_exact_with(path: &Path, columns: Option<&Columns>) -> Result<(Loaded, Option<(Exact, ExactDtype)>), Error> {
    let source = source::open(path)?;
    let loaded = decode_as(&source.path, source.format, &source.bytes, columns)?;
    let path = source.path.as_path();
    let lossy = !loaded.notes.is_empty();
    let exact = match source.format {
        FileFormat::Npy => contained(path, source.format.name(), || npy::read_exact(path, &source.bytes, lossy))?,
        FileFormat::Csv if lossy => {
            let whole = contained(path, source.format.name(), || csv::read_whole(path, &source.bytes, columns))?;
            // Without numbers there is only the note on that.
            whole.filter(|whole| !whole.data.is_empty()).map(|whole| (Exact::Int(whole.data), ExactDtype::Int(8)))
        }
        _ => None,
    };
    let exact = exact.filter(|(numbers, _)| numbers.len() == loaded.array.data.len());
    Ok((loaded, exact))
}

/// Writes numbers of this shape to a temporary file beside `path`, which [`Staged::commit`](super::Staged::commit) moves there: in NPY and NPZ
/// of the dtype, which must hold them, and in CSV as digits. Returns `None` for files of other formats, which hold floats.
#[cfg(not(target_family = "wasm"))]
pub fn prepare_exact(
    path: &Path,
    shape: &[usize],
    numbers: &Exact,
    dtype: ExactDtype,
) -> Result<Option<super::Staged>, Error> {
    let format = FileFormat::of(path)?;
    if format.is_numpy() {
        let size = dtype.size();
        let staged = super::stage(path, |file| {
            super::npz::write_npy(path, file, |file| {
                npy::writer::head(file, &dtype.descr(), shape)?;
                match numbers {
                    Exact::Int(data) => data.iter().try_for_each(|value| file.write_all(&value.to_le_bytes()[..size])),
                    Exact::Uint(data) => data.iter().try_for_each(|value| file.write_all(&value.to_le_bytes()[..size])),
                    Exact::Float(data) => data.iter().try_for_each(|value| file.write_all(&value.to_le_bytes())),
                }
            })
        })?;
        return Ok(Some(staged));
    }
    if format != FileFormat::Csv {
        return Ok(None);
    }
    let columns = match shape {
        [_] => 1,
        [_, columns] => (*columns).max(1),
        _ => {
            let reason = "CSV holds lists, and tables of single numbers: use .npy".into();
            return Err(Error::Unfit { path: path.into(), reason });
        }
    };
    let digits: Vec<String> = match numbers {
        Exact::Int(data) => data.iter().map(i64::to_string).collect(),
        Exact::Uint(data) => data.iter().map(u64::to_string).collect(),
        Exact::Float(data) => data.iter().map(f64::to_string).collect(),
    };
    let staged = super::stage(path, |file| {
        if digits.is_empty() {
            // The reader refuses an empty file, so an array without elements is written as a blank line.
            return file.write_all(b"\n");
        }
        digits.chunks(columns).try_for_each(|row| writeln!(file, "{}", row.join(",")))
    })?;
    Ok(Some(staged))
}
