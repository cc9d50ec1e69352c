//! `brooklet take`: gathers elements from given positions.

use std::path::{Path, PathBuf};

use clap::Args;

use brooklet::kernel::Reading;
use brooklet::{io, primitives};

use super::Common;
use super::arrays::{self, with_stream};
use super::positions::Positions;
use super::result;
use super::vectors::Axis;

/// Gather the elements of an array at given positions
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet argsort keys.npy -o order.npy
  brooklet take values.npy order.npy -o sorted.npy

Positions count from 0, in C order; the result has their shape, as numpy.take(values, positions). Without -o, \
up to 100 lines are printed: a line for each element, or for each row of numbers.")]
pub struct Take {
    /// The array
    input: PathBuf,
    /// The positions, whole numbers
    positions: PathBuf,
    /// Where the elements go [default: up to 100 lines are printed]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    axis: Axis,
}

impl Take {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        if let Some(output) = &self.output {
            io::check_output(output)?;
        }
        let inputs = [self.input.as_path(), &self.positions];
        let files: Vec<&Path> = inputs.into_iter().chain(self.output.as_deref()).collect();
        common.run(&files, |session| {
            session.progress.stages(7);
            let array = self.axis.read(session, &self.input, |_, _| Reading::Scalars)?;
            let count = array.data.len() / array.components;
            let positions = Positions::read(session, &self.positions)?;
            let at = positions.upload(session, &self.positions, &self.input, count)?;
            let values = arrays::upload(session, &self.input, &array)?;
            session.progress.stage("computing");
            with_stream!(&values, values => {
                let taken = primitives::take(values, &at)?;
                result::save_checked(session, "take", self.output.as_deref(), &taken)
            })
        })
    }
}
