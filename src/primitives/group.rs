//! Groups of equal keys: reductions by key, distinct keys and their counts.

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::ir::{Loops, Needs};
use crate::machine::{Device, Lent, Stream, StreamBinding};
use crate::method::{Citation, DrawnFor, MethodInfo, MethodKernel};
use crate::operator::Operator;
use crate::shape::{Named, ShapeError};
use crate::texel::{Components, Texel};

use super::argsort::check_positions;
use super::filter_pyramid;
use super::needs::{MINIMAL, check, fits, pass_methods};
use super::segment_pyramid::{self, Starts};
use super::take::take_to;
use super::{Filter, SegmentedScan, SortOptions, filter, segmented_scan, sort, sort_pairs_with, take};

/// Methods of reducing by key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Group {
    /// Sorts keys with their values, scans the values of each group, and gathers the last sum of each. It takes the passes of a sort of
    /// pairs, a segmented scan and a filter, and four more. As exact as [`SegmentedScan`](super::SegmentedScan). After Sengupta, Harris,
    /// Zhang and Owens, *Scan Primitives for GPU Computing*, 2007.
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
    passes: "those of a sort of pairs, a segmented scan and a filter, and 4",
    of_2_20: "60 packed, 64 plain",
    citation: Citation::new("Sengupta et al. 2007", "after Sengupta et al. 2007"),
    needs: Needs { loops: Loops::Counted(8), inputs: 3, ..MINIMAL },
    kernels: &[
        MethodKernel::new("run_counts_packed"),
        MethodKernel::new("group_results_packed"),
        MethodKernel::drawn_for("group_counts", DrawnFor::Others),
        MethodKernel::drawn_for("segment_heads", DrawnFor::Others),
        MethodKernel::drawn_for("group_ends", DrawnFor::Others),
        MethodKernel::drawn_for("take", DrawnFor::Others),
    ],
    ..MethodInfo::PACKED
}];

/// The distinct keys of a list, with how many times each occurs.
#[derive(Debug)]
pub struct Unique {
    /// The distinct keys, the smallest first.
    pub keys: Stream<f32>,
    /// The number of keys that are equal to each of them, as whole numbers in floats.
    pub counts: Stream<f32>,
}

/// Finds the distinct keys of a stream, in ascending order, and counts each. It takes the passes of a sort and of a filter, and four more.
/// The number of distinct keys is read back. -0 and 0 are one key. The results have one dimension.
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
pub fn unique(keys: &Stream<f32>) -> Result<Unique, Error> {
    check_positions("unique", keys.len())?;
    run_lengths(&sort(keys)?)
}

/// Finds the runs of equal keys of a stream, in C order: the key of each run, and its length. In a sorted stream these are the distinct
/// keys and their counts. It takes the passes of a filter, and three more.
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
pub fn run_lengths(keys: &Stream<f32>) -> Result<Unique, Error> {
    check_positions("run lengths", keys.len())?;
    if keys.is_empty() {
        let empty = || keys.device().stream_with(0, keys.layout());
        return Ok(Unique { keys: empty()?, counts: empty()? });
    }
    if counts_firsts(keys.device(), |on| runs_of(&on.lend(keys), run_firsts(&on.lend(keys))?)) {
        return runs_of(keys, run_firsts(keys)?);
    }
    runs_of(keys, ends(keys, true)?)
}

/// Returns whether to find the first keys of groups through a pyramid of counts: if it is the device's method, and these passes fit.
fn counts_firsts<R>(device: &Device, passes: impl FnOnce(&Device) -> Result<R, Error>) -> bool {
    let histopyramid = Filter::HistoPyramid;
    Filter::fastest(device) == histopyramid && histopyramid.runs_on(device) && fits(device, passes)
}

/// Finds the positions of the keys that differ from the key before, through a pyramid of counts.
fn run_firsts(keys: &Stream<f32>) -> Result<Stream<f32>, Error> {
    filter_pyramid::run_firsts(&*packed(keys)?)
}

/// Computes the keys and the lengths of runs that begin at these positions.
fn runs_of(keys: &Stream<f32>, firsts: Stream<f32>) -> Result<Unique, Error> {
    let device = keys.device();
    let result = || device.stream_with(firsts.len(), keys.layout());
    let (mut found, mut counts) = (result()?, result()?);
    let both = device.limits().targets > 1;
    let source = glsl!("primitives/group_counts.frag").parameter("writes_keys", usize::from(both));
    let kernel = device.kernel(&source)?;
    let pass = device.pass(&kernel).input("firsts", &firsts).constant("elements", keys.len());
    let pass = pass.output("counts", &mut counts);
    if both {
        pass.input("keys", keys).output("key_0", &mut found).run()?;
    } else {
        pass.run()?;
        found = take_to(keys, &firsts, keys.layout())?;
    }
    Ok(Unique { keys: found, counts })
}

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
pub fn group<T: Texel>(
    keys: &Stream<f32>,
    values: &Stream<T>,
    op: &Operator<T>,
) -> Result<(Stream<f32>, Stream<T>), Error> {
    group_by(keys, values, op, Group::fastest(keys.device()))
}

