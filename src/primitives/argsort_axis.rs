//! Argsort along an axis: the order of each row or column, as places.

use crate::error::Error;
use crate::ir::{Loops, Needs};
use crate::machine::{Device, Stream};
use crate::method::{Citation, MethodInfo, MethodKernel};
use crate::texel::Stored;

use super::argsort::check_positions;
use super::axis::{Constants, Lines};
use super::bitonic::{addresses, steps};
use super::integer_sort;
use super::key::Key;
use super::key::sealed::Kind;
use super::needs::{MINIMAL, check, pass_methods, run_first_fitting};
use super::sort_group::Group;
use super::sort_lines::{MERGE, merged, step};
use super::take_axis::take_along_axis;

/// Methods of finding the order along an axis of `L` elements. They are the sorts of [`SortAxis`](super::SortAxis) with places as payload.
/// Both are stable, also in descending order; -0 and 0 tie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArgsortAxis {
    /// A bitonic sort of keys and places: k(k + 1)/2 passes where 2^(k-1) < L ≤ 2^k (55 for lines of 1024), each into 2 render targets, or
    /// twice as many if there is one. Buck and Purcell, GPU Gems ch. 37, section 37.3.1, after Batcher.
    Bitonic,
    /// The fastest: merges runs of two keys and their places per texel. One pass sorts runs of up to 32, one pass merges for each doubling
    /// (and another one searches for runs from 2048, if all lines have more than 2^17 keys), and one writes the places: 6 passes for lines
    /// of 512, 7 for 1024.
    Merge,
}

impl ArgsortAxis {
    /// Both methods.
    pub const ALL: [ArgsortAxis; 2] = [ArgsortAxis::Bitonic, ArgsortAxis::Merge];

    /// Returns the method that [`argsort_axis`] uses: [`ArgsortAxis::Merge`], or [`ArgsortAxis::Bitonic`] if the device cannot run it.
    pub fn fastest(device: &Device) -> ArgsortAxis {
        if ArgsortAxis::Merge.runs_on(device) { ArgsortAxis::Merge } else { ArgsortAxis::Bitonic }
    }
}

pass_methods!(ArgsortAxis);

const METHODS: [MethodInfo; 2] = [
    MethodInfo {
        variant: "ArgsortAxis::Bitonic",
        name: "bitonic",
        default: true,
        passes: "*k*(*k* + 1)/2, where *k* = ⌈log2 *L*⌉",
        of_2_20: "55 (*L* = 1024)",
        citation: Citation::chapter_37("after Buck and Purcell, 37.3.1"),
        needs: Needs { inputs: 2, ..MINIMAL },
        kernels: &[MethodKernel::new("bitonic_sort_axis")],
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "ArgsortAxis::Merge",
        name: "merge",
        remark: ", into 8 render targets",
        default: true,
        passes: "2, and one or two for each doubling from 32",
        of_2_20: "7 (*L* = 1024)",
        needs: Needs { integers: true, loops: Loops::Dynamic, inputs: 2, ..MINIMAL },
        kernels: &MERGE,
        ..MethodInfo::PACKED
    },
];

/// Options of an argsort along an axis. The default is the fastest method and ascending order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ArgsortAxisOptions {
    method: Option<ArgsortAxis>,
    descending: bool,
}

impl ArgsortAxisOptions {
    /// Sorts by this method.
    pub fn method(self, method: ArgsortAxis) -> ArgsortAxisOptions {
        ArgsortAxisOptions { method: Some(method), ..self }
    }

    /// Puts the largest keys first. Equal keys still keep their order.
    pub fn descending(self) -> ArgsortAxisOptions {
        ArgsortAxisOptions { descending: true, ..self }
    }
}

/// Finds the order of each line along an axis, in one set of passes: the place in the line of its smallest key, of the next, and so on.
/// Equal keys keep their order. The axis counts from 0, or from the end if it is negative. The result has the shape and layout of the keys,
/// as `numpy.argsort(keys, axis, kind="stable")`; places are whole numbers in floats. The method is the one that [`ArgsortAxis::fastest`]
/// returns. Integers take an argsort and up to two gathers for each digit of 16 bits. [`take_along_axis`](super::take_along_axis) puts a
/// payload in this order.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let x = device.upload_shaped([2, 3], &[3.0, 1.0, 2.0, 5.0, 9.0, 5.0])?;
/// assert_eq!(primitives::argsort_axis(&x, 1)?.read()?, [1.0, 2.0, 0.0, 0.0, 2.0, 1.0]);
/// assert_eq!(primitives::argsort_axis(&x, 0)?.read()?, [0.0, 0.0, 0.0, 1.0, 1.0, 1.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`ShapeError::Axis`](crate::ShapeError::Axis), for an axis that the stream does not have; [`PrimitiveError::FloatAddress`](super::PrimitiveError::FloatAddress), for more than
/// 2^24 elements along the axis.
pub fn argsort_axis<K: Key>(keys: &Stream<K>, axis: i32) -> Result<Stream<f32>, Error> {
    argsort_axis_with(keys, axis, ArgsortAxisOptions::default())
}

