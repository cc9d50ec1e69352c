//! The product of a sparse matrix and a vector on compute shaders.

use crate::backend::Class;
use crate::error::{ComputeError, Error, SparseError};
use crate::glsl;
use crate::machine::{Buffer, ComputeSource, Device};
use crate::method::{Citation, MethodInfo, Methods, methods};

use super::data::{Data, same_device};
use super::runs::LONGEST_LOOP;

/// Methods of multiplying a sparse matrix by a vector. A sum of k products is within (k + 2) · 2^-24 · Σ |a| |x| of the exact one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Spmv {
    /// The fastest on drivers that compute on the CPU, and where all rows are short: an invocation sums a row, of up to 32,768 entries, in one
    /// dispatch. The scalar kernel
    /// of Bell and Garland 2009, *Implementing Sparse Matrix-Vector Multiplication on Throughput-Oriented Processors*.
    Runs,
    /// The fastest on GPUs where some rows are long: groups have equally many rows and entries together, 2048. A second dispatch adds what groups
    /// have of rows that end in a later one; there is one more for more than 64 groups, and another for more than 2048. After Merrill and Garland 2016, *Merge-based Parallel Sparse Matrix-Vector Multiplication*.
    Tiles,
}

impl Spmv {
    /// Both methods.
    pub const ALL: [Spmv; 2] = [Spmv::Runs, Spmv::Tiles];

    /// Returns the method that [`spmv`] uses: [`Spmv::Tiles`] if a row has more than 64 entries on a GPU, or more than 32,768 on a driver that
    /// computes on the CPU, else [`Spmv::Runs`].
    pub fn fastest(matrix: &SparseMatrix) -> Spmv {
        let longest = if matrix.device().info().class == Class::Hardware { SHORT } else { LONGEST_LOOP };
        if matrix.longest > longest { Spmv::Tiles } else { Spmv::Runs }
    }

    /// Returns the method's name on the command line.
    pub fn name(self) -> &'static str {
        self.method().name
    }
}

methods!(Spmv);

const METHODS: [MethodInfo; 2] = [
    MethodInfo {
        variant: "Spmv::Runs",
        name: "runs",
        remark: ", on the CPU and for short rows",
        default: true,
        of_2_20: "1",
        citation: Citation::new("Bell and Garland 2009", "after Bell and Garland 2009"),
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Spmv::Tiles",
        name: "tiles",
        remark: ", on GPUs",
        default: true,
        of_2_20: "3",
        citation: Citation::new("Merrill and Garland 2016", "after Merrill and Garland 2016"),
        ..MethodInfo::COMPUTE
    },
];

/// The number of rows and entries of an invocation.
const EACH: usize = 8;
/// The maximum number of entries of a row that is short.
const SHORT: usize = 64;
/// The number of groups of which an invocation adds up what they have left.
const BLOCK: usize = 64;

/// A sparse matrix in compressed sparse rows (CSR), in buffers. The entries of row i are those from offset i up to offset i + 1, and each has a
/// column and a value. A column may occur several times in a row: its entries count as their sum.
#[derive(Debug)]
pub struct SparseMatrix {
    rows: usize,
    columns: usize,
    /// The entries of the longest row.
    longest: usize,
    offsets: Buffer<u32>,
    indices: Buffer<u32>,
    values: Buffer<f32>,
}

impl SparseMatrix {
    /// Uploads a matrix with so many columns: `offsets` are one more than the rows, `indices` are the columns of entries, and `values` their
    /// values.
    ///
    /// # Errors
    /// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); [`SparseError`], for numbers that are no such matrix; more than a buffer holds.
    pub fn new(
        device: &Device,
        columns: usize,
        offsets: &[u32],
        indices: &[u32],
        values: &[f32],
    ) -> Result<SparseMatrix, Error> {
        device.compute_backend()?;
        let rows = check(columns, offsets, indices, values)?;
        let longest = offsets.windows(2).map(|ends| (ends[1] - ends[0]) as usize).max().unwrap_or(0);
        let (offsets, indices) = (device.upload_buffer(offsets)?, device.upload_buffer(indices)?);
        Ok(SparseMatrix { rows, columns, longest, offsets, indices, values: device.upload_buffer(values)? })
    }

    /// Returns the numbers of rows and columns.
    pub fn size(&self) -> [usize; 2] {
        [self.rows, self.columns]
    }

    /// Returns the number of entries.
    pub fn entries(&self) -> usize {
        self.values.len()
    }

    /// Returns the device.
    pub fn device(&self) -> &Device {
        self.values.device()
    }
}

/// Returns the number of rows, or an error for numbers that are no matrix.
fn check(columns: usize, offsets: &[u32], indices: &[u32], values: &[f32]) -> Result<usize, SparseError> {
    let entries = values.len();
    let rows = offsets.len().checked_sub(1).ok_or(SparseError::NoOffsets)?;
    if indices.len() != entries {
        return Err(SparseError::Entries { indices: indices.len(), values: entries });
    }
    let right = |row: usize| {
        let own = offsets[row] as usize;
        let ends = (row > 0 || own == 0) && (row < rows || own == entries);
        ends && own <= entries && (row == 0 || offsets[row - 1] <= offsets[row])
    };
    if let Some(row) = (0..=rows).find(|row| !right(*row)) {
        return Err(SparseError::Offset { row, found: offsets[row].into(), entries });
    }
    match indices.iter().position(|column| *column as usize >= columns) {
        Some(entry) => Err(SparseError::Column { entry, found: indices[entry].into(), columns }),
        None => Ok(rows),
    }
}

