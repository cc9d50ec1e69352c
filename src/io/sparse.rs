//! Reads sparse matrices, as SciPy saves them: archives of NumPy's arrays.

use std::path::{Path, PathBuf};

use super::name::Name;
use super::{Error, FileFormat, Loaded, contained, decode_as, excerpt, npy, npz, source};

/// A sparse matrix in compressed sparse rows (CSR), as it is read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct SparseArray {
    /// The numbers of rows and columns.
    pub shape: [usize; 2],
    /// One more than the rows: the first entry of each row, and the number of entries.
    pub offsets: Vec<i64>,
    /// The column of each entry.
    pub indices: Vec<i64>,
    /// The value of each entry.
    pub values: Vec<f32>,
    /// What the conversion of values to `f32` lost, a line for each kind of loss.
    pub notes: Vec<String>,
}

/// Reads a sparse matrix from an archive as `scipy.sparse.save_npz` writes it, in the format csr. Whether offsets and columns are those of a
/// matrix is not checked.
///
/// # Errors
/// Those of [`read`](super::read), and an archive that holds something else: another format, or other arrays.
pub fn read_sparse(path: &Path) -> Result<SparseArray, Error> {
    match (Name::of(path), FileFormat::of(path)?) {
        (Name::File, FileFormat::Npz) => {}
        (Name::Standard(_), _) => return Err(malformed(path, "it is read from a file, not from stdin".to_owned())),
        (Name::Member(..), _) => {
            return Err(malformed(path, "all arrays of the archive are the matrix: name none of them".to_owned()));
        }
        _ => return Err(malformed(path, "it is the .npz that scipy.sparse.save_npz writes".to_owned())),
    }
    let bytes = source::contents(path)?;
    if bytes.is_empty() {
        return Err(Error::Empty { path: path.into() });
    }
    let file = File { path, bytes };
    match file.text("format")?.as_str() {
        "csr" => {}
        other => {
            let reason = format!("the matrix has the format {}: save matrix.tocsr()", excerpt(other));
            return Err(malformed(path, reason));
        }
    }
    let size = file.integers("shape")?;
    let &[rows, columns] = size.as_slice() else {
        return Err(malformed(
            path,
            format!("its shape has {} numbers: a matrix has two, rows and columns", size.len()),
        ));
    };
    let extent = |count: i64| {
        usize::try_from(count)
            .map_err(|_| malformed(path, format!("its shape is {rows} × {columns}: neither is negative")))
    };
    let shape = [extent(rows)?, extent(columns)?];
    let (offsets, indices) = (file.integers("indptr")?, file.integers("indices")?);
    if offsets.len() != shape[0].saturating_add(1) {
        let reason =
            format!("its indptr has {} numbers: for {rows} rows there are {}", offsets.len(), rows.saturating_add(1));
        return Err(malformed(path, reason));
    }
    let (path, data) = file.array("data")?;
    let Loaded { array, notes, .. } = decode_as(&path, FileFormat::Npy, &data, None)?;
    if array.shape.len() != 1 || array.components != 1 || array.data.len() != indices.len() {
        let held = array.data.len();
        let reason = format!("its data are {held} numbers for {} columns: each entry is one number", indices.len());
        return Err(malformed(file.path, reason));
    }
    Ok(SparseArray { shape, offsets, indices, values: array.data, notes })
}

fn malformed(path: &Path, reason: String) -> Error {
    Error::Malformed { path: path.into(), format: "sparse matrix", reason }
}

/// An archive.
struct File<'a> {
    path: &'a Path,
    bytes: Vec<u8>,
}

impl File<'_> {
    /// Returns the name and the bytes of one of its arrays.
    fn array(&self, name: &str) -> Result<(PathBuf, Vec<u8>), Error> {
        let mut path = self.path.as_os_str().to_owned();
        path.push(":");
        path.push(name);
        let path = PathBuf::from(path);
        match contained(&path, "NPZ", || npz::array(&path, &self.bytes)) {
            Ok(array) => Ok((path, array)),
            Err(Error::NoArray { names, .. }) => {
                let reason = format!("it has no {name}, as scipy.sparse.save_npz writes it: it has {names}");
                Err(malformed(self.path, reason))
            }
            Err(error) => Err(error),
        }
    }

    /// Returns an array of integers.
    fn integers(&self, name: &str) -> Result<Vec<i64>, Error> {
        let (path, array) = self.array(name)?;
        let read = contained(&path, "NPY", || npy::read_whole(&path, &array))?;
        match read {
            Some(array) if array.shape.len() == 1 && array.components == 1 => Ok(array.data),
            _ => Err(malformed(self.path, format!("its {name} is no list of integers"))),
        }
    }

    /// Returns a word, which NumPy writes as bytes or as characters of 4 bytes.
    fn text(&self, name: &str) -> Result<String, Error> {
        let (_, array) = self.array(name)?;
        // The header ends with its line.
        let end = array.iter().position(|byte| *byte == b'\n').map_or(array.len(), |end| end + 1);
        let word: Vec<u8> = array[end..].iter().copied().filter(|byte| *byte != 0).collect();
        Ok(String::from_utf8_lossy(&word).into_owned())
    }
}
