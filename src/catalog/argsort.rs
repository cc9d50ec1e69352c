//! Argsort: the order of keys, as their positions.

use crate::compute;
use crate::error::Error;
use crate::machine::{Buffer, Stream};
use crate::method::Methods;
use crate::primitives::{self, Argsort, ArgsortOptions, KeyRange};
use crate::reference;

use super::{Data, Example, Family, Input, Options, Output, Primitive, Select};

/// The methods for keys of few bits.
const OF_BITS: [&str; 2] = ["merge-words", "merge-blocks"];

pub(super) static ARGSORT: Primitive = Primitive {
    name: "argsort",
    inputs: &[Input::new("keys", Data::Noise)],
    fragment: Family { methods: Argsort::TABLE, shown: &["bitonic"], run: draw },
    compute: Some(Family { methods: compute::Argsort::TABLE, shown: &["bitonic"], run: dispatch }),
    reference: expected,
    published: &["bitonic"],
    examples: &[
        Example {
            title: Some(", of integers of 12 bits"),
            row: Some("-12-bits"),
            data: &[Data::Integers],
            options: || Options { bits: Some(12), ..Options::default() },
            ..Example::ALL
        },
        Example {
            row: Some("-16-bits"),
            data: &[Data::Shorts],
            options: || Options { bits: Some(16), ..Options::default() },
            fragment: Select::But(&["merge-words"]),
            ..Example::ALL
        },
        Example { title: Some(""), row: Some(""), fragment: Select::But(&OF_BITS), ..Example::ALL },
        Example {
            title: Some(", descending"),
            data: &[Data::Whole],
            options: || Options { descending: true, ..Options::default() },
            fragment: Select::But(&OF_BITS),
            quiet: true,
            ..Example::ALL
        },
        // Zeros of both signs tie.
        Example { data: &[Data::Zeros], fragment: Select::But(&OF_BITS), ..Example::ALL },
    ],
};

fn draw(method: Option<usize>, inputs: &[&Stream<f32>], options: &Options) -> Result<Output<Stream<f32>>, Error> {
    let mut wanted = ArgsortOptions::default();
    wanted = method.map_or(wanted, |method| wanted.method(Argsort::ALL[method]));
    wanted = if options.descending { wanted.descending() } else { wanted };
    wanted = options.bits.map_or(wanted, |bits| wanted.bits(bits, KeyRange::Integers));
    Ok(Output::Streams(vec![primitives::argsort_with(inputs[0], wanted)?]))
}

fn dispatch(method: Option<usize>, inputs: &[&Buffer<f32>], options: &Options) -> Result<Output<Buffer<f32>>, Error> {
    let mut wanted = compute::ArgsortOptions::default();
    wanted = method.map_or(wanted, |method| wanted.method(compute::Argsort::ALL[method]));
    wanted = if options.descending { wanted.descending() } else { wanted };
    wanted = options.bits.map_or(wanted, |bits| wanted.bits(bits, KeyRange::Integers));
    Ok(Output::Streams(vec![compute::argsort_with(inputs[0], wanted)?]))
}

fn expected(inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
    Ok(match options.bits {
        None => reference::argsort(inputs[0], options.descending),
        Some(bits) => {
            let keys = reference::quantized(inputs[0], bits, (0.0, (1u32 << bits) as f32));
            reference::argsort(&keys, options.descending)
        }
    })
}
