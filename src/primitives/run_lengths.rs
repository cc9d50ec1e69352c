//! Runs of equal keys: distinct keys, and how many times each occurs.

use crate::error::{Error, PrimitiveError};
use crate::glsl;
use crate::ir::{Loops, Needs};
use crate::machine::{Device, Stream};
use crate::method::{Citation, MethodInfo, MethodKernel};
use crate::texel::Components;

use super::argsort::check_positions;
use super::group_runs;
use super::key::Key;
use super::needs::{MINIMAL, check, pass_methods};
use super::{Filter, filter, sort, take};

/// Methods of finding the runs of equal keys. Each finds where runs start, and gathers their keys from there. A length is the distance to the
/// next start, so lengths are exact. Both copy keys bit for bit, and read back the number of runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RunLengths {
    /// A pass writes the positions of keys that differ from the key before, and -1 for the others. A [`filter()`](super::filter()) keeps
    /// the positions, a pass subtracts neighbours, and a [`take()`](super::take()) gathers the keys: the passes of the filter and three
    /// more. It needs a stream of n positions.
    FilterGather,
    /// The fastest: a pyramid of counts finds where runs start, as [`Filter::HistoPyramid`] finds kept records. It takes a pass for each
    /// level of counts, one for the positions, and one for keys and lengths: 6 for 2^20 packed keys. On a device with one render target the
    /// last pass becomes two; plain keys take three more, which pack and unpack. The pyramid is a fifteenth of the keys. It takes keys of one
    /// number; for keys of several it is [`RunLengths::FilterGather`].
    HistoPyramid,
}

impl RunLengths {
    /// Both methods.
    pub const ALL: [RunLengths; 2] = [RunLengths::FilterGather, RunLengths::HistoPyramid];

    /// Returns the method that [`run_lengths`] uses: [`RunLengths::HistoPyramid`] where the fastest [`Filter`] is
    /// [`Filter::HistoPyramid`]. If its kernels do not fit on a chip, the other is used.
    pub fn fastest(device: &Device) -> RunLengths {
        let pyramids = Filter::fastest(device) == Filter::HistoPyramid;
        if pyramids && RunLengths::HistoPyramid.runs_on(device) {
            RunLengths::HistoPyramid
        } else {
            RunLengths::FilterGather
        }
    }

    fn check(self, device: &Device) -> Result<(), PrimitiveError> {
        check(self, device, RunLengths::fastest(device))
    }
}

pass_methods!(RunLengths);

const METHODS: [MethodInfo; 2] = [
    MethodInfo {
        variant: "RunLengths::FilterGather",
        name: "filter-gather",
        default: true,
        passes: "those of a filter, and 3",
        of_2_20: "9 packed, 10 plain",
        citation: Citation::horn("after Horn"),
        needs: Needs { inputs: 2, ..MINIMAL },
        kernels: &[MethodKernel::new("group_ends"), MethodKernel::new("group_counts"), MethodKernel::new("take")],
        ..MethodInfo::PACKED
    },
    MethodInfo {
        variant: "RunLengths::HistoPyramid",
        name: "histopyramid",
        default: true,
        passes: "counts by sixteens, positions, keys and lengths",
        of_2_20: "6 packed, 9 plain",
        citation: Citation::new("today's, on fragments", "after Horn"),
        needs: Needs { loops: Loops::Dynamic, inputs: 3, ..MINIMAL },
        kernels: &[
            MethodKernel::new("run_counts_packed"),
            MethodKernel::new("filter_sums"),
            MethodKernel::new("filter_walk_packed"),
            MethodKernel::new("group_counts_packed"),
        ],
        ..MethodInfo::PACKED
    },
];

/// The distinct keys of a list, with how many times each occurs.
#[derive(Debug)]
pub struct Unique<K: Key = f32> {
    /// The distinct keys, the smallest first.
    pub keys: Stream<K>,
    /// The number of keys that are equal to each of them, as whole numbers in floats.
    pub counts: Stream<f32>,
}

