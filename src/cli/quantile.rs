//! `brooklet quantile`: finds numbers below which given parts of an array are.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use brooklet::io::{self, Array, number};
use brooklet::{Error, Shape, Stream, compute, primitives};

use super::Common;
use super::along::{self, Along};
use super::arrays;
use super::dtype::DtypeOption;
use super::family::{Chosen, Family, choose, methods};
use super::listed::Listed;
use super::result;
use super::session::Session;
use super::vectors::{self, Axis};

/// Find quantiles of an array, such as the median
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet quantile in.npy 0.5
  brooklet quantile latencies.csv 0.5,0.9,0.99
  brooklet quantile in.npy 0.25,0.75 -o q.npy
  brooklet quantile matrix.npy 0.5 --axis 0

Finds them as numpy.quantile: the quantile Q of N elements is the element of rank Q * (N - 1) of the sorted ones, from 0, and between two \
ranks the weighted mean of their elements. 0 is the smallest element, 0.5 the median, 1 the largest. Without -o, up to 100 are printed, \
one a line. Arrays of several axes are taken as one list. NaN has no place in an order, and is an error.

With --axis N the quantiles of each line along that axis are found: of one Q the result has the shape without the axis, of several it has \
an axis of these first, as numpy.quantile(x, Q, axis=N).")]
pub struct Quantile {
    /// The array
    input: PathBuf,
    /// Which quantiles: numbers from 0 to 1
    #[arg(required = true, value_name = "Q", value_delimiter = ',', value_parser = part, allow_negative_numbers = true)]
    quantiles: Vec<f64>,
    #[command(flatten)]
    along: Along,
    /// Where the quantiles go. Up to 100 of them are printed without it
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What computes: the fragment pipeline, or compute shaders (OpenGL 4.3, ES 3.1)
    #[arg(long, default_value = "fragment")]
    family: Family,
    /// The method. Fragment: brackets from a sorted sample (sample) [default for more than 2^15 elements], sorting all (sort) [default
    /// otherwise], sorting by bitonic steps, as in 2004 (bitonic), or counting what passes the depth test, bit by bit, as in 2004
    /// (occlusion-query). Compute: sort. With --axis, all lines are sorted by the fastest
    /// method
    #[arg(long, value_parser = methods("quantile"), conflicts_with = "along")]
    method: Option<String>,
    /// Read every number as a scalar, also in pixels and in rows of a .csv
    #[arg(long)]
    scalars: bool,
    #[command(flatten)]
    dtype: DtypeOption,
}

/// Parses a number from 0 to 1.
fn part(text: &str) -> Result<f64, String> {
    let q: f64 = text.trim().parse().map_err(|_| "it must be a number from 0 to 1".to_owned())?;
    if (0.0..=1.0).contains(&q) { Ok(q) } else { Err("it must be from 0 to 1".to_owned()) }
}

type Method = Chosen<primitives::Quantile, compute::Quantile>;

impl Quantile {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        if let Some(output) = &self.output {
            io::check_output(output)?;
        }
        self.dtype.check("quantile", self.output.as_deref().as_slice());
        self.along.check("quantile", self.family);
        if self.along.axis.is_none() {
            result::check_lines("quantile", self.output.as_deref(), self.quantiles.len());
        }
        let method: Method = choose("quantile", self.family, self.method.as_deref());
        let files: Vec<&Path> = std::iter::once(self.input.as_path()).chain(self.output.as_deref()).collect();
        let lines = common.run(&files, |session| {
            self.dtype.choose(&session.dtype);
            session.progress.stages(5);
            let found = match self.along.axis {
                Some(along) => self.find_along(session, along)?,
                None => {
                    let axis = Axis { vectors: false, scalars: self.scalars };
                    let values = vectors::ordered(session, &self.input, &axis, Some(Listed::Quantile))?;
                    if values.is_empty() {
                        bail!("{} has no elements, and so no quantiles", io::input_name(&self.input));
                    }
                    session.progress.stage("selecting");
                    self.find(&values, method)?
                }
            };
            session.progress.stage("reading back");
            let mut found = Array::of(&found)?;
            let Some(output) = &self.output else {
                return Ok(result::lines(found.data.iter().map(|value| number(*value)), &found.shape));
            };
            session.progress.stage(format!("writing {}", output.display()));
            session.write(output, &mut found)?;
            Ok(Vec::new())
        })?;
        result::print(&lines)
    }

    /// Finds the quantiles of each line along an axis.
    fn find_along(&self, session: &Session, along: i32) -> anyhow::Result<Stream<f32>> {
        let (array, axis) = along::read(session, &self.input, along, &Axis { vectors: false, scalars: true })?;
        arrays::refuse_nan(&self.input, &array)?;
        let mut shape = array.shape.clone();
        shape.remove(axis);
        if self.quantiles.len() > 1 {
            shape.insert(0, self.quantiles.len());
        }
        result::check_lines("quantile", self.output.as_deref(), result::count_lines(&shape));
        session.progress.stage(format!("uploading {}", self.input.display()));
        let values = session.device.upload_shaped(Shape::try_from(array.shape.as_slice())?, &array.data)?;
        session.progress.stage("selecting");
        Ok(primitives::quantile_axis(&values, &self.quantiles, axis as i32)?)
    }

    fn find(&self, values: &Stream<f32>, method: Method) -> Result<Stream<f32>, Error> {
        match method {
            Chosen::Fragment(None) => primitives::quantile(values, &self.quantiles),
            Chosen::Fragment(Some(method)) => primitives::quantile_by(values, &self.quantiles, method),
            Chosen::Compute(None) => compute::quantile(values, &self.quantiles),
            Chosen::Compute(Some(method)) => compute::quantile_by(values, &self.quantiles, method),
        }
    }
}
