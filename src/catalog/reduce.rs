//! Reduce: combines many elements into one.

use crate::compute;
use crate::error::Error;
use crate::machine::{Buffer, Stream};
use crate::method::Methods;
use crate::operator::Operator;
use crate::primitives;
use crate::reference;

use super::{Data, Example, Family, Input, Options, Output, Primitive, Select};

pub(super) static REDUCE: Primitive = Primitive {
    name: "reduce",
    inputs: &[Input::new("values", Data::Noise)],
    fragment: Family { methods: primitives::Reduce::TABLE, shown: &["2x2", "brook", "runs"], run: draw },
    compute: Some(Family { methods: compute::Reduce::TABLE, shown: &["sequential-addressing"], run: dispatch }),
    reference: expected,
    published: &["2x2"],
    examples: &[
        Example {
            title: Some(" of max"),
            row: Some(""),
            options: || Options { operator: Operator::max(), ..Options::default() },
            fragment: Select::But(&["mip-levels"]),
            compute: Select::But(&["kahan"]),
            bytes: |n, _| 4 * n,
            ..Example::ALL
        },
        Example { title: Some(" of sum"), data: &[Data::Whole], ..Example::ALL },
        // Compensated summation and mip levels only compute sums.
        Example {
            row: Some(""),
            data: &[Data::Whole],
            fragment: Select::Only(&["mip-levels"]),
            compute: Select::Only(&["kahan"]),
            bytes: |n, _| 4 * n,
            ..Example::ALL
        },
        Example {
            title: Some(", to a stream of 256"),
            data: &[Data::Whole],
            options: || Options { rows: Some(256), ..Options::default() },
            fragment: Select::Only(&["brook"]),
            compute: Select::NONE,
            ..Example::ALL
        },
    ],
};

fn draw(method: Option<usize>, inputs: &[&Stream<f32>], options: &Options) -> Result<Output<Stream<f32>>, Error> {
    let (values, op) = (inputs[0], &options.operator);
    if let Some(rows) = options.rows {
        // Reduction of rows has only one method.
        return Ok(Output::Streams(vec![primitives::reduce_to(values, op, [rows, 1])?]));
    }
    let value = match method {
        Some(method) => primitives::reduce_by(values, op, primitives::Reduce::ALL[method])?,
        None => primitives::reduce(values, op)?,
    };
    Ok(Output::Value(value))
}

fn dispatch(method: Option<usize>, inputs: &[&Buffer<f32>], options: &Options) -> Result<Output<Buffer<f32>>, Error> {
    let value = match method {
        Some(method) => compute::reduce_by(inputs[0], &options.operator, compute::Reduce::ALL[method])?,
        None => compute::reduce(inputs[0], &options.operator)?,
    };
    Ok(Output::Value(value))
}

fn expected(inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
    let (values, op) = (inputs[0], &options.operator);
    match options.rows {
        Some(rows) => reference::reduce_to(values, options.shape(values.len()), op, [rows, 1].into()),
        None => Ok(vec![reference::reduce(values, op)?]),
    }
}
