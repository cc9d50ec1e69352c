//! Sorting along an axis: each row or column by itself.

use crate::error::Error;
use crate::ir::{Loops, Needs};
use crate::machine::{Device, Stream};
use crate::method::{Citation, MethodInfo, MethodKernel};

use super::argsort_axis::{ArgsortAxis, ArgsortAxisOptions, argsort_axis_with};
use super::axis::{Constants, Lines};
use super::bitonic::{addresses, steps};
use super::key::Key;
use super::key::sealed::Kind;
use super::needs::{MINIMAL, check, pass_methods, run_first_fitting};
use super::sort_group::Group;
use super::sort_lines::{MERGE, merged, step};
use super::take_axis::take_along_axis;

/// Methods of sorting along an axis of `L` elements. All lines are sorted by the same passes. Their number
/// depends on L only, except for merges of lines of more than 4096 elements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SortAxis {
    /// A bitonic sort: k(k + 1)/2 passes where 2^(k-1) < L ≤ 2^k (55 for lines of 1024), each over all elements. It is the beginning of the
    /// sort of the whole stream, whose stages sort ever longer sequences. Buck and Purcell, GPU Gems ch. 37, section 37.3.1, after Batcher,
    /// with keys and order as [`Sort::Bitonic`](super::Sort::Bitonic). Addresses are in floats, as in the chapter, on devices without
    /// integers.
    Bitonic,
    /// The fastest: merges sorted runs in pairs, as [`Sort::Merge`](super::Sort::Merge), whose order of keys it has. One pass sorts runs of
    /// up to 64, one pass merges for each doubling, and one writes the result: 5 passes for lines of 512, 6 for 1024. As in a whole sort,
    /// another pass searches before runs of 4096 or more are merged, if all lines have more than 2^18 elements. Lines are padded to a power of two, at least 8. Two streams of the padded size are needed for ping-pong.
    Merge,
}

impl SortAxis {
    /// Both methods.
    pub const ALL: [SortAxis; 2] = [SortAxis::Bitonic, SortAxis::Merge];

    /// Returns the method that [`sort_axis`] uses: [`SortAxis::Merge`], or [`SortAxis::Bitonic`] if the device cannot run it.
    pub fn fastest(device: &Device) -> SortAxis {
        if SortAxis::Merge.runs_on(device) { SortAxis::Merge } else { SortAxis::Bitonic }
    }
}

pass_methods!(SortAxis);

const METHODS: [MethodInfo; 2] = [
    MethodInfo {
        variant: "SortAxis::Bitonic",
        name: "bitonic",
        default: true,
        passes: "*k*(*k* + 1)/2, where *k* = ⌈log2 *L*⌉",
        of_2_20: "55 (*L* = 1024)",
        citation: Citation::chapter_37("after Buck and Purcell, 37.3.1"),
        kernels: &[MethodKernel::new("bitonic_sort_axis")],
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "SortAxis::Merge",
        name: "merge",
        remark: ", into 8 render targets",
        default: true,
        passes: "2, and one or two for each doubling from 64",
        of_2_20: "6 (*L* = 1024)",
        needs: Needs { integers: true, loops: Loops::Dynamic, inputs: 2, ..MINIMAL },
        kernels: &MERGE,
        ..MethodInfo::PACKED
    },
];

/// Options of a sort along an axis. The default is the fastest method and ascending order.
///
/// ```
/// use brooklet::{Device, primitives::{self, SortAxisOptions}};
/// let device = Device::headless()?;
/// let x = device.upload_shaped([2, 2], &[1.0, 2.0, 3.0, 4.0])?;
/// let sorted = primitives::sort_axis_with(&x, 1, SortAxisOptions::default().descending())?;
/// assert_eq!(sorted.read()?, [2.0, 1.0, 4.0, 3.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SortAxisOptions {
    method: Option<SortAxis>,
    descending: bool,
}

impl SortAxisOptions {
    /// Sorts by this method.
    pub fn method(self, method: SortAxis) -> SortAxisOptions {
        SortAxisOptions { method: Some(method), ..self }
    }

