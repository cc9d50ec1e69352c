//! Sparse matrices of the C interface.

use std::cell::RefCell;
use std::rc::Rc;

use super::error::{Status, guard};
use super::handles::{Handle, Handles, local};
use super::pointers::{check, set};
use super::primitives::{numbers, result};
use super::stream::stream;
use crate::primitives::{self, SparseMatrix};

thread_local! {
    static MATRICES: RefCell<Handles<Rc<SparseMatrix<'static>>>> = const { Handles::new(4) };
}

/// Prepares a sparse matrix of so many columns for products with vectors, from streams of `float` in compressed sparse rows: `offsets` are one
/// more than the rows, the first entry of each row and the number of entries; `indices` are the columns of the entries, and `values` their
/// values. It copies them. Numbers that are no matrix are an error, and so are more than 16777216 rows, columns or entries. The caller frees the
/// matrix.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_sparse_new(
    offsets: Handle,
    indices: Handle,
    values: Handle,
    columns: u64,
    matrix: *mut Handle,
) -> Status {
    guard(|| {
        check(matrix, "matrix")?;
        let copy = |handle: Handle, what: &str| {
            let held = stream(handle)?;
            let any = held.read()?;
            let own = numbers(&any, what)?;
            Ok::<_, super::error::CallError>(own.to_layout(own.layout())?)
        };
        let (offsets, indices) = (copy(offsets, "the offsets")?, copy(indices, "the indices")?);
        let columns = usize::try_from(columns).unwrap_or(usize::MAX);
        let made = SparseMatrix::owning(columns, offsets, indices, copy(values, "the values")?)?;
        set(matrix, local(&MATRICES, |matrices| matrices.insert(Rc::new(made)))?, "matrix")
    })
}

/// Frees a sparse matrix. Its handle is an error from then on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_sparse_free(matrix: Handle) -> Status {
    guard(|| {
        let freed = local(&MATRICES, |matrices| matrices.remove(matrix))?;
        drop(freed);
        Ok(())
    })
}

/// Multiplies a sparse matrix by a vector, a stream of `float` with as many elements as the matrix has columns. The result has as many as it has
/// rows. The caller frees it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_spmv(matrix: Handle, x: Handle, product: *mut Handle) -> Status {
    guard(|| {
        check(product, "product")?;
        let matrix = local(&MATRICES, |matrices| matrices.get(matrix))?;
        let held = stream(x)?;
        let any = held.read()?;
        let made = primitives::spmv(&matrix, numbers(&any, "the vector")?)?;
        set(product, result(made)?, "product")
    })
}
