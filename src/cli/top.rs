//! `brooklet top`: selects the largest or the smallest elements.

use std::path::{Path, PathBuf};

use clap::Args;

use brooklet::io::{self, Array, Integers, number};
use brooklet::{Error, Stream, compute, primitives};

use super::Common;
use super::arrays;
use super::family::{Chosen, Family, choose, methods};
use super::listed::Listed;
use super::result;
use super::vectors::Axis;

/// Select the largest or the smallest elements of an array
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet top scores.npy -k 10
  brooklet top scores.npy -k 10 -o best.npy --indices i.npy
  brooklet top distances.npy -k 1 --smallest

Writes the largest element first; of equal elements the first one comes first. Without -o, up to 100 elements are printed, one a line. \
Positions are int64, counted in C order: x.ravel()[i] are the elements. Arrays of several axes are taken as one list. NaN has no place in \
an order, and is an error.")]
pub struct Top {
    /// The elements
    input: PathBuf,
    /// How many to select
    #[arg(short, value_name = "K")]
    k: usize,
    /// The smallest ones, the smallest first
    #[arg(long)]
    smallest: bool,
    /// Where the elements go. Up to 100 of them are printed without it
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Where their positions go (.npy or .csv)
    #[arg(long, value_name = "FILE")]
    indices: Option<PathBuf>,
    /// What computes: the fragment pipeline, or compute shaders (OpenGL 4.3, ES 3.1)
    #[arg(long, default_value = "fragment")]
    family: Family,
    /// The method. Fragment: a tournament of groups of elements (tournament) [default for up to a 64th of more than 4096 elements],
    /// sorting all by the fastest argsort (sort) [default otherwise], or by bitonic steps, as in 2004 (bitonic). Compute: sort
    #[arg(long, value_parser = methods("top"))]
    method: Option<String>,
    /// Read every number as a scalar, also in pixels and in rows of a .csv
    #[arg(long)]
    scalars: bool,
}

type Method = Chosen<primitives::Top, compute::Top>;

impl Top {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        if let Some(output) = &self.output {
            io::check_output(output)?;
        }
        if let Some(indices) = &self.indices {
            io::check_integers_output(indices)?;
            if self.output.as_ref().is_some_and(|output| io::same_file(indices, output)) {
                super::usage("top", format!("elements and positions would both go to {}", indices.display()));
            }
        }
        result::check_lines("top", self.output.as_deref(), self.k);
        let method: Method = choose("top", self.family, self.method.as_deref());
        let outputs = self.output.iter().chain(&self.indices).map(PathBuf::as_path);
        let files: Vec<&Path> = std::iter::once(self.input.as_path()).chain(outputs).collect();
        let lines = common.run(&files, |session| {
            session.progress.stages(6);
            let axis = Axis { vectors: false, scalars: self.scalars };
            let array = axis.numbers(session, &self.input, Some(Listed::Top))?;
            arrays::refuse_nan(&self.input, &array)?;
            session.progress.stage(format!("uploading {}", self.input.display()));
            let keys = session.device.upload_shaped(array.data.len(), &array.data)?;
            session.progress.stage("selecting");
            let (values, positions) = self.select(&keys, method)?;
            session.progress.stage("reading back");
            if let Some(indices) = &self.indices {
                let data: Vec<i64> = positions.read()?.into_iter().map(|position| position as i64).collect();
                session.place(io::prepare_integers(indices, &Integers { shape: vec![data.len()], data })?);
            }
            let mut values = Array::of(&values)?;
            let Some(output) = &self.output else {
                return Ok(result::lines(values.data.iter().map(|value| number(*value)), &values.shape));
            };
            session.progress.stage(format!("writing {}", output.display()));
            session.write(output, &mut values)?;
            Ok(Vec::new())
        })?;
        result::print(&lines)
    }

    fn select(&self, keys: &Stream<f32>, method: Method) -> Result<(Stream<f32>, Stream<f32>), Error> {
        match method {
            Chosen::Fragment(method) => {
                let mut options = primitives::TopOptions::default();
                options = method.map_or(options, |method| options.method(method));
                primitives::top_with(keys, self.k, if self.smallest { options.smallest() } else { options })
            }
            Chosen::Compute(method) => {
                let mut options = compute::TopOptions::default();
                options = method.map_or(options, |method| options.method(method));
                compute::top_with(keys, self.k, if self.smallest { options.smallest() } else { options })
            }
        }
    }
}
