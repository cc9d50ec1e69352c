//! Top: the largest elements, and where they are.

use crate::compute;
use crate::error::Error;
use crate::machine::{Buffer, Stream};
use crate::method::Methods;
use crate::primitives::{self, Top, TopOptions};
use crate::reference;

use super::{Data, Example, Family, Input, Options, Output, Primitive, Ranks, Select};

pub(super) static TOP: Primitive = Primitive {
    name: "top",
    inputs: &[Input::new("values", Data::Noise)],
    fragment: Family { methods: Top::TABLE, shown: &["tournament", "sort"], run: draw },
    compute: Some(Family { methods: compute::Top::TABLE, shown: &["sort"], run: dispatch }),
    reference: expected,
    published: &["bitonic"],
    examples: &[
        Example { title: Some(" of 10"), row: Some(""), bytes: |n, _| 4 * n, ..Example::ALL },
        Example {
            title: Some(" of 1000"),
            row: Some("-1000"),
            options: || Options { ranks: Ranks { count: 1000, ..Ranks::default() }, ..Options::default() },
            fragment: Select::Only(&["tournament"]),
            compute: Select::NONE,
            bytes: |n, _| 4 * n,
            quiet: true,
            ..Example::ALL
        },
        Example {
            title: Some(", the smallest of whole numbers"),
            data: &[Data::Whole],
            options: || Options { ranks: Ranks { smallest: true, ..Ranks::default() }, ..Options::default() },
            quiet: true,
            ..Example::ALL
        },
        // Zeros of both signs tie, and keep their sign.
        Example {
            data: &[Data::Zeros],
            options: || Options { ranks: Ranks { count: 200, ..Ranks::default() }, ..Options::default() },
            ..Example::ALL
        },
    ],
};

fn draw(method: Option<usize>, inputs: &[&Stream<f32>], options: &Options) -> Result<Output<Stream<f32>>, Error> {
    let mut wanted = TopOptions::default();
    wanted = method.map_or(wanted, |method| wanted.method(Top::ALL[method]));
    wanted = if options.ranks.smallest { wanted.smallest() } else { wanted };
    let (values, positions) = primitives::top_with(inputs[0], options.ranks.count.min(inputs[0].len()), wanted)?;
    Ok(Output::Streams(vec![values, positions]))
}

fn dispatch(method: Option<usize>, inputs: &[&Buffer<f32>], options: &Options) -> Result<Output<Buffer<f32>>, Error> {
    let mut wanted = compute::TopOptions::default();
    wanted = method.map_or(wanted, |method| wanted.method(compute::Top::ALL[method]));
    wanted = if options.ranks.smallest { wanted.smallest() } else { wanted };
    let (values, positions) = compute::top_with(inputs[0], options.ranks.count.min(inputs[0].len()), wanted)?;
    Ok(Output::Streams(vec![values, positions]))
}

fn expected(inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
    let (values, positions) = reference::top(inputs[0], options.ranks.count, options.ranks.smallest);
    Ok([values, positions].concat())
}
