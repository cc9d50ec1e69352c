//! `brooklet sat`: sums rectangles of a picture.

use std::path::{Path, PathBuf};

use clap::Args;

use brooklet::{Element, Stream, Texel, compute, io, primitives};

use super::Common;
use super::arrays::{self, with_stream};
use super::depth::DepthOption;
use super::dtype::DtypeOption;
use super::family::{Chosen, Family, choose, methods};
use super::planes;
use super::result;
use super::vectors::Axis;

/// Sum all elements above and to the left of each element of a picture
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet sat picture.npy -o sums.npy
  brooklet sat picture.png -o sums.npy
  brooklet sat pictures.npy -o sums.npy --method recursive-doubling

Makes a summed-area table, with the element itself, as x.cumsum(0).cumsum(1) in NumPy: the sum of any rectangle is then the difference of \
four elements of the result. Of an array of more axes the last two are rows and columns; pixels, and a last axis of 2 to 4 behind rows and \
columns, are summed by component. The result is float32: small rectangles far from the first element lose digits to the large sums, so \
subtract the mean first if that matters. Without -o, up to 100 lines are printed, a line for each row.")]
pub struct Sat {
    /// The array
    input: PathBuf,
    /// Where the sums go [default: up to 100 lines are printed]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What computes: the fragment pipeline, or compute shaders (OpenGL 4.3, ES 3.1)
    #[arg(long, default_value = "fragment")]
    family: Family,
    /// The method. Fragment: up and down a pyramid along rows and then columns [default: pyramid], or recursive doubling, as in 2005 (recursive-doubling).
    /// Compute: runs or tiles [default: tiles on a GPU, else runs]
    #[arg(long, value_parser = methods("sat"))]
    method: Option<String>,
    #[command(flatten)]
    axis: Axis,
    #[command(flatten)]
    depth: DepthOption,
    #[command(flatten)]
    dtype: DtypeOption,
}

type Method = Chosen<primitives::Sat, compute::Sat>;

impl Sat {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        if let Some(output) = &self.output {
            io::check_output(output)?;
        }
        self.depth.check("sat", self.output.as_deref().as_slice());
        self.dtype.check("sat", self.output.as_deref().as_slice());
        let method: Method = choose("sat", self.family, self.method.as_deref());
        let files: Vec<&Path> = std::iter::once(self.input.as_path()).chain(self.output.as_deref()).collect();
        common.run(&files, |session| {
            self.depth.choose(&session.depth);
            self.dtype.choose(&session.dtype);
            session.progress.stages(5);
            let array = planes::read(session, &self.input, &self.axis)?;
            let picture = arrays::upload(session, &self.input, &array)?;
            session.progress.stage("computing");
            with_stream!(&picture, picture => {
                result::save_checked(session, "sat", self.output.as_deref(), &sat(picture, method)?)
            })
        })
    }
}

fn sat<T: Texel + Element>(picture: &Stream<T>, method: Method) -> Result<Stream<T>, brooklet::Error> {
    match method {
        Chosen::Fragment(None) => primitives::sat(picture),
        Chosen::Fragment(Some(method)) => primitives::sat_by(picture, method),
        Chosen::Compute(None) => compute::sat(picture, picture.shape()),
        Chosen::Compute(Some(method)) => compute::sat_by(picture, picture.shape(), method),
    }
}
