//! Vectors and matrices in textures, with four numbers in each texel, padded with zeros.

use crate::geometry::Rect;
use crate::machine::{Device, Stream};

use super::{Error, LinearError};

/// The number of texels of a row that are multiplied together.
pub(super) const PART: usize = 8;

/// Returns the numbers of rows and columns of texels for a vector of `len` numbers. Parts of eight texels do not cross the end of a
/// row.
pub(super) fn size(len: usize) -> [usize; 2] {
    let texels = len.div_ceil(4).max(1);
    let columns = 1 << (texels.next_power_of_two().ilog2().div_ceil(2)).max(PART.ilog2());
    [texels.div_ceil(columns), columns]
}

/// Returns the padded number of rows or columns of a matrix, for a vector of `len` numbers.
fn padded(len: usize) -> usize {
    let [rows, columns] = size(len);
    4 * rows * columns
}

/// A vector on a device, with four numbers in each texel.
#[derive(Debug)]
pub struct Vector {
    len: usize,
    pub(super) texels: Stream<[f32; 4]>,
}

impl Vector {
    /// Uploads a vector of these numbers.
    ///
    /// # Errors
    /// No numbers; more numbers than the device's textures can hold: the error has both counts.
    pub fn upload(device: &Device, numbers: &[f32]) -> Result<Vector, Error> {
        if numbers.is_empty() {
            return Err(LinearError::Empty { what: "a vector" }.into());
        }
        let mut vector = Vector::new(device, numbers.len())?;
        let mut filled = vec![[0.0; 4]; vector.texels.len()];
        filled.as_flattened_mut()[..numbers.len()].copy_from_slice(numbers);
        vector.texels.write(&filled)?;
        Ok(vector)
    }

    /// Allocates a vector with unspecified content.
    pub(super) fn new(device: &Device, len: usize) -> Result<Vector, Error> {
        Ok(Vector { len, texels: device.stream(size(len))? })
    }

    /// Returns the length of the vector.
    #[allow(clippy::len_without_is_empty, reason = "there is none without numbers")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Reads back the numbers.
    ///
    /// # Errors
    /// Any error of the device.
    pub fn read(&self) -> Result<Vec<f32>, Error> {
        let mut numbers = self.texels.read()?.into_flattened();
        numbers.truncate(self.len);
        Ok(numbers)
    }
}

/// A matrix on a device. A texel contains four numbers of a row.
#[derive(Debug)]
pub struct Matrix {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) texels: Stream<[f32; 4]>,
}

impl Matrix {
    /// Uploads a matrix whose elements are given row by row.
    ///
    /// # Errors
    /// A number of elements that does not match; no elements; more elements than the device's textures can hold: the error has both
    /// counts.
    pub fn upload(device: &Device, [rows, columns]: [usize; 2], elements: &[f32]) -> Result<Matrix, Error> {
        if rows.checked_mul(columns) != Some(elements.len()) {
            return Err(LinearError::Elements { rows, columns, found: elements.len() }.into());
        }
        if elements.is_empty() {
            return Err(LinearError::Empty { what: "a matrix" }.into());
        }
        let mut matrix = Matrix::new(device, [rows, columns])?;
        let row = padded(columns);
        let mut filled = vec![[0.0; 4]; matrix.texels.len()];
        for (filled, given) in filled.as_flattened_mut().chunks_mut(row).zip(elements.chunks(columns)) {
            filled[..columns].copy_from_slice(given);
        }
        matrix.texels.write(&filled)?;
        Ok(matrix)
    }

    /// Allocates a matrix with unspecified content.
    pub(super) fn new(device: &Device, [rows, columns]: [usize; 2]) -> Result<Matrix, Error> {
        let texels = device.stream([padded(rows), padded(columns) / 4])?;
        Ok(Matrix { rows, columns, texels })
    }

    /// Returns the numbers of rows and columns.
    pub fn size(&self) -> [usize; 2] {
        [self.rows, self.columns]
    }

    /// Returns the numbers of rows and columns of its texture.
    pub(super) fn texture(&self) -> [usize; 2] {
        let geometry = self.texels.geometry();
        [geometry.height, geometry.width]
    }

    /// Reads back the elements, row by row.
    ///
    /// # Errors
    /// Any error of the device.
    pub fn read(&self) -> Result<Vec<f32>, Error> {
        let [_, width] = self.texture();
        let all = self.texels.read()?.into_flattened();
        Ok(all.chunks(4 * width).take(self.rows).flat_map(|row| &row[..self.columns]).copied().collect())
    }
}

/// Returns the rectangle of the whole product that has the rows of one plane.
pub(super) fn below(number: usize, rows: usize, width: usize) -> Rect {
    Rect::new(0, number * rows, width, rows)
}
