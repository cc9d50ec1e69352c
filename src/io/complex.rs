//! Reads and writes complex numbers: NumPy's complex64 and complex128, as elements of two components.

use std::path::Path;

#[cfg(not(target_family = "wasm"))]
use super::{Array, Staged, check_output, npz, output};
use super::{Columns, Error, FileFormat, Loaded, contained, decode_as, npy, source};

/// Reads a file whose elements may be complex. The elements of NumPy's complex64 or complex128 become two components, the real and the
/// imaginary part; all other files are read as [`read`](super::read) does.
///
/// # Errors
/// Those of [`read`](super::read).
pub fn read_complex(path: &Path) -> Result<Loaded, Error> {
    read_complex_with(path, None)
}

/// Reads a file whose elements may be complex. Of a `.csv` file it reads only these columns, if any are given; other files are read whole.
///
/// # Errors
/// Those of [`read_complex`], and a column that the table does not have.
pub fn read_complex_with(path: &Path, columns: Option<&Columns>) -> Result<Loaded, Error> {
    let source = source::open(path)?;
    match source.format {
        FileFormat::Npy => contained(&source.path, "NPY", || npy::read_complex(&source.path, &source.bytes)),
        format => decode_as(&source.path, format, &source.bytes, columns),
    }
}

/// Writes elements of two components as complex64 into a temporary `.npy` file beside `path`, which [`Staged::commit`] moves there.
///
/// # Errors
/// The extension is not `.npy`, the elements do not have two components, or the file cannot be written.
#[cfg(not(target_family = "wasm"))]
pub fn prepare_complex(path: &Path, array: &Array) -> Result<Staged, Error> {
    check_output(path)?;
    let unfit = |reason: String| Err(Error::Unfit { path: path.into(), reason });
    if !FileFormat::of(path)?.is_numpy() {
        return unfit("complex numbers go into .npy and .npz".into());
    }
    if let Some(fault) = array.fault() {
        return unfit(fault);
    }
    if array.components != 2 {
        return unfit(format!("complex numbers have 2 components, and its elements have {}", array.components));
    }
    output::stage(path, |file| {
        npz::write_npy(path, file, |file| {
            npy::writer::head(file, "'<c8'", &array.shape)?;
            array.data.iter().try_for_each(|value| file.write_all(&value.to_le_bytes()))
        })
    })
}
