//! `brooklet sort`: keys in order, and a payload with them.

use std::path::{Path, PathBuf};

use clap::Args;

use brooklet::primitives::{self, SortOptions};
use brooklet::{Stream, io};

use super::Common;
use super::arrays::{self, with_stream};

/// Sort an array, and a payload with it
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet sort in.npy -o out.npy
  brooklet sort in.npy -o out.npy --descending --method bitonic-float
  brooklet sort keys.npy -o keys-out.npy --values points.csv --values-out points-out.csv --stable

Elements are taken in C order; the result has the shape of the input. -0 and 0 tie; NaN has no
place in an order, and is an error. Without --stable, equal keys come in any order.")]
pub struct Sort {
    /// The keys
    input: PathBuf,
    /// Where the sorted keys go
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The largest first
    #[arg(long)]
    descending: bool,
    /// Keep the order of equal keys
    #[arg(long)]
    stable: bool,
    /// A payload of the same shape, which moves with its keys
    #[arg(long, value_name = "FILE", requires = "values_out")]
    values: Option<PathBuf>,
    /// Where the payload goes
    #[arg(long, value_name = "FILE", requires = "values")]
    values_out: Option<PathBuf>,
    /// How: by bitonic steps, with addresses in integers or in floats as in 2004, or by merging (the fastest; always stable)
    #[arg(long, default_value = "merge", value_parser = method_parser!(primitives::Sort))]
    method: primitives::Sort,
}

impl Sort {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        let mut files: Vec<&Path> = vec![&self.input, &self.output];
        files.extend(self.values.as_deref());
        files.extend(self.values_out.as_deref());
        io::check_output(&self.output)?;
        if let Some(path) = &self.values_out {
            io::check_output(path)?;
            if io::same_file(path, &self.output) {
                super::usage("sort", format!("keys and payload would both go to {}", path.display()));
            }
        }
        let method = self.method;
        let mut options = SortOptions::default().method(method);
        if self.descending {
            options = options.descending();
        }
        if self.stable {
            options = options.stable();
        }
        common.run(&files, |session| {
            session.progress.stages(if self.values.is_some() { 9 } else { 5 });
            let keys = arrays::ordered(session, &self.input)?;
            let Some((values, values_out)) = self.values.as_ref().zip(self.values_out.as_ref()) else {
                session.progress.stage("sorting");
                return arrays::save(session, &self.output, &primitives::sort_with(&keys, options)?);
            };
            let values = arrays::load(session, values)?;
            session.progress.stage("sorting");
            with_stream!(&values, values => {
                let (keys, values): (Stream<f32>, _) = primitives::sort_pairs_with(&keys, values, options)?;
                arrays::save(session, &self.output, &keys)?;
                arrays::save(session, values_out, &values)
            })
        })
    }
}
