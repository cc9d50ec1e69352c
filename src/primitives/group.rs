//! Groups of equal keys: reductions by key.

use crate::error::Error;
use crate::glsl;
use crate::ir::{Loops, Needs};
use crate::machine::{Device, Stream};
use crate::method::{Citation, DrawnFor, MethodInfo, MethodKernel};
use crate::operator::Operator;
use crate::shape::{Named, ShapeError};
use crate::texel::{Components, Stored};

use super::argsort::check_positions;
use super::group_runs;
use super::key::Key;
use super::needs::{MINIMAL, check, pass_methods};
use super::run_lengths::ends;
use super::{SegmentedScan, SortOptions, segmented_scan, sort_pairs_with, take};

/// Methods of reducing by key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Group {
    /// Sorts keys with their values, and then takes the passes of [`group_sorted`]: scans the values of each group, and gathers the last sum
    /// of each. As exact as [`SegmentedScan`]. After Sengupta, Harris, Zhang and Owens, *Scan Primitives for GPU Computing*, 2007.
    SortScanGather,
}

impl Group {
    /// The only method.
    pub const ALL: [Group; 1] = [Group::SortScanGather];

    /// Returns the method that [`group`] uses.
    pub fn fastest(_: &Device) -> Group {
        Group::SortScanGather
    }
}

pass_methods!(Group);

const METHODS: [MethodInfo; 1] = [MethodInfo {
    variant: "Group::SortScanGather",
    name: "sort-scan-gather",
    default: true,
    passes: "those of a sort of pairs, and of two pyramids",
    of_2_20: "43 packed, 47 plain",
    citation: Citation::new("Sengupta et al. 2007", "after Sengupta et al. 2007"),
    needs: Needs { loops: Loops::Counted(8), inputs: 3, ..MINIMAL },
    kernels: &[
        MethodKernel::new("run_counts_packed"),
        MethodKernel::new("group_results_packed"),
        MethodKernel::drawn_for("segment_heads", DrawnFor::Others),
        MethodKernel::drawn_for("group_ends", DrawnFor::Others),
        MethodKernel::drawn_for("take", DrawnFor::Others),
    ],
    ..MethodInfo::PACKED
}];

/// Reduces the values of equal keys: returns the distinct keys, in ascending order, and for each the combination of the values that belong
/// to it, in C order. The number of distinct keys is read back. The results have one dimension. The method is the one that
/// [`Group::fastest`] returns.
///
/// ```
/// use brooklet::{Device, Operator, primitives};
/// let device = Device::headless()?;
/// let keys = device.upload(&[3.0, 1.0, 3.0, 2.0])?;
/// let values = device.upload(&[10.0, 20.0, 30.0, 40.0])?;
/// let (keys, sums) = primitives::group(&keys, &values, &Operator::sum())?;
/// assert_eq!((keys.read()?, sums.read()?), (vec![1.0, 2.0, 3.0], vec![20.0, 40.0, 40.0]));
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`ShapeError::Mismatch`], for keys and values of different shapes;
/// [`PrimitiveError::FloatAddress`](super::PrimitiveError::FloatAddress), for more than 2^24 keys.
pub fn group<K: Key, T: Stored>(
    keys: &Stream<K>,
    values: &Stream<T>,
    op: &Operator<T>,
) -> Result<(Stream<K>, Stream<T>), Error> {
    group_by(keys, values, op, Group::fastest(keys.device()))
}

/// Reduces the values of equal keys by the given method.
///
/// # Errors
/// As [`group`].
pub fn group_by<K: Key, T: Stored>(
    keys: &Stream<K>,
    values: &Stream<T>,
    op: &Operator<T>,
    method: Group,
) -> Result<(Stream<K>, Stream<T>), Error> {
    check(method, keys.device(), method)?;
    check_positions("group", keys.len())?;
    same_shape(keys, values)?;
    let (keys, values) = sort_pairs_with(keys, values, SortOptions::default().stable())?;
    group_sorted(&keys, &values, op)
}

/// Reduces the values of each run of equal keys: [`group`] for keys that are sorted, or whose equals are neighbours.
///
/// For numbers it takes the passes of [`run_lengths`](super::run_lengths()), and those of a [`segmented_scan()`] but the last: 16 for 2^20 packed keys and values. The
/// scan stops at the sums of texels, and the result of a group comes from these and the texel in which the group ends. Results are as
/// exact as those of [`SegmentedScan::Pyramid`]. For vectors, or if these kernels do not fit, it takes the passes of a segmented scan and
/// of a [`filter()`](super::filter()), and four more.
///
/// # Errors
/// As [`group`].
pub fn group_sorted<K: Key, T: Stored>(
    keys: &Stream<K>,
    values: &Stream<T>,
    op: &Operator<T>,
) -> Result<(Stream<K>, Stream<T>), Error> {
    check_positions("group", keys.len())?;
    same_shape(keys, values)?;
    let device = keys.device();
    if keys.is_empty() {
        return Ok((device.stream_with(0, keys.layout())?, device.stream(0)?));
    }
    let method = SegmentedScan::Pyramid;
    let sums = K::COMPONENTS == Components::One && T::COMPONENTS == Components::One;
    let sums = sums && SegmentedScan::fastest(device) == method && method.runs_on(device);
    if sums && group_runs::fits(device, |on| group_runs::reduce(&on.lend(keys), &on.lend(values), op)) {
        return group_runs::reduce(keys, values, op);
    }
    scan_and_gather(keys, values, op)
}

/// Scans the values of each group, and gathers the last sum of each.
fn scan_and_gather<K: Key, T: Stored>(
    keys: &Stream<K>,
    values: &Stream<T>,
    op: &Operator<T>,
) -> Result<(Stream<K>, Stream<T>), Error> {
    let ends = ends(keys, false)?;
    let scanned = segmented_scan(values, &heads(keys)?, op)?;
    Ok((take(keys, &ends)?, take(&scanned, &ends)?))
}

/// Flags the first key of each run of equal keys.
pub(super) fn heads<K: Key>(keys: &Stream<K>) -> Result<Stream<f32>, Error> {
    let device = keys.device();
    let source = glsl!("primitives/segment_heads.frag").element::<K>();
    let kernel = device.kernel(&source.parameter("by_bits", device.features().integers))?;
    let mut heads: Stream<f32> = device.stream_with(keys.shape(), keys.layout())?;
    device.pass(&kernel).input("keys", keys).output("heads", &mut heads).run()?;
    Ok(heads)
}

fn same_shape<K: Key, T: Stored>(keys: &Stream<K>, values: &Stream<T>) -> Result<(), ShapeError> {
    match keys.shape() == values.shape() {
        true => Ok(()),
        false => Err(ShapeError::Mismatch {
            what: "keys and values of groups".to_owned(),
            first: Named::new("keys", keys.shape()),
            second: Named::new("values", values.shape()),
        }),
    }
}
