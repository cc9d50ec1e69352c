//! Merge: makes one sorted list of two.

use crate::compute;
use crate::error::Error;
use crate::machine::{Buffer, Stream};
use crate::method::Methods;
use crate::primitives::{self, Merge};
use crate::reference;

use super::{Data, Example, Family, Input, Options, Output, Primitive};

pub(super) static MERGE: Primitive = Primitive {
    name: "merge",
    inputs: &[Input::new("a", Data::Sorted), Input::new("b", Data::OtherSorted)],
    fragment: Family { methods: Merge::TABLE, shown: &["rank-search", "merge-path"], run: draw },
    compute: Some(Family { methods: compute::Merge::TABLE, shown: &["runs", "tiles"], run: dispatch }),
    reference: expected,
    published: &["rank-search"],
    examples: &[
        Example {
            title: Some(" of two lists"),
            row: Some(" of two lists of as many each"),
            data: &[Data::Sorted, Data::OtherSorted],
            bytes: |n, _| 16 * n,
            ..Example::ALL
        },
        // Zeros of both signs tie, and keep their sign.
        Example { data: &[Data::SortedZeros, Data::SortedZeros], ..Example::ALL },
    ],
};

fn draw(method: Option<usize>, inputs: &[&Stream<f32>], _: &Options) -> Result<Output<Stream<f32>>, Error> {
    let (a, b) = (inputs[0], inputs[1]);
    Ok(Output::Streams(vec![match method {
        None => primitives::merge(a, b)?,
        Some(method) => primitives::merge_by(a, b, Merge::ALL[method])?,
    }]))
}

fn dispatch(method: Option<usize>, inputs: &[&Buffer<f32>], _: &Options) -> Result<Output<Buffer<f32>>, Error> {
    let (a, b) = (inputs[0], inputs[1]);
    Ok(Output::Streams(vec![match method {
        None => compute::merge(a, b)?,
        Some(method) => compute::merge_by(a, b, compute::Merge::ALL[method])?,
    }]))
}

fn expected(inputs: &[&[f32]], _: &Options) -> Result<Vec<f32>, Error> {
    Ok(reference::merge(inputs[0], inputs[1]))
}
