//! `brooklet reduce`: an array becomes one value.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use brooklet::io::number;
use brooklet::{Error, Operator, Stream, Texel, primitives};

use super::arrays::{self, with_stream};
use super::{Common, print};

/// Reduce an array to one value, and print it
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet reduce in.npy --op max
  brooklet reduce in.csv --op mean --method brook
  brooklet reduce in.f32 --op sum --stop-at 16 --trace passes.json

Prints the value alone, in enough digits to give the same float back; of vectors, each component
by itself, with commas between. Of no elements the sum is 0 and the product 1; the others are an
error.")]
pub struct Reduce {
    /// The array
    input: PathBuf,
    /// The operator
    #[arg(long)]
    op: Op,
    /// How: each dimension halves in a pass, up to 8 neighbours of an axis become one, or 64 neighbouring texels (the
    /// fastest)
    #[arg(long, default_value = "runs", value_parser = method_parser!(primitives::Reduce))]
    method: primitives::Reduce,
    /// Stop at K × K texels, read them back and finish on the CPU; by runs, at 8 × 8 at the latest
    #[arg(long, value_name = "K", default_value = "1")]
    stop_at: NonZeroUsize,
}

#[derive(Clone, Copy, ValueEnum)]
enum Op {
    Max,
    Min,
    Sum,
    Product,
    Mean,
}

impl Reduce {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        let value = common.run(&[&self.input], |session| {
            session.progress.stages(3);
            let stream = arrays::load(session, &self.input)?;
            session.progress.stage("computing");
            Ok(with_stream!(&stream, stream => self.reduce(stream))?)
        })?;
        let components: Vec<String> = value.into_iter().map(number).collect();
        print(components.join(","))
    }

    fn reduce<T: Texel>(&self, stream: &Stream<T>) -> Result<Vec<f32>, Error> {
        let method = self.method;
        let by = |op: Operator<T>| primitives::reduce_until(stream, &op, method, self.stop_at.get());
        let value = match self.op {
            Op::Max => by(Operator::max()),
            Op::Min => by(Operator::min()),
            Op::Sum => by(Operator::sum()),
            Op::Product => by(Operator::product()),
            Op::Mean => primitives::mean_until(stream, method, self.stop_at.get()),
        }?;
        Ok((0..T::COMPONENTS.count()).map(|c| value.component(c)).collect())
    }
}
