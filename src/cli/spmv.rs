//! `brooklet spmv`: multiplies a sparse matrix by a vector.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;

use brooklet::io::{self, Array, SparseArray, input_name};
use brooklet::primitives::{self, SparseMatrix, Spmv as Method};
use brooklet::{Error, Stream};

use super::Common;
use super::along;
use super::arrays;
use super::dtype::DtypeOption;
use super::family::methods;
use super::result;
use super::session::Session;
use super::shapes::tuple;

/// Multiply a sparse matrix by a vector
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet spmv matrix.npz x.npy -o y.npy
  brooklet spmv matrix.npz x.csv

The matrix is an archive as scipy.sparse.save_npz writes it, in compressed sparse rows: save matrix.tocsr() if it has another format. The vector \
has as many elements as the matrix has columns, as a list or as a matrix of one column, and the result likewise: matrix @ x. Numbers are float32, \
and a sum of k products is within (k + 2) / 2^24 of the sum of their absolute values. Rows, columns and entries may be up to 2^24. Without -o, up to \
100 lines are printed.")]
pub struct Spmv {
    /// The sparse matrix (.npz)
    matrix: PathBuf,
    /// The vector
    x: PathBuf,
    /// Where the product goes [default: up to 100 lines are printed]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The method: rows split into pieces of at most 32 entries [default: split-rows], rows sorted by their length, as in 2003
    /// (sorted-rows), or a segmented scan of all products (segmented-scan)
    #[arg(long, value_parser = methods("spmv"))]
    method: Option<String>,
    #[command(flatten)]
    dtype: DtypeOption,
}

impl Spmv {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        if let Some(output) = &self.output {
            io::check_output(output)?;
        }
        self.dtype.check("spmv", self.output.as_deref().as_slice());
        let method = along::method_with::<Method>("--method", "spmv", self.method.as_deref());
        let files: Vec<&Path> = [self.matrix.as_path(), &self.x].into_iter().chain(self.output.as_deref()).collect();
        common.run(&files, |session| {
            self.dtype.choose(&session.dtype);
            session.progress.stages(8);
            session.progress.stage(format!("reading {}", input_name(&self.matrix)));
            let matrix = io::read_sparse(&self.matrix)?;
            session.notes(&matrix.notes);
            let x = arrays::read(session, &self.x)?;
            self.check(&matrix, &x)?;
            result::check_lines("spmv", self.output.as_deref(), matrix.shape[0]);
            let product = self.multiply(session, &matrix, &x.data, method)?;
            session.progress.stage("reading back");
            let mut array = Array::of(&product)?;
            // A matrix of one column times such a matrix is one, too.
            array.shape.extend(&x.shape[1..]);
            result::save_array(session, self.output.as_deref(), array)
        })
    }

    /// Returns an error for a vector that the matrix cannot be multiplied by.
    fn check(&self, matrix: &SparseArray, x: &Array) -> anyhow::Result<()> {
        let [rows, columns] = matrix.shape;
        if x.components > 1 || !matches!(x.shape[..], [_] | [_, 1]) {
            bail!(
                "{} is {}: a vector is a list, or a matrix of one column",
                input_name(&self.x),
                tuple(&result::whole_shape(&x.shape, x.components))
            );
        }
        if x.data.len() != columns {
            bail!(
                "{} has {} elements, and {} is {rows} × {columns}: the vector must have as many elements as the matrix has columns",
                input_name(&self.x),
                x.data.len(),
                input_name(&self.matrix)
            );
        }
        Ok(())
    }

    fn multiply(
        &self,
        session: &Session,
        matrix: &SparseArray,
        x: &[f32],
        method: Option<Method>,
    ) -> anyhow::Result<Stream<f32>> {
        session.progress.stage("uploading");
        let named = || input_name(&self.matrix).into_owned();
        // Numbers that floats do not hold are out of range, and remain so.
        let whole = |numbers: &[i64]| -> Result<Stream<f32>, Error> {
            session.device.upload(&numbers.iter().map(|number| *number as f32).collect::<Vec<f32>>())
        };
        let (offsets, indices) =
            (whole(&matrix.offsets).with_context(named)?, whole(&matrix.indices).with_context(named)?);
        let values = session.device.upload(&matrix.values).with_context(named)?;
        let x = session.device.upload(x)?;
        session.progress.stage("preparing the matrix");
        let columns = matrix.shape[1];
        let prepared = match method {
            None => SparseMatrix::new(columns, &offsets, &indices, &values),
            Some(method) => SparseMatrix::new_by(columns, &offsets, &indices, &values, method),
        };
        let prepared = prepared.with_context(named)?;
        session.progress.stage("multiplying");
        Ok(primitives::spmv(&prepared, &x)?)
    }
}
