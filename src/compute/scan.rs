//! Scan: every prefix, reduced, block by block.

use std::rc::Rc;

use crate::error::Error;
use crate::glsl;
use crate::kernel::Source;
use crate::machine::{Buffer, Compiled, ComputeSource, Device, Element};
use crate::operator::{Operator, OperatorError};
use crate::texel::Texel;

use super::{Data, operator_kernel};

/// How a scan is done within a block of 512 elements (fewer where a work group has no room): the three kernels of Harris,
/// *Parallel Prefix Sum (Scan) with CUDA*, 2007. Of arrays of any length, blocks are scanned, then the sums of the blocks in
/// the same way, and what all blocks before it come to is added to each: 2⌈log512 n⌉ - 1 dispatches (5 for 2^20 and for
/// 2^24), and about n / 511 elements beside the result, for each level's sums and their scan.
///
/// All keep the order of the elements, so that the operator need not commute; take any extent; and need no identity for an
/// inclusive scan. The paper fills a last block up with zeros; here the last element is repeated, and nothing before it
/// sees that.
///
/// The paper's listings have slips, which these kernels do not:
/// - Algorithms 1 and 2 take a step where `k ≥ 2^d`; counting d from 1, that is `k ≥ 2^(d-1)`, or half of the sums are missing.
/// - Listing 1 adds to `temp[pout]`, which holds what was there two steps before; both terms are of `temp[pin]`.
/// - Algorithm 4 counts d down from log2 n; the first step is log2 n - 1, the root being all there is above.
/// - Listing 3's macro shifts by `NUM_BANKS` for `LOG_NUM_BANKS`, and without brackets `+` binds before `>>`.
/// - Block A computes `bankOffsetB` from `ai`; it is `bi` that it belongs to.
/// - The text calls the place where the last element is cleared B (it is C), refers to figure 4 for figure 5, and Table 2
///   has 8388688 elements for 8388608.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scan {
    /// log2 b steps over all b elements of a block, between two halves of shared memory: b log2 b operations. Sums are off by
    /// at most ⌈log2 n⌉ + ⌈log512 n⌉ roundings of the prefix (· 2^-24 · Σ|x|, to first order). Algorithm 2 and Listing 1,
    /// after Hillis and Steele.
    Naive,
    /// Up and down a tree, two elements an invocation: about 2b operations in 2 log2 b steps. Sums are off by at most
    /// 2⌈log2 n⌉ + ⌈log512 n⌉ roundings of the prefix. Algorithms 3 and 4 and Listing 2, after Blelloch.
    WorkEfficient,
    /// The same, with gaps in shared memory, so that strides which are powers of two do not meet in one bank: after every 32
    /// elements, today's number of banks (the paper's is 16), and after every 1024. As exact. Listing 3, blocks A to E.
    BankConflictFree,
}

impl Scan {
    /// All of them.
    pub const ALL: [Scan; 3] = [Scan::Naive, Scan::WorkEfficient, Scan::BankConflictFree];

    /// As the command line names it.
    pub fn name(self) -> &'static str {
        match self {
            Scan::Naive => "naive",
            Scan::WorkEfficient => "work-efficient",
            Scan::BankConflictFree => "bank-conflict-free",
        }
    }

    fn source(self) -> Source {
        match self {
            Scan::Naive => glsl!("compute/scan_naive.comp"),
            Scan::WorkEfficient => glsl!("compute/scan_work_efficient.comp"),
            Scan::BankConflictFree => glsl!("compute/scan_bank_conflict_free.comp"),
        }
    }

    /// Elements of a block for each invocation of its group.
    fn each(self) -> usize {
        if self == Scan::Naive { 1 } else { 2 }
    }
}

/// Elements of a block: the paper's choice, section `Arrays of Arbitrary Size`.
const BLOCK: usize = 512;

/// The inclusive scan, in C order, by [`Scan::BankConflictFree`]: element i of the result is elements 0 to i, combined. The
/// result has the shape of the input.
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
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); more elements than a buffer holds, or than the largest texture
/// of a stream.
pub fn scan<D: Data>(values: &D, op: &Operator<D::Element>) -> Result<D, Error> {
    scan_by(values, op, Scan::BankConflictFree)
}

