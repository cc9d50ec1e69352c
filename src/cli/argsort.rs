//! `brooklet argsort`: finds the order of keys.

use std::path::{Path, PathBuf};

use clap::Args;

use brooklet::io::{self, Integers};
use brooklet::primitives::KeyRange;
use brooklet::{Stream, compute, primitives};

use super::Common;
use super::along::{self, Along};
use super::arrays;
use super::family::{Chosen, Family, choose, methods};
use super::keys::{self, AnyKeys, Types, Zeros, with_keys};
use super::listed::Listed;
use super::number::parse_float;
use super::result;
use super::vectors::Axis;

/// Find the order of an array's elements, as positions
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet argsort in.npy -o order.npy
  brooklet argsort depths.npy -o order.npy --descending --bits 16
  brooklet argsort depths.npy -o order.npy --bits 12 --range 0.1,100
  brooklet argsort matrix.npy -o order.npy --axis -1

Writes int64, as numpy.argsort(x, kind=\"stable\"): the position of the smallest element, of the next, and so on. Equal elements keep \
their order, also with --descending. Integers of any size and float64 are exact, unless --bits or --family compute is given. \
Arrays of several axes are taken as one list, in C order; with --axis N the order of each line along that axis is found by itself, as \
places in the line. NaN has no place in an order, and is an \
error.

--bits N divides the range of the elements into 2^N steps of equal size, and elements in one step tie. This is faster if N and the bits \
of a position are 32 together: 12 bits for a million elements. Integers from 0 to 2^N - 1 are taken as they are.")]
pub struct Argsort {
    /// The elements
    input: PathBuf,
    /// Where the positions go (.npy, .npz or .csv). Up to 100 of them are printed without it
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The largest first
    #[arg(long)]
    descending: bool,
    #[command(flatten)]
    along: Along,
    /// Compare elements by this many bits
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=24), conflicts_with = "along", allow_negative_numbers = true)]
    bits: Option<u32>,
    /// The range that --bits divides, instead of that from the smallest to the largest element. Elements beyond it count as its ends
    #[arg(long, value_name = "A,B", requires = "bits", value_parser = parse_range, allow_hyphen_values = true)]
    range: Option<(f32, f32)>,
    /// What computes: the fragment pipeline, or compute shaders (OpenGL 4.3, ES 3.1)
    #[arg(long, default_value = "fragment")]
    family: Family,
    /// The method. Fragment: comparing each element with all others (rank); merging words of an element and its position (merge-words), pairs
    /// of them (merge), or first words and then pairs (merge-blocks); bitonic steps with integer addresses (bitonic), with float addresses
    /// as in 2004 (bitonic-float), or with two pairs a texel (bitonic-packed); or digits of four bits, as others sort splats (mip-radix)
    /// [default: rank for up to 1024 elements on a GPU (256 in software), else merge-words if they have room, else merge-blocks for up to
    /// 20 bits, else merge; without integers bitonic-packed or bitonic-float]. Compute: bitonic steps in shared memory (bitonic-shared), or a radix
    /// sort by digits of 4 bits (radix) or of 8 bits [default: radix-tiles on a GPU, else radix-runs]
    #[arg(long, value_parser = methods("argsort"))]
    method: Option<String>,
    /// Read every number as a scalar, also in pixels and in rows of a .csv
    #[arg(long)]
    scalars: bool,
}

/// Parses two numbers with a comma between them.
pub fn parse_range(text: &str) -> Result<(f32, f32), String> {
    let Some((from, to)) = text.split_once(',') else {
        return Err("a range is two numbers with a comma between them, as 0,1".to_owned());
    };
    let (from, to) = (parse_float(from.trim())?, parse_float(to.trim())?);
    match from < to && from.is_finite() && to.is_finite() {
        true => Ok((from, to)),
        false => Err("both numbers must be finite, and the second must be larger".to_owned()),
    }
}

