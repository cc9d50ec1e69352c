//! Sparse matrices on a device.

use crate::error::{Error, SparseError};
use crate::machine::{Device, Lent, Stream};

use super::super::needs::{check, run_first_fitting};
use super::Spmv;
use super::parts::Parts;
use super::rows::SortedRows;
use super::segments::Segments;
use super::split::Split;

/// A sparse matrix in compressed sparse rows (CSR), prepared for products by a method. The entries of row i are those from offset i up to
/// offset i + 1, and each has a column and a value. A column may occur several times in a row: its entries count as their sum.
///
/// All numbers are in streams of `f32`, so that there are at most 2^24 rows, columns and entries.
#[derive(Debug)]
pub struct SparseMatrix<'a> {
    parts: Parts<'a>,
    plan: Plan,
}

/// What a method has prepared.
#[derive(Debug)]
enum Plan {
    /// There are no entries.
    Zero,
    Rows(SortedRows),
    Segments(Segments),
    Split(Split),
}

impl SparseMatrix<'static> {
    /// Prepares a matrix like [`SparseMatrix::new`], and takes ownership of its numbers.
    ///
    /// # Errors
    /// As [`SparseMatrix::new`].
    pub fn owning(
        columns: usize,
        offsets: Stream<f32>,
        indices: Stream<f32>,
        values: Stream<f32>,
    ) -> Result<SparseMatrix<'static>, Error> {
        let method = fitting(columns, [&offsets, &indices, &values])?;
        SparseMatrix::owning_by(columns, offsets, indices, values, method)
    }

    /// Prepares a matrix for the given method, and takes ownership of its numbers.
    ///
    /// # Errors
    /// As [`SparseMatrix::new_by`].
    pub fn owning_by(
        columns: usize,
        offsets: Stream<f32>,
        indices: Stream<f32>,
        values: Stream<f32>,
        method: Spmv,
    ) -> Result<SparseMatrix<'static>, Error> {
        SparseMatrix::of(Parts::new(columns, [offsets, indices, values].map(Lent::Own))?, method)
    }
}

impl<'a> SparseMatrix<'a> {
    /// Prepares a matrix with so many columns: `offsets` are one more than the rows, `indices` are the columns of entries, and `values` their
    /// values. All are whole numbers except the values. It prepares for the method that [`Spmv::fastest`] returns.
    ///
    /// # Errors
    /// [`SparseError`](super::super::SparseError), for numbers that are no such matrix;
    /// [`PrimitiveError::FloatAddress`](super::super::PrimitiveError::FloatAddress), for more rows, columns or entries than the device's floats
    /// number exactly, which is 2^24 in OpenGL.
    pub fn new(
        columns: usize,
        offsets: &'a Stream<f32>,
        indices: &'a Stream<f32>,
        values: &'a Stream<f32>,
    ) -> Result<SparseMatrix<'a>, Error> {
        let method = fitting(columns, [offsets, indices, values])?;
        SparseMatrix::new_by(columns, offsets, indices, values, method)
    }

    /// Prepares a matrix for the given method.
    ///
    /// # Errors
    /// As [`SparseMatrix::new`]; [`PrimitiveError::Lacks`](super::super::PrimitiveError::Lacks), if the device lacks a feature that the method
    /// needs.
    pub fn new_by(
        columns: usize,
        offsets: &'a Stream<f32>,
        indices: &'a Stream<f32>,
        values: &'a Stream<f32>,
        method: Spmv,
    ) -> Result<SparseMatrix<'a>, Error> {
        SparseMatrix::of(Parts::new(columns, [offsets, indices, values].map(Lent::Borrowed))?, method)
    }

    fn of(parts: Parts<'a>, method: Spmv) -> Result<SparseMatrix<'a>, Error> {
        let device = parts.values.device();
        check(method, device, Spmv::fastest(device))?;
        parts.check()?;
        let plan = match method {
            _ if parts.rows == 0 || parts.values.is_empty() => Plan::Zero,
            Spmv::SortedRows => Plan::Rows(SortedRows::new(&parts)?),
            Spmv::SegmentedScan => Plan::Segments(Segments::new(&parts)?),
            Spmv::SplitRows => Plan::Split(Split::new(&parts)?),
        };
        Ok(SparseMatrix { parts, plan })
    }

    /// Returns the numbers of rows and columns.
    pub fn size(&self) -> [usize; 2] {
        [self.parts.rows, self.parts.columns]
    }

    /// Returns the number of entries.
    pub fn entries(&self) -> usize {
        self.parts.values.len()
    }

    /// Returns the device.
    pub fn device(&self) -> &Device {
        self.parts.values.device()
    }

    pub(super) fn multiply(&self, x: &Stream<f32>) -> Result<Stream<f32>, Error> {
        let (columns, found) = (self.parts.columns, x.len());
        if found != columns {
            return Err(SparseError::Vector { columns, found }.into());
        }
        match &self.plan {
            Plan::Zero => self.device().upload_with(self.parts.rows, x.layout(), &vec![0.0; self.parts.rows]),
            Plan::Rows(rows) => rows.multiply(&self.parts, x),
            Plan::Segments(segments) => segments.multiply(&self.parts, x),
            Plan::Split(split) => split.multiply(&self.parts, x),
        }
    }
}

/// Returns the fastest method whose kernels fit on the device of these offsets, columns and values.
fn fitting(columns: usize, numbers: [&Stream<f32>; 3]) -> Result<Spmv, Error> {
    let device = numbers[0].device();
    run_first_fitting(device, Spmv::fastest(device), Spmv::ALL, |method, on| {
        if on.is_planning() {
            let matrix = SparseMatrix::of(Parts::new(columns, numbers.map(|stream| on.lend(stream)))?, method)?;
            matrix.multiply(&on.stream(columns)?)?;
        }
        Ok(method)
    })
}
