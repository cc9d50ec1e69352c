//! `brooklet put`: scatters values to given positions.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use brooklet::io::{self, Array};
use brooklet::kernel::Reading;
use brooklet::{Element, Error, Shape, Stream, Texel, compute, primitives};

use super::Common;
use super::arrays::{self, AnyStream, ExactNumbers, with_stream};
use super::dtype::DtypeOption;
use super::elements::{self, Elements};
use super::family::{Chosen, Family, choose, methods};
use super::keys::{AnyKeys, Numbers, Types, Zeros};
use super::operation::Op;
use super::pairs::{self, Input, Matched, Pair, with_pair};
use super::positions::Positions;
use super::result;
use super::session::Session;
use super::shapes::tuple;
use super::sums;
use super::vectors::Axis;

/// Write values to given positions of an array
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet put array.npy positions.npy values.npy -o out.npy
  brooklet put totals.npy positions.npy values.npy --op sum -o out.npy

Writes a copy of the array in which the element at positions[i] is values[i]; positions count from 0, in C order, and values have their \
shape, or are one value for all. Of several values for one position the last one stays, as in numpy.put. With --op, all of them and the element there are combined, as \
numpy.add.at(array, positions, values) does for sum. A position beyond the array is an error. An array of integers keeps its dtype, \
if that holds all values; sums and products are float32. Without -o, up to 100 lines are \
printed: a line for each element, or for each row of numbers.")]
pub struct Put {
    /// The array
    input: PathBuf,
    /// The positions, whole numbers
    positions: PathBuf,
    /// The values, or one value for all positions
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
    /// The method. Fragment: the sort and the search of 2004 (bitonic-search), the fastest ones (sort-search) [default on CPUs, and with
    /// --op], or a point for each value (points) [default on GPUs]. Compute: marks by an atomic maximum [default: atomic-max], or a radix
    /// sort and a scan [default with --op: sort-scan]
    #[arg(long, value_parser = methods("put"))]
    method: Option<String>,
    #[command(flatten)]
    axis: Axis,
    #[command(flatten)]
    dtype: DtypeOption,
}

type Method = Chosen<primitives::Put, compute::Put>;