    /// Puts the largest keys first.
    pub fn descending(self) -> SortAxisOptions {
        SortAxisOptions { descending: true, ..self }
    }

    /// Returns the options of an argsort by the same method.
    fn of_places(self) -> ArgsortAxisOptions {
        let mut options = ArgsortAxisOptions::default();
        if let Some(method) = self.method {
            options = options.method(match method {
                SortAxis::Bitonic => ArgsortAxis::Bitonic,
                SortAxis::Merge => ArgsortAxis::Merge,
            });
        }
        if self.descending { options.descending() } else { options }
    }
}

/// Sorts each line along an axis by itself, the smallest key first, in one set of passes, by the method that [`SortAxis::fastest`] returns.
/// The axis counts from 0, or from the end if it is negative. The result has the shape and layout of the keys, as `numpy.sort(keys, axis)`.
/// Each element keeps its bits; NaN is as in [`Sort`](super::Sort). Integers are gathered by an [`argsort_axis`](super::argsort_axis).
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let x = device.upload_shaped([2, 3], &[3.0, 1.0, 2.0, 0.0, 9.0, 1.0])?;
/// assert_eq!(primitives::sort_axis(&x, 1)?.read()?, [1.0, 2.0, 3.0, 0.0, 1.0, 9.0]);
/// assert_eq!(primitives::sort_axis(&x, 0)?.read()?, [0.0, 1.0, 1.0, 3.0, 9.0, 2.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`ShapeError::Axis`](crate::ShapeError::Axis), for an axis that the stream does not have.
pub fn sort_axis<K: Key>(keys: &Stream<K>, axis: i32) -> Result<Stream<K>, Error> {
    sort_axis_with(keys, axis, SortAxisOptions::default())
}

/// Sorts each line along an axis as the options say.
///
/// # Errors
/// As [`sort_axis`]; [`PrimitiveError::Lacks`](super::PrimitiveError::Lacks), if the device lacks a feature that the named method needs.
pub fn sort_axis_with<K: Key>(keys: &Stream<K>, axis: i32, options: SortAxisOptions) -> Result<Stream<K>, Error> {
    match K::kind(keys) {
        Kind::Floats(keys, keys_of) => Ok(keys_of(sort_floats(keys, axis, options)?)),
        Kind::Integers { .. } => take_along_axis(keys, &argsort_axis_with(keys, axis, options.of_places())?, axis),
    }
}

fn sort_floats(keys: &Stream<f32>, axis: i32, options: SortAxisOptions) -> Result<Stream<f32>, Error> {
    let device = keys.device();
    let lines = Lines::new(keys.shape(), axis)?;
    let fastest = SortAxis::fastest(device);
    let sort = |method, on: &Device| sort(&on.lend(keys), lines, method, options.descending);
    match options.method {
        None => run_first_fitting(device, fastest, SortAxis::ALL, sort),
        Some(method) => {
            check(method, device, fastest)?;
            sort(method, device)
        }
    }
}

fn sort(keys: &Stream<f32>, lines: Lines, method: SortAxis, descending: bool) -> Result<Stream<f32>, Error> {
    if lines.length < 2 || keys.is_empty() {
        return keys.to_layout(keys.layout());
    }
    if method == SortAxis::Merge {
        return merged(keys, lines, Group::Keys, descending)?.result(keys);
    }
    let device = keys.device();
    let kernel = device.kernel(&step(device))?;
    let mut current: Option<Stream<f32>> = None;
    for (block, offset) in steps(lines.length) {
        let mut next = device.stream_with(keys.shape(), keys.layout())?;
        let pass = device.pass(&kernel).input("keys", current.as_ref().unwrap_or(keys));
        let pass = lines.constants(addresses(pass, block, offset, lines.length)).constant("descending", descending);
        pass.output("sorted_keys_0", &mut next).run()?;
        current = Some(next);
    }
    current.map_or_else(|| keys.to_layout(keys.layout()), Ok)
}
