//! Group: reduces the values of equal keys. Segmented scan: scans that start anew at given elements.

use crate::compute;
use crate::error::Error;
use crate::machine::{Buffer, Stream};
use crate::method::Methods;
use crate::operator::Operator;
use crate::primitives::{self, Group, SegmentedScan};
use crate::reference;

use super::{Data, Example, Family, Grouping, Input, Options, Output, Primitive, Select};

pub(super) static SEGMENTED_SCAN: Primitive = Primitive {
    name: "segmented-scan",
    inputs: &[Input::new("values", Data::Whole), Input::new("heads", Data::Flags)],
    fragment: Family { methods: SegmentedScan::TABLE, shown: &["pyramid"], run: scan },
    compute: Some(Family { methods: compute::SegmentedScan::TABLE, shown: &["runs", "tiles"], run: dispatch_scan }),
    reference: expected_scan,
    published: &["hillis-steele"],
    examples: &[
        Example {
            title: Some(" of sum"),
            row: Some(""),
            data: &[Data::Whole, Data::Flags],
            bytes: |n, _| 12 * n,
            ..Example::ALL
        },
        Example {
            title: Some(" of max"),
            data: &[Data::Whole, Data::Flags],
            options: || Options { operator: Operator::max(), ..Options::default() },
            quiet: true,
            ..Example::ALL
        },
    ],
};

pub(super) static GROUP: Primitive = Primitive {
    name: "group",
    inputs: &[Input::new("keys", Data::Integers), Input::new("values", Data::Whole)],
    fragment: Family { methods: Group::TABLE, shown: &["sort-scan-gather"], run: group },
    compute: Some(Family { methods: compute::Group::TABLE, shown: &["runs", "tiles"], run: dispatch_group }),
    reference: expected_group,
    published: &["sort-scan-gather"],
    examples: &[
        Example {
            title: Some(" by integers of 12 bits"),
            row: Some(""),
            data: &[Data::Integers, Data::Whole],
            bytes: |n, _| 8 * n,
            ..Example::ALL
        },
        Example {
            row: Some(", keys sorted"),
            data: &[Data::SortedIntegers, Data::Whole],
            options: || Options { groups: Grouping { sorted: true }, ..Options::default() },
            bytes: |n, _| 8 * n,
            compute: Select::NONE,
            ..Example::ALL
        },
    ],
};

fn scan(method: Option<usize>, inputs: &[&Stream<f32>], options: &Options) -> Result<Output<Stream<f32>>, Error> {
    let (values, heads, op) = (inputs[0], inputs[1], &options.operator);
    Ok(Output::Streams(vec![match method {
        None => primitives::segmented_scan(values, heads, op)?,
        Some(method) => primitives::segmented_scan_by(values, heads, op, SegmentedScan::ALL[method])?,
    }]))
}

fn dispatch_scan(
    method: Option<usize>,
    inputs: &[&Buffer<f32>],
    options: &Options,
) -> Result<Output<Buffer<f32>>, Error> {
    let (values, heads, op) = (inputs[0], inputs[1], &options.operator);
    Ok(Output::Streams(vec![match method {
        None => compute::segmented_scan(values, heads, op)?,
        Some(method) => compute::segmented_scan_by(values, heads, op, compute::SegmentedScan::ALL[method])?,
    }]))
}

fn expected_scan(inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
    Ok(reference::segmented_scan(inputs[0], inputs[1], &options.operator))
}

fn group(method: Option<usize>, inputs: &[&Stream<f32>], options: &Options) -> Result<Output<Stream<f32>>, Error> {
    let (keys, values, op) = (inputs[0], inputs[1], &options.operator);
    let method = method.map_or_else(|| Group::fastest(keys.device()), |method| Group::ALL[method]);
    let (keys, results) = match options.groups.sorted {
        false => primitives::group_by(keys, values, op, method)?,
        true => primitives::group_sorted(keys, values, op)?,
    };
    Ok(Output::Streams(vec![keys, results]))
}

fn dispatch_group(
    method: Option<usize>,
    inputs: &[&Buffer<f32>],
    options: &Options,
) -> Result<Output<Buffer<f32>>, Error> {
    let (keys, values) = match method {
        None => compute::group(inputs[0], inputs[1], &options.operator)?,
        Some(method) => compute::group_by(inputs[0], inputs[1], &options.operator, compute::Group::ALL[method])?,
    };
    Ok(Output::Streams(vec![keys, values]))
}

fn expected_group(inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
    let (keys, results) = reference::group(inputs[0], inputs[1], &options.operator);
    Ok([keys, results].concat())
}