/// Multiplies a sparse matrix by a vector of as many elements as it has columns, in any shape, by the method that [`Spmv::fastest`] returns. The
/// result has one dimension, of as many elements as the matrix has rows, and is a buffer or a stream as `x` is, in its layout. An infinity or
/// NaN of the vector makes those elements NaN whose rows have an entry for it that is 0 or NaN; where a row has no entry, it is not multiplied.
///
/// ```
/// use brooklet::{Device, compute::{self, SparseMatrix}};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// // ⎡ 5 0 6 ⎤
/// // ⎣ 0 7 0 ⎦
/// let matrix = SparseMatrix::new(&device, 3, &[0, 2, 3], &[0, 2, 1], &[5.0, 6.0, 7.0])?;
/// let x = device.upload_buffer(&[1.0, 10.0, 100.0])?;
/// assert_eq!(compute::spmv(&matrix, &x)?.read()?, [605.0, 70.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`SparseError::Vector`], for a vector of another length; data of another device; more than a buffer holds.
pub fn spmv<D: Data<Element = f32>>(matrix: &SparseMatrix, x: &D) -> Result<D, Error> {
    spmv_by(matrix, x, Spmv::fastest(matrix))
}

/// Multiplies a sparse matrix by a vector by the given method.
///
/// # Errors
/// As [`spmv`]; [`ComputeError::LongLoop`], from [`Spmv::Runs`] for a row of more than 32,768 entries.
pub fn spmv_by<D: Data<Element = f32>>(matrix: &SparseMatrix, x: &D, method: Spmv) -> Result<D, Error> {
    same_device(matrix.device(), x.on(), "the vector of a product")?;
    let (columns, found) = (matrix.columns, x.shaped().count());
    if found != columns {
        return Err(SparseError::Vector { columns, found }.into());
    }
    let loaded = x.load()?;
    // Without entries, there is nothing to read, and maybe no column.
    let product = match method {
        _ if matrix.entries() == 0 => matrix.device().upload_buffer(&vec![0.0; matrix.rows])?,
        Spmv::Runs if matrix.longest > LONGEST_LOOP => {
            let (method, what, instead) = (Spmv::Runs.name(), "entries of a row", Spmv::Tiles.name());
            return Err(
                ComputeError::LongLoop { method, what, count: matrix.longest, max: LONGEST_LOOP, instead }.into()
            );
        }
        Spmv::Runs => by_runs(matrix, &loaded)?,
        Spmv::Tiles => by_tiles(matrix, &loaded)?,
    };
    x.store(matrix.rows.into(), product)
}

fn by_runs(matrix: &SparseMatrix, x: &Buffer<f32>) -> Result<Buffer<f32>, Error> {
    let device = matrix.device();
    let mut sums = device.buffer::<f32>(matrix.rows)?;
    let source = ComputeSource::of::<f32>(glsl!("compute/spmv_runs.comp"), device.threads(64, 0)?);
    let kernel = device.compute_kernel(&source)?;
    let dispatch = device.dispatch(&kernel).input("offsets", &matrix.offsets).input("indices", &matrix.indices);
    let dispatch = dispatch.input("values", &matrix.values).input("x", x).output("sums", &mut sums);
    dispatch.constant("rows", matrix.rows).run_over(matrix.rows)?;
    Ok(sums)
}

fn by_tiles(matrix: &SparseMatrix, x: &Buffer<f32>) -> Result<Buffer<f32>, Error> {
    let device = matrix.device();
    let threads = device.threads(256, 8 * EACH + 24)?;
    let groups = (matrix.rows + matrix.entries()).div_ceil(threads * EACH);
    let mut sums = device.buffer::<f32>(matrix.rows)?;
    let mut carries = device.buffer::<[u32; 2]>(groups)?;
    let text = glsl!("compute/spmv_tiles.comp").part("each", format!("const int EACH = {EACH};\n"));
    let kernel = device.compute_kernel(&ComputeSource::of::<f32>(text, threads))?;
    let dispatch = device.dispatch(&kernel).input("offsets", &matrix.offsets).input("indices", &matrix.indices);
    let dispatch = dispatch.input("values", &matrix.values).input("x", x).output("sums", &mut sums);
    let dispatch = dispatch.output("carries", &mut carries);
    dispatch.constant("rows", matrix.rows).constant("entries", matrix.entries()).run(groups)?;
    let source = ComputeSource::of::<f32>(glsl!("compute/spmv_carries.comp"), device.threads(64, 0)?);
    let kernel = device.compute_kernel(&source)?;
    while carries.len() > 1 {
        let blocks = carries.len().div_ceil(BLOCK);
        let mut left = device.buffer::<[u32; 2]>(2 * blocks)?;
        let dispatch = device.dispatch(&kernel).input("carries", &carries).output("left", &mut left);
        let dispatch = dispatch.constant("count", carries.len()).constant("rows", matrix.rows);
        let dispatch = dispatch.constant("block", BLOCK).constant("last", blocks == 1);
        dispatch.output("sums", &mut sums).run_over(blocks)?;
        if blocks == 1 {
            break;
        }
        carries = left;
    }
    Ok(sums)
}
