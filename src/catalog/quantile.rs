//! Quantiles: numbers below which given parts of all elements are.

use crate::compute;
use crate::error::Error;
use crate::machine::{Buffer, Stream};
use crate::method::Methods;
use crate::operator::OperatorError;
use crate::primitives::{self, Quantile};
use crate::reference;

use super::{Data, Example, Family, Input, Options, Output, Primitive, Ranks, Select};

pub(super) static QUANTILE: Primitive = Primitive {
    name: "quantile",
    inputs: &[Input::new("values", Data::Noise)],
    fragment: Family { methods: Quantile::TABLE, shown: &["sample", "sort"], run: draw },
    compute: Some(Family { methods: compute::Quantile::TABLE, shown: &["sort"], run: dispatch }),
    reference: expected,
    published: &["bitonic"],
    examples: &[
        Example { title: Some(" 0.5"), row: Some(""), bytes: |n, _| 4 * n, ..Example::ALL },
        Example {
            title: Some(" 0.25 and 0.75, of integers of 12 bits"),
            row: Some("-quartiles"),
            data: &[Data::Integers],
            options: || Options { ranks: Ranks { quantiles: &[0.25, 0.75], ..Ranks::default() }, ..Options::default() },
            fragment: Select::Only(&["sample"]),
            compute: Select::NONE,
            bytes: |n, _| 4 * n,
            quiet: true,
            ..Example::ALL
        },
        Example {
            title: Some(" 0, 0.5 and 1, of whole numbers"),
            data: &[Data::Whole],
            options: || Options {
                ranks: Ranks { quantiles: &[0.0, 1.0, 0.5], ..Ranks::default() },
                ..Options::default()
            },
            quiet: true,
            ..Example::ALL
        },
    ],
};

fn draw(method: Option<usize>, inputs: &[&Stream<f32>], options: &Options) -> Result<Output<Stream<f32>>, Error> {
    let found = match method {
        Some(method) => primitives::quantile_by(inputs[0], options.ranks.quantiles, Quantile::ALL[method])?,
        None => primitives::quantile(inputs[0], options.ranks.quantiles)?,
    };
    Ok(Output::Streams(vec![found]))
}

fn dispatch(method: Option<usize>, inputs: &[&Buffer<f32>], options: &Options) -> Result<Output<Buffer<f32>>, Error> {
    let method = method.map_or(compute::Quantile::fastest(inputs[0].device()), |at| compute::Quantile::ALL[at]);
    Ok(Output::Streams(vec![compute::quantile_by(inputs[0], options.ranks.quantiles, method)?]))
}

fn expected(inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
    if inputs[0].is_empty() {
        return Err(OperatorError::NoElements { operator: "quantile".to_owned() }.into());
    }
    Ok(reference::quantile(inputs[0], options.ranks.quantiles))
}
