//! `brooklet reduce --axis` by an operator that needs an order: the median, or the place of the largest or the smallest, of each line.

use std::path::{Path, PathBuf};

use brooklet::io::{self, Array, Integers, number};
use brooklet::primitives;

use super::Common;
use super::along;
use super::arrays;
use super::dtype::DtypeOption;
use super::keys::{self, Types, Zeros, with_keys};
use super::result;
use super::vectors::Axis;

/// The operators that need an order of the elements.
#[derive(Clone, Copy)]
pub(super) enum Order {
    Median,
    Argmax,
    Argmin,
}

impl Order {
    pub fn name(self) -> &'static str {
        match self {
            Order::Median => "median",
            Order::Argmax => "argmax",
            Order::Argmin => "argmin",
        }
    }

    /// Returns the types of numbers that are reduced: a median lies between two numbers.
    pub fn types(self) -> Types {
        match self {
            Order::Median => Types::Floats,
            Order::Argmax | Order::Argmin => Types::All,
        }
    }
}

/// Reduces each line along an axis, and prints or writes the result.
pub(super) fn run(
    common: &Common,
    input: &Path,
    output: Option<&PathBuf>,
    dtype: &DtypeOption,
    (op, along): (Order, i32),
) -> anyhow::Result<()> {
    let output = output.map(PathBuf::as_path);
    if let Some(path) = output {
        match op {
            Order::Median => io::check_output(path)?,
            Order::Argmax | Order::Argmin => io::check_integers_output(path)?,
        }
    }
    let files: Vec<&Path> = std::iter::once(input).chain(output).collect();
    let lines = common.run(&files, |session| {
        dtype.choose(&session.dtype);
        session.progress.stages(5);
        let (array, exact, axis) = along::exact(session, input, along, &Axis { vectors: false, scalars: true })?;
        arrays::refuse_nan(input, &array)?;
        let mut shape = array.shape.clone();
        shape.remove(axis);
        result::check_lines("reduce", output, result::count_lines(&shape));
        let values = keys::upload(session, input, &array, exact.as_ref(), (op.types(), Zeros::Tie))?.stream;
        session.progress.stage("computing");
        let axis = axis as i32;
        let places = match op {
            Order::Median => {
                let mut medians = Array::of(&primitives::median_axis(values.floats()?, axis)?)?;
                let Some(path) = output else {
                    return Ok(result::lines(medians.data.into_iter().map(number), &medians.shape));
                };
                session.progress.stage(format!("writing {}", path.display()));
                session.write(path, &mut medians)?;
                return Ok(Vec::new());
            }
            Order::Argmax => with_keys!(&values, values => primitives::argmax_axis(values, axis)?),
            Order::Argmin => with_keys!(&values, values => primitives::argmin_axis(values, axis)?),
        };
        result::integers(session, output, &integers(&places)?)
    })?;
    result::print(&lines)
}

/// Reads places back.
pub(super) fn integers(places: &brooklet::Stream<f32>) -> anyhow::Result<Integers> {
    let data = places.read()?.into_iter().map(|place| place as i64).collect();
    Ok(Integers { shape: places.shape().extents().to_vec(), data })
}
