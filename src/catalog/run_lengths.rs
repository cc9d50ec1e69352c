//! Unique and run lengths: distinct keys, or runs of equal keys, and how many there are of each.

use crate::compute;
use crate::error::Error;
use crate::machine::{Buffer, Stream};
use crate::method::{MethodInfo, Methods};
use crate::primitives::{self, RunLengths};
use crate::reference;

use super::{Data, Example, Family, Input, Options, Output, Primitive};

pub(super) static UNIQUE: Primitive = Primitive {
    name: "unique",
    inputs: &[Input::new("keys", Data::Integers)],
    fragment: Family { methods: &DRAWN, shown: &["histopyramid"], run: draw_unique },
    compute: Some(Family { methods: &DISPATCHED, shown: &["runs", "tiles"], run: dispatch_unique }),
    reference: expected_unique,
    published: &["filter-gather"],
    examples: &[Example {
        title: Some(" of integers of 12 bits"),
        row: Some(""),
        data: &[Data::Integers],
        bytes: |n, _| 4 * n,
        ..Example::ALL
    }],
};

pub(super) static RUN_LENGTHS: Primitive = Primitive {
    name: "run-lengths",
    inputs: &[Input::new("keys", Data::SortedIntegers)],
    fragment: Family { methods: RunLengths::TABLE, shown: &["histopyramid"], run: draw },
    compute: Some(Family { methods: compute::RunLengths::TABLE, shown: &["runs", "tiles"], run: dispatch }),
    reference: expected,
    published: &["filter-gather"],
    examples: &[
        Example {
            title: Some(" of sorted integers of 12 bits"),
            row: Some(""),
            data: &[Data::SortedIntegers],
            bytes: |n, _| 4 * n,
            ..Example::ALL
        },
        Example {
            title: Some(" of flags"),
            row: Some(", flags"),
            data: &[Data::Flags],
            bytes: |n, _| 6 * n,
            quiet: true,
            ..Example::ALL
        },
    ],
};

/// The methods of finding runs after a sort, whose passes count too.
const DRAWN: [MethodInfo; 2] = [
    MethodInfo {
        passes: "those of a sort and a filter, and 3",
        of_2_20: "32 packed, 34 plain",
        ..RunLengths::TABLE[0]
    },
    MethodInfo { passes: "those of a sort, and of a pyramid", of_2_20: "30 packed, 33 plain", ..RunLengths::TABLE[1] },
];

/// The same on compute shaders.
const DISPATCHED: [MethodInfo; 2] = [
    MethodInfo { of_2_20: "18", ..compute::RunLengths::TABLE[0] },
    MethodInfo { of_2_20: "21", ..compute::RunLengths::TABLE[1] },
];

fn draw_unique(method: Option<usize>, inputs: &[&Stream<f32>], _: &Options) -> Result<Output<Stream<f32>>, Error> {
    drawn(match method {
        None => primitives::unique(inputs[0]),
        Some(method) => primitives::unique_by(inputs[0], RunLengths::ALL[method]),
    })
}

fn draw(method: Option<usize>, inputs: &[&Stream<f32>], _: &Options) -> Result<Output<Stream<f32>>, Error> {
    drawn(match method {
        None => primitives::run_lengths(inputs[0]),
        Some(method) => primitives::run_lengths_by(inputs[0], RunLengths::ALL[method]),
    })
}

fn drawn(found: Result<primitives::Unique, Error>) -> Result<Output<Stream<f32>>, Error> {
    found.map(|found| Output::Streams(vec![found.keys, found.counts]))
}

fn dispatch_unique(method: Option<usize>, inputs: &[&Buffer<f32>], _: &Options) -> Result<Output<Buffer<f32>>, Error> {
    dispatched(match method {
        None => compute::unique(inputs[0]),
        Some(method) => compute::unique_by(inputs[0], compute::RunLengths::ALL[method]),
    })
}

fn dispatch(method: Option<usize>, inputs: &[&Buffer<f32>], _: &Options) -> Result<Output<Buffer<f32>>, Error> {
    dispatched(match method {
        None => compute::run_lengths(inputs[0]),
        Some(method) => compute::run_lengths_by(inputs[0], compute::RunLengths::ALL[method]),
    })
}

fn dispatched(found: Result<compute::Unique<Buffer<f32>>, Error>) -> Result<Output<Buffer<f32>>, Error> {
    found.map(|found| Output::Streams(vec![found.keys, found.counts]))
}

fn expected_unique(inputs: &[&[f32]], _: &Options) -> Result<Vec<f32>, Error> {
    let (keys, counts) = reference::unique(inputs[0]);
    Ok([keys, counts].concat())
}

fn expected(inputs: &[&[f32]], _: &Options) -> Result<Vec<f32>, Error> {
    let (keys, counts) = reference::run_lengths(inputs[0]);
    Ok([keys, counts].concat())
}
