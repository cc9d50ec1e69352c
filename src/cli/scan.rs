//! `brooklet scan`: every prefix of an array, reduced.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use brooklet::{Error, Operator, Stream, Texel, io, primitives};

use super::Common;
use super::arrays::{self, with_stream};

/// Combine each element with all before it: sums, running maxima, ..
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet scan in.npy -o out.npy
  brooklet scan in.npy -o out.npy --op max --exclusive
  brooklet scan in.csv -o out.csv --method up-down-sweep --trace passes.json

Elements are taken in C order; the result has the shape of the input. Exclusively, each element is
combined of those before it alone, and the first is the operator's identity: 0, 1, -inf or inf.")]
pub struct Scan {
    /// The array
    input: PathBuf,
    /// Where the result goes
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The operator
    #[arg(long, default_value = "sum")]
    op: Op,
    /// Leave each element itself out
    #[arg(long)]
    exclusive: bool,
    /// How: log n passes over all, or up and down a tree
    #[arg(long, default_value = "hillis-steele")]
    method: Method,
}

#[derive(Clone, Copy, ValueEnum)]
enum Op {
    Sum,
    Max,
    Min,
    Product,
}

#[derive(Clone, Copy, ValueEnum)]
enum Method {
    HillisSteele,
    UpDownSweep,
}

impl Scan {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        io::check_output(&self.output)?;
        common.run(&[&self.input, &self.output], |session| {
            session.progress.stages(5);
            let stream = arrays::load(session, &self.input)?;
            session.progress.stage("computing");
            with_stream!(&stream, stream => arrays::save(session, &self.output, &self.scan(stream)?))
        })
    }

    fn scan<T: Texel>(&self, stream: &Stream<T>) -> Result<Stream<T>, Error> {
        let op = match self.op {
            Op::Sum => Operator::sum(),
            Op::Max => Operator::max(),
            Op::Min => Operator::min(),
            Op::Product => Operator::product(),
        };
        let method = match self.method {
            Method::HillisSteele => primitives::Scan::HillisSteele,
            Method::UpDownSweep => primitives::Scan::UpDownSweep,
        };
        match self.exclusive {
            true => primitives::exclusive_scan_by(stream, &op, method),
            false => primitives::scan_by(stream, &op, method),
        }
    }
}
