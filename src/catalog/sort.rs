//! Sort: puts keys in order, and moves a payload with them.

use crate::compute;
use crate::error::Error;
use crate::machine::{Buffer, Stream};
use crate::method::Methods;
use crate::primitives::{self, Sort, SortOptions};
use crate::reference;

use super::{Data, Example, Family, Input, Options, Output, Primitive, Select};

/// The methods that are shown with a payload. The methods with addresses in floats are left out, because they move a payload in the
/// same way as the methods with integers.
const OF_PAIRS: Select = Select::Only(&["bitonic", "bitonic-packed", "merge"]);

pub(super) static SORT: Primitive = Primitive {
    name: "sort",
    inputs: &[Input::new("keys", Data::Noise), Input { name: "values", data: Data::Noise, optional: true }],
    fragment: Family { methods: Sort::TABLE, shown: &["bitonic"], run: draw },
    compute: Some(Family { methods: compute::Sort::TABLE, shown: &["bitonic"], run: dispatch }),
    reference: expected,
    published: &["bitonic"],
    examples: &[
        Example { title: Some(""), row: Some(""), ..Example::ALL },
        Example {
            title: Some(", stable, descending, with payload"),
            data: &[Data::Whole, Data::Noise],
            options: || Options { stable: true, descending: true, ..Options::default() },
            fragment: OF_PAIRS,
            quiet: true,
            ..Example::ALL
        },
        Example {
            row: Some("-pairs"),
            data: &[Data::Noise, Data::Noise],
            fragment: OF_PAIRS,
            compute: Select::NONE,
            bytes: |n, _| 16 * n,
            ..Example::ALL
        },
        // Zeros of both signs tie, and keep their sign.
        Example {
            data: &[Data::Zeros, Data::Noise],
            options: || Options { stable: true, ..Options::default() },
            fragment: Select::Only(&["bitonic", "bitonic-float", "bitonic-packed", "merge"]),
            ..Example::ALL
        },
    ],
};

fn draw(method: Option<usize>, inputs: &[&Stream<f32>], options: &Options) -> Result<Output<Stream<f32>>, Error> {
    let mut wanted = SortOptions::default();
    wanted = method.map_or(wanted, |method| wanted.method(Sort::ALL[method]));
    wanted = if options.descending { wanted.descending() } else { wanted };
    wanted = if options.stable { wanted.stable() } else { wanted };
    Ok(Output::Streams(match inputs {
        [keys, values, ..] => {
            primitives::sort_pairs_with(keys, values, wanted).map(|(keys, values)| vec![keys, values])?
        }
        _ => vec![primitives::sort_with(inputs[0], wanted)?],
    }))
}

fn dispatch(method: Option<usize>, inputs: &[&Buffer<f32>], options: &Options) -> Result<Output<Buffer<f32>>, Error> {
    let mut wanted = compute::SortOptions::default();
    wanted = method.map_or(wanted, |method| wanted.method(compute::Sort::ALL[method]));
    wanted = if options.descending { wanted.descending() } else { wanted };
    wanted = if options.stable { wanted.stable() } else { wanted };
    Ok(Output::Streams(match inputs {
        [keys, values, ..] => {
            compute::sort_pairs_with(*keys, *values, wanted).map(|(keys, values)| vec![keys, values])?
        }
        _ => vec![compute::sort_with(inputs[0], wanted)?],
    }))
}

fn expected(inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
    Ok(match inputs {
        [keys, values, ..] => {
            let (keys, values) = reference::sort_pairs(keys, values, options.descending);
            [keys, values].concat()
        }
        _ => reference::sort(inputs[0], options.descending),
    })
}
