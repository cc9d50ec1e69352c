//! `brooklet transpose`: exchanges rows and columns.

use std::path::{Path, PathBuf};

use clap::Args;

use brooklet::{io, primitives};

use super::Common;
use super::depth::DepthOption;
use super::dtype::DtypeOption;
use super::elements::{self, map_elements};
use super::keys::Types;
use super::planes;
use super::vectors::Axis;

/// Exchange the rows and columns of a matrix or a picture
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet transpose matrix.npy -o transposed.npy
  brooklet transpose picture.png -o transposed.png

Of an array of more axes the last two are exchanged, as numpy.matrix_transpose; pixels, and a last axis of 2 to 4 behind rows and columns, \
are moved as wholes. Elements keep their bits and their dtype. Without -o, up to 100 lines are printed, a line for each row.")]
pub struct Transpose {
    /// The array
    input: PathBuf,
    /// Where the result goes [default: up to 100 lines are printed]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    axis: Axis,
    #[command(flatten)]
    depth: DepthOption,
    #[command(flatten)]
    dtype: DtypeOption,
}

impl Transpose {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        if let Some(output) = &self.output {
            io::check_output(output)?;
        }
        self.depth.check("transpose", self.output.as_deref().as_slice());
        self.dtype.check("transpose", self.output.as_deref().as_slice());
        let files: Vec<&Path> = std::iter::once(self.input.as_path()).chain(self.output.as_deref()).collect();
        common.run(&files, |session| {
            self.depth.choose(&session.depth);
            self.dtype.choose(&session.dtype);
            session.progress.stages(5);
            let (array, exact) = planes::exact(session, &self.input, &self.axis)?;
            let values = elements::upload(session, &self.input, &array, exact.as_ref(), Types::All)?;
            session.progress.stage("computing");
            let transposed = map_elements!(&values, values => primitives::transpose(values)?);
            elements::save_checked(session, "transpose", self.output.as_deref(), &transposed, self.dtype.written())
        })
    }
}
