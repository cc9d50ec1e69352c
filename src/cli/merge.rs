//! `brooklet merge`: makes one sorted array of two.

use std::path::{Path, PathBuf};

use clap::Args;

use brooklet::io::{self, ExactDtype};
use brooklet::{compute, primitives};

use super::Common;
use super::dtype::DtypeOption;
use super::family::{Chosen, Family, choose, methods};
use super::keys::{self, AnyKeys, Types, Zeros};
use super::listed::Listed;
use super::pairs::{self, Input, Matched, with_pair};
use super::result;
use super::session::Session;
use super::vectors::Axis;
use super::written;

/// Merge two sorted arrays into one
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet merge a.npy b.npy
  brooklet merge a.npy b.npy -o out.npy

Writes one list of all elements, the smallest first. Of equal elements, those of the first array come first; -0 and 0 are equal. An array \
that is not sorted is an error, and so is NaN. A device without integers decides how denormals compare, often as zero. Integers of any size \
are exact and keep their dtype: of two dtypes, the result has one that holds all numbers, which may be float64, or float32, with a note, if there is none. float64 that float32 does not hold stays float64 (--family \
compute rounds both to float32, with a note). Without \
-o, up to 100 elements are printed, one a line.")]
pub struct Merge {
    /// The first array, sorted
    first: PathBuf,
    /// The second array, sorted
    second: PathBuf,
    /// Where the merged array goes [default: up to 100 lines are printed]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What computes: the fragment pipeline, or compute shaders (OpenGL 4.3, ES 3.1)
    #[arg(long, default_value = "fragment")]
    family: Family,
    /// The method. Fragment: binary searches for all places (rank-search), or a walk on the merge path (merge-path) [default:
    /// merge-path, and always rank-search for numbers that float32 does not hold]. Compute: by tiles or by runs [default: tiles on a GPU, else runs]
    #[arg(long, value_parser = methods("merge"))]
    method: Option<String>,
    /// Read every number as a scalar, also in pixels and in rows of a .csv
    #[arg(long)]
    scalars: bool,
    #[command(flatten)]
    dtype: DtypeOption,
}

type Method = Chosen<primitives::Merge, compute::Merge>;

impl Merge {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        let inputs = [self.first.as_path(), &self.second];
        common.one_stdin("merge", inputs);
        if let Some(output) = &self.output {
            io::check_output(output)?;
        }
        self.dtype.check("merge", self.output.as_deref().as_slice());
        let method: Method = choose("merge", self.family, self.method.as_deref());
        let files: Vec<&Path> = inputs.into_iter().chain(self.output.as_deref()).collect();
        common.run(&files, |session| {
            self.dtype.choose(&session.dtype);
            session.progress.stages(7);
            let axis = Axis { vectors: false, scalars: self.scalars };
            let read = |path: &PathBuf| {
                let (mut array, exact) = keys::read(session, path, &axis, Some(Listed::Merge))?;
                keys::refuse_unsorted(path, &array, exact.as_ref(), |value| value)?;
                array.shape = vec![array.data.len()];
                anyhow::Ok((array, exact))
            };
            let ((first, first_exact), (second, second_exact)) = (read(&self.first)?, read(&self.second)?);
            result::check_lines("merge", self.output.as_deref(), first.data.len() + second.data.len());
            let first = Input { path: &self.first, array: &first, exact: first_exact.as_ref() };
            let second = Input { path: &self.second, array: &second, exact: second_exact.as_ref() };
            let (merged, dtype) = self.merge(session, first, second, method)?;
            written::save(session, self.output.as_deref(), &merged, dtype, self.dtype.written())
        })
    }

    /// Uploads two lists, and merges them.
    fn merge(
        &self,
        session: &Session,
        first: Input,
        second: Input,
        method: Method,
    ) -> anyhow::Result<(AnyKeys, Option<ExactDtype>)> {
        let matched = Matched::by_both(first, second);
        let types = if self.family == Family::Compute { Types::Floats } else { Types::All };
        let upload = |zeros| pairs::upload(session, &matched, first, second, (types, zeros));
        let apart = upload(Zeros::Apart)?;
        let dtype = apart.dtype;
        let method = match method {
            Method::Fragment(method) => method.unwrap_or_else(|| primitives::Merge::fastest(&session.device)),
            Method::Compute(method) => {
                let (first, second) = (apart.first.floats()?, apart.second.floats()?);
                session.progress.stage("merging");
                let merged = match method {
                    None => compute::merge(first, second)?,
                    Some(method) => compute::merge_by(first, second, method)?,
                };
                return Ok((merged.into(), dtype));
            }
        };
        // -0 and 0 of float64 tie, and keep their sign: they are a payload of keys without it.
        if dtype == Some(ExactDtype::Float64) {
            let ties = upload(Zeros::Tie)?;
            session.progress.stage("merging");
            let merged = with_pair!(apart, (first, second) => {
                with_pair!(ties, (a, b) => AnyKeys::from(primitives::merge_pairs_by((&a, &first), (&b, &second), method)?.1))
            });
            return Ok((merged, dtype));
        }
        session.progress.stage("merging");
        let merged =
            with_pair!(apart, (first, second) => AnyKeys::from(primitives::merge_by(&first, &second, method)?));
        Ok((merged, dtype))
    }
}
