//! `brooklet top`: selects the largest or the smallest elements.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use brooklet::io::{self, Array, ExactDtype};
use brooklet::primitives::Key;
use brooklet::{Error, Stream, compute, primitives};

use super::Common;
use super::along::{self, Along};
use super::arrays::{self, ExactNumbers};
use super::dtype::DtypeOption;
use super::family::{Chosen, Family, choose, methods};
use super::keys::{self, AnyKeys, Numbers, Types, Zeros, with_keys};
use super::listed::Listed;
use super::reduce_order::integers;
use super::result;
use super::session::Session;
use super::vectors::Axis;
use super::written;

/// Select the largest or the smallest elements of an array
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet top scores.npy -k 10
  brooklet top scores.npy -k 10 -o best.npy --indices i.npy
  brooklet top distances.npy -k 1 --smallest
  brooklet top matrix.npy -k 3 --axis -1 -o best.npy --indices places.npy

Writes the largest element first; of equal elements the first one comes first. Without -o, up to 100 elements are printed, one a line. \
Integers of any size are exact and keep their dtype; float64 that float32 does not hold stays float64 (--family compute rounds both to \
float32, with a note). Positions are int64, counted in C order: x.ravel()[i] are the elements. Arrays of several axes are taken as one list; with --axis N \
the largest elements of each line along that axis are selected, and positions are places in the line. NaN has no place in an order, and \
is an error.")]
pub struct Top {
    /// The elements
    input: PathBuf,
    /// How many to select
    #[arg(short, value_name = "K", allow_negative_numbers = true)]
    k: usize,
    #[command(flatten)]
    along: Along,
    /// The smallest ones, the smallest first
    #[arg(long)]
    smallest: bool,
    /// Where the elements go. Up to 100 of them are printed without it
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Where their positions go (.npy, .npz or .csv)
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
    #[command(flatten)]
    dtype: DtypeOption,
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
        self.dtype.check("top", self.output.as_deref().as_slice());
        self.along.check("top", self.family);
        if self.along.axis.is_none() {
            result::check_lines("top", self.output.as_deref(), self.k);
        }
        let method: Method = choose("top", self.family, self.method.as_deref());
        let outputs = self.output.iter().chain(&self.indices).map(PathBuf::as_path);
        let files: Vec<&Path> = std::iter::once(self.input.as_path()).chain(outputs).collect();
        common.run(&files, |session| {
            self.dtype.choose(&session.dtype);
            session.progress.stages(6);
            let (values, positions) = match self.along.axis {
                Some(along) => self.select_along(session, along, method)?,
                None => {
                    let axis = Axis { vectors: false, scalars: self.scalars };
                    let (mut array, exact) = keys::read(session, &self.input, &axis, Some(Listed::Top))?;
                    array.shape = vec![array.data.len()];
                    self.select(session, &array, exact.as_ref(), None, method)?
                }
            };
            session.progress.stage("reading back");
            if let Some(indices) = &self.indices {
                session.place(io::prepare_integers(indices, &integers(&positions)?)?);
            }
            written::save(session, self.output.as_deref(), &values.stream, values.dtype, self.dtype.written())
        })
    }

    /// Selects from each line along an axis.
    fn select_along(&self, session: &Session, along: i32, method: Method) -> anyhow::Result<(Numbers, Stream<f32>)> {
        let numbers = Axis { vectors: false, scalars: true };
        let (array, exact, axis) = along::exact(session, &self.input, along, &numbers)?;
        arrays::refuse_nan(&self.input, &array)?;
        let mut shape = array.shape.clone();
        // More than a line has is an error below, whatever the number of lines.
        shape[axis] = self.k.min(shape[axis]);
        result::check_lines("top", self.output.as_deref(), result::count_lines(&shape));
        self.select(session, &array, exact.as_ref(), Some(axis as i32), method)
    }

    /// Uploads numbers, and selects from all of them or from each line along an axis. Returns what is selected, and its positions.
    fn select(
        &self,
        session: &Session,
        array: &Array,
        exact: Option<&ExactNumbers>,
        axis: Option<i32>,
        method: Method,
    ) -> anyhow::Result<(Numbers, Stream<f32>)> {
        let (name, k) = (io::input_name(&self.input), self.k);
        match axis.map(|axis| array.shape[axis as usize]) {
            Some(length) if k > length => {
                bail!("{name}: lines along the axis have {length} elements, fewer than the {k} of -k")
            }
            None if k > array.data.len() => bail!("{name} has {} elements, fewer than the {k} of -k", array.data.len()),
            _ => {}
        }
        let types = if self.family == Family::Compute { Types::Floats } else { Types::All };
        let upload = |zeros| keys::upload(session, &self.input, array, exact, (types, zeros));
        let Numbers { stream, dtype } = upload(Zeros::Tie)?;
        session.progress.stage("selecting");
        let (stream, positions): (AnyKeys, _) = match method {
            Chosen::Fragment(method) => with_keys!(&stream, keys => {
                let (values, positions) = self.by_passes(keys, axis, method)?;
                (values.into(), positions)
            }),
            Chosen::Compute(method) => {
                let mut options = compute::TopOptions::default();
                options = method.map_or(options, |method| options.method(method));
                options = if self.smallest { options.smallest() } else { options };
                let (values, positions) = compute::top_with(stream.floats()?, self.k, options)?;
                (values.into(), positions)
            }
        };
        if dtype != Some(ExactDtype::Float64) {
            return Ok((Numbers { stream, dtype }, positions));
        }
        // -0 and 0 tie, and keep their sign.
        let stream = with_keys!(&upload(Zeros::Apart)?.stream, values => AnyKeys::from(match axis {
            Some(axis) => primitives::take_along_axis(values, &positions, axis)?,
            None => primitives::take(values, &positions)?,
        }));
        Ok((Numbers { stream, dtype }, positions))
    }

    fn by_passes<K: Key>(
        &self,
        keys: &Stream<K>,
        axis: Option<i32>,
        method: Option<primitives::Top>,
    ) -> Result<(Stream<K>, Stream<f32>), Error> {
        if let Some(axis) = axis {
            let options = primitives::TopAxisOptions::default();
            let options = if self.smallest { options.smallest() } else { options };
            return primitives::top_axis_with(keys, self.k, axis, options);
        }
        let mut options = primitives::TopOptions::default();
        options = method.map_or(options, |method| options.method(method));
        primitives::top_with(keys, self.k, if self.smallest { options.smallest() } else { options })
    }
}
