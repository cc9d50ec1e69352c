//! Argsort: the order of keys, as their positions.

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::machine::Stream;
use crate::machine::layers::Layers;

use super::argsort_bits::{Quantized, Words};
pub use super::argsort_methods::Argsort;
pub use super::argsort_options::ArgsortOptions;
use super::argsort_radix::{self, Digits};
use super::argsort_rank::Ranks;
use super::integer_sort::{self, Order};
use super::key::Key;
use super::key::sealed::Kind;
pub(super) use super::needs::check_positions;
use super::{bitonic_pairs, packed_sort, sort_merge};

/// Finds the order of keys: element i of the result is the position, in C order, of the key that comes i-th when the keys are sorted.
/// The smallest key is first, and equal keys keep their order. The result has the shape and layout of the keys; positions are whole
/// numbers in floats. The method is the one that [`Argsort::fastest`] returns.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let keys = device.upload(&[0.5, 0.25, 1.0, 0.25])?;
/// assert_eq!(primitives::argsort(&keys)?.read()?, [1.0, 3.0, 0.0, 2.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`PrimitiveError::FloatAddress`](super::PrimitiveError::FloatAddress), for more than 2^24 keys.
pub fn argsort<K: Key>(keys: &Stream<K>) -> Result<Stream<f32>, Error> {
    argsort_with(keys, ArgsortOptions::default())
}

/// Finds the order of keys by the given method.
///
/// # Errors
/// As [`argsort_with`].
pub fn argsort_by<K: Key>(keys: &Stream<K>, method: Argsort) -> Result<Stream<f32>, Error> {
    argsort_with(keys, ArgsortOptions::default().method(method))
}

/// Finds the order of keys as the options say.
///
/// # Errors
/// As [`argsort`]; [`PrimitiveError::KeyBits`](super::PrimitiveError::KeyBits) and [`PrimitiveError::KeyRange`](super::PrimitiveError::KeyRange), for bits and a range that cannot be;
/// [`PrimitiveError::WordBits`](super::PrimitiveError::WordBits), if [`Argsort::MergeWords`] is named, and a word cannot hold key and position, or if
/// [`Argsort::MergeBlocks`] is named without bits;
/// [`PrimitiveError::Lacks`](super::PrimitiveError::Lacks), if the device lacks a feature that the named method needs.
pub fn argsort_with<K: Key>(keys: &Stream<K>, options: ArgsortOptions) -> Result<Stream<f32>, Error> {
    let signed = match K::kind(keys) {
        Kind::Floats(keys, _) => return argsort_floats(keys, options),
        Kind::Integers { signed } => signed,
    };
    let descending = options.descending;
    options.run(keys.device(), keys.len(), |method, on| {
        let keys = on.lend(keys);
        match options.bits {
            // Bits are those of floats.
            Some(_) if keys.len() > 1 => run(&integer_sort::floats(&keys)?, options, method),
            _ => integer_sort::positions(&keys, Order { signed, descending, steps: method.steps() }),
        }
    })
}

fn argsort_floats(keys: &Stream<f32>, options: ArgsortOptions) -> Result<Stream<f32>, Error> {
    options.run(keys.device(), keys.len(), |method, on| run(&on.lend(keys), options, method))
}

fn run(keys: &Stream<f32>, options: ArgsortOptions, method: Argsort) -> Result<Stream<f32>, Error> {
    let (device, shape, layout) = (keys.device(), keys.shape(), keys.layout());
    if keys.len() < 2 {
        let order = device.upload_shaped(shape, &vec![0.0; keys.len()])?;
        return order.to_layout(layout);
    }
    let Some(bits) = options.bits else { return by_all_bits(keys, options.descending, method) };
    let quantized = Quantized::new(keys, bits, options.descending)?;
    if method == Argsort::MipRadix {
        let digits = Digits { bits: Some(bits.bits), descending: false };
        return argsort_radix::positions(&quantized.stream()?, digits)?.to_layout(layout);
    }
    if method == Argsort::MergeBlocks {
        let words = Words::of_blocks(&quantized);
        let sorted = sort_merge::sort_blocks(keys, &words)?;
        return match keys.len() > words.block() {
            true => result(keys, &sorted, Form::Pairs, None),
            false => result(keys, &sorted, Form::Words, Some(&words)),
        };
    }
    if method != Argsort::MergeWords {
        return by_all_bits(&quantized.stream()?, false, method);
    }
    let words = Words::new(&quantized);
    let sorted = sort_merge::sort_words(keys, &words)?;
    result(keys, &sorted, if words.halves() { Form::Positions } else { Form::Words }, Some(&words))
}

fn by_all_bits(keys: &Stream<f32>, descending: bool, method: Argsort) -> Result<Stream<f32>, Error> {
    match method {
        Argsort::Bitonic | Argsort::BitonicFloat => {
            let in_floats = method == Argsort::BitonicFloat;
            bitonic_pairs::positions(keys, bitonic_pairs::Order { descending, stable: true, in_floats })
        }
        Argsort::BitonicPacked => packed_sort::positions(keys, &packed_sort::sort_positions(keys, descending)?),
        Argsort::Merge | Argsort::MergeWords | Argsort::MergeBlocks => {
            result(keys, &sort_merge::sort_positions(keys, descending)?, Form::Pairs, None)
        }
        Argsort::MipRadix => {
            argsort_radix::positions(keys, Digits { bits: None, descending })?.to_layout(keys.layout())
        }
        Argsort::Rank => {
            let order = Ranks::of(keys, descending)?.positions()?;
            if keys.layout() == Layout::Packed { Ok(order) } else { order.to_layout(keys.layout()) }
        }
    }
}

/// What a texel of a merge holds.
#[derive(Clone, Copy)]
enum Form {
    Pairs = 0,
    Words = 1,
    Positions = 2,
}

/// Draws the last pass of a merge, which writes the positions.
fn result(keys: &Stream<f32>, sorted: &Layers, form: Form, words: Option<&Words>) -> Result<Stream<f32>, Error> {
    let device = keys.device();
    let source = match keys.layout() {
        Layout::Packed => glsl!("primitives/argsort_result_packed.frag"),
        Layout::Plain => glsl!("primitives/argsort_result.frag"),
    };
    let kernel = device.kernel(&source.parameter("form", form as i32))?;
    let mut order = device.stream_with(keys.shape(), keys.layout())?;
    let mut pass = device.pass(&kernel).bound("sorted", sorted.bound());
    if let (Form::Words, Some(words)) = (form, words) {
        pass = words.mask(pass);
    }
    pass.output_texels("order", &mut order).run()?;
    Ok(order)
}