/// Finds the order of each line along an axis as the options say.
///
/// # Errors
/// As [`argsort_axis`]; [`PrimitiveError::Lacks`](super::PrimitiveError::Lacks), if the device lacks a feature that the named method needs.
pub fn argsort_axis_with<K: Key>(
    keys: &Stream<K>,
    axis: i32,
    options: ArgsortAxisOptions,
) -> Result<Stream<f32>, Error> {
    let device = keys.device();
    let lines = Lines::new(keys.shape(), axis)?;
    check_positions("an argsort along an axis", lines.length)?;
    let fastest = ArgsortAxis::fastest(device);
    let argsort = |method, on: &Device| match K::kind(keys) {
        Kind::Floats(keys, _) => argsort(&on.lend(keys), lines, method, options.descending),
        Kind::Integers { .. } => argsort_integers(&on.lend(keys), axis, lines, method, options.descending),
    };
    match options.method {
        None => run_first_fitting(device, fastest, ArgsortAxis::ALL, argsort),
        Some(method) => {
            check(method, device, fastest)?;
            argsort(method, device)
        }
    }
}

fn argsort(keys: &Stream<f32>, lines: Lines, method: ArgsortAxis, descending: bool) -> Result<Stream<f32>, Error> {
    if lines.length < 2 || keys.is_empty() {
        return keys.device().upload_with(keys.shape(), keys.layout(), &vec![0.0; keys.len()]);
    }
    match method {
        ArgsortAxis::Merge => merged(keys, lines, Group::Pairs, descending)?.result(keys),
        ArgsortAxis::Bitonic => bitonic(keys, lines, descending),
    }
}

/// Sorts places by one digit of their integers after the other, the lowest first. Every sort is stable, so that integers which tie in a digit
/// stay in the order of the digits below it.
fn argsort_integers<K: Stored>(
    keys: &Stream<K>,
    axis: i32,
    lines: Lines,
    method: ArgsortAxis,
    descending: bool,
) -> Result<Stream<f32>, Error> {
    let mut found: Option<Stream<f32>> = None;
    for part in (0..K::COMPONENTS.count()).rev() {
        let digit = integer_sort::digit(keys, None, part)?;
        found = Some(match found {
            None => argsort(&digit, lines, method, descending)?,
            Some(below) => {
                let digit = take_along_axis(&digit, &below, axis)?;
                take_along_axis(&below, &argsort(&digit, lines, method, descending)?, axis)?
            }
        });
    }
    found.map_or_else(|| keys.device().stream(keys.shape()), Ok)
}

/// Sorts keys and places. A device with one render target draws two passes for each step.
fn bitonic(keys: &Stream<f32>, lines: Lines, descending: bool) -> Result<Stream<f32>, Error> {
    let device = keys.device();
    let written: &[(i32, i32)] = if device.limits().targets > 1 { &[(1, 1)] } else { &[(1, 0), (0, 1)] };
    let kernel = |(writes_keys, writes_places): &(i32, i32)| {
        let source = step(device).parameter("stable", true).parameter("writes_keys", *writes_keys);
        device.kernel(&source.parameter("writes_places", *writes_places))
    };
    let kernels = written.iter().map(kernel).collect::<Result<Vec<_>, _>>()?;
    let mut sorted: Option<(Stream<f32>, Stream<f32>)> = None;
    for (block, offset) in steps(lines.length) {
        let mut next_keys = device.stream_with(keys.shape(), keys.layout())?;
        let mut next_places = device.stream_with(keys.shape(), keys.layout())?;
        // The first pass computes the places. It does not read the stream that is bound for them.
        let (from_keys, from_places) = sorted.as_ref().map_or((keys, keys), |(keys, places)| (keys, places));
        for (kernel, (writes_keys, writes_places)) in kernels.iter().zip(written) {
            let pass = device.pass(kernel).input("keys", from_keys).input("places", from_places);
            let pass = lines.constants(addresses(pass, block, offset, lines.length));
            let mut pass = pass.constant("descending", descending).constant("begin", sorted.is_none());
            if *writes_keys == 1 {
                pass = pass.output("sorted_keys_0", &mut next_keys);
            }
            if *writes_places == 1 {
                pass = pass.output("sorted_places_0", &mut next_places);
            }
            pass.run()?;
        }
        sorted = Some((next_keys, next_places));
    }
    match sorted {
        Some((_, places)) => Ok(places),
        None => device.upload_with(keys.shape(), keys.layout(), &vec![0.0; keys.len()]),
    }
}
