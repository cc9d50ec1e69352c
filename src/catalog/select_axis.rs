//! Selections along an axis: the largest elements and the quantiles of each row or column of a matrix by itself.

use crate::error::{Error, PrimitiveError};
use crate::machine::Stream;
use crate::method::{MethodInfo, MethodKernel, Methods};
use crate::primitives::{self, ArgsortAxis, SortAxis, TopAxisOptions};
use crate::reference;
use crate::shape::Shape;

use super::axis::{COLUMNS, ROWS, along, axis};
use super::{Data, Example, Family, Input, Options, Output, Primitive, Ranks};

pub(super) static TOP_AXIS: Primitive = Primitive {
    name: "top-axis",
    inputs: &[Input::new("values", Data::Noise)],
    fragment: Family { methods: &TOP, shown: &["bitonic"], run: top },
    compute: None,
    reference: expected_top,
    published: &["bitonic"],
    examples: &[
        Example { title: Some(" of 10, of rows"), bytes: |n, _| 4 * n, ..ROWS },
        Example { title: Some(" of 10, of columns"), bytes: |n, _| 4 * n, ..COLUMNS },
        Example {
            title: Some(", the smallest, of rows of whole numbers"),
            row: None,
            data: &[Data::Whole],
            options: || Options { ranks: Ranks { smallest: true, ..Ranks::default() }, ..along(-1) },
            quiet: true,
            ..ROWS
        },
    ],
};

pub(super) static QUANTILE_AXIS: Primitive = Primitive {
    name: "quantile-axis",
    inputs: &[Input::new("values", Data::Noise)],
    fragment: Family { methods: &QUANTILE, shown: &["bitonic"], run: quantile },
    compute: None,
    reference: expected_quantile,
    published: &["bitonic"],
    examples: &[
        Example { title: Some(" 0.5, of rows"), bytes: |n, _| 4 * n, ..ROWS },
        Example { title: Some(" 0.5, of columns"), bytes: |n, _| 4 * n, ..COLUMNS },
        Example {
            title: Some(" 0, 0.5 and 1, of columns of whole numbers"),
            row: None,
            data: &[Data::Whole],
            options: || Options { ranks: Ranks { quantiles: &[0.0, 1.0, 0.5], ..Ranks::default() }, ..along(-2) },
            ..COLUMNS
        },
    ],
};

/// The methods of an argsort along an axis, of which a selection takes the first places.
const TOP: [MethodInfo; 2] = [
    MethodInfo {
        passes: "those of argsort-axis, and 2",
        of_2_20: "57 (*L* = 1024)",
        kernels: &[MethodKernel::new("bitonic_sort_axis"), MethodKernel::new("take_axis")],
        ..ArgsortAxis::TABLE[0]
    },
    MethodInfo {
        passes: "those of argsort-axis, and 2",
        of_2_20: "9 (*L* = 1024)",
        kernels: &[
            MethodKernel::new("sort_groups"),
            MethodKernel::new("sort_starts"),
            MethodKernel::new("sort_merge"),
            MethodKernel::new("sort_axis_result"),
            MethodKernel::new("take_axis"),
        ],
        ..ArgsortAxis::TABLE[1]
    },
];

/// The methods of a sort along an axis, of which a pass picks quantiles.
const QUANTILE: [MethodInfo; 2] = [
    MethodInfo {
        passes: "those of sort-axis, and 1",
        of_2_20: "56 (*L* = 1024)",
        // It reads the ranks, too.
        needs: ArgsortAxis::TABLE[0].needs,
        kernels: &[MethodKernel::new("bitonic_sort_axis"), MethodKernel::new("quantile_pick")],
        ..SortAxis::TABLE[0]
    },
    MethodInfo {
        passes: "those of sort-axis, and 1",
        of_2_20: "7 (*L* = 1024)",
        kernels: &[
            MethodKernel::new("sort_groups"),
            MethodKernel::new("sort_starts"),
            MethodKernel::new("sort_merge"),
            MethodKernel::new("sort_axis_result"),
            MethodKernel::new("quantile_pick"),
        ],
        ..SortAxis::TABLE[1]
    },
];

/// Returns the number of elements to select of each line: all, if there are fewer.
fn count(shape: Shape, options: &Options) -> Result<usize, Error> {
    Ok(options.ranks.count.min(shape.extents()[shape.axis(axis(options))?]))
}

fn top(method: Option<usize>, inputs: &[&Stream<f32>], options: &Options) -> Result<Output<Stream<f32>>, Error> {
    let mut wanted = TopAxisOptions::default();
    wanted = method.map_or(wanted, |method| wanted.method(ArgsortAxis::ALL[method]));
    wanted = if options.ranks.smallest { wanted.smallest() } else { wanted };
    let k = count(inputs[0].shape(), options)?;
    let (values, places) = primitives::top_axis_with(inputs[0], k, axis(options), wanted)?;
    Ok(Output::Streams(vec![values, places]))
}

fn expected_top(inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
    let shape = options.shape(inputs[0].len());
    let k = count(shape, options)?;
    let (values, places) = reference::top_axis(inputs[0], shape, k, axis(options), options.ranks.smallest)?;
    Ok([values, places].concat())
}

fn quantile(method: Option<usize>, inputs: &[&Stream<f32>], options: &Options) -> Result<Output<Stream<f32>>, Error> {
    let (values, quantiles, axis) = (inputs[0], options.ranks.quantiles, axis(options));
    Ok(Output::Streams(vec![match method {
        None => primitives::quantile_axis(values, quantiles, axis)?,
        Some(method) => primitives::quantile_axis_by(values, quantiles, axis, SortAxis::ALL[method])?,
    }]))
}

fn expected_quantile(inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
    let shape = options.shape(inputs[0].len());
    let axis = shape.axis(axis(options))?;
    if shape.extents()[axis] == 0 && shape.without_axis(axis).count() > 0 {
        return Err(PrimitiveError::EmptyLines { what: "quantile", axis, shape }.into());
    }
    reference::quantile_axis(inputs[0], shape, options.ranks.quantiles, axis as i32)
}
