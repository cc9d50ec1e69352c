//! `brooklet merge`: makes one sorted array of two.

use std::path::{Path, PathBuf};

use clap::Args;

use brooklet::{compute, io, primitives};

use super::Common;
use super::arrays;
use super::family::{Chosen, Family, choose, methods};
use super::listed::Listed;
use super::result;
use super::vectors::Axis;

/// Merge two sorted arrays into one
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet merge a.npy b.npy
  brooklet merge a.npy b.npy -o out.npy

Writes one list of all elements, the smallest first. Of equal elements, those of the first array come first; -0 and 0 are equal. An array \
that is not sorted is an error, and so is NaN. A device without integers decides how denormals compare, often as zero. Without \
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
    /// merge-path]. Compute: by tiles or by runs [default: tiles on a GPU, else runs]
    #[arg(long, value_parser = methods("merge"))]
    method: Option<String>,
    /// Read every number as a scalar, also in pixels and in rows of a .csv
    #[arg(long)]
    scalars: bool,
}

type Method = Chosen<primitives::Merge, compute::Merge>;

impl Merge {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        let inputs = [self.first.as_path(), &self.second];
        common.one_stdin("merge", inputs);
        if let Some(output) = &self.output {
            io::check_output(output)?;
        }
        let method: Method = choose("merge", self.family, self.method.as_deref());
        let files: Vec<&Path> = inputs.into_iter().chain(self.output.as_deref()).collect();
        common.run(&files, |session| {
            session.progress.stages(7);
            let axis = Axis { vectors: false, scalars: self.scalars };
            let read = |path: &PathBuf| {
                let array = axis.numbers(session, path, Some(Listed::Merge))?;
                arrays::refuse_nan(path, &array)?;
                arrays::refuse_unsorted(path, &array, |value| value)?;
                session.progress.stage(format!("uploading {}", io::input_name(path)));
                anyhow::Ok(session.device.upload(&array.data)?)
            };
            let (first, second) = (read(&self.first)?, read(&self.second)?);
            result::check_lines("merge", self.output.as_deref(), first.len() + second.len());
            session.progress.stage("merging");
            let merged = match method {
                Method::Fragment(None) => primitives::merge(&first, &second)?,
                Method::Fragment(Some(method)) => primitives::merge_by(&first, &second, method)?,
                Method::Compute(None) => compute::merge(&first, &second)?,
                Method::Compute(Some(method)) => compute::merge_by(&first, &second, method)?,
            };
            result::save(session, self.output.as_deref(), &merged)
        })
    }
}