impl Put {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        let inputs = [self.input.as_path(), &self.positions, &self.values];
        common.one_stdin("put", inputs);
        if let Some(output) = &self.output {
            io::check_output(output)?;
        }
        self.dtype.check("put", self.output.as_deref().as_slice());
        let method: Method = choose("put", self.family, self.method.as_deref());
        if let (Method::Compute(Some(compute::Put::AtomicMax)), Some(_)) = (method, self.op) {
            super::usage("put", "the method atomic-max combines no values, and --op does: use sort-scan".to_owned());
        }
        let files: Vec<&Path> = inputs.into_iter().chain(self.output.as_deref()).collect();
        common.run(&files, |session| {
            self.dtype.choose(&session.dtype);
            session.progress.stages(9);
            let mut positions = Positions::read(session, &self.positions)?;
            let (mut values, exact_values) = self.values(session, &positions.shape)?;
            // The elements are vectors if the values are.
            let reading = if values.components > 1 { Reading::Vectors } else { Reading::OnlyScalars };
            let (mut array, exact) = self.axis.exact(session, &self.input, None, |_, _| reading)?;
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
            positions.check(&self.positions, &self.input, array.data.len() / array.components)?;
            let is_lossy = |exact: &Option<ExactNumbers>| exact.as_ref().is_some_and(|exact| !exact.notes.is_empty());
            if is_lossy(&exact) || is_lossy(&exact_values) {
                positions.spread(&mut [&mut array, &mut values]);
            }
            let into = Input { path: &self.input, array: &array, exact: exact.as_ref() };
            let values = Input { path: &self.values, array: &values, exact: exact_values.as_ref() };
            let result = self.put(session, into, &positions, values, method)?;
            elements::save(session, self.output.as_deref(), &result, self.dtype.written())
        })
    }

    /// Reads the values: as vectors if their shape, without a last axis of 2 to 4, is that of the positions. A file of one value has it for
    /// all positions.
    fn values(&self, session: &Session, positions: &[usize]) -> anyhow::Result<(Array, Option<ExactNumbers>)> {
        let read = |_: &[usize], _| Reading::OnlyScalars;
        let (mut values, mut exact) = self.axis.exact(session, &self.values, Some(positions), read)?;
        let whole = [&values.shape[..], &[values.components]].concat();
        // Rows of a .csv are numbers if those of the positions are.
        if values.components > 1 && whole == positions && !self.axis.vectors {
            values = Array { shape: whole, components: 1, ..values };
        }
        if values.data.len() == values.components && values.shape != positions {
            let count = positions.iter().product();
            values = Array { shape: positions.to_vec(), data: values.data.repeat(count), ..values };
            if let Some(exact) = &mut exact {
                exact.numbers = exact.numbers.repeat(count);
            }
        }
        if values.shape != positions {
            let (own, wanted) = (tuple(&values.shape), tuple(positions));
            let (values, positions) = (io::input_name(&self.values), io::input_name(&self.positions));
            bail!(
                "{values} is {own}, and {positions} is {wanted}: there must be a value for each position, or one for all positions"
            );
        }
        Ok((values, exact))
    }

    /// Uploads the array and the values, and scatters these. The result has the dtype of the array, if that holds the values. Sums and
    /// products are float32.
    fn put(
        &self,
        session: &Session,
        into: Input,
        positions: &Positions,
        values: Input,
        method: Method,
    ) -> anyhow::Result<Elements> {
        if let (Some(op), true) = (self.op, sums::are_held(into.exact)) {
            let terms = into.array.data.iter().copied().enumerate();
            let values = positions.numbers(into.array.components).zip(values.array.data.iter().copied());
            sums::note_terms(session, into.path, op, terms.chain(values));
        }
        let positions = positions.upload(session)?;
        let matched = match self.op {
            Some(Op::Sum | Op::Product) => Matched::Floats,
            _ => Matched::by_first(into, values),
        };
        if let (Some(exact), Matched::Floats, None | Some(Op::Max | Op::Min)) = (into.exact, &matched, self.op) {
            let (values, array) = (io::input_name(values.path), io::input_name(into.path));
            let dtype = exact.dtype;
            session.notes(&[format!(
                "{values} has numbers that {dtype}, the dtype of {array}, does not hold: the result is float32"
            )]);
        }
        if into.array.components > 1 {
            let dtype = pairs::dtype_of_floats(session, &matched, into, values);
            let into = arrays::upload(session, into.path, into.array)?;
            session.progress.stage("computing");
            let result = with_stream!(&into, into => {
                let shape = Shape::try_from(values.array.shape.as_slice())?;
                let values = session.device.upload_shaped(shape, bytemuck::cast_slice(&values.array.data))?;
                AnyStream::from(self.scatter(into, &positions, &values, method)?)
            });
            return Ok(Elements::Floats(result, dtype));
        }
        let types = match (method, self.op) {
            (Method::Fragment(_), None) => Types::All,
            _ => Types::Floats,
        };
        let pair = pairs::upload(session, &matched, into, values, (types, Zeros::Apart))?;
        session.progress.stage("computing");
        let dtype = pair.dtype;
        let stream: AnyKeys = match (pair, method) {
            (Pair { first: AnyKeys::Floats(into), second: AnyKeys::Floats(values), .. }, _) => {
                self.scatter(&into, &positions, &values, method)?.into()
            }
            (pair, Method::Fragment(method)) => {
                let method = method.unwrap_or_else(|| primitives::Put::fastest(&session.device));
                with_pair!(pair, (into, values) => primitives::put_by(&into, &positions, &values, method)?.into())
            }
            (_, Method::Compute(_)) => bail!("compute shaders take floats only"),
        };
        Ok(Numbers { stream, dtype }.into())
    }

    fn scatter<T: Texel + Element>(
        &self,
        into: &Stream<T>,
        positions: &Stream<f32>,
        values: &Stream<T>,
        method: Method,
    ) -> Result<Stream<T>, Error> {
        let device = into.device();
        let fastest = match self.op {
            Some(_) => primitives::Put::fastest_with(device),
            None => primitives::Put::fastest(device),
        };
        match (method, self.op) {
            (Method::Fragment(method), Some(op)) => {
                primitives::put_with_by(into, positions, values, &op.operator(), method.unwrap_or(fastest))
            }
            (Method::Fragment(method), None) => primitives::put_by(into, positions, values, method.unwrap_or(fastest)),
            (Method::Compute(_), Some(op)) => compute::put_with(into, positions, values, &op.operator()),
            (Method::Compute(None), None) => compute::put(into, positions, values),
            (Method::Compute(Some(method)), None) => compute::put_by(into, positions, values, method),
        }
    }
}
