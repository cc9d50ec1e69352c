//! `brooklet put`: scatters values to given positions.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use brooklet::io::{self, Array};
use brooklet::kernel::Reading;
use brooklet::{Element, Shape, Stream, Texel, compute, primitives};

use super::Common;
use super::arrays::{self, with_stream};
use super::family::{Chosen, Family, choose, methods};
use super::group::Op;
use super::positions::Positions;
use super::result;
use super::session::Session;
use super::vectors::Axis;

/// Write values to given positions of an array
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet put array.npy positions.npy values.npy -o out.npy
  brooklet put totals.npy positions.npy values.npy --op sum -o out.npy

Writes a copy of the array in which the element at positions[i] is values[i]; positions count from 0, in C order, and values have their \
shape. Of several values for one position the last one stays, as in numpy.put. With --op, all of them and the element there are combined, as \
numpy.add.at(array, positions, values) does for sum. A position beyond the array is an error. Without -o, up to 100 lines are \
printed: a line for each element, or for each row of numbers.")]
pub struct Put {
    /// The array
    input: PathBuf,
    /// The positions, whole numbers
    positions: PathBuf,
    /// The values
    values: PathBuf,
    /// Where the changed copy of the array goes [default: up to 100 lines are printed]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The operator that combines the values of a position and the element there [default: the last value replaces the element]
    #[arg(long)]
    op: Option<Op>,
    /// What computes: the fragment pipeline, or compute shaders (OpenGL 4.3, ES 3.1)
    #[arg(long, default_value = "fragment")]
    family: Family,
    /// The method. Fragment: the sort and the search of 2004 (bitonic-search), or the fastest ones (sort-search) [default:
    /// sort-search]. Compute: marks by an atomic maximum [default: atomic-max], or a radix sort and a scan [default with --op:
    /// sort-scan]
    #[arg(long, value_parser = methods("put"))]
    method: Option<String>,
    #[command(flatten)]
    axis: Axis,
}

type Method = Chosen<primitives::Put, compute::Put>;

impl Put {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        let inputs = [self.input.as_path(), &self.positions, &self.values];
        common.one_stdin("put", inputs);
        if let Some(output) = &self.output {
            io::check_output(output)?;
        }
        let method: Method = choose("put", self.family, self.method.as_deref());
        if let (Method::Compute(Some(compute::Put::AtomicMax)), Some(_)) = (method, self.op) {
            super::usage("put", "the method atomic-max combines no values, and --op does: use sort-scan".to_owned());
        }
        let files: Vec<&Path> = inputs.into_iter().chain(self.output.as_deref()).collect();
        common.run(&files, |session| {
            session.progress.stages(9);
            let positions = Positions::read(session, &self.positions)?;
            let values = self.values(session, &positions.shape)?;
            // The elements are vectors if the values are.
            let reading = if values.components > 1 { Reading::Vectors } else { Reading::OnlyScalars };
            let array = self.axis.read(session, &self.input, |_, _| reading)?;
            if array.components != values.components {
                bail!(
                    "{} has elements of {}, and {} has values of {}: they must have as many components",
                    io::input_name(&self.input),
                    array.components,
                    io::input_name(&self.values),
                    values.components
                );
            }
            result::check_array("put", self.output.as_deref(), &array);
            let count = array.data.len() / array.components;
            let positions = positions.upload(session, &self.positions, &self.input, count)?;
            let into = arrays::upload(session, &self.input, &array)?;
            with_stream!(&into, into => self.put(session, into, &positions, &values, method))
        })
    }

    /// Reads the values: as vectors if their shape, without a last axis of 2 to 4, is that of the positions.
    fn values(&self, session: &Session, positions: &[usize]) -> anyhow::Result<Array> {
        let read = |_: &[usize], _| Reading::OnlyScalars;
        let mut values = self.axis.read_all(session, &[&self.values], Some(positions), read)?.remove(0);
        let whole = [&values.shape[..], &[values.components]].concat();
        // Rows of a .csv are numbers if those of the positions are.
        if values.components > 1 && whole == positions && !self.axis.vectors {
            values = Array { shape: whole, components: 1, ..values };
        }
        Ok(values)
    }

    fn put<T: Texel + Element>(
        &self,
        session: &Session,
        into: &Stream<T>,
        positions: &Stream<f32>,
        values: &Array,
        method: Method,
    ) -> anyhow::Result<()> {
        let shape = Shape::try_from(values.shape.as_slice())?;
        let values = session.device.upload_shaped(shape, bytemuck::cast_slice::<f32, T>(&values.data))?;
        session.progress.stage("computing");
        let fastest = primitives::Put::fastest(&session.device);
        let result = match (method, self.op) {
            (Method::Fragment(method), Some(op)) => {
                primitives::put_with_by(into, positions, &values, &op.operator(), method.unwrap_or(fastest))?
            }
            (Method::Fragment(method), None) => {
                primitives::put_by(into, positions, &values, method.unwrap_or(fastest))?
            }
            (Method::Compute(_), Some(op)) => compute::put_with(into, positions, &values, &op.operator())?,
            (Method::Compute(None), None) => compute::put(into, positions, &values)?,
            (Method::Compute(Some(method)), None) => compute::put_by(into, positions, &values, method)?,
        };
        result::save(session, self.output.as_deref(), &result)
    }
}
