//! Scan: reduces every prefix. Also known as prefix sum.

use crate::backend::Class;
use crate::error::Error;
use crate::glsl;
use crate::kernel::Source;
use crate::machine::{Buffer, ComputeSource, Device, Element};
use crate::method::{Citation, MethodInfo, Methods, methods};
use crate::operator::{Operator, OperatorError};
use crate::texel::Texel;

use super::runs::{self, Bind};
use super::scan_blocks::scan_blocks;
use super::{Data, operator_kernel, tiles};

/// Methods of scanning: the three kernels of Harris, *Parallel Prefix Sum (Scan) with CUDA*, 2007, and two modern methods,
/// [`Scan::Runs`] and [`Scan::Tiles`], which are the fastest. The paper's methods scan blocks of 512 elements (fewer if a work group
/// has no room), then the sums of the blocks in the same way, and add to each block the sum of all blocks before it. That takes
/// 2⌈log512 n⌉ - 1 dispatches (5 for 2^20 and for 2^24), and about n / 511 elements beside the result, for each level's sums and their
/// scan.
///
/// All methods keep the order of the elements, so the operator need not commute. They take any extent, and need no identity for
/// an inclusive scan. The paper pads the last block with zeros; here the last element is repeated, which does not affect the
/// elements before it.
///
/// The paper's listings have errors, which these kernels do not have:
/// - Algorithms 1 and 2 add if `k ≥ 2^d`; with d counted from 1 it must be `k ≥ 2^(d-1)`, or half of the sums are missing.
/// - Listing 1 adds to `temp[pout]`, which holds the values of two steps before; both terms must be from `temp[pin]`.
/// - Algorithm 4 counts d down from log2 n; the first step is log2 n - 1, since only the root is above it.
/// - Listing 3's macro shifts by `NUM_BANKS` instead of `LOG_NUM_BANKS`, and lacks brackets: `+` binds more tightly than `>>`.
/// - Block A computes `bankOffsetB` from `ai` instead of `bi`.
/// - The text calls the block that clears the last element B (it is C), refers to figure 4 instead of figure 5, and Table 2
///   has 8388688 elements instead of 8388608.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scan {
    /// Takes log2 b steps over all b elements of a block, between two halves of shared memory: b log2 b operations. Sums are off by
    /// at most ⌈log2 n⌉ + ⌈log512 n⌉ roundings of the prefix (· 2^-24 · Σ|x|, to first order). Algorithm 2 and Listing 1,
    /// after Hillis and Steele.
    Naive,
    /// Goes up and down a tree with two elements per invocation: about 2b operations in 2 log2 b steps. Sums are off by at most
    /// 2⌈log2 n⌉ + ⌈log512 n⌉ roundings of the prefix. Algorithms 3 and 4 and Listing 2, after Blelloch.
    WorkEfficient,
    /// As [`Scan::WorkEfficient`], but with gaps in shared memory, so that strides of powers of two do not access one bank. There is
    /// a gap after every 32 elements, today's number of banks (the paper's is 16), and after every 1024. It is as exact. Listing 3,
    /// blocks A to E.
    BankConflictFree,
    /// The fastest on drivers that compute on the CPU, without shared memory and barriers. Each invocation sums up a run of 256
    /// floats (64 vectors), the sums are scanned in the same way, and each invocation scans its run, starting from the sum of all
    /// runs before it. One invocation scans up to 256 elements alone. 5 dispatches for 2^20 floats, 7 for as many vectors; the
    /// input is read twice. With d dispatches sums are off by at most 162 d + 94 roundings of the prefix.
    Runs,
    /// The fastest on GPUs: reduces, then scans. A work group of 256 sums up a tile of 2048 floats (1024 vectors), and the group
    /// that finishes last scans the sums of the tiles. Then each tile is scanned: each invocation scans a few elements in registers,
    /// so that only the sums of invocations are scanned in shared memory. 2 dispatches for any n beyond a tile; the input is read
    /// twice. Sums are off by at most 24 + 2⌈n / 2^19⌉ roundings of the prefix (2⌈n / 2^18⌉ for vectors). After Merrill and
    /// Grimshaw, *Parallel Scan for Stream Architectures*, 2009.
    Tiles,
}

impl Scan {
    /// All methods.
    pub const ALL: [Scan; 5] = [Scan::Naive, Scan::WorkEfficient, Scan::BankConflictFree, Scan::Runs, Scan::Tiles];

    /// Returns the method that [`scan`] uses: [`Scan::Tiles`] on a GPU, [`Scan::Runs`] if the driver computes on the CPU.
    pub fn fastest(device: &Device) -> Scan {
        match device.info().class {
            Class::Hardware => Scan::Tiles,
            Class::Software => Scan::Runs,
        }
    }

    /// Returns the method's name on the command line.
    pub fn name(self) -> &'static str {
        self.method().name
    }
}

methods!(Scan);

const METHODS: [MethodInfo; 5] = [
    MethodInfo {
        variant: "Scan::Naive",
        name: "naive",
        of_2_20: "5",
        citation: Citation::harris("Harris, 2007"),
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Scan::WorkEfficient",
        name: "work-efficient",
        of_2_20: "5",
        citation: Citation::harris("Harris, 2007"),
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Scan::BankConflictFree",
        name: "bank-conflict-free",
        of_2_20: "5",
        citation: Citation::harris("Harris, 2007"),
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Scan::Runs",
        name: "runs",
        remark: ", on the CPU",
        default: true,
        of_2_20: "5",
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Scan::Tiles",
        name: "tiles",
        remark: ", on GPUs",
        default: true,
        of_2_20: "2",
        ..MethodInfo::COMPUTE
    },
];

