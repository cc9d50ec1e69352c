//! Filter: keeps some records, without gaps.

use crate::compute;
use crate::error::Error;
use crate::machine::{Buffer, Stream};
use crate::method::Methods;
use crate::primitives::{self, Filter, Infinity};
use crate::reference;

use super::{Data, Example, Family, Filtering, Input, Options, Output, Predicate, Primitive, Select};

const ABOVE_HALF: Option<Predicate> = Some(Predicate::Above(0.5));

pub(super) static FILTER: Primitive = Primitive {
    name: "filter",
    inputs: &[Input::new("values", Data::Noise)],
    fragment: Family { methods: Filter::TABLE, shown: &["scan-search-gather", "histopyramid"], run: draw },
    compute: Some(Family { methods: compute::Filter::TABLE, shown: &["scan-scatter"], run: dispatch }),
    reference: expected,
    published: &["scan-search-gather", "scan-search-gather-multipass"],
    examples: &[
        Example {
            title: Some(""),
            row: Some(""),
            data: &[Data::Records],
            // Half of the records are kept.
            bytes: |n, _| 6 * n,
            ..Example::ALL
        },
        Example {
            title: Some(", x > 0.5, infinity made"),
            options: || Options {
                filter: Filtering { keep: ABOVE_HALF, ..Filtering::default() },
                ..Options::default()
            },
            fragment: Select::Only(&["scan-search-gather"]),
            ..Example::ALL
        },
        Example {
            title: Some(", x > 0.5, infinity streamed"),
            options: || Options {
                filter: Filtering { keep: ABOVE_HALF, infinity: Infinity::Streamed, ..Filtering::default() },
                ..Options::default()
            },
            fragment: Select::Only(&["scan-search-gather"]),
            compute: Select::NONE,
            ..Example::ALL
        },
        Example {
            row: Some(", partition x > 0.5"),
            options: || Options {
                filter: Filtering { keep: ABOVE_HALF, partition: true, ..Filtering::default() },
                ..Options::default()
            },
            fragment: Select::Only(&["histopyramid"]),
            ..Example::ALL
        },
        // Records are copied bit for bit, also denormals.
        Example { data: &[Data::Tiny], ..Example::ALL },
    ],
};

fn draw(method: Option<usize>, inputs: &[&Stream<f32>], options: &Options) -> Result<Output<Stream<f32>>, Error> {
    let (values, keep) = (inputs[0], options.filter.keep.map(Predicate::expression));
    if let (true, Some(keep)) = (options.filter.partition, &keep) {
        let (partitioned, _) = match method.map(|method| Filter::ALL[method]) {
            None => primitives::partition(values, keep)?,
            Some(method) => primitives::partition_by(values, keep, method)?,
        };
        return Ok(Output::Streams(vec![partitioned]));
    }
    let kept = match (method.map(|method| Filter::ALL[method]), keep) {
        (None, None) => primitives::compact(values)?,
        (None, Some(keep)) => primitives::filter(values, &keep)?,
        (Some(method), None) => primitives::compact_by(values, method)?,
        (Some(method), Some(keep)) => primitives::filter_with(values, &keep, method, options.filter.infinity)?,
    };
    Ok(Output::Streams(vec![kept]))
}

fn dispatch(method: Option<usize>, inputs: &[&Buffer<f32>], options: &Options) -> Result<Output<Buffer<f32>>, Error> {
    let (values, keep) = (inputs[0], options.filter.keep.map(Predicate::expression));
    if let (true, Some(keep)) = (options.filter.partition, &keep) {
        let method = method.map_or_else(|| compute::Filter::fastest(values.device()), |at| compute::Filter::ALL[at]);
        return Ok(Output::Streams(vec![compute::partition_by(values, keep, method)?.0]));
    }
    let kept = match (method.map(|method| compute::Filter::ALL[method]), keep) {
        (None, None) => compute::compact(values)?,
        (None, Some(keep)) => compute::filter(values, &keep)?,
        (Some(method), None) => compute::compact_by(values, method)?,
        (Some(method), Some(keep)) => compute::filter_by(values, &keep, method)?,
    };
    Ok(Output::Streams(vec![kept]))
}

fn expected(inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
    Ok(match options.filter.keep {
        Some(keep) if options.filter.partition => reference::partition(inputs[0], |x| keep.keeps(*x)).0,
        None => reference::compact(inputs[0]),
        Some(keep) => reference::filter(inputs[0], |x| keep.keeps(*x)),
    })
}