/// Reduces the values of equal keys by the given method.
///
/// # Errors
/// As [`group`].
pub fn group_by<T: Texel>(
    keys: &Stream<f32>,
    values: &Stream<T>,
    op: &Operator<T>,
    method: Group,
) -> Result<(Stream<f32>, Stream<T>), Error> {
    check(method.name(), method.needs(), keys.device(), method.name())?;
    check_positions("group", keys.len())?;
    same_shape(keys, values)?;
    let (keys, values) = sort_pairs_with(keys, values, SortOptions::default().stable())?;
    group_sorted(&keys, &values, op)
}

/// Reduces the values of each run of equal keys: [`group`] for keys that are sorted, or whose equals are neighbours. It takes the passes of
/// a segmented scan and a filter, and four more.
///
/// # Errors
/// As [`group`].
pub fn group_sorted<T: Texel>(
    keys: &Stream<f32>,
    values: &Stream<T>,
    op: &Operator<T>,
) -> Result<(Stream<f32>, Stream<T>), Error> {
    check_positions("group", keys.len())?;
    same_shape(keys, values)?;
    let device = keys.device();
    if keys.is_empty() {
        return Ok((device.stream_with(0, keys.layout())?, device.stream(0)?));
    }
    let method = SegmentedScan::Pyramid;
    let sums = T::COMPONENTS == Components::One && SegmentedScan::fastest(device) == method && method.runs_on(device);
    if sums && counts_firsts(device, |on| reduce_sums(&on.lend(keys), &on.lend(values), op)) {
        return reduce_sums(keys, values, op);
    }
    scan_and_gather(keys, values, op)
}

/// Scans the sums of texels, and finds the sum of each group from these and the texel in which the group ends.
fn reduce_sums<T: Texel>(
    keys: &Stream<f32>,
    values: &Stream<T>,
    op: &Operator<T>,
) -> Result<(Stream<f32>, Stream<T>), Error> {
    let (device, layout) = (keys.device(), keys.layout());
    let (keys, values) = (packed(keys)?, packed(values)?);
    let starts = Starts::Keys(&keys);
    let firsts = filter_pyramid::run_firsts(&keys)?;
    let sums = segment_pyramid::scanned_sums(&*values, starts, op)?;
    let mut found = device.stream_with::<f32>(firsts.len(), layout)?;
    let mut reduced = device.stream_with::<T>(firsts.len(), layout)?;
    let source = starts.source(op.bind(glsl!("primitives/group_results_packed.frag"))?);
    let kernel = |writes_keys: bool, writes_values: bool| {
        let source = source.clone().parameter("writes_keys", usize::from(writes_keys));
        device.kernel(&source.parameter("writes_values", usize::from(writes_values)))
    };
    let both = device.limits().targets > 1;
    if !both {
        let kernel = kernel(true, false)?;
        let pass = device.pass(&kernel).input("firsts", &firsts).bound("heads", StreamBinding::texels(&*keys));
        pass.constant("elements", keys.len()).output("key_0", &mut found).run()?;
    }
    let kernel = kernel(both, true)?;
    let pass = device.pass(&kernel).input("firsts", &firsts).bound("heads", StreamBinding::texels(&*keys));
    let pass = pass.constant("elements", keys.len()).bound("values", StreamBinding::texels(&*values));
    // A stream of one texel has no sums, and the kernel uses none.
    let pass = pass.bound("sums", StreamBinding::texels(sums.as_ref().unwrap_or(&*values)));
    let pass = if both { pass.output("key_0", &mut found) } else { pass };
    pass.output("reduced_0", &mut reduced).run()?;
    Ok((found, reduced))
}

/// Scans the values of each group, and gathers the last sum of each.
fn scan_and_gather<T: Texel>(
    keys: &Stream<f32>,
    values: &Stream<T>,
    op: &Operator<T>,
) -> Result<(Stream<f32>, Stream<T>), Error> {
    let device = keys.device();
    let ends = ends(keys, false)?;
    let kernel = device.kernel(&glsl!("primitives/segment_heads.frag"))?;
    let mut heads = device.stream_with(keys.shape(), keys.layout())?;
    device.pass(&kernel).input("keys", keys).output("heads", &mut heads).run()?;
    let scanned = segmented_scan(values, &heads, op)?;
    Ok((take(keys, &ends)?, take(&scanned, &ends)?))
}

/// Returns the stream as a packed one.
fn packed<T: Texel>(stream: &Stream<T>) -> Result<Lent<'_, T>, Error> {
    Ok(match stream.layout() {
        Layout::Packed => Lent::Borrowed(stream),
        Layout::Plain => Lent::Own(stream.to_layout(Layout::Packed)?),
    })
}

/// Returns the positions of the keys that are the last, or the first, of their run of equal keys.
fn ends(keys: &Stream<f32>, first: bool) -> Result<Stream<f32>, Error> {
    let device = keys.device();
    let kernel = device.kernel(&glsl!("primitives/group_ends.frag"))?;
    let mut ends = device.stream_with(keys.shape(), keys.layout())?;
    device.pass(&kernel).input("keys", keys).constant("first", first).output("ends", &mut ends).run()?;
    filter(&ends, "x >= 0.0")
}

fn same_shape<T: Texel>(keys: &Stream<f32>, values: &Stream<T>) -> Result<(), ShapeError> {
    match keys.shape() == values.shape() {
        true => Ok(()),
        false => Err(ShapeError::Mismatch {
            what: "keys and values of groups".to_owned(),
            first: Named::new("keys", keys.shape()),
            second: Named::new("values", values.shape()),
        }),
    }
}
