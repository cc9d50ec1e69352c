//! Reductions, scans and sorts along an axis: each row or column of a matrix by itself.

use crate::compute::{self, Axis};
use crate::error::Error;
use crate::machine::{Buffer, Stream};
use crate::method::Methods;
use crate::operator::Operator;
use crate::primitives::{self, ArgsortAxis, ArgsortAxisOptions, ReduceAxis, ScanAxis, SortAxis, SortAxisOptions};
use crate::reference;

use super::{Data, Example, Family, Input, Options, Output, Primitive};

/// An example along the rows of a matrix.
pub(super) const ROWS: Example =
    Example { title: Some(", of rows"), row: Some("-rows"), options: || along(1), ..Example::ALL };
/// An example along its columns.
pub(super) const COLUMNS: Example =
    Example { title: Some(", of columns"), row: Some("-columns"), options: || along(0), quiet: true, ..Example::ALL };

pub(super) fn along(axis: i32) -> Options {
    Options { axis: Some(axis), ..Options::default() }
}

/// The axis of a call.
pub(super) fn axis(options: &Options) -> i32 {
    options.axis.unwrap_or(-1)
}

/// An example of rows, the largest first.
const DESCENDING: Example = Example {
    title: Some(", descending, of rows"),
    row: None,
    data: &[Data::Whole],
    options: || Options { descending: true, ..along(-1) },
    quiet: true,
    ..ROWS
};

/// An example of rows in which zeros of both signs tie.
const ZEROS: Example = Example { title: None, row: None, data: &[Data::Zeros], ..ROWS };

pub(super) static REDUCE_AXIS: Primitive = Primitive {
    name: "reduce-axis",
    inputs: &[Input::new("values", Data::Whole)],
    fragment: Family { methods: ReduceAxis::TABLE, shown: &["brook"], run: reduce },
    compute: Some(Family { methods: compute::ReduceAxis::TABLE, shown: &["runs", "tiles"], run: dispatch_reduce }),
    reference: expected_reduce,
    published: &["brook"],
    examples: &[
        Example { data: &[Data::Whole], bytes: |n, _| 4 * n, ..ROWS },
        Example { data: &[Data::Whole], bytes: |n, _| 4 * n, ..COLUMNS },
    ],
};

pub(super) static SCAN_AXIS: Primitive = Primitive {
    name: "scan-axis",
    inputs: &[Input::new("values", Data::Whole)],
    fragment: Family { methods: ScanAxis::TABLE, shown: &["hillis-steele"], run: scan },
    compute: Some(Family { methods: compute::ScanAxis::TABLE, shown: &["runs", "tiles"], run: dispatch_scan }),
    reference: expected_scan,
    published: &["hillis-steele"],
    examples: &[
        Example { data: &[Data::Whole], ..ROWS },
        Example { data: &[Data::Whole], ..COLUMNS },
        Example {
            title: Some(" of max, exclusive, of columns"),
            row: None,
            data: &[Data::Whole],
            options: || Options { exclusive: true, operator: Operator::max(), ..along(-2) },
            ..COLUMNS
        },
    ],
};

pub(super) static SORT_AXIS: Primitive = Primitive {
    name: "sort-axis",
    inputs: &[Input::new("keys", Data::Noise)],
    fragment: Family { methods: SortAxis::TABLE, shown: &["bitonic"], run: sort },
    compute: Some(Family {
        methods: compute::SortAxis::TABLE,
        shown: &["bitonic-shared", "radix-runs"],
        run: dispatch_sort,
    }),
    reference: expected_sort,
    published: &["bitonic"],
    examples: &[ROWS, COLUMNS, DESCENDING],
};

pub(super) static ARGSORT_AXIS: Primitive = Primitive {
    name: "argsort-axis",
    inputs: &[Input::new("keys", Data::Noise)],
    fragment: Family { methods: ArgsortAxis::TABLE, shown: &["bitonic"], run: argsort },
    compute: Some(Family {
        methods: compute::SortAxis::TABLE,
        shown: &["bitonic-shared", "radix-runs"],
        run: dispatch_argsort,
    }),
    reference: expected_argsort,
    published: &["bitonic"],
    examples: &[ROWS, COLUMNS, DESCENDING, ZEROS],
};

fn reduce(method: Option<usize>, inputs: &[&Stream<f32>], options: &Options) -> Result<Output<Stream<f32>>, Error> {
    let (values, op, axis) = (inputs[0], &options.operator, axis(options));
    Ok(Output::Streams(vec![match method {
        None => primitives::reduce_axis(values, op, axis)?,
        Some(method) => primitives::reduce_axis_by(values, op, axis, ReduceAxis::ALL[method])?,
    }]))
}

