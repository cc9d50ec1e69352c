//! Reduction: many elements become one, group by group.

use crate::error::Error;
use crate::glsl;
use crate::kernel::Source;
use crate::machine::{Buffer, ComputeSource, Element};
use crate::operator::{Operator, OperatorError};
use crate::texel::Texel;

use super::Data;
use super::error::ComputeError;
use super::operator_kernel;

/// How a reduction is done: the seven kernels of Mahardito et al., *Optimizing Parallel Reduction in CUDA*, section 3.4, each
/// mending what slowed the one before, and the compensated sum of their section 2.5.1.
///
/// A work group of 512 invocations (fewer where the device has no more) folds its elements in shared memory to one; the
/// results are folded again, until one is left: ⌈log512 n⌉ dispatches, or ⌈log1024 n⌉ where each invocation loads two. Work
/// is linear, and memory beside the input a buffer of the groups' results. All take any n, need no identity, and give
/// elements that are only compared (max, min) with the bits that they went in with. Vectors are folded component by
/// component, as the operator says. Sums are off by at most ⌈log2 n⌉ + 1 roundings, that is (⌈log2 n⌉ + 1) · 2^-24 · Σ|x|
/// to first order, unless it says otherwise.
///
/// The paper has warps of 32 that run in lock step, and leaves barriers out where it unrolls the last one. No version of
/// OpenGL promises that: here every step has its barrier.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reduce {
    /// Kernel 1, interleaved addressing with divergent branching: a remainder picks every 2nd, 4th, 8th .. invocation, so
    /// that those of a warp part ways. Keeps the order of the elements. Section 3.4.1.
    InterleavedDivergent,
    /// Kernel 2, interleaved addressing with bank conflicts: the first invocations work, with strides that meet in the same
    /// banks of shared memory. Keeps the order of the elements. Section 3.4.2.
    InterleavedBankConflicts,
    /// Kernel 3, sequential addressing: the upper half is folded onto the lower. Reorders elements, as all that follow, so
    /// that the operator must be commutative. Section 3.4.3.
    SequentialAddressing,
    /// Kernel 4, first add during load: two elements an invocation, so that half of them are not idle from the start.
    /// Section 3.4.4.
    FirstAddDuringLoad,
    /// Kernel 5, unroll the last warp: the last six steps written out, with their barriers. Section 3.4.5.
    UnrollLastWarp,
    /// Kernel 6, completely unrolled: the compiler knows the size of a group. Section 3.4.6.
    CompletelyUnrolled,
    /// Kernel 7, multiple elements per thread: no more than 512 groups (or as many as keep an invocation to 4096 rounds),
    /// which go through all elements in strides: two dispatches for any n beyond 1024. An invocation adds n / 2^18 elements
    /// one after the other, and sums are off by as many roundings more. Sections 3.4.7 and 4.1.
    MultipleElements,
    /// Sums alone, with what each rounding loses carried along: algorithm 1, section 2.5.1, an invocation at a time; groups
    /// then fold exact sums of two. Off by at most 3 · 2^-24 · Σ|x| to first order, whatever n: for elements of one sign
    /// within three units of the last place. Four operations an addition, and two buffers of results. Where an element or a
    /// partial sum is infinite the result is NaN. Takes `precise` (OpenGL 4.3, ES 3.2): without it compilers
    /// undo the compensation; Mesa's gave the naive sum exactly.
    Kahan,
}

impl Reduce {
    /// The seven kernels of the paper, in its order: for any operator, if commutative.
    pub const SEVEN: [Reduce; 7] = [
        Reduce::InterleavedDivergent,
        Reduce::InterleavedBankConflicts,
        Reduce::SequentialAddressing,
        Reduce::FirstAddDuringLoad,
        Reduce::UnrollLastWarp,
        Reduce::CompletelyUnrolled,
        Reduce::MultipleElements,
    ];

    /// All of them.
    pub const ALL: [Reduce; 8] = [
        Reduce::InterleavedDivergent,
        Reduce::InterleavedBankConflicts,
        Reduce::SequentialAddressing,
        Reduce::FirstAddDuringLoad,
        Reduce::UnrollLastWarp,
        Reduce::CompletelyUnrolled,
        Reduce::MultipleElements,
        Reduce::Kahan,
    ];

