//! `brooklet top`: selects the largest or the smallest elements.

use std::path::{Path, PathBuf};

use clap::Args;

use brooklet::io::{self, Array, number};
use brooklet::{Error, Shape, Stream, compute, primitives};

use super::Common;
use super::along::{self, Along};
use super::arrays;
use super::family::{Chosen, Family, choose, methods};
use super::listed::Listed;
use super::reduce_order::integers;
use super::result;
use super::session::Session;
use super::vectors::Axis;

/// Select the largest or the smallest elements of an array
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet top scores.npy -k 10
  brooklet top scores.npy -k 10 -o best.npy --indices i.npy
  brooklet top distances.npy -k 1 --smallest
  brooklet top matrix.npy -k 3 --axis -1 -o best.npy --indices places.npy

Writes the largest element first; of equal elements the first one comes first. Without -o, up to 100 elements are printed, one a line. \
Positions are int64, counted in C order: x.ravel()[i] are the elements. Arrays of several axes are taken as one list; with --axis N \
the largest elements of each line along that axis are selected, and positions are places in the line. NaN has no place in an order, and \
is an error.")]
pub struct Top {
    /// The elements
    input: PathBuf,
    /// How many to select
    #[arg(short, value_name = "K")]
    k: usize,
    #[command(flatten)]
    along: Along,
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
    /// sorting all by the fastest argsort (sort) [default otherwise], or by bitonic steps, as in 2004 (bitonic). Compute: sort. With
    /// --axis, all lines are sorted by the fastest argsort
    #[arg(long, value_parser = methods("top"), conflicts_with = "along")]
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
            if self.output.is_none() && io::is_standard(indices) {
                super::usage("top", "two results would go to stdout: give -o FILE".to_owned());
            }
        }
        self.along.check("top", self.family);
        if self.along.axis.is_none() {
            result::check_lines("top", self.output.as_deref(), self.k);
        }
        let method: Method = choose("top", self.family, self.method.as_deref());
        let outputs = self.output.iter().chain(&self.indices).map(PathBuf::as_path);
        let files: Vec<&Path> = std::iter::once(self.input.as_path()).chain(outputs).collect();
        let lines = common.run(&files, |session| {
            session.progress.stages(6);
            let (values, positions) = match self.along.axis {
                Some(along) => self.select_along(session, along)?,
                None => {
                    let axis = Axis { vectors: false, scalars: self.scalars };
                    let array = axis.numbers(session, &self.input, Some(Listed::Top))?;
                    arrays::refuse_nan(&self.input, &array)?;
                    session.progress.stage(format!("uploading {}", self.input.display()));
                    let keys = session.device.upload_shaped(array.data.len(), &array.data)?;
                    session.progress.stage("selecting");
                    self.select(&keys, method)?
                }
            };
            session.progress.stage("reading back");
            if let Some(indices) = &self.indices {
                session.place(io::prepare_integers(indices, &integers(&positions)?)?);
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

    /// Selects from each line along an axis.
    fn select_along(&self, session: &Session, along: i32) -> anyhow::Result<(Stream<f32>, Stream<f32>)> {
        let (array, axis) = along::read(session, &self.input, along, &Axis { vectors: false, scalars: true })?;
        arrays::refuse_nan(&self.input, &array)?;
        let mut shape = array.shape.clone();
        // More than a line has is an error below, whatever the number of lines.
        shape[axis] = self.k.min(shape[axis]);
        result::check_lines("top", self.output.as_deref(), result::count_lines(&shape));
        session.progress.stage(format!("uploading {}", self.input.display()));
        let keys = session.device.upload_shaped(Shape::try_from(array.shape.as_slice())?, &array.data)?;
        session.progress.stage("selecting");
        let options = primitives::TopAxisOptions::default();
        let options = if self.smallest { options.smallest() } else { options };
        Ok(primitives::top_axis_with(&keys, self.k, axis as i32, options)?)
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