/// The axis of a call on a buffer, in the shape that the options say.
fn axis_of(values: &Buffer<f32>, options: &Options) -> Axis {
    Axis::of(options.shape(values.len()), axis(options))
}

fn dispatch_reduce(
    method: Option<usize>,
    inputs: &[&Buffer<f32>],
    options: &Options,
) -> Result<Output<Buffer<f32>>, Error> {
    let (values, op) = (inputs[0], &options.operator);
    let method =
        method.map_or_else(|| compute::ReduceAxis::fastest(values.device()), |at| compute::ReduceAxis::ALL[at]);
    Ok(Output::Streams(vec![compute::reduce_axis_by(values, op, axis_of(values, options), method)?]))
}

fn expected_reduce(inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
    reference::reduce_axis(inputs[0], options.shape(inputs[0].len()), &options.operator, axis(options))
}

fn scan(method: Option<usize>, inputs: &[&Stream<f32>], options: &Options) -> Result<Output<Stream<f32>>, Error> {
    let (values, op, axis) = (inputs[0], &options.operator, axis(options));
    Ok(Output::Streams(vec![match (method.map(|method| ScanAxis::ALL[method]), options.exclusive) {
        (None, false) => primitives::scan_axis(values, op, axis)?,
        (None, true) => primitives::exclusive_scan_axis(values, op, axis)?,
        (Some(method), false) => primitives::scan_axis_by(values, op, axis, method)?,
        (Some(method), true) => primitives::exclusive_scan_axis_by(values, op, axis, method)?,
    }]))
}

fn dispatch_scan(
    method: Option<usize>,
    inputs: &[&Buffer<f32>],
    options: &Options,
) -> Result<Output<Buffer<f32>>, Error> {
    let (values, op, axis) = (inputs[0], &options.operator, axis_of(inputs[0], options));
    let method = method.map_or_else(|| compute::ScanAxis::fastest(values.device()), |at| compute::ScanAxis::ALL[at]);
    Ok(Output::Streams(vec![match options.exclusive {
        false => compute::scan_axis_by(values, op, axis, method)?,
        true => compute::exclusive_scan_axis_by(values, op, axis, method)?,
    }]))
}

fn expected_scan(inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
    let (values, shape, op) = (inputs[0], options.shape(inputs[0].len()), &options.operator);
    match options.exclusive {
        false => reference::scan_axis(values, shape, op, axis(options)),
        true => reference::exclusive_scan_axis(values, shape, op, axis(options)),
    }
}

fn sort(method: Option<usize>, inputs: &[&Stream<f32>], options: &Options) -> Result<Output<Stream<f32>>, Error> {
    let mut wanted = SortAxisOptions::default();
    wanted = method.map_or(wanted, |method| wanted.method(SortAxis::ALL[method]));
    wanted = if options.descending { wanted.descending() } else { wanted };
    Ok(Output::Streams(vec![primitives::sort_axis_with(inputs[0], axis(options), wanted)?]))
}

/// The options of a sort or argsort on compute shaders.
fn sorting(method: Option<usize>, options: &Options) -> compute::SortAxisOptions {
    let wanted = compute::SortAxisOptions::default();
    let wanted = method.map_or(wanted, |method| wanted.method(compute::SortAxis::ALL[method]));
    if options.descending { wanted.descending() } else { wanted }
}

fn dispatch_sort(
    method: Option<usize>,
    inputs: &[&Buffer<f32>],
    options: &Options,
) -> Result<Output<Buffer<f32>>, Error> {
    let (keys, sorting) = (inputs[0], sorting(method, options));
    Ok(Output::Streams(vec![compute::sort_axis_with(keys, axis_of(keys, options), sorting)?]))
}

fn expected_sort(inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
    reference::sort_axis(inputs[0], options.shape(inputs[0].len()), axis(options), options.descending)
}

fn argsort(method: Option<usize>, inputs: &[&Stream<f32>], options: &Options) -> Result<Output<Stream<f32>>, Error> {
    let mut wanted = ArgsortAxisOptions::default();
    wanted = method.map_or(wanted, |method| wanted.method(ArgsortAxis::ALL[method]));
    wanted = if options.descending { wanted.descending() } else { wanted };
    Ok(Output::Streams(vec![primitives::argsort_axis_with(inputs[0], axis(options), wanted)?]))
}

fn dispatch_argsort(
    method: Option<usize>,
    inputs: &[&Buffer<f32>],
    options: &Options,
) -> Result<Output<Buffer<f32>>, Error> {
    let (keys, sorting) = (inputs[0], sorting(method, options));
    Ok(Output::Streams(vec![compute::argsort_axis_with(keys, axis_of(keys, options), sorting)?]))
}

fn expected_argsort(inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
    reference::argsort_axis(inputs[0], options.shape(inputs[0].len()), axis(options), options.descending)
}