/// Computes the inclusive scan, in C order, by the method that [`Scan::fastest`] returns: element i of the result combines the
/// elements 0 to i. The result has the shape of the input.
///
/// ```
/// use brooklet::{Device, Operator, compute};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let x = device.upload(&[3.0, 1.0, 7.0, 0.0, 4.0, 1.0, 6.0, 3.0])?;
/// let sums = compute::scan(&x, &Operator::sum())?;
/// assert_eq!(sums.read()?, [3.0, 4.0, 11.0, 11.0, 15.0, 16.0, 22.0, 25.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); more elements than a buffer holds, or, for a stream, than the
/// largest texture holds.
pub fn scan<D: Data>(values: &D, op: &Operator<D::Element>) -> Result<D, Error> {
    scan_by(values, op, Scan::fastest(values.on()))
}

/// Computes the inclusive scan by the given method.
///
/// ```
/// use brooklet::{Device, Operator, compute::{self, Scan}};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let x = device.upload_buffer(&vec![1.0; 1 << 20])?;
/// for method in Scan::ALL {
///     let (sums, trace) = device.traced(|| compute::scan_by(&x, &Operator::sum(), method));
///     assert_eq!(sums?.read_range((1 << 20) - 1..1 << 20)?, [1048576.0]);
///     if device.compute().unwrap().invocations >= 512 {
///         let dispatches = match method {
///             Scan::Runs => 5, // the sums of 4096 runs, of 16 of these, and three walks
///             Scan::Tiles => 2, // 512 tiles' sums and their scan, and the scan of the tiles
///             _ => 5, // 2048 blocks, 4 blocks of sums, one of theirs, and two additions
///         };
///         assert_eq!(trace.dispatches().count(), dispatches);
///     }
/// }
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// As [`scan`].
pub fn scan_by<D: Data>(values: &D, op: &Operator<D::Element>, method: Scan) -> Result<D, Error> {
    run(values, op, method, None)
}

/// Computes the exclusive scan by the method that [`Scan::fastest`] returns: element i of the result combines the elements 0 to
/// i - 1, and the first element is the operator's identity.
///
/// ```
/// use brooklet::{Device, Operator, compute};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let x = device.upload(&[3.0, 1.0, 7.0, 0.0, 4.0, 1.0, 6.0, 3.0])?;
/// let sums = compute::exclusive_scan(&x, &Operator::sum())?;
/// assert_eq!(sums.read()?, [0.0, 3.0, 4.0, 11.0, 11.0, 15.0, 16.0, 22.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// As [`scan`]; [`OperatorError::NoIdentity`], if the operator has no identity.
pub fn exclusive_scan<D: Data>(values: &D, op: &Operator<D::Element>) -> Result<D, Error> {
    exclusive_scan_by(values, op, Scan::fastest(values.on()))
}

/// Computes the exclusive scan by the given method.
///
/// # Errors
/// As [`exclusive_scan`].
pub fn exclusive_scan_by<D: Data>(values: &D, op: &Operator<D::Element>, method: Scan) -> Result<D, Error> {
    values.on().compute_backend()?;
    let identity = op.identity_element().ok_or_else(|| OperatorError::NoIdentity { operator: op.name().to_owned() })?;
    run(values, op, method, Some(identity))
}

/// Computes a scan: inclusive without an identity, exclusive with one.
fn run<D: Data>(values: &D, op: &Operator<D::Element>, method: Scan, identity: Option<D::Element>) -> Result<D, Error> {
    let bind = |source, threads| operator_kernel(values.on(), op, source, threads);
    let scanned = scan_buffer(&*values.load()?, method, identity.map(wide), !op.is_commutative(), &bind)?;
    values.store(values.shaped(), scanned)
}

/// Returns an element with 0 for the components that it lacks: the constant of kernels.
pub(super) fn wide<T: Texel>(element: T) -> [f32; 4] {
    std::array::from_fn(|c| if c < T::COMPONENTS.count() { element.component(c) } else { 0.0 })
}

fn scan_buffer<T: Element>(
    values: &Buffer<T>,
    method: Scan,
    identity: Option<[f32; 4]>,
    ordered: bool,
    bind: Bind,
) -> Result<Buffer<T>, Error> {
    match method {
        Scan::Naive => scan_blocks(values, glsl!("compute/scan_naive.comp"), 1, identity, bind),
        Scan::WorkEfficient => scan_blocks(values, glsl!("compute/scan_work_efficient.comp"), 2, identity, bind),
        Scan::BankConflictFree => scan_blocks(values, glsl!("compute/scan_bank_conflict_free.comp"), 2, identity, bind),
        Scan::Runs => runs::scan(values, identity, bind),
        Scan::Tiles => tiles::scan(values, identity, ordered, bind),
    }
}

/// The operator of a scan of counts.
pub(super) const ADD: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/glsl/compute/add.glsl"));

/// Computes the running sums of counts by the given method: inclusive, or exclusive, starting with 0.
pub(super) fn scan_counts(counts: &Buffer<u32>, method: Scan, exclusive: bool) -> Result<Buffer<u32>, Error> {
    let bind = |source: Source, threads| {
        counts.device().compute_kernel(&ComputeSource::of::<u32>(source.part("operator", ADD), threads))
    };
    scan_buffer(counts, method, exclusive.then_some([0.0; 4]), false, &bind)
}
