//! `brooklet filter`: the records that are kept, without gaps.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use brooklet::{Error, Stream, Texel, io, primitives};

use super::Common;
use super::arrays::{self, with_stream};

/// Keep some of the records of an array, in their order
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet filter in.npy -o out.npy --keep 'x > 0.0'
  brooklet filter points.csv -o near.csv --keep 'length(x) < 2'
  brooklet filter in.npy -o out.npy --method stable-sort

--keep is a GLSL expression in x, the record: a float, or a vector for rows of a .csv and for
pixels. Without it, the null records are dropped: those whose first component is +inf. The result
is a list. All methods but histopyramid mark what is dropped by +inf, and refuse to keep it.")]
pub struct Filter {
    /// The array
    input: PathBuf,
    /// Where the result goes
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Which records to keep
    #[arg(long, value_name = "EXPRESSION", allow_hyphen_values = true)]
    keep: Option<String>,
    /// How: by sorting, by scan, search and gather in one pass or in one for each halving, or by a pyramid of counts (the
    /// fastest)
    #[arg(long, default_value = "histopyramid", value_parser = method_parser!(primitives::Filter))]
    method: primitives::Filter,
    /// Where the infinity comes from that marks what --keep drops: made by the device, or brought to it (histopyramid
    /// needs none)
    #[arg(long, default_value = "made")]
    infinity: Infinity,
}

#[derive(Clone, Copy, ValueEnum)]
enum Infinity {
    Made,
    Streamed,
}

impl Filter {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        io::check_output(&self.output)?;
        common.run(&[&self.input, &self.output], |session| {
            session.progress.stages(5);
            let stream = arrays::load(session, &self.input)?;
            session.progress.stage("filtering");
            with_stream!(&stream, stream => arrays::save(session, &self.output, &self.filter(stream)?))
        })
    }

    fn filter<T: Texel>(&self, stream: &Stream<T>) -> Result<Stream<T>, Error> {
        let method = self.method;
        match &self.keep {
            Some(keep) => {
                let infinity = match self.infinity {
                    Infinity::Made => primitives::Infinity::Made,
                    Infinity::Streamed => primitives::Infinity::Streamed,
                };
                primitives::filter_with(stream, keep, method, infinity)
            }
            None => primitives::compact_by(stream, method),
        }
    }
}
