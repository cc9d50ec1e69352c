//! Random: generates random numbers. It has no input, but the entry has one: the result has its shape and layout.

use crate::compute;
use crate::error::Error;
use crate::generator::Generator;
use crate::machine::{Buffer, Stream};
use crate::method::Methods;
use crate::primitives::{self, Random, RandomOptions};
use crate::reference;

use super::{Data, Example, Family, Input, Options, Output, Primitive};

/// The seed of all examples.
pub(crate) const SEED: u64 = 0x0123_4567_89AB_CDEF;

pub(super) static RANDOM: Primitive = Primitive {
    name: "random",
    inputs: &[Input::new("like", Data::Noise)],
    fragment: Family { methods: Random::TABLE, shown: &["philox", "feistel-12"], run: draw },
    compute: Some(Family { methods: compute::Random::TABLE, shown: &["philox"], run: dispatch }),
    reference: expected,
    published: &["philox"],
    examples: &[Example {
        title: Some(""),
        row: Some(""),
        by_method: true,
        // Numbers are only written.
        bytes: |n, _| 4 * n,
        ..Example::ALL
    }],
};

fn draw(method: Option<usize>, inputs: &[&Stream<f32>], _: &Options) -> Result<Output<Stream<f32>>, Error> {
    let like = inputs[0];
    let mut options = RandomOptions::default().seed(SEED).layout(like.layout());
    options = method.map_or(options, |method| options.method(Random::ALL[method]));
    Ok(Output::Streams(vec![primitives::random(like.device(), like.shape(), options)?]))
}

fn dispatch(method: Option<usize>, inputs: &[&Buffer<f32>], _: &Options) -> Result<Output<Buffer<f32>>, Error> {
    let like = inputs[0];
    let mut options = compute::RandomOptions::default().seed(SEED);
    options = method.map_or(options, |method| options.method(compute::Random::ALL[method]));
    Ok(Output::Streams(vec![compute::random(like.device(), like.len(), options)?]))
}

fn expected(inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
    let method = options.method.and_then(Random::named);
    let generator = method.map_or(Generator::Philox, Random::generator);
    Ok(reference::random(inputs[0].len(), SEED, generator))
}
