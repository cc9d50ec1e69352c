//! `brooklet filter`: writes the records that are kept, without gaps.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use brooklet::kernel::{self, Reading};
use brooklet::{Element, Error, Stream, Texel, compute, io, primitives};

use super::Common;
use super::arrays::{self, with_stream};
use super::family::{Chosen, Family, choose, methods};
use super::listed::Listed;
use super::vectors::Axis;

/// Keep some of the records of an array, in their order
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet filter in.npy -o out.npy --keep 'x > 0.0'
  brooklet filter points.csv -o near.csv --keep 'length(x) < 2'
  brooklet filter in.npy -o out.npy --method stable-sort

--keep is a GLSL expression in x, the record: a float, or a vector for rows of a .csv, for pixels, and \
for a last axis of 2 to 4 of a .npy where --vectors or the expression makes it one. Without it, the \
null records are dropped: those whose first component is +inf. The result is a list. The methods scan-search-gather and stable-sort \
mark the records to drop with +inf: with them it is an error to keep a record that is +inf.")]
pub struct Filter {
    /// The array
    input: PathBuf,
    /// Where the result goes
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// A condition: which records to keep
    #[arg(long, value_name = "EXPRESSION", allow_hyphen_values = true)]
    keep: Option<String>,
    /// What computes: the fragment pipeline, or compute shaders (OpenGL 4.3, ES 3.1)
    #[arg(long, default_value = "fragment")]
    family: Family,
    /// The method. Fragment: a pyramid of counts [default: histopyramid], a stable sort, or scan, search and gather, where the
    /// search is one pass or one pass for each step (multipass). Compute: a scan of flags (scan-scatter), tiles or runs
    /// [default: tiles on a GPU, else runs]
    #[arg(long, value_parser = methods("filter"))]
    method: Option<String>,
    /// How the marker of the records that --keep drops, an infinity, is made: computed by the device, or streamed to it. Fragment
    /// only; histopyramid needs no marker
    #[arg(long, default_value = "made")]
    infinity: Infinity,
    #[command(flatten)]
    axis: Axis,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Infinity {
    Made,
    Streamed,
}

type Method = Chosen<primitives::Filter, compute::Filter>;

impl Filter {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        io::check_output(&self.output)?;
        if self.family == Family::Compute && self.infinity == Infinity::Streamed {
            super::usage(
                "filter",
                "--infinity is only for --family fragment: flags mark the dropped records otherwise".into(),
            );
        }
        let method: Method = choose("filter", self.family, self.method.as_deref());
        common.run(&[&self.input, &self.output], |session| {
            if self.keep.as_ref().is_some_and(|keep| !kernel::unused(keep, &["x"]).is_empty()) {
                session.notes(&["--keep does not use `x`: it keeps all records, or none".to_owned()]);
            }
            session.progress.stages(5);
            let used = |_: &[usize], width| match &self.keep {
                // An expression that accepts only scalars does not rule out that the rows were meant as vectors: `Scalars` prints a note
                // on that.
                Some(keep) => match kernel::reading(keep, &["x"], width, &[], true) {
                    Reading::OnlyScalars => Reading::Scalars,
                    reading => reading,
                },
                None => Reading::Scalars,
            };
            let array = self.axis.read_list(session, &self.input, Some(Listed::Filter), used)?;
            let stream = arrays::upload(session, &self.input, &array)?;
            session.progress.stage("filtering");
            with_stream!(&stream, stream => arrays::save(session, &self.output, &self.filter(stream, method)?))
        })
    }

    fn filter<T: Texel + Element>(&self, stream: &Stream<T>, method: Method) -> Result<Stream<T>, Error> {
        let method = match (method, &self.keep) {
            (Method::Fragment(None), None) => return primitives::compact(stream),
            (Method::Fragment(None), Some(keep)) if self.infinity == Infinity::Made => {
                return primitives::filter(stream, keep);
            }
            (Method::Fragment(method), _) => method.unwrap_or_else(|| primitives::Filter::fastest(stream.device())),
            (Method::Compute(method), keep) => {
                let method = method.unwrap_or_else(|| compute::Filter::fastest(stream.device()));
                return match keep {
                    Some(keep) => compute::filter_by(stream, keep, method),
                    None => compute::compact_by(stream, method),
                };
            }
        };
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
