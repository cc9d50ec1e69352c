//! `brooklet group`: reduces the values of equal keys.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use brooklet::kernel::Reading;
use brooklet::{Operator, Stream, Texel, io, primitives};

use super::Common;
use super::arrays::{self, with_stream};
use super::listed::Listed;
use super::vectors::{self, Axis};

/// Combine the values of equal keys: sums by key, ..
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet group keys.npy values.npy -o k.npy --values-out sums.npy
  brooklet group keys.npy values.npy --op max -o k.npy --values-out v.npy

Writes the distinct keys, the smallest first, and for each the combination of its values, in C order. Values have the shape of the keys, \
and of vectors in .npy one more axis of 2 to 4. -0 and 0 are one key; NaN has no place in an order, and is an error.")]
pub struct Group {
    /// The keys
    keys: PathBuf,
    /// The values
    values: PathBuf,
    /// Where the distinct keys go
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Where the combined values go
    #[arg(long, value_name = "FILE")]
    values_out: PathBuf,
    /// The operator
    #[arg(long, default_value = "sum")]
    op: Op,
    #[command(flatten)]
    axis: Axis,
}

/// The operators of scans and groups.
#[derive(Clone, Copy, ValueEnum)]
pub enum Op {
    Sum,
    Max,
    Min,
    Product,
}

impl Op {
    pub fn operator<T: Texel>(self) -> Operator<T> {
        match self {
            Op::Sum => Operator::sum(),
            Op::Max => Operator::max(),
            Op::Min => Operator::min(),
            Op::Product => Operator::product(),
        }
    }
}

impl Group {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        io::check_output(&self.output)?;
        io::check_output(&self.values_out)?;
        if io::same_file(&self.output, &self.values_out) {
            super::usage("group", format!("keys and values would both go to {}", self.output.display()));
        }
        common.run(&[&self.keys, &self.values, &self.output, &self.values_out], |session| {
            session.progress.stages(9);
            let keys = vectors::ordered(session, &self.keys, &self.axis, Some(Listed::Group))?;
            let shape = keys.shape();
            let beside = Some(shape.extents());
            let array = self.axis.read_all(session, &[&self.values], beside, |_, _| Reading::Scalars)?.remove(0);
            let values = arrays::upload(session, &self.values, &array)?;
            session.progress.stage("computing");
            with_stream!(&values, values => {
                let (keys, values): (Stream<f32>, _) = primitives::group(&keys, values, &self.op.operator())?;
                arrays::save(session, &self.output, &keys)?;
                arrays::save(session, &self.values_out, &values)
            })
        })
    }
}