    /// As the command line names it.
    pub fn name(self) -> &'static str {
        match self {
            Reduce::InterleavedDivergent => "interleaved-divergent",
            Reduce::InterleavedBankConflicts => "interleaved-bank-conflicts",
            Reduce::SequentialAddressing => "sequential-addressing",
            Reduce::FirstAddDuringLoad => "first-add-during-load",
            Reduce::UnrollLastWarp => "unroll-last-warp",
            Reduce::CompletelyUnrolled => "completely-unrolled",
            Reduce::MultipleElements => "multiple-elements",
            Reduce::Kahan => "kahan",
        }
    }

    fn source(self) -> Source {
        match self {
            Reduce::InterleavedDivergent => glsl!("compute/reduce_interleaved_divergent.comp"),
            Reduce::InterleavedBankConflicts => glsl!("compute/reduce_interleaved_bank_conflicts.comp"),
            Reduce::SequentialAddressing => glsl!("compute/reduce_sequential_addressing.comp"),
            Reduce::FirstAddDuringLoad => glsl!("compute/reduce_first_add_during_load.comp"),
            Reduce::UnrollLastWarp => glsl!("compute/reduce_unroll_last_warp.comp"),
            Reduce::CompletelyUnrolled => glsl!("compute/reduce_completely_unrolled.comp"),
            Reduce::MultipleElements => glsl!("compute/reduce_multiple_elements.comp"),
            Reduce::Kahan => glsl!("compute/reduce_kahan.comp"),
        }
    }

    fn keeps_order(self) -> bool {
        matches!(self, Reduce::InterleavedDivergent | Reduce::InterleavedBankConflicts)
    }

    /// Work groups for so many elements.
    fn groups(self, count: usize, threads: usize) -> usize {
        match self {
            Reduce::InterleavedDivergent | Reduce::InterleavedBankConflicts | Reduce::SequentialAddressing => {
                count.div_ceil(threads)
            }
            Reduce::FirstAddDuringLoad | Reduce::UnrollLastWarp | Reduce::CompletelyUnrolled => {
                count.div_ceil(2 * threads)
            }
            Reduce::MultipleElements => fixed(count, 2 * threads),
            Reduce::Kahan => fixed(count, threads),
        }
    }
}

/// Invocations of a work group, and groups of a grid, in the paper's section 4.1.
const THREADS: usize = 512;
const GROUPS: usize = 512;
/// Rounds of an invocation's loop: some drivers end long ones in silence (llvmpipe after 65,535 iterations).
const MAX_ROUNDS: usize = 4096;

/// The paper's number of groups, or as many as there is work for; more where rounds would be too many.
fn fixed(count: usize, a_round: usize) -> usize {
    let rounds = count.div_ceil(a_round);
    rounds.min(GROUPS.max(rounds.div_ceil(MAX_ROUNDS)))
}

/// Reduces to one value by the method that suits the operator: [`Reduce::MultipleElements`] where it commutes, else
/// [`Reduce::InterleavedBankConflicts`]. One element is read back.
///
/// ```
/// use brooklet::{Device, Operator, compute};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let x = device.upload(&[3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0])?;
/// assert_eq!(compute::reduce(&x, &Operator::max())?, 9.0);
/// assert_eq!(compute::reduce(&x, &Operator::sum())?, 31.0);
/// assert_eq!(compute::mean(&x)?, 3.875);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute). Of no elements, unless the operator says what that gives (sum
/// 0, product 1).
pub fn reduce<D: Data>(values: &D, op: &Operator<D::Element>) -> Result<D::Element, Error> {
    let method = if op.is_commutative() { Reduce::MultipleElements } else { Reduce::InterleavedBankConflicts };
    reduce_by(values, op, method)
}

