//! Reads and writes arrays of integers, exactly where the file holds integers or their digits.

use std::path::Path;

use super::{Array, Columns, Error, FileFormat, Loaded, WholeArray, contained, csv, decode_as, npy, source};

/// Reads a file into an array of integers. NPY of integers and CSV are read exactly, all other files as float32.
///
/// # Errors
/// Those of [`read`](super::read), and a number that is not an integer, with its index.
pub fn read_whole(path: &Path) -> Result<WholeArray, Error> {
    read_whole_with(path, None)
}

/// Reads a file into an array of integers. Of a `.csv` file it reads only these columns, if any are given; other files are read whole.
///
/// # Errors
/// Those of [`read_whole`], and a column that the table does not have.
pub fn read_whole_with(path: &Path, columns: Option<&Columns>) -> Result<WholeArray, Error> {
    let source::Source { path, format, bytes } = source::open(path)?;
    let path = path.as_path();
    let exact = match format {
        FileFormat::Npy => contained(path, format.name(), || npy::read_whole(path, &bytes))?,
        FileFormat::Csv => contained(path, format.name(), || csv::read_whole(path, &bytes, columns))?,
        _ => None,
    };
    if let Some(exact) = exact {
        return Ok(exact);
    }
    let Loaded { array: Array { shape, components, data }, .. } = decode_as(path, format, &bytes, columns)?;
    if let Some((at, value)) = data.iter().enumerate().find(|(_, value)| value.fract() != 0.0 || !value.is_finite()) {
        return Err(Error::NotWhole { path: path.into(), at: at / components, value: value.to_string() });
    }
    Ok(WholeArray { shape, components, data: data.into_iter().map(|value| value as i64).collect() })
}

/// Writes integers to a temporary file beside `path`, which [`Staged::commit`](super::Staged::commit) moves there: as NPY or NPZ of
/// integers of `bytes` bytes each, or as CSV. Returns `None` for files of other formats.
#[cfg(not(target_family = "wasm"))]
pub fn prepare_whole(
    path: &Path,
    array: &WholeArray,
    bytes: usize,
    signed: bool,
) -> Result<Option<super::Staged>, Error> {
    let mut shape = array.shape.clone();
    match FileFormat::of(path)? {
        FileFormat::Npy | FileFormat::Npz => {
            if array.components > 1 {
                shape.push(array.components);
            }
            let (order, sign) = (if bytes == 1 { '|' } else { '<' }, if signed { 'i' } else { 'u' });
            let descr = format!("'{order}{sign}{bytes}'");
            let staged = super::stage(path, |file| {
                super::npz::write_npy(path, file, |file| {
                    npy::writer::head(file, &descr, &shape)?;
                    array.data.iter().try_for_each(|value| file.write_all(&value.to_le_bytes()[..bytes]))
                })
            })?;
            Ok(Some(staged))
        }
        FileFormat::Csv => {
            let columns = match (shape.as_slice(), array.components) {
                ([_], components) => components,
                (&[_, columns], 1) => columns,
                _ => {
                    let reason = "CSV holds lists, and tables of single numbers: use .npy".into();
                    return Err(Error::Unfit { path: path.into(), reason });
                }
            };
            let staged = super::stage(path, |file| {
                if array.data.is_empty() {
                    return file.write_all(b"\n");
                }
                array.data.chunks(columns.max(1)).try_for_each(|line| {
                    let numbers: Vec<String> = line.iter().map(i64::to_string).collect();
                    writeln!(file, "{}", numbers.join(","))
                })
            })?;
            Ok(Some(staged))
        }
        _ => Ok(None),
    }
}
