//! Take: gathers elements from given positions.

use crate::compute;
use crate::error::{Error, PrimitiveError};
use crate::machine::{Buffer, Stream};
use crate::method::Methods;
use crate::primitives::{self, Take};
use crate::reference;

use super::{Data, Example, Family, Input, Options, Output, Primitive};

pub(super) static TAKE: Primitive = Primitive {
    name: "take",
    inputs: &[Input::new("values", Data::Noise), Input::new("positions", Data::Positions)],
    fragment: Family { methods: Take::TABLE, shown: &["gather"], run: draw },
    compute: Some(Family { methods: compute::Take::TABLE, shown: &["gather"], run: dispatch }),
    reference: expected,
    published: &["gather"],
    examples: &[Example {
        title: Some(""),
        row: Some(""),
        data: &[Data::Noise, Data::Positions],
        bytes: |n, _| 12 * n,
        ..Example::ALL
    }],
};

fn draw(_: Option<usize>, inputs: &[&Stream<f32>], _: &Options) -> Result<Output<Stream<f32>>, Error> {
    Ok(Output::Streams(vec![primitives::take(inputs[0], inputs[1])?]))
}

fn dispatch(_: Option<usize>, inputs: &[&Buffer<f32>], _: &Options) -> Result<Output<Buffer<f32>>, Error> {
    Ok(Output::Streams(vec![compute::take(inputs[0], inputs[1])?]))
}

fn expected(inputs: &[&[f32]], _: &Options) -> Result<Vec<f32>, Error> {
    if inputs[0].is_empty() && !inputs[1].is_empty() {
        return Err(PrimitiveError::TakeFromNone { positions: inputs[1].len() }.into());
    }
    Ok(reference::take(inputs[0], inputs[1]))
}