impl Argsort {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        if let Some(path) = &self.output {
            io::check_integers_output(path)?;
        }
        if let Some(along) = self.along.axis {
            return self.run_axis(common, along);
        }
        let method = choose("argsort", self.family, self.method.as_deref());
        let files: Vec<&Path> = std::iter::once(self.input.as_path()).chain(self.output.as_deref()).collect();
        let lines = common.run(&files, |session| {
            session.progress.stages(5);
            let axis = Axis { vectors: false, scalars: self.scalars };
            let (mut array, exact) = keys::read(session, &self.input, &axis, Some(Listed::Argsort))?;
            array.shape = vec![array.data.len()];
            result::check_lines("argsort", self.output.as_deref(), array.data.len());
            let bits = match self.bits {
                Some(bits) => Some((bits, self.key_range(bits, &array.data)?)),
                None => None,
            };
            let all = bits.is_none() && self.family == Family::Fragment;
            let types = (if all { Types::All } else { Types::Floats }, Zeros::Tie);
            let keys = keys::upload(session, &self.input, &array, exact.as_ref(), types)?.stream;
            session.progress.stage("sorting");
            let order = self.sort(&keys, method, bits)?;
            session.progress.stage("reading back");
            let data: Vec<i64> = order.read()?.into_iter().map(|position| position as i64).collect();
            result::integers(session, self.output.as_deref(), &Integers { shape: vec![data.len()], data })
        })?;
        result::print(&lines)
    }

    /// Finds the order of each line along an axis.
    fn run_axis(&self, common: &Common, along: i32) -> anyhow::Result<()> {
        let method = along::choose("argsort", self.family, self.method.as_deref());
        let files: Vec<&Path> = std::iter::once(self.input.as_path()).chain(self.output.as_deref()).collect();
        let lines = common.run(&files, |session| {
            session.progress.stages(5);
            let numbers = Axis { vectors: false, scalars: true };
            let (array, exact, axis) = along::exact(session, &self.input, along, &numbers)?;
            arrays::refuse_nan(&self.input, &array)?;
            result::check_lines("argsort", self.output.as_deref(), result::count_lines(&array.shape));
            let all = self.family == Family::Fragment;
            let types = (if all { Types::All } else { Types::Floats }, Zeros::Tie);
            let keys = keys::upload(session, &self.input, &array, exact.as_ref(), types)?.stream;
            session.progress.stage("sorting");
            let order = along::order(&keys, axis as i32, method, self.descending)?;
            session.progress.stage("reading back");
            let data: Vec<i64> = order.read()?.into_iter().map(|place| place as i64).collect();
            result::integers(session, self.output.as_deref(), &Integers { shape: array.shape, data })
        })?;
        result::print(&lines)
    }

    fn sort(
        &self,
        keys: &AnyKeys,
        method: Chosen<primitives::Argsort, compute::Argsort>,
        bits: Option<(u32, KeyRange)>,
    ) -> anyhow::Result<Stream<f32>> {
        match method {
            Chosen::Fragment(method) => {
                let mut options = primitives::ArgsortOptions::default();
                options = method.map_or(options, |method| options.method(method));
                options = if self.descending { options.descending() } else { options };
                options = bits.map_or(options, |(bits, range)| options.bits(bits, range));
                Ok(with_keys!(keys, keys => primitives::argsort_with(keys, options))?)
            }
            Chosen::Compute(method) => {
                let mut options = compute::ArgsortOptions::default();
                options = method.map_or(options, |method| options.method(method));
                options = if self.descending { options.descending() } else { options };
                options = bits.map_or(options, |(bits, range)| options.bits(bits, range));
                Ok(compute::argsort_with(keys.floats()?, options)?)
            }
        }
    }

    /// Returns the range that is divided into steps.
    fn key_range(&self, bits: u32, data: &[f32]) -> anyhow::Result<KeyRange> {
        if let Some((from, to)) = self.range {
            return Ok(KeyRange::Between(from, to));
        }
        let steps = (1u32 << bits) as f32;
        if data.iter().all(|value| value.fract() == 0.0 && (0.0..steps).contains(value)) {
            return Ok(KeyRange::Integers);
        }
        if data.iter().any(|value| value.is_infinite()) {
            anyhow::bail!(
                "{} has infinite elements, so its range has no steps: --range A,B says which range to divide",
                self.input.display()
            );
        }
        Ok(KeyRange::Own)
    }
}
