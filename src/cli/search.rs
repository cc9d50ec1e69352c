//! `brooklet search`: finds the positions of queries among sorted elements.

use std::path::{Path, PathBuf};

use clap::Args;

use brooklet::io::{self, Integers};
use brooklet::{Error, Stream, compute, primitives};

use super::Common;
use super::family::{Chosen, Family, choose, methods};
use super::keys::{self, AnyKeys, Types, Zeros};
use super::listed::Listed;
use super::pairs::{self, Input, Matched, Pair, with_pair};
use super::result;
use super::vectors::Axis;

/// Find where queries belong in a sorted array
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet search sorted.npy queries.npy
  brooklet search sorted.npy queries.npy -o out.npy
  brooklet search sorted.csv queries.csv -o out.csv --upper

Writes int64: for each query the first position, from 0 to n, whose element is not less (or, with \
--upper, greater). An array that is not sorted is an error, and so is NaN. Integers of any size and float64 are exact, unless \
--family compute is given, which rounds them to float32, with a note. The device \
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
    /// The method. Fragment: halving (binary-search), an index with four branches a level (index-pyramid), or interpolation that skips what is found (early-z). Compute: halving,
    /// or an index (index) [default: whichever suits the number of queries, and always halving for numbers that float32 does not hold]
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
            let (mut sorted, sorted_exact) = keys::read(session, &self.sorted, &axis, Some(Listed::Search))?;
            // A device may take denormals for zero, and then sorts them as such. Compute shaders compare their bits.
            let by_bits = self.family == Family::Compute;
            let as_zero = |value: f32| if value.is_subnormal() && !by_bits { 0.0 } else { value };
            keys::refuse_unsorted(&self.sorted, &sorted, sorted_exact.as_ref(), as_zero)?;
            sorted.shape = vec![sorted.data.len()];
            // If both are the same file, one note is enough.
            let list = (!io::same_file(&self.sorted, &self.queries)).then_some(Listed::Queries);
            let (queries, queries_exact) = keys::read(session, &self.queries, &axis, list)?;
            result::check_array("search", self.output.as_deref(), &queries);
            let sorted = Input { path: &self.sorted, array: &sorted, exact: sorted_exact.as_ref() };
            let queries = Input { path: &self.queries, array: &queries, exact: queries_exact.as_ref() };
            let types = if by_bits { Types::Floats } else { Types::All };
            let matched = Matched::by_both(sorted, queries);
            let pair = pairs::upload(session, &matched, sorted, queries, (types, Zeros::Tie))?;
            session.progress.stage("searching");
            let positions = match &pair {
                Pair { first: AnyKeys::Floats(sorted), second: AnyKeys::Floats(queries), .. } => {
                    self.floats(sorted, queries, method)?
                }
                _ => with_pair!(pair, (sorted, queries) => match self.upper {
                    true => primitives::upper_bound(&sorted, &queries)?,
                    false => primitives::lower_bound(&sorted, &queries)?,
                }),
            };
            session.progress.stage("reading back");
            let data = positions.read()?.into_iter().map(|position| position as i64).collect();
            let integers = Integers { shape: queries.array.shape.clone(), data };
            result::integers(session, self.output.as_deref(), &integers)
        })?;
        result::print(&lines)
    }

    /// Searches floats.
    fn floats(&self, sorted: &Stream<f32>, queries: &Stream<f32>, method: Method) -> Result<Stream<f32>, Error> {
        match (method, self.upper) {
            (Method::Fragment(None), true) => primitives::upper_bound(sorted, queries),
            (Method::Fragment(None), false) => primitives::lower_bound(sorted, queries),
            (Method::Fragment(Some(method)), true) => primitives::upper_bound_by(sorted, queries, method),
            (Method::Fragment(Some(method)), false) => primitives::lower_bound_by(sorted, queries, method),
            (Method::Compute(None), true) => compute::upper_bound(sorted, queries),
            (Method::Compute(None), false) => compute::lower_bound(sorted, queries),
            (Method::Compute(Some(method)), true) => compute::upper_bound_by(sorted, queries, method),
            (Method::Compute(Some(method)), false) => compute::lower_bound_by(sorted, queries, method),
        }
    }
}
