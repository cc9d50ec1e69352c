//! `brooklet take`: gathers elements from given positions.

use std::path::{Path, PathBuf};

use clap::Args;

use brooklet::kernel::Reading;
use brooklet::{io, primitives};

use super::Common;
use super::dtype::DtypeOption;
use super::elements::{self, map_elements};
use super::keys::Types;
use super::positions::Positions;
use super::vectors::Axis;

/// Gather the elements of an array at given positions
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet argsort keys.npy -o order.npy
  brooklet take values.npy order.npy -o sorted.npy

Positions count from 0, in C order; the result has their shape, as numpy.take(values, positions), and the dtype of the array, if that is \
one of integers. Without -o, \
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
    #[command(flatten)]
    dtype: DtypeOption,
}

impl Take {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        if let Some(output) = &self.output {
            io::check_output(output)?;
        }
        self.dtype.check("take", self.output.as_deref().as_slice());
        let inputs = [self.input.as_path(), &self.positions];
        let files: Vec<&Path> = inputs.into_iter().chain(self.output.as_deref()).collect();
        common.run(&files, |session| {
            self.dtype.choose(&session.dtype);
            session.progress.stages(7);
            let (mut array, exact) = self.axis.exact(session, &self.input, None, |_, _| Reading::Scalars)?;
            let mut positions = Positions::read(session, &self.positions)?;
            positions.check(&self.positions, &self.input, array.data.len() / array.components)?;
            if exact.as_ref().is_some_and(|exact| !exact.notes.is_empty()) {
                positions.spread(&mut [&mut array]);
            }
            let at = positions.upload(session)?;
            let values = elements::upload(session, &self.input, &array, exact.as_ref(), Types::All)?;
            session.progress.stage("computing");
            let taken = map_elements!(&values, values => primitives::take(values, &at)?);
            elements::save_checked(session, "take", self.output.as_deref(), &taken, self.dtype.written())
        })
    }
}
