//! Runs of equal keys: distinct keys, and how many times each occurs.

use crate::backend::Class;
use crate::error::Error;
use crate::glsl;
use crate::machine::{Buffer, ComputeSource, Device};
use crate::method::{Citation, MethodInfo, Methods, methods};
use crate::shape::Shape;

use super::data::Data;
use super::order::{exact, source};
use super::scan::scan_counts;
use super::{Scan, Sort, SortOptions, sort_with};

/// Methods of finding the runs of equal keys. Both flag the first key of each run, count the runs by a scan of the flags, scatter the key and
/// the position of each first, and subtract neighbouring positions. They take the dispatches of the scan and three more, and read back the
/// number of runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RunLengths {
    /// Scans by [`Scan::Runs`], and [`unique`] sorts by [`Sort::RadixRuns`]: the fastest on drivers that compute on the CPU.
    Runs,
    /// Scans by [`Scan::Tiles`], and [`unique`] sorts by [`Sort::RadixTiles`]: the fastest on GPUs.
    Tiles,
}

impl RunLengths {
    /// Both methods.
    pub const ALL: [RunLengths; 2] = [RunLengths::Runs, RunLengths::Tiles];

    /// Returns the method that [`run_lengths`] and [`unique`] use: [`RunLengths::Tiles`] on a GPU, [`RunLengths::Runs`] if the driver
    /// computes on the CPU.
    pub fn fastest(device: &Device) -> RunLengths {
        match device.info().class {
            Class::Hardware => RunLengths::Tiles,
            Class::Software => RunLengths::Runs,
        }
    }

    /// Returns the method's name on the command line.
    pub fn name(self) -> &'static str {
        self.method().name
    }

    fn scan(self) -> Scan {
        match self {
            RunLengths::Runs => Scan::Runs,
            RunLengths::Tiles => Scan::Tiles,
        }
    }

    fn sort(self) -> Sort {
        match self {
            RunLengths::Runs => Sort::RadixRuns,
            RunLengths::Tiles => Sort::RadixTiles,
        }
    }
}

methods!(RunLengths);

const METHODS: [MethodInfo; 2] = [
    MethodInfo {
        variant: "RunLengths::Runs",
        name: "runs",
        remark: ", on the CPU",
        default: true,
        of_2_20: "6",
        citation: Citation::harris("after Harris, with a scatter"),
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "RunLengths::Tiles",
        name: "tiles",
        remark: ", on GPUs",
        default: true,
        of_2_20: "5",
        citation: Citation::harris("after Harris, with a scatter"),
        ..MethodInfo::COMPUTE
    },
];

/// The distinct keys of a list, with how many times each occurs.
#[derive(Debug)]
pub struct Unique<D> {
    /// The distinct keys, the smallest first.
    pub keys: D,
    /// The number of keys that are equal to each of them, as whole numbers in floats.
    pub counts: D,
}

/// Finds the distinct keys, in ascending order, and counts each, like [`primitives::unique`](crate::primitives::unique). It takes the
/// dispatches of a sort and of a scan, and three more. The number of distinct keys is read back.
///
/// ```
/// use brooklet::{Device, compute};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let unique = compute::unique(&device.upload(&[3.0, 1.0, 3.0, 2.0, 3.0])?)?;
/// assert_eq!((unique.keys.read()?, unique.counts.read()?), (vec![1.0, 2.0, 3.0], vec![1.0, 1.0, 3.0]));
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); more than 2^24 keys.
pub fn unique<D: Data<Element = f32>>(keys: &D) -> Result<Unique<D>, Error> {
    unique_by(keys, RunLengths::fastest(keys.on()))
}

/// Finds the distinct keys by the given method.
///
/// # Errors
/// As [`unique`].
pub fn unique_by<D: Data<Element = f32>>(keys: &D, method: RunLengths) -> Result<Unique<D>, Error> {
    exact("unique", keys.shaped().count())?;
    run_lengths_by(&sort_with(keys, SortOptions::default().method(method.sort()))?, method)
}

/// Finds the runs of equal keys, in C order, and their lengths, like [`primitives::run_lengths`](crate::primitives::run_lengths). It takes
/// the dispatches of a scan, and three more.
///
/// # Errors
/// As [`unique`].
pub fn run_lengths<D: Data<Element = f32>>(keys: &D) -> Result<Unique<D>, Error> {
    run_lengths_by(keys, RunLengths::fastest(keys.on()))
}

/// Finds the runs of equal keys by the given method.
///
/// # Errors
/// As [`unique`].
pub fn run_lengths_by<D: Data<Element = f32>>(keys: &D, method: RunLengths) -> Result<Unique<D>, Error> {
    let (device, elements) = (keys.on(), keys.shaped().count());
    exact("run lengths", elements)?;
    device.compute_backend()?;
    let list = |buffer: Buffer<f32>| keys.store(Shape::from(buffer.len()), buffer);
    let loaded = keys.load()?;
    let (_, counted) = ends(&loaded, method.scan())?;
    let groups = last(&counted)?;
    let (mut distinct, mut firsts) = (device.buffer::<f32>(groups)?, device.buffer::<u32>(groups)?);
    let mut lengths = device.buffer::<f32>(groups)?;
    if groups > 0 {
        let threads = device.threads(256, 0)?;
        let kernel = ComputeSource::of::<u32>(glsl!("compute/group_firsts.comp"), threads);
        let kernel = device.compute_kernel(&kernel)?;
        let dispatch = device.dispatch(&kernel).input("keys", &*loaded).input("counted", &counted);
        let dispatch = dispatch.output("distinct", &mut distinct).output("firsts", &mut firsts);
        dispatch.constant("count", elements).run_over(elements)?;
        let kernel = ComputeSource::of::<u32>(glsl!("compute/group_lengths.comp"), threads);
        let kernel = device.compute_kernel(&kernel)?;
        let dispatch = device.dispatch(&kernel).input("firsts", &firsts).output("lengths", &mut lengths);
        dispatch.constant("count", groups).constant("elements", elements).run_over(groups)?;
    }
    Ok(Unique { keys: list(distinct)?, counts: list(lengths)? })
}

/// Flags the first key of each run of equals, and counts how many runs end up to each key.
pub(super) fn ends(keys: &Buffer<f32>, scan: Scan) -> Result<(Buffer<f32>, Buffer<u32>), Error> {
    let (device, count) = (keys.device(), keys.len());
    let kernel = source(glsl!("compute/group_ends.comp"), "uint", device.threads(256, 0)?);
    let kernel = device.compute_kernel(&kernel)?;
    let (mut heads, mut ends) = (device.buffer::<f32>(count)?, device.buffer::<u32>(count)?);
    let dispatch = device.dispatch(&kernel).input("keys", keys).output("heads", &mut heads);
    dispatch.output("ends", &mut ends).constant("count", count).run_over(count)?;
    Ok((heads, scan_counts(&ends, scan, false)?))
}

/// Reads back the number of runs.
pub(super) fn last(counted: &Buffer<u32>) -> Result<usize, Error> {
    match counted.len() {
        0 => Ok(0),
        count => Ok(counted.read_range(count - 1..count)?[0] as usize),
    }
}
