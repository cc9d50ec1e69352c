//! Sparse matrices of the package.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::primitives::{self, SparseMatrix};

use super::device::RawDevice;
use super::error::{Call, failed};

/// A sparse matrix on a device, prepared for products.
#[wasm_bindgen]
pub struct RawSparse {
    matrix: SparseMatrix<'static>,
}

#[wasm_bindgen]
impl RawDevice {
    /// Prepares a sparse matrix in compressed sparse rows.
    pub fn sparse(&self, offsets: &[f32], indices: &[f32], values: &[f32], columns: u32) -> Call<RawSparse> {
        self.device.batch(|| {
            let of = |numbers: &[f32]| self.device.upload(numbers);
            let made = || SparseMatrix::owning(columns as usize, of(offsets)?, of(indices)?, of(values)?);
            Ok(RawSparse { matrix: made().map_err(failed)? })
        })
    }

    /// Multiplies a sparse matrix by a vector.
    pub fn spmv(&self, matrix: &RawSparse, x: u32) -> Call<u32> {
        self.floats_to(x, "the product of a sparse matrix", |x| primitives::spmv(&matrix.matrix, x))
    }
}
