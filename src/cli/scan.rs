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
    /// How: log n passes over all, up and down a tree, or up and down a pyramid (the fastest)
    #[arg(long, default_value = "pyramid", value_parser = method_parser!(primitives::Scan))]
    method: primitives::Scan,
}

#[derive(Clone, Copy, ValueEnum)]
enum Op {
    Sum,
    Max,
    Min,
    Product,
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
        let method = self.method;
        match self.exclusive {
            true => primitives::exclusive_scan_by(stream, &op, method),
            false => primitives::scan_by(stream, &op, method),
        }
    }
}
