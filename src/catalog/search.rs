//! Search: finds where queries belong among sorted elements.

use crate::compute;
use crate::error::Error;
use crate::machine::{Buffer, Stream};
use crate::method::Methods;
use crate::primitives::{self, Search};
use crate::reference;

use super::{Data, Example, Family, Input, Options, Output, Primitive};

pub(super) static SEARCH: Primitive = Primitive {
    name: "search",
    inputs: &[Input::new("sorted", Data::Sorted), Input::new("queries", Data::Queries)],
    fragment: Family { methods: Search::TABLE, shown: &["binary-search", "index-pyramid", "early-z"], run: draw },
    compute: Some(Family { methods: compute::Search::TABLE, shown: &["binary-search"], run: dispatch }),
    reference: expected,
    published: &["binary-search"],
    examples: &[
        Example {
            title: Some(", lower bound"),
            row: Some(""),
            data: &[Data::Sorted, Data::Queries],
            bytes: |_, queries| 8 * queries,
            ..Example::ALL
        },
        Example {
            title: Some(", upper bound"),
            data: &[Data::Sorted, Data::Queries],
            options: || Options { upper: true, ..Options::default() },
            ..Example::ALL
        },
        // Zeros of both signs tie.
        Example { data: &[Data::SortedZeros, Data::Zeros], ..Example::ALL },
    ],
};

fn draw(method: Option<usize>, inputs: &[&Stream<f32>], options: &Options) -> Result<Output<Stream<f32>>, Error> {
    let (sorted, queries) = (inputs[0], inputs[1]);
    let found = match (method.map(|method| Search::ALL[method]), options.upper) {
        (None, false) => primitives::lower_bound(sorted, queries)?,
        (None, true) => primitives::upper_bound(sorted, queries)?,
        (Some(method), false) => primitives::lower_bound_by(sorted, queries, method)?,
        (Some(method), true) => primitives::upper_bound_by(sorted, queries, method)?,
    };
    Ok(Output::Streams(vec![found]))
}

fn dispatch(method: Option<usize>, inputs: &[&Buffer<f32>], options: &Options) -> Result<Output<Buffer<f32>>, Error> {
    let (sorted, queries) = (inputs[0], inputs[1]);
    let found = match (method.map(|method| compute::Search::ALL[method]), options.upper) {
        (None, false) => compute::lower_bound(sorted, queries)?,
        (None, true) => compute::upper_bound(sorted, queries)?,
        (Some(method), false) => compute::lower_bound_by(sorted, queries, method)?,
        (Some(method), true) => compute::upper_bound_by(sorted, queries, method)?,
    };
    Ok(Output::Streams(vec![found]))
}

fn expected(inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
    Ok(match options.upper {
        false => reference::lower_bound(inputs[0], inputs[1]),
        true => reference::upper_bound(inputs[0], inputs[1]),
    })
}
