//! Groups of equal keys: reductions by key.

use crate::backend::Class;
use crate::error::Error;
use crate::glsl;
use crate::machine::{Buffer, ComputeSource, Device, Element};
use crate::method::{Citation, MethodInfo, Methods, methods};
use crate::operator::Operator;
use crate::shape::{Named, ShapeError};
use crate::texel::Texel;

use super::data::{Data, same_device};
use super::order::exact;
use super::run_lengths::{ends, last};
use super::segments::scan_segments;
use super::{Scan, SegmentedScan, Sort, SortOptions, sort_pairs_with};

/// Methods of reducing by key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Group {
    /// Sorts keys with their values, scans the values of each group, counts the groups by a scan, and scatters the last sum of each. It takes
    /// the dispatches of a sort of pairs, a segmented scan and a scan, and 2 more. Sorts by [`Sort::RadixRuns`], and scans by runs:
    /// the fastest on drivers that compute on the CPU. After Sengupta, Harris, Zhang and Owens, *Scan Primitives for GPU Computing*,
    /// 2007.
    Runs,
    /// The same by [`Sort::RadixTiles`] and scans of tiles: the fastest on GPUs.
    Tiles,
}

impl Group {
    /// Both methods.
    pub const ALL: [Group; 2] = [Group::Runs, Group::Tiles];

    /// Returns the method that [`group`] uses: [`Group::Tiles`] on a GPU, [`Group::Runs`] if the driver computes on the CPU.
    pub fn fastest(device: &Device) -> Group {
        match device.info().class {
            Class::Hardware => Group::Tiles,
            Class::Software => Group::Runs,
        }
    }

    /// Returns the method's name on the command line.
    pub fn name(self) -> &'static str {
        self.method().name
    }
}

methods!(Group);

const METHODS: [MethodInfo; 2] = [
    MethodInfo {
        variant: "Group::Runs",
        name: "runs",
        remark: ", on the CPU",
        default: true,
        of_2_20: "24",
        citation: Citation::new("Sengupta et al. 2007", "after Sengupta et al. 2007"),
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Group::Tiles",
        name: "tiles",
        remark: ", on GPUs",
        default: true,
        of_2_20: "25",
        citation: Citation::new("Sengupta et al. 2007", "after Sengupta et al. 2007"),
        ..MethodInfo::COMPUTE
    },
];

/// Reduces the values of equal keys by the method that [`Group::fastest`] returns, like [`primitives::group`](crate::primitives::group()):
/// returns the distinct keys, in ascending order, and for each the combination of its values. Their number is read back.
///
/// ```
/// use brooklet::{Device, Operator, compute};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let keys = device.upload(&[3.0, 1.0, 3.0, 2.0])?;
/// let values = device.upload(&[10.0, 20.0, 30.0, 40.0])?;
/// let (keys, sums) = compute::group(&keys, &values, &Operator::sum())?;
/// assert_eq!((keys.read()?, sums.read()?), (vec![1.0, 2.0, 3.0], vec![20.0, 40.0, 40.0]));
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); keys and values of different shapes; more than 2^24 keys.
pub fn group<K: Data<Element = f32>, V: Data>(
    keys: &K,
    values: &V,
    op: &Operator<V::Element>,
) -> Result<(K, V), Error> {
    group_by(keys, values, op, Group::fastest(keys.on()))
}

/// Reduces the values of equal keys by the given method.
///
/// # Errors
/// As [`group`].
pub fn group_by<K: Data<Element = f32>, V: Data>(
    keys: &K,
    values: &V,
    op: &Operator<V::Element>,
    method: Group,
) -> Result<(K, V), Error> {
    check(keys, values)?;
    let sort = match method {
        Group::Runs => Sort::RadixRuns,
        Group::Tiles => Sort::RadixTiles,
    };
    let (keys, values) = sort_pairs_with(keys, values, SortOptions::default().method(sort))?;
    sorted(&keys, &values, op, method)
}

/// Reduces the values of each run of equal keys: [`group`] for keys that are sorted, or whose equals are neighbours. It takes the dispatches
/// of a segmented scan and a scan, and 2 more.
///
/// # Errors
/// As [`group`].
pub fn group_sorted<K: Data<Element = f32>, V: Data>(
    keys: &K,
    values: &V,
    op: &Operator<V::Element>,
) -> Result<(K, V), Error> {
    check(keys, values)?;
    sorted(keys, values, op, Group::fastest(keys.on()))
}

fn sorted<K: Data<Element = f32>, V: Data>(
    keys: &K,
    values: &V,
    op: &Operator<V::Element>,
    method: Group,
) -> Result<(K, V), Error> {
    let (scan, segmented) = match method {
        Group::Runs => (Scan::Runs, SegmentedScan::Runs),
        Group::Tiles => (Scan::Tiles, SegmentedScan::Tiles),
    };
    let loaded = keys.load()?;
    let (heads, counted) = ends(&loaded, scan)?;
    let sums = scan_segments(&*values.load()?, &heads, op, segmented)?;
    drop(heads);
    let (distinct, reduced) = reduced(&loaded, &sums, &counted)?;
    Ok((keys.store(distinct.len().into(), distinct)?, values.store(reduced.len().into(), reduced)?))
}

fn check<K: Data<Element = f32>, V: Data>(keys: &K, values: &V) -> Result<(), Error> {
    exact("group", keys.shaped().count())?;
    same_device(keys.on(), values.on(), "the values of groups")?;
    keys.on().compute_backend()?;
    if keys.shaped() == values.shaped() {
        return Ok(());
    }
    Err(ShapeError::Mismatch {
        what: "keys and values of groups".to_owned(),
        first: Named::new("keys", keys.shaped()),
        second: Named::new("values", values.shaped()),
    }
    .into())
}

fn reduced<T: Texel + Element>(
    keys: &Buffer<f32>,
    sums: &Buffer<T>,
    counted: &Buffer<u32>,
) -> Result<(Buffer<f32>, Buffer<T>), Error> {
    let (device, count, groups) = (keys.device(), keys.len(), last(counted)?);
    let (mut distinct, mut reduced) = (device.buffer::<f32>(groups)?, device.buffer::<T>(groups)?);
    if groups > 0 {
        let kernel = ComputeSource::of::<T>(glsl!("compute/group_scatter.comp"), device.threads(256, 0)?);
        let kernel = device.compute_kernel(&kernel)?;
        let dispatch = device.dispatch(&kernel).input("keys", keys).input("sums", sums).input("counted", counted);
        let dispatch = dispatch.output("distinct", &mut distinct).output("reduced", &mut reduced);
        dispatch.constant("count", count).run_over(count)?;
    }
    Ok((distinct, reduced))
}
