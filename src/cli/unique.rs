//! `brooklet unique`: finds the distinct elements of an array.

use std::path::{Path, PathBuf};

use clap::Args;

use brooklet::io::{self, ExactDtype, Integers};
use brooklet::primitives::Key;
use brooklet::{Stream, primitives};

use super::Common;
use super::keys::{self, AnyKeys, Numbers, Types, Zeros, with_keys};
use super::listed::Listed;
use super::result;
use super::session::Session;
use super::vectors::Axis;
use super::written::{self, Written};

/// Find the distinct elements of an array
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet unique in.npy
  brooklet unique in.npy -o u.npy
  brooklet unique in.npy -o u.npy --counts c.npy --inverse j.npy

Writes the distinct elements, the smallest first, as numpy.unique; counts and positions are int64. With --inverse, u[j] are the elements of \
the input. Integers of any size are exact and keep their dtype; float64 that float32 does not hold stays float64. -0 and 0 are one \
element; NaN has no place in an order, and is an error. A device without integers may take denormals of float32 for equal, and so may \
--inverse on every device. Without -o, up to 100 distinct elements are printed, one a line.")]
pub struct Unique {
    /// The array
    input: PathBuf,
    /// Where the distinct elements go. Up to 100 of them are printed without it
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Where the number of times that each of them occurs goes (.npy, .npz or .csv)
    #[arg(long, value_name = "FILE")]
    counts: Option<PathBuf>,
    /// Where the position of each element of the input among the distinct ones goes (.npy, .npz or .csv)
    #[arg(long, value_name = "FILE")]
    inverse: Option<PathBuf>,
    /// Read every number as a scalar, also in pixels and in rows of a .csv
    #[arg(long)]
    scalars: bool,
}

impl Unique {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        if let Some(output) = &self.output {
            io::check_output(output)?;
        }
        let others: Vec<&Path> = [&self.counts, &self.inverse].into_iter().flatten().map(PathBuf::as_path).collect();
        for (number, path) in others.iter().enumerate() {
            io::check_integers_output(path)?;
            let mut before = others[..number].iter().copied().chain(self.output.as_deref());
            if before.any(|other| io::same_file(path, other)) {
                super::usage("unique", format!("two results would go to {}", path.display()));
            }
            if self.output.is_none() && io::is_standard(path) {
                super::usage("unique", "two results would go to stdout: give -o FILE".to_owned());
            }
        }
        let files: Vec<&Path> =
            std::iter::once(self.input.as_path()).chain(self.output.as_deref()).chain(others).collect();
        common.run(&files, |session| {
            session.progress.stages(6);
            let axis = Axis { vectors: false, scalars: self.scalars };
            let (array, exact) = keys::read(session, &self.input, &axis, Some(Listed::Unique))?;
            let types = (Types::All, Zeros::Tie);
            let Numbers { stream, dtype } = keys::upload(session, &self.input, &array, exact.as_ref(), types)?;
            session.progress.stage("computing");
            with_keys!(&stream, keys => self.find(session, keys, dtype))
        })
    }

    /// Finds the distinct ones of these keys, and writes all results.
    fn find<K: Key>(&self, session: &Session, keys: &Stream<K>, dtype: Option<ExactDtype>) -> anyhow::Result<()>
    where
        AnyKeys: From<Stream<K>>,
    {
        let primitives::Unique { keys: distinct, counts } = primitives::unique(keys)?;
        result::check_lines("unique", self.output.as_deref(), distinct.len());
        let integers = |stream: &Stream<f32>| -> anyhow::Result<Integers> {
            let data = stream.read()?.into_iter().map(|number| number as i64).collect();
            Ok(Integers { shape: stream.shape().extents().to_vec(), data })
        };
        if let Some(path) = &self.counts {
            session.place(io::prepare_integers(path, &integers(&counts)?)?);
        }
        if let Some(path) = &self.inverse {
            let inverse = match keys.is_empty() {
                true => Integers { shape: keys.shape().extents().to_vec(), data: Vec::new() },
                false => integers(&primitives::lower_bound(&distinct, keys)?)?,
            };
            session.place(io::prepare_integers(path, &inverse)?);
        }
        written::save(session, self.output.as_deref(), &distinct.into(), dtype, Written::AsRead)
    }
}
