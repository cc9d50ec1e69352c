//! Sorts of integers, which are digits of 16 bits in floats.

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::machine::Stream;
use crate::texel::{Components, Stored};
use crate::value::Value;

use super::argsort_radix::{self, Digits};
use super::{bitonic_pairs, packed_sort, sort_merge, take};

/// How integers are sorted.
#[derive(Clone, Copy)]
pub(super) struct Order {
    pub signed: bool,
    pub descending: bool,
    pub steps: Steps,
}

/// The passes of a sort.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Steps {
    /// Merges, by words of two digits.
    Merge,
    /// The packed bitonic sort, by one digit after the other.
    Packed,
    /// The bitonic sort, by one digit after the other.
    Bitonic { in_floats: bool },
    /// The radix sort of [`Argsort::MipRadix`](super::Argsort::MipRadix), by one digit of 16 bits after the other.
    Radix,
}

impl Order {
    /// Returns whether integers of this type are merged as one word each.
    fn merges_words<K: Stored>(self) -> bool {
        self.steps == Steps::Merge && K::COMPONENTS == Components::Two
    }
}

/// What is subtracted from an unsigned high digit, so that it compares as a signed one.
const UNSIGNED: f32 = 32768.0;

/// Sorts integers. Equal ones cannot be told apart, so the order is stable in any case.
pub(super) fn sort<K: Stored>(keys: &Stream<K>, order: Order) -> Result<Stream<K>, Error> {
    if keys.len() < 2 {
        return keys.to_layout(keys.layout());
    }
    if order.merges_words::<K>() {
        let bias = bias(order.signed);
        let sorted = sort_merge::sort_integers(keys, bias, order.descending)?;
        return sort_merge::integers(keys, &sorted, bias, order.descending);
    }
    take(keys, &positions(keys, order)?)
}

/// Sorts integers with a payload, stably.
pub(super) fn sort_pairs<K: Stored, T: Stored>(
    keys: &Stream<K>,
    values: &Stream<T>,
    order: Order,
) -> Result<(Stream<K>, Stream<T>), Error> {
    if keys.len() < 2 {
        return Ok((keys.to_layout(Layout::Plain)?, values.to_layout(Layout::Plain)?));
    }
    if order.merges_words::<K>() {
        let bias = bias(order.signed);
        let sorted = sort_merge::sort_integers(keys, bias, order.descending)?;
        let payload = sort_merge::gather_by_integers(values, &sorted, Layout::Plain)?;
        return Ok((sort_merge::integers(keys, &sorted, bias, order.descending)?, payload));
    }
    let positions = positions(keys, order)?;
    Ok((take(keys, &positions)?, take(values, &positions)?))
}

fn bias(signed: bool) -> f32 {
    if signed { 0.0 } else { UNSIGNED }
}

/// Sorts the positions of integers.
pub(super) fn positions<K: Stored>(keys: &Stream<K>, order: Order) -> Result<Stream<f32>, Error> {
    let Order { signed, descending, steps } = order;
    if keys.len() < 2 {
        return keys.device().upload_shaped(keys.shape(), &vec![0.0; keys.len()]);
    }
    if order.merges_words::<K>() {
        let sorted = sort_merge::sort_integers(keys, bias(signed), descending)?;
        return sort_merge::positions_of_integers(keys, &sorted);
    }
    let parts = if steps == Steps::Merge { 2 } else { K::COMPONENTS.count() };
    let mut found: Option<Stream<f32>> = None;
    // Every part is sorted stably, so that keys which tie in it stay in the order of the parts below it.
    for part in (0..parts).rev() {
        let next = match steps {
            Steps::Merge => {
                let word = word(keys, found.as_ref(), part == 0)?;
                let sorted = sort_merge::sort_integers(&word, bias(signed && part == 0), descending)?;
                sort_merge::positions_of_integers(&word, &sorted)?
            }
            Steps::Packed => {
                let digit = digit(keys, found.as_ref(), part)?;
                packed_sort::positions(&digit, &packed_sort::sort_positions(&digit, descending)?)?
            }
            Steps::Bitonic { in_floats } => {
                let order = bitonic_pairs::Order { descending, stable: true, in_floats };
                bitonic_pairs::positions(&digit(keys, found.as_ref(), part)?, order)?
            }
            Steps::Radix => {
                let digits = Digits { bits: None, descending };
                argsort_radix::positions(&digit(keys, found.as_ref(), part)?, digits)?
            }
        };
        found = Some(match found {
            Some(below) => take(&below, &next)?,
            None => next,
        });
    }
    found.map_or_else(|| keys.device().stream(keys.shape()), Ok)
}

/// Takes the high or the low two digits of integers of four, in this order.
fn word<K: Stored>(keys: &Stream<K>, order: Option<&Stream<f32>>, high: bool) -> Result<Stream<[f32; 2]>, Error> {
    let device = keys.device();
    let source = glsl!("primitives/integer_word.frag").parameter("ordered", order.is_some()).parameter("high", high);
    let kernel = device.kernel(&source)?;
    let mut word = device.stream(keys.shape())?;
    let pass = device.pass(&kernel).input("keys", keys);
    let pass = order.into_iter().fold(pass, |pass, order| pass.input("order", order));
    pass.output("word", &mut word).run()?;
    Ok(word)
}

/// Takes a digit of integers, in this order.
pub(super) fn digit<K: Stored>(
    keys: &Stream<K>,
    order: Option<&Stream<f32>>,
    digit: usize,
) -> Result<Stream<f32>, Error> {
    weighted(keys, order, |d| if d == digit { 1.0 } else { 0.0 })
}

/// Rounds integers to floats, whose order is the same but for ties.
pub(super) fn floats<K: Stored>(keys: &Stream<K>) -> Result<Stream<f32>, Error> {
    weighted(keys, None, |d| 65536f32.powi((K::COMPONENTS.count() - 1 - d) as i32))
}

/// Adds the digits of integers, each times its weight.
fn weighted<K: Stored>(
    keys: &Stream<K>,
    order: Option<&Stream<f32>>,
    weight: impl Fn(usize) -> f32,
) -> Result<Stream<f32>, Error> {
    let device = keys.device();
    let source = glsl!("primitives/integer_digit.frag").element::<K>().parameter("ordered", order.is_some());
    let kernel = device.kernel(&source)?;
    let mut digit = device.stream(keys.shape())?;
    let pass = device.pass(&kernel).input("keys", keys).constant("pick", weights::<K>(weight));
    let pass = order.into_iter().fold(pass, |pass, order| pass.input("order", order));
    pass.output("digit", &mut digit).run()?;
    Ok(digit)
}

/// Makes a constant with a number for each digit.
pub(super) fn weights<K: Stored>(weight: impl Fn(usize) -> f32) -> Value {
    match K::COMPONENTS {
        Components::Two => Value::Vec2(std::array::from_fn(weight)),
        _ => Value::Vec4(std::array::from_fn(weight)),
    }
}
