//! `brooklet search`: finds the positions of queries among sorted elements.

use std::path::{Path, PathBuf};

use clap::Args;

use brooklet::io::{self, Integers};
use brooklet::{compute, primitives};

use super::Common;
use super::arrays;
use super::family::{Chosen, Family, choose, methods};
use super::listed::Listed;
use super::result;
use super::vectors::{self, Axis};

/// Find where queries belong in a sorted array
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet search sorted.npy queries.npy
  brooklet search sorted.npy queries.npy -o out.npy
  brooklet search sorted.csv queries.csv -o out.csv --upper

Writes int64: for each query the first position, from 0 to n, whose element is not less (or, with \
--upper, greater). An array that is not sorted is an error, and so is NaN. The device \
decides how denormals compare, often as zero; with --family compute they compare by their value. Without -o, up to 100 \
lines are printed: a line for each query, or for each row of them.")]
pub struct Search {
    /// The sorted elements
    sorted: PathBuf,
    /// The queries
    queries: PathBuf,
    /// Where the positions go (.npy, .npz or .csv) [default: up to 100 lines are printed]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Find the first element that is greater than the query, instead of the first that is not less
    #[arg(long)]
    upper: bool,
    /// What computes: the fragment pipeline, or compute shaders (OpenGL 4.3, ES 3.1)
    #[arg(long, default_value = "fragment")]
    family: Family,
    /// The method. Fragment: halving (binary-search), or an index with four branches a level (index-pyramid). Compute: halving,
    /// or an index (index) [default: whichever suits the number of queries]
    #[arg(long, value_parser = methods("search"))]
    method: Option<String>,
    /// Read every number as a scalar, also in pixels and in rows of a .csv
    #[arg(long)]
    scalars: bool,
}

type Method = Chosen<primitives::Search, compute::Search>;

impl Search {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        let inputs = [self.sorted.as_path(), &self.queries];
        common.one_stdin("search", inputs);
        if let Some(output) = &self.output {
            io::check_integers_output(output)?;
        }
        let method: Method = choose("search", self.family, self.method.as_deref());
        let files: Vec<&Path> = inputs.into_iter().chain(self.output.as_deref()).collect();
        let lines = common.run(&files, |session| {
            session.progress.stages(7);
            let axis = Axis { vectors: false, scalars: self.scalars };
            let array = axis.numbers(session, &self.sorted, Some(Listed::Search))?;
            arrays::refuse_nan(&self.sorted, &array)?;
            // A device may take denormals for zero, and then sorts them as such. Compute shaders compare their bits.
            let exact = self.family == Family::Compute;
            let as_zero = |value: f32| if value.is_subnormal() && !exact { 0.0 } else { value };
            arrays::refuse_unsorted(&self.sorted, &array, as_zero)?;
            session.progress.stage(format!("uploading {}", io::input_name(&self.sorted)));
            let sorted = session.device.upload_shaped(array.data.len(), &array.data)?;
            // If both are the same file, one note is enough.
            let list = (!io::same_file(&self.sorted, &self.queries)).then_some(Listed::Queries);
            let queries = vectors::ordered(session, &self.queries, &axis, list)?;
            result::check_stream("search", self.output.as_deref(), &queries);
            session.progress.stage("searching");
            let positions = match (method, self.upper) {
                (Method::Fragment(None), true) => primitives::upper_bound(&sorted, &queries)?,
                (Method::Fragment(None), false) => primitives::lower_bound(&sorted, &queries)?,
                (Method::Fragment(Some(method)), true) => primitives::upper_bound_by(&sorted, &queries, method)?,
                (Method::Fragment(Some(method)), false) => primitives::lower_bound_by(&sorted, &queries, method)?,
                (Method::Compute(None), true) => compute::upper_bound(&sorted, &queries)?,
                (Method::Compute(None), false) => compute::lower_bound(&sorted, &queries)?,
                (Method::Compute(Some(method)), true) => compute::upper_bound_by(&sorted, &queries, method)?,
                (Method::Compute(Some(method)), false) => compute::lower_bound_by(&sorted, &queries, method)?,
            };
            session.progress.stage("reading back");
            let data = positions.read()?.into_iter().map(|position| position as i64).collect();
            let integers = Integers { shape: queries.shape().extents().to_vec(), data };
            result::integers(session, self.output.as_deref(), &integers)
        })?;
        result::print(&lines)
    }
}
