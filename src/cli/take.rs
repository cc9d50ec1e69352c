//! `brooklet take`: gathers elements from given positions.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use brooklet::kernel::Reading;
use brooklet::{Shape, io, primitives};

use super::Common;
use super::arrays::{self, with_stream};
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
            arrays::record_columns(&self.positions);
            let positions = io::read_whole_with(&self.positions, session.columns.as_ref())?;
            let wrong = positions.data.iter().position(|position| !(0..count as i64).contains(position));
            if let Some(at) = wrong {
                let place = arrays::place(&positions.shape, at / positions.components);
                let (position, path) = (positions.data[at], self.positions.display());
                bail!(
                    "{path}: the element at {place} is {position}, and {} has positions 0 to {}",
                    self.input.display(),
                    count as i64 - 1
                );
            }
            let values = arrays::upload(session, &self.input, &array)?;
            let mut shape = positions.shape.clone();
            if positions.components > 1 {
                shape.push(positions.components);
            }
            let at: Vec<f32> = positions.data.iter().map(|position| *position as f32).collect();
            let at = session.device.upload_shaped(Shape::try_from(shape.as_slice())?, &at)?;
            session.progress.stage("computing");
            with_stream!(&values, values => arrays::save(session, &self.output, &primitives::take(values, &at)?))
        })
    }
}
