//! Histogram: counts the elements in each bin.

use crate::bins::Bins;
use crate::compute;
use crate::error::Error;
use crate::machine::{Buffer, Stream};
use crate::method::Methods;
use crate::primitives::{self, Histogram, HistogramOptions};
use crate::reference;

use super::{Data, Example, Family, Input, Options, Output, Primitive, Select};

/// All noise is in this range.
const RANGE: (f32, f32) = (-1.0, 1.0);

pub(super) static HISTOGRAM: Primitive = Primitive {
    name: "histogram",
    inputs: &[Input::new("values", Data::Noise), Input { name: "weights", data: Data::Whole, optional: true }],
    fragment: Family { methods: Histogram::TABLE, shown: &["compare-reduce", "packed-counters"], run: draw },
    compute: Some(Family { methods: compute::Histogram::TABLE, shown: &["shared-atomics"], run: dispatch }),
    reference: expected,
    published: &["sort-search"],
    examples: &[
        Example {
            title: Some(", 256 bins"),
            row: Some(""),
            options: || Options { bins: Bins::between(256, RANGE.0, RANGE.1), ..Options::default() },
            bytes: |n, _| 4 * n,
            ..Example::ALL
        },
        Example {
            row: Some("-own-range"),
            fragment: Select::Only(&["packed-counters"]),
            compute: Select::NONE,
            bytes: |n, _| 4 * n,
            ..Example::ALL
        },
        Example {
            title: Some(", 10 bins, weighted"),
            row: Some("-weighted"),
            data: &[Data::Noise, Data::Whole],
            options: || Options { bins: Bins::between(10, RANGE.0, RANGE.1), ..Options::default() },
            fragment: Select::Only(&["compare-reduce", "packed-counters"]),
            compute: Select::Only(&["runs"]),
            quiet: true,
            ..Example::ALL
        },
    ],
};

fn draw(method: Option<usize>, inputs: &[&Stream<f32>], options: &Options) -> Result<Output<Stream<f32>>, Error> {
    let mut wanted = HistogramOptions::default();
    wanted = method.map_or(wanted, |method| wanted.method(Histogram::ALL[method]));
    wanted = inputs.get(1).map_or(wanted, |weights| wanted.weights(weights));
    Ok(Output::Streams(vec![primitives::histogram_with(inputs[0], options.bins, wanted)?]))
}

fn dispatch(method: Option<usize>, inputs: &[&Buffer<f32>], options: &Options) -> Result<Output<Buffer<f32>>, Error> {
    let mut wanted = compute::HistogramOptions::default();
    wanted = method.map_or(wanted, |method| wanted.method(compute::Histogram::ALL[method]));
    wanted = inputs.get(1).map_or(wanted, |weights| wanted.weights(*weights));
    Ok(Output::Streams(vec![compute::histogram_with(inputs[0], options.bins, wanted)?]))
}

fn expected(inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
    match inputs {
        [values, weights, ..] => {
            let sums = reference::histogram_weighted(values, weights, options.bins)?;
            Ok(sums.iter().map(|sum| *sum as f32).collect())
        }
        _ => reference::histogram(inputs[0], options.bins),
    }
}