/// Reduces to one value by the method named.
///
/// ```
/// use brooklet::{Device, Operator, compute::{self, Reduce}};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let x = device.upload_buffer(&vec![1.0; 1 << 20])?;
/// for (method, dispatches) in [(Reduce::SequentialAddressing, 3), (Reduce::FirstAddDuringLoad, 2)] {
///     let (sum, trace) = device.traced(|| compute::reduce_by(&x, &Operator::sum(), method));
///     assert_eq!(sum?, 1048576.0);
///     if device.compute().unwrap().invocations >= 512 {
///         assert_eq!(trace.dispatches().count(), dispatches); // 2^20 by 512s, or by 1024s
///     }
/// }
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// As [`reduce`]; [`OperatorError::NotCommutative`], where the method would reorder what the operator wants in order;
/// [`ComputeError::NotASum`] and [`ComputeError::NoPrecise`], of [`Reduce::Kahan`].
pub fn reduce_by<D: Data>(values: &D, op: &Operator<D::Element>, method: Reduce) -> Result<D::Element, Error> {
    let (_, compute) = values.on().compute_backend()?;
    let operator = || op.name().to_owned();
    if method == Reduce::Kahan {
        if !op.is_sum() {
            let instead = Reduce::MultipleElements.name();
            return Err(ComputeError::NotASum { method: method.name(), operator: operator(), instead }.into());
        }
        if !compute.precise {
            return Err(ComputeError::NoPrecise { method: "kahan", version: values.on().info().version.clone() }.into());
        }
    }
    if !method.keeps_order() && !op.is_commutative() {
        let instead = Reduce::InterleavedBankConflicts.name();
        return Err(OperatorError::NotCommutative { method: method.name(), operator: operator(), instead }.into());
    }
    if values.shaped().count() == 0 {
        return Ok(op.of_none().ok_or_else(|| OperatorError::NoElements { operator: operator() })?);
    }
    let values = values.load()?;
    match method {
        Reduce::Kahan => kahan(&values),
        method => levels(&values, op, method),
    }
}

/// The arithmetic mean: the sum by [`Reduce::MultipleElements`], divided on the CPU. It is as exact as the sum, which has
/// to fit an `f32`.
///
/// # Errors
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute). Of no elements.
pub fn mean<D: Data>(values: &D) -> Result<D::Element, Error> {
    mean_by(values, Reduce::MultipleElements)
}

/// The arithmetic mean, its sum by the method named.
///
/// # Errors
/// As [`mean`]; [`ComputeError::NoPrecise`], of [`Reduce::Kahan`].
pub fn mean_by<D: Data>(values: &D, method: Reduce) -> Result<D::Element, Error> {
    let count = values.shaped().count();
    if count == 0 {
        values.on().compute_backend()?;
        return Err(OperatorError::NoElements { operator: "mean".to_owned() }.into());
    }
    let sum = reduce_by(values, &Operator::sum(), method)?;
    Ok(Texel::from_fn(|c| (sum.component(c) as f64 / count as f64) as f32))
}

/// Dispatches until one is left.
fn levels<T: Texel + Element>(values: &Buffer<T>, op: &Operator<T>, method: Reduce) -> Result<T, Error> {
    let device = values.device();
    let threads = device.threads(THREADS, T::WORDS * 4)?;
    let kernel = operator_kernel(device, op, method.source(), threads)?;
    let mut current: Option<Buffer<T>> = None;
    loop {
        let input = current.as_ref().unwrap_or(values);
        if input.len() == 1 {
            return Ok(input.read()?[0]);
        }
        let groups = method.groups(input.len(), threads);
        let mut reduced = device.buffer::<T>(groups)?;
        let dispatch = device.dispatch(&kernel).input("values", input).output("reduced", &mut reduced);
        dispatch.constant("count", input.len()).run(groups)?;
        current = Some(reduced);
    }
}

/// The same with a compensation beside each sum.
fn kahan<T: Texel + Element>(values: &Buffer<T>) -> Result<T, Error> {
    let device = values.device();
    let threads = device.threads(THREADS, 2 * T::WORDS * 4)?;
    let source = Reduce::Kahan.source().element::<T>();
    let kernel = device.compute_kernel(&ComputeSource::of::<T>(source, threads))?;
    let mut current: Option<(Buffer<T>, Buffer<T>)> = None;
    loop {
        let (input, lacking) = match &current {
            // The first level does not look at what it is given as lacking.
            None => (values, values),
            Some((sums, compensations)) => (sums, compensations),
        };
        let begin = current.is_none();
        let groups = Reduce::Kahan.groups(input.len(), threads);
        let (mut sums, mut compensations) = (device.buffer::<T>(groups)?, device.buffer::<T>(groups)?);
        let dispatch = device.dispatch(&kernel).input("values", input).input("lacking", lacking);
        let dispatch = dispatch.constant("count", input.len()).constant("begin", begin);
        dispatch.output("sums", &mut sums).output("compensations", &mut compensations).run(groups)?;
        if groups == 1 {
            let (sum, compensation) = (sums.read()?[0], compensations.read()?[0]);
            return Ok(T::from_fn(|c| sum.component(c) - compensation.component(c)));
        }
        current = Some((sums, compensations));
    }
}
