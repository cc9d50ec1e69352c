//! `brooklet take`: gathers elements from given positions.

use std::path::PathBuf;

use clap::Args;

use brooklet::kernel::Reading;
use brooklet::{io, primitives};

use super::Common;
use super::arrays::{self, with_stream};
use super::positions::Positions;
use super::vectors::Axis;

/// Gather the elements of an array at given positions
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet argsort keys.npy -o order.npy
  brooklet take values.npy order.npy -o sorted.npy

Positions count from 0, in C order; the result has their shape, as numpy.take(values, positions).")]
pub struct Take {
    /// The array
    input: PathBuf,
    /// The positions, whole numbers
    positions: PathBuf,
    /// Where the elements go
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    axis: Axis,
}

impl Take {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        io::check_output(&self.output)?;
        common.run(&[&self.input, &self.positions, &self.output], |session| {
            session.progress.stages(7);
            let array = self.axis.read(session, &self.input, |_, _| Reading::Scalars)?;
            let count = array.data.len() / array.components;
            let positions = Positions::read(session, &self.positions)?;
            let at = positions.upload(session, &self.positions, &self.input, count)?;
            let values = arrays::upload(session, &self.input, &array)?;
            session.progress.stage("computing");
            with_stream!(&values, values => arrays::save(session, &self.output, &primitives::take(values, &at)?))
        })
    }
}
