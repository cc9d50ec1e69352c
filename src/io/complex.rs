//! Reads and writes complex numbers: NumPy's complex64 and complex128, as elements of two components.

use std::path::Path;

#[cfg(not(target_family = "wasm"))]
use super::{Array, Staged, check_place, output};
use super::{Error, FileFormat, Loaded, contained, contents, npy, read};

/// Reads a file whose elements may be complex. The elements of an `.npy` file of complex64 or complex128 become two components, the real
/// and the imaginary part; all other files are read as [`read`] does.
///
/// # Errors
/// Those of [`read`].
pub fn read_complex(path: &Path) -> Result<Loaded, Error> {
    if !matches!(FileFormat::of(path)?, FileFormat::Npy) {
        return read(path);
    }
    let bytes = contents(path)?;
    if bytes.is_empty() {
        return Err(Error::Empty { path: path.into() });
    }
    contained(path, "NPY", || npy::read_complex(path, &bytes))
}

/// Writes elements of two components as complex64 into a temporary `.npy` file beside `path`, which [`Staged::commit`] moves there.
///
/// # Errors
/// The extension is not `.npy`, the elements do not have two components, or the file cannot be written.
#[cfg(not(target_family = "wasm"))]
pub fn prepare_complex(path: &Path, array: &Array) -> Result<Staged, Error> {
    check_place(path)?;
    let unfit = |reason: String| Err(Error::Unfit { path: path.into(), reason });
    if !matches!(FileFormat::of(path)?, FileFormat::Npy) {
        return unfit("complex numbers go into .npy".into());
    }
    if let Some(fault) = array.fault() {
        return unfit(fault);
    }
    if array.components != 2 {
        return unfit(format!("complex numbers have 2 components, and its elements have {}", array.components));
    }
    output::stage(path, |file| {
        npy::writer::head(file, "'<c8'", &array.shape)?;
        array.data.iter().try_for_each(|value| file.write_all(&value.to_le_bytes()))
    })
}