/// Finds the distinct keys of a stream, in ascending order, and counts each. It takes the passes of a sort and of [`run_lengths`]. The number
/// of distinct keys is read back. -0 and 0 are one key. Denormals are keys of their own, but on a device without integers they may be equal. The
/// results have one dimension.
///
/// For the position of each key among the distinct ones, search these: `lower_bound(&unique.keys, &keys)`.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let keys = device.upload(&[3.0, 1.0, 3.0, 2.0, 3.0])?;
/// let unique = primitives::unique(&keys)?;
/// assert_eq!(unique.keys.read()?, [1.0, 2.0, 3.0]);
/// assert_eq!(unique.counts.read()?, [1.0, 1.0, 3.0]);
/// assert_eq!(primitives::lower_bound(&unique.keys, &keys)?.read()?, [2.0, 0.0, 2.0, 1.0, 2.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`PrimitiveError::FloatAddress`](super::PrimitiveError::FloatAddress), for more than 2^24 keys.
pub fn unique<K: Key>(keys: &Stream<K>) -> Result<Unique<K>, Error> {
    check_positions("unique", keys.len())?;
    run_lengths(&sort(keys)?)
}

/// Finds the distinct keys of a stream by a sort, and the runs of the sorted keys by the given method.
///
/// # Errors
/// As [`unique`] and [`run_lengths_by`].
pub fn unique_by<K: Key>(keys: &Stream<K>, method: RunLengths) -> Result<Unique<K>, Error> {
    method.check(keys.device())?;
    check_positions("unique", keys.len())?;
    run_lengths_by(&sort(keys)?, method)
}

/// Finds the runs of equal keys of a stream, in C order: the key of each run, and its length. In a sorted stream these are the distinct
/// keys and their counts. The method is the one that [`RunLengths::fastest`] returns. Lengths are whole numbers in floats, and exact.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let keys = device.upload(&[3.0, 3.0, 1.0, 3.0])?;
/// let runs = primitives::run_lengths(&keys)?;
/// assert_eq!((runs.keys.read()?, runs.counts.read()?), (vec![3.0, 1.0, 3.0], vec![2.0, 1.0, 1.0]));
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// As [`unique`].
pub fn run_lengths<K: Key>(keys: &Stream<K>) -> Result<Unique<K>, Error> {
    let device = keys.device();
    let fastest = RunLengths::fastest(device);
    let single = K::COMPONENTS == Components::One && !keys.is_empty();
    let fits = || single && group_runs::fits(device, |on| group_runs::lengths(&on.lend(keys)));
    let method = match fastest {
        RunLengths::HistoPyramid if !fits() => RunLengths::FilterGather,
        fastest => fastest,
    };
    run_lengths_by(keys, method)
}

/// Finds the runs of equal keys by the given method.
///
/// # Errors
/// As [`run_lengths`]; [`PrimitiveError::Lacks`](super::PrimitiveError::Lacks), if the device lacks a feature that the method needs.
pub fn run_lengths_by<K: Key>(keys: &Stream<K>, method: RunLengths) -> Result<Unique<K>, Error> {
    method.check(keys.device())?;
    check_positions("run lengths", keys.len())?;
    let single = K::COMPONENTS == Components::One && !keys.is_empty();
    if method == RunLengths::HistoPyramid && single {
        let (keys, counts) = group_runs::lengths(keys)?;
        return Ok(Unique { keys, counts });
    }
    filter_gather(keys)
}

/// Finds the runs of equal keys from the positions of their first keys, which a filter keeps.
fn filter_gather<K: Key>(keys: &Stream<K>) -> Result<Unique<K>, Error> {
    let device = keys.device();
    let firsts = ends(keys, true)?;
    let mut counts = device.stream_with(firsts.shape(), firsts.layout())?;
    if firsts.is_empty() {
        return Ok(Unique { keys: device.stream_with(firsts.shape(), firsts.layout())?, counts });
    }
    let kernel = device.kernel(&glsl!("primitives/group_counts.frag"))?;
    let pass = device.pass(&kernel).input("firsts", &firsts).constant("elements", keys.len());
    pass.output("counts", &mut counts).run()?;
    Ok(Unique { keys: take(keys, &firsts)?, counts })
}

/// Returns the positions of the keys that are the last, or the first, of their run of equal keys.
pub(super) fn ends<K: Key>(keys: &Stream<K>, first: bool) -> Result<Stream<f32>, Error> {
    let device = keys.device();
    let source = glsl!("primitives/group_ends.frag").element::<K>();
    let kernel = device.kernel(&source.parameter("by_bits", device.features().integers))?;
    let mut ends: Stream<f32> = device.stream_with(keys.shape(), keys.layout())?;
    device.pass(&kernel).input("keys", keys).constant("first", first).output("ends", &mut ends).run()?;
    filter(&ends, "x >= 0.0")
}
