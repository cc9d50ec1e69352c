//! Writes structured arrays.

use std::path::Path;

use super::records::RecordArray;
use super::writer;
use crate::io::{Error, FileFormat, Staged, by, check_output, npz, stage};

/// Checks beforehand whether [`prepare_records`] can write to `path`: as [`check_output`](crate::io::check_output) does, but for `.npy`
/// and `.npz` only.
pub fn check_records_output(path: &Path) -> Result<(), Error> {
    match FileFormat::of(path)?.is_numpy() {
        true => check_output(path),
        false => Err(Error::Unfit { path: path.into(), reason: "structs go into .npy and .npz".into() }),
    }
}

/// Writes a structured array to a temporary file beside `path`, which [`Staged::commit`] moves there.
pub fn prepare_records(path: &Path, array: &RecordArray) -> Result<Staged, Error> {
    check_records_output(path)?;
    let floats: usize = array.fields.iter().map(|field| field.components).sum();
    let needed = array.shape.iter().try_fold(floats, |product, &extent| product.checked_mul(extent));
    if needed != Some(array.data.len()) || floats == 0 {
        let reason =
            format!("its array of {} elements of {floats} floats holds {} floats", by(&array.shape), array.data.len());
        return Err(Error::Unfit { path: path.into(), reason });
    }
    let paths: Vec<(Vec<&str>, usize)> =
        array.fields.iter().map(|field| (field.path.split('.').collect(), field.components)).collect();
    let descr = descr(&paths, 0);
    stage(path, |file| {
        npz::write_npy(path, file, |file| {
            writer::head(file, &descr, &array.shape)?;
            array.data.iter().try_for_each(|value| file.write_all(&value.to_le_bytes()))
        })
    })
}

/// Returns the Python text of the fields' dtype. `level` is the number of leading components of their paths that are already written.
fn descr(fields: &[(Vec<&str>, usize)], level: usize) -> String {
    let mut parts = Vec::new();
    let mut rest = fields;
    while let Some(((path, components), _)) = rest.split_first() {
        let name = path[level];
        let nested = path.len() > level + 1;
        let own = match nested {
            true => rest.iter().take_while(|(other, _)| other.len() > level + 1 && other[level] == name).count(),
            false => 1,
        };
        parts.push(match (nested, components) {
            (true, _) => format!("('{name}', {})", descr(&rest[..own], level + 1)),
            (false, 1) => format!("('{name}', '<f4')"),
            (false, count) => format!("('{name}', '<f4', ({count},))"),
        });
        rest = &rest[own..];
    }
    format!("[{}]", parts.join(", "))
}
