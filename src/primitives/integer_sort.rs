//! Sorts of integers, which are digits of 16 bits in floats.

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::machine::Stream;
use crate::machine::layers::Layers;
use crate::texel::Stored;
use crate::value::Value;

use super::argsort::{self, Argsort, ArgsortOptions, check_positions};
use super::key::Integer;
use super::sort::{Sort, SortOptions};
use super::{sort_merge, take};

/// What is subtracted from an unsigned high digit, so that it compares as a signed one.
const UNSIGNED: f32 = 32768.0;

/// Sorts integers. Equal ones cannot be told apart, so the order is stable in any case.
pub(super) fn sort<K: Integer>(keys: &Stream<K>, options: SortOptions) -> Result<Stream<K>, Error> {
    options.run(keys.device(), |method, on| {
        let keys = on.lend(keys);
        if keys.len() < 2 {
            return keys.to_layout(keys.layout());
        }
        if method == Sort::Merge && K::digits() == 2 {
            let bias = bias(K::SIGNED);
            let sorted = sort_merge::sort_integers(&keys, bias, options.descending)?;
            return sort_merge::integers(&keys, &sorted, bias, options.descending);
        }
        check_positions("a sort of integers", keys.len())?;
        take(&keys, &positions(&keys, method.into(), options.descending)?)
    })
}

/// Sorts integers with a payload, stably.
pub(super) fn sort_pairs<K: Integer, T: Stored>(
    keys: &Stream<K>,
    values: &Stream<T>,
    options: SortOptions,
) -> Result<(Stream<K>, Stream<T>), Error> {
    check_positions("a sort of integers", keys.len())?;
    options.run(keys.device(), |method, on| {
        let (keys, values) = (on.lend(keys), on.lend(values));
        if keys.len() < 2 {
            return Ok((keys.to_layout(Layout::Plain)?, values.to_layout(Layout::Plain)?));
        }
        if method == Sort::Merge && K::digits() == 2 {
            let bias = bias(K::SIGNED);
            let sorted = sort_merge::sort_integers(&keys, bias, options.descending)?;
            let payload = sort_merge::gather_by_integers(&values, &sorted, Layout::Plain)?;
            return Ok((sort_merge::integers(&keys, &sorted, bias, options.descending)?, payload));
        }
        let order = positions(&keys, method.into(), options.descending)?;
        Ok((take(&keys, &order)?, take(&values, &order)?))
    })
}

/// Finds the order of integers.
pub(super) fn argsort<K: Integer>(keys: &Stream<K>, options: ArgsortOptions) -> Result<Stream<f32>, Error> {
    options.run(keys.device(), keys.len(), |method, on| {
        let keys = on.lend(keys);
        let descending = options.is_descending();
        if keys.len() < 2 {
            return on.upload_shaped(keys.shape(), &vec![0.0; keys.len()]);
        }
        if options.has_bits() {
            return argsort::run(&floats(&keys)?, options, method);
        }
        positions(&keys, method, descending)
    })
}

impl From<Sort> for Argsort {
    /// Returns the argsort that sorts positions in the same way.
    fn from(method: Sort) -> Argsort {
        match method {
            Sort::Bitonic => Argsort::Bitonic,
            Sort::BitonicFloat => Argsort::BitonicFloat,
            Sort::BitonicPacked => Argsort::BitonicPacked,
            Sort::Merge => Argsort::Merge,
        }
    }
}

fn bias(signed: bool) -> f32 {
    if signed { 0.0 } else { UNSIGNED }
}

/// Sorts the positions of at least two integers.
fn positions<K: Integer>(keys: &Stream<K>, method: Argsort, descending: bool) -> Result<Stream<f32>, Error> {
    let by_words = matches!(method, Argsort::Merge | Argsort::MergeWords);
    if by_words && K::digits() == 2 {
        let sorted = sort_merge::sort_integers(keys, bias(K::SIGNED), descending)?;
        return argsort::positions_by_integers(keys, &sorted);
    }
    let parts = if by_words { 2 } else { K::digits() };
    let mut order: Option<Stream<f32>> = None;
    // Every argsort is stable, so that keys which tie in a part stay in the order of the parts below it.
    for part in (0..parts).rev() {
        let next = match by_words {
            true => {
                let word = word(keys, order.as_ref(), part == 0)?;
                let sorted: Layers = sort_merge::sort_integers(&word, bias(K::SIGNED && part == 0), descending)?;
                argsort::positions_by_integers(&word, &sorted)?
            }
            false => argsort::by_all_bits(&digit(keys, order.as_ref(), part)?, descending, method)?,
        };
        order = Some(match order {
            Some(below) => take(&below, &next)?,
            None => next,
        });
    }
    order.map_or_else(|| keys.device().stream(keys.shape()), Ok)
}

/// Takes the high or the low two digits of integers of four, in this order.
fn word<K: Integer>(keys: &Stream<K>, order: Option<&Stream<f32>>, high: bool) -> Result<Stream<[f32; 2]>, Error> {
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
fn digit<K: Integer>(keys: &Stream<K>, order: Option<&Stream<f32>>, digit: usize) -> Result<Stream<f32>, Error> {
    weighted(keys, order, |d| if d == digit { 1.0 } else { 0.0 })
}

/// Rounds integers to floats, whose order is the same but for ties.
fn floats<K: Integer>(keys: &Stream<K>) -> Result<Stream<f32>, Error> {
    weighted(keys, None, |d| 65536f32.powi((K::digits() - 1 - d) as i32))
}

/// Adds the digits of integers, each times its weight.
fn weighted<K: Integer>(
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
pub(super) fn weights<K: Integer>(weight: impl Fn(usize) -> f32) -> Value {
    match K::digits() {
        2 => Value::Vec2(std::array::from_fn(weight)),
        _ => Value::Vec4(std::array::from_fn(weight)),
    }
}