/// The inclusive scan by the method named.
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
///         assert_eq!(trace.dispatches().count(), 5); // 2048 blocks, 4 blocks of sums, one of theirs, and two additions
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

/// The exclusive scan by [`Scan::BankConflictFree`]: element i of the result is elements 0 to i - 1, combined, and the first
/// is the operator's identity.
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
/// As [`scan`]; [`OperatorError::NoIdentity`], for an operator that has none.
pub fn exclusive_scan<D: Data>(values: &D, op: &Operator<D::Element>) -> Result<D, Error> {
    exclusive_scan_by(values, op, Scan::BankConflictFree)
}

/// The exclusive scan by the method named.
///
/// # Errors
/// As [`exclusive_scan`].
pub fn exclusive_scan_by<D: Data>(values: &D, op: &Operator<D::Element>, method: Scan) -> Result<D, Error> {
    values.on().compute_backend()?;
    let identity = op.identity_element().ok_or_else(|| OperatorError::NoIdentity { operator: op.name().to_owned() })?;
    run(values, op, method, Some(identity))
}

/// Inclusive without an identity, exclusive with one.
fn run<D: Data>(values: &D, op: &Operator<D::Element>, method: Scan, identity: Option<D::Element>) -> Result<D, Error> {
    let bind = |source, threads| operator_kernel(values.on(), op, source, threads);
    let kernels = Kernels::new::<D::Element>(values.on(), method, &bind)?;
    let wide = |element: D::Element| {
        let count = D::Element::COMPONENTS.count();
        std::array::from_fn(|c| if c < count { element.component(c) } else { 0.0 })
    };
    let scanned = kernels.scan(&*values.load()?, identity.map(wide))?;
    values.store(values.shaped(), scanned)
}

/// The running sum of counts: inclusive, or exclusive with a 0 before.
pub(super) fn scan_counts(counts: &Buffer<u32>, exclusive: bool) -> Result<Buffer<u32>, Error> {
    let method = Scan::BankConflictFree;
    let bind = |source: Source, threads| {
        let source = source.part("operator", "uint combine(uint a, uint b) { return a + b; }\n");
        counts.device().compute_kernel(&ComputeSource::of::<u32>(source, threads))
    };
    Kernels::new::<u32>(counts.device(), method, &bind)?.scan(counts, exclusive.then_some([0.0; 4]))
}

/// What scans blocks, and what adds to them.
struct Kernels {
    block: Rc<Compiled>,
    add: Rc<Compiled>,
    /// Elements of a block.
    size: usize,
    each: usize,
}

impl Kernels {
    /// `bind` adds the operator to a kernel of so many invocations a group.
    fn new<T: Element>(
        device: &Device,
        method: Scan,
        bind: &dyn Fn(Source, usize) -> Result<Rc<Compiled>, Error>,
    ) -> Result<Kernels, Error> {
        // Two elements of shared memory an invocation whichever the method, and a gap or a total beside them.
        let threads = device.threads(BLOCK / method.each(), T::WORDS * 9)?;
        Ok(Kernels {
            block: bind(method.source(), threads)?,
            add: bind(glsl!("compute/scan_uniform_add.comp"), threads)?,
            size: method.each() * threads,
            each: method.each(),
        })
    }

    /// Exclusive with an identity.
    fn scan<T: Element>(&self, values: &Buffer<T>, identity: Option<[f32; 4]>) -> Result<Buffer<T>, Error> {
        let (device, count) = (values.device(), values.len());
        let blocks = count.div_ceil(self.size);
        let (mut scanned, mut sums) = (device.buffer::<T>(count)?, device.buffer::<T>(blocks)?);
        let dispatch = device.dispatch(&self.block).input("values", values).constant("count", count);
        let dispatch = dispatch.constant("exclusive", identity.is_some());
        let dispatch = dispatch.constant("identity", identity.unwrap_or_default());
        dispatch.output("scanned", &mut scanned).output("sums", &mut sums).run(blocks)?;
        if blocks > 1 {
            let increments = self.scan(&sums, None)?;
            let dispatch = device.dispatch(&self.add).input("increments", &increments).output("scanned", &mut scanned);
            let dispatch = dispatch.constant("count", count).constant("exclusive", identity.is_some());
            dispatch.constant("each", self.each).run(blocks - 1)?;
        }
        Ok(scanned)
    }
}
