//! The product of a sparse matrix and a vector.

mod matrix;
mod parts;
mod rows;
mod segments;
mod split;

pub use matrix::SparseMatrix;

use crate::error::Error;
use crate::ir::{Loops, Needs};
use crate::machine::{Device, Stream};
use crate::method::{Citation, MethodInfo, MethodKernel};

use super::needs::{MINIMAL, pass_methods};

/// Methods of multiplying a sparse matrix by a vector. Each prepares the matrix once, for any number of products. A sum of k products is
/// within (k + 2) · 2^-24 · Σ |a| |x| of the exact one, if floats have 32 bits and are rounded to nearest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Spmv {
    /// Rows are sorted by their length, so that neighbouring fragments sum equally many entries. A product draws the first eight entries of all
    /// rows, the next eight of those that have more, then 16, 32 and always 64: 1 pass for a longest row of up to 8 entries, 4 for one of 64, and
    /// one more for each 64 beyond that, over fewer and fewer rows. One more pass puts the sums in order. After Bolz, Farmer, Grinspun and Schröder 2003, *Sparse
    /// Matrix Solvers on the GPU*, who draw a rectangle for each length.
    SortedRows,
    /// A pass multiplies each entry, those of a [`segmented_scan`](super::segmented_scan) sum the products of each row, and one fetches the
    /// last sum of each: it takes the same time whatever the lengths of rows are, and memory for three numbers per entry. After Sengupta,
    /// Harris, Zhang and Owens 2007, *Scan Primitives for GPU Computing*.
    SegmentedScan,
    /// The fastest: a fragment sums a piece of a row, of at most 32 entries, then a piece of the pieces' sums, and so on: ⌈log32 k⌉ passes
    /// for a longest row of k entries, and no time for what other rows have not. Where a kernel's loops have a fixed number of steps, a
    /// piece has at most 8 entries, or 4 if a kernel has at most 512 instructions. Rows are cut as for the warps of Bell and Garland 2009,
    /// *Implementing Sparse Matrix-Vector Multiplication on Throughput-Oriented Processors*.
    SplitRows,
}

impl Spmv {
    /// All methods.
    pub const ALL: [Spmv; 3] = [Spmv::SortedRows, Spmv::SegmentedScan, Spmv::SplitRows];

    /// Returns the method that [`SparseMatrix::new`] prepares for: [`Spmv::SplitRows`]. If its kernels do not fit on a chip, the first of the
    /// others is used whose kernels do.
    pub fn fastest(_: &Device) -> Spmv {
        Spmv::SplitRows
    }
}

pass_methods!(Spmv);

const FAULTS: MethodKernel = MethodKernel::new("spmv_faults");
const LENGTHS: MethodKernel = MethodKernel::new("spmv_lengths");

const METHODS: [MethodInfo; 3] = [
    MethodInfo {
        variant: "Spmv::SortedRows",
        name: "sorted-rows",
        passes: "2, and more for rows of more than 8 entries",
        of_2_20: "depends on the longest row",
        citation: Citation::new("Bolz et al. 2003", "after Bolz et al. 2003"),
        needs: Needs { loops: Loops::Counted(64), inputs: 6, ..MINIMAL },
        kernels: &[FAULTS, LENGTHS, MethodKernel::new("spmv_rows")],
        ..MethodInfo::PACKED
    },
    MethodInfo {
        variant: "Spmv::SegmentedScan",
        name: "segmented-scan",
        passes: "2, and those of a segmented scan",
        of_2_20: "13",
        citation: Citation::new("Sengupta et al. 2007", "after Sengupta et al. 2007"),
        needs: Needs { inputs: 3, ..MINIMAL },
        kernels: &[
            FAULTS,
            MethodKernel::new("spmv_heads"),
            MethodKernel::new("spmv_products"),
            MethodKernel::new("spmv_ends"),
        ],
        ..MethodInfo::PACKED
    },
    MethodInfo {
        variant: "Spmv::SplitRows",
        name: "split-rows",
        default: true,
        passes: "⌈log32 *k*⌉ for a longest row of *k* entries",
        of_2_20: "depends on the longest row",
        citation: Citation::new("Bell and Garland 2009", "after Bell and Garland 2009"),
        needs: Needs { loops: Loops::Counted(32), inputs: 4, ..MINIMAL },
        kernels: &[FAULTS, LENGTHS, MethodKernel::new("spmv_pieces"), MethodKernel::new("spmv_parts")],
        ..MethodInfo::PACKED
    },
];

/// Multiplies a sparse matrix by a vector of as many elements as it has columns. The result is a list of as many elements as the matrix has rows,
/// in the layout of the vector. An infinity or NaN of the vector makes those elements NaN whose rows have an entry for it that is 0 or NaN;
/// where a row has no entry, it is not multiplied.
///
/// ```
/// use brooklet::{Device, primitives::{self, SparseMatrix}};
/// let device = Device::headless()?;
/// // ⎡ 5 0 6 ⎤
/// // ⎣ 0 7 0 ⎦
/// let (offsets, columns) = (device.upload(&[0.0, 2.0, 3.0])?, device.upload(&[0.0, 2.0, 1.0])?);
/// let values = device.upload(&[5.0, 6.0, 7.0])?;
/// let matrix = SparseMatrix::new(3, &offsets, &columns, &values)?;
/// let x = device.upload(&[1.0, 10.0, 100.0])?;
/// assert_eq!(primitives::spmv(&matrix, &x)?.read()?, [605.0, 70.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`SparseError::Vector`](super::SparseError::Vector), for a vector of another length.
pub fn spmv(matrix: &SparseMatrix<'_>, x: &Stream<f32>) -> Result<Stream<f32>, Error> {
    matrix.multiply(x)
}
