//! `brooklet matmul`: multiplies matrices.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use brooklet::io::{self, Array, input_name};
use brooklet::{Shape, Stream, compute, primitives};

use super::Common;
use super::dtype::DtypeOption;
use super::family::{Chosen, Family, choose, methods};
use super::planes;
use super::result;
use super::session::Session;
use super::shapes::tuple;
use super::vectors::Axis;

/// Multiply two matrices
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet matmul a.npy b.npy -o c.npy
  brooklet matmul a.csv b.csv

The first has as many columns as the second has rows, as a @ b in NumPy. Numbers are float32, and sums of K products are within (K + 2) / 2^24 \
of the sum of their absolute values. Without -o, up to 100 lines are printed, a line for each row.")]
pub struct Matmul {
    /// The first matrix
    a: PathBuf,
    /// The second matrix
    b: PathBuf,
    /// Where the product goes [default: up to 100 lines are printed]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What computes: the fragment pipeline, or compute shaders (OpenGL 4.3, ES 3.1)
    #[arg(long, default_value = "fragment")]
    family: Family,
    /// The method. Fragment: four columns of as many rows as there are render targets at a time [default: blocks], or an inner product for
    /// each element, as in 2003 (inner-product). Compute: runs or tiles [default: tiles on a GPU, else runs]
    #[arg(long, value_parser = methods("matmul"))]
    method: Option<String>,
    #[command(flatten)]
    dtype: DtypeOption,
}

type Method = Chosen<primitives::Matmul, compute::Matmul>;

impl Matmul {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        if let Some(output) = &self.output {
            io::check_output(output)?;
        }
        self.dtype.check("matmul", self.output.as_deref().as_slice());
        let method: Method = choose("matmul", self.family, self.method.as_deref());
        let inputs = [self.a.as_path(), self.b.as_path()];
        common.one_stdin("matmul", inputs);
        let files: Vec<&Path> = inputs.into_iter().chain(self.output.as_deref()).collect();
        common.run(&files, |session| {
            self.dtype.choose(&session.dtype);
            session.progress.stages(7);
            let (a, b) = (matrix(session, &self.a)?, matrix(session, &self.b)?);
            if a.shape[1] != b.shape[0] {
                bail!(
                    "{} is {} and {} is {}: the first must have as many columns as the second has rows",
                    input_name(&self.a),
                    tuple(&a.shape),
                    input_name(&self.b),
                    tuple(&b.shape)
                );
            }
            result::check_lines("matmul", self.output.as_deref(), a.shape[0]);
            session.progress.stage("uploading");
            let upload = |array: &Array| -> Result<Stream<f32>, brooklet::Error> {
                session.device.upload_shaped(Shape::try_from(array.shape.as_slice())?, &array.data)
            };
            let shapes = [[a.shape[0], a.shape[1]], [b.shape[0], b.shape[1]]];
            let (a, b) = (upload(&a)?, upload(&b)?);
            session.progress.stage("computing");
            let product = match method {
                Chosen::Fragment(None) => primitives::matmul(&a, &b)?,
                Chosen::Fragment(Some(method)) => primitives::matmul_by(&a, &b, method)?,
                Chosen::Compute(None) => compute::matmul(&a, &b, shapes)?,
                Chosen::Compute(Some(method)) => compute::matmul_by(&a, &b, shapes, method)?,
            };
            result::save(session, self.output.as_deref(), &product)
        })
    }
}

/// Reads a matrix of numbers.
fn matrix(session: &Session, path: &Path) -> anyhow::Result<Array> {
    let array = planes::read(session, path, &Axis { vectors: false, scalars: true })?;
    if array.shape.len() != 2 {
        bail!(
            "{} is {}, which has {} axes: a matrix has two",
            input_name(path),
            tuple(&array.shape),
            array.shape.len()
        );
    }
    Ok(array)
}
