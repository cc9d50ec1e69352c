//! Reduction: combines all elements into one, group by group.

use crate::backend::Class;
use crate::error::Error;
use crate::glsl;
use crate::machine::Device;
use crate::method::{Citation, MethodInfo, Methods, methods};
use crate::operator::{Operator, OperatorError};
use crate::texel::Texel;

use super::reduce_levels::{kahan, levels, many_each, one_each, two_each};
use super::{Data, operator_kernel, runs, tiles};
use crate::error::ComputeError;

/// Methods of reducing. There are the seven kernels of Mahardito et al., *Optimizing Parallel Reduction in CUDA*, section 3.4, each of
/// which removes a cost of the one before; the compensated sum of their section 2.5.1; and two modern methods: [`Reduce::Runs`], the
/// fastest on drivers that compute on the CPU, and [`Reduce::Tiles`], the fastest on GPUs if the order must be kept. Otherwise the
/// seventh kernel is the fastest on GPUs.
///
/// In the paper's methods, a work group of 512 invocations (fewer if the device allows no more) folds its elements in shared
/// memory to one. The results are folded again, until one is left: ⌈log512 n⌉ dispatches, or ⌈log1024 n⌉ if each invocation loads
/// two. The work is linear. The memory beside the input is a buffer of the groups' results. All methods take any n and need no
/// identity. Operators that only compare (max, min) return an element bit for bit. Vectors are folded component by component, as
/// the operator says. Sums are off by at most ⌈log2 n⌉ + 1 roundings, that is (⌈log2 n⌉ + 1) · 2^-24 · Σ|x| to first order, unless
/// a method says otherwise.
///
/// The paper relies on warps of 32 that run in lock step, and omits barriers where it unrolls the last warp. No version of
/// OpenGL guarantees that: here every step has its barrier.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reduce {
    /// Kernel 1, interleaved addressing with divergent branching: a remainder selects every 2nd, 4th, 8th .. invocation, so
    /// the invocations of a warp diverge. Keeps the order of the elements. Section 3.4.1.
    InterleavedDivergent,
    /// Kernel 2, interleaved addressing with bank conflicts: the first invocations work, but their strides access the same
    /// banks of shared memory. Keeps the order of the elements. Section 3.4.2.
    InterleavedBankConflicts,
    /// Kernel 3, sequential addressing: the upper half is folded onto the lower. This kernel and those up to the seventh reorder
    /// elements, so the operator must be commutative. Section 3.4.3.
    SequentialAddressing,
    /// Kernel 4, first add during load: each invocation loads two elements; otherwise half of the invocations would be idle from
    /// the start. Section 3.4.4.
    FirstAddDuringLoad,
    /// Kernel 5, unroll the last warp: the last six steps are written out, with their barriers. Section 3.4.5.
    UnrollLastWarp,
    /// Kernel 6, completely unrolled: the compiler knows the size of a group. Section 3.4.6.
    CompletelyUnrolled,
    /// Kernel 7, multiple elements per thread, and the fastest on GPUs if the operator commutes. At most 512 groups go through all
    /// elements in strides (more groups if an invocation would need over 4096 rounds). Two dispatches for any n beyond 1024. An
    /// invocation adds n / 2^18 elements one after the other, which adds as many roundings to the error of sums. Sections 3.4.7 and
    /// 4.1.
    MultipleElements,
    /// Compensated summation, only for sums: it carries the error of each rounding along. An invocation sums by algorithm 1, section
    /// 2.5.1; groups then fold exact sums of two. The result is off by at most 3 · 2^-24 · Σ|x| to first order for any n; if all
    /// elements have one sign, that is three units in the last place. It takes four operations for an addition, and two buffers of
    /// results. If an element or a partial sum is infinite, the result is NaN. It needs `precise` (OpenGL 4.3, ES 3.2): without it
    /// compilers undo the compensation; Mesa's gave the naive sum exactly.
    Kahan,
    /// The fastest on drivers that compute on the CPU. Each invocation folds a run of neighbours in registers, without shared
    /// memory and without barriers, which cost such a driver more than everything else. A dispatch folds runs of 256 floats or 64
    /// vectors; dispatches repeat until 64 elements are left, which are read back and combined on the CPU. 2 dispatches for 2^20
    /// floats, 3 for as many vectors. Keeps the order of the elements. With d dispatches sums are off by at most 68 d + 6 roundings.
    Runs,
    /// The fastest on GPUs if the order must be kept. A work group of 256 folds a tile of 2048 floats (1024 vectors): each
    /// invocation folds a few elements in registers, then the group folds these results in shared memory. The group that finishes
    /// last folds the results of all tiles. One dispatch for any n. If the operator does not commute, the elements of an invocation
    /// are neighbours, which keeps the order; otherwise neighbouring invocations load neighbouring elements. Sums are off by at
    /// most 22 + 2⌈n / 2^19⌉ roundings (2⌈n / 2^18⌉ for vectors). After the `threadFenceReduction` sample of CUDA.
    Tiles,
}

impl Reduce {
    /// The seven kernels of the paper, in its order. They take any commutative operator.
    pub const SEVEN: [Reduce; 7] = [
        Reduce::InterleavedDivergent,
        Reduce::InterleavedBankConflicts,
        Reduce::SequentialAddressing,
        Reduce::FirstAddDuringLoad,
        Reduce::UnrollLastWarp,
        Reduce::CompletelyUnrolled,
        Reduce::MultipleElements,
    ];

    /// All methods.
    pub const ALL: [Reduce; 10] = [
        Reduce::InterleavedDivergent,
        Reduce::InterleavedBankConflicts,
        Reduce::SequentialAddressing,
        Reduce::FirstAddDuringLoad,
        Reduce::UnrollLastWarp,
        Reduce::CompletelyUnrolled,
        Reduce::MultipleElements,
        Reduce::Kahan,
        Reduce::Runs,
        Reduce::Tiles,
    ];

    /// Returns the methods that take any commutative operator: all but [`Reduce::Kahan`].
    pub fn general() -> impl Iterator<Item = Reduce> {
        Reduce::ALL.into_iter().filter(|method| *method != Reduce::Kahan)
    }

    /// Returns the method that [`reduce`] uses: [`Reduce::Runs`] if the driver computes on the CPU; on a GPU
    /// [`Reduce::MultipleElements`] if the operator commutes, else [`Reduce::Tiles`].
    pub fn fastest<T: Texel>(device: &Device, op: &Operator<T>) -> Reduce {
        match device.info().class {
            Class::Software => Reduce::Runs,
            Class::Hardware if op.is_commutative() => Reduce::MultipleElements,
            Class::Hardware => Reduce::Tiles,
        }
    }

    /// Returns the method's name on the command line.
    pub fn name(self) -> &'static str {
        self.method().name
    }

    fn keeps_order(self) -> bool {
        matches!(self, Reduce::InterleavedDivergent | Reduce::InterleavedBankConflicts | Reduce::Runs | Reduce::Tiles)
    }
}

methods!(Reduce);

const METHODS: [MethodInfo; 10] = [
    MethodInfo {
        variant: "Reduce::InterleavedDivergent",
        name: "interleaved-divergent",
        of_2_20: "3",
        citation: Citation::new("Mahardito et al.", "Mahardito et al., kernel 1"),
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Reduce::InterleavedBankConflicts",
        name: "interleaved-bank-conflicts",
        of_2_20: "3",
        citation: Citation::new("Mahardito et al.", "Mahardito et al., kernel 2"),
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Reduce::SequentialAddressing",
        name: "sequential-addressing",
        of_2_20: "3",
        citation: Citation::new("Mahardito et al.", "Mahardito et al., kernel 3"),
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Reduce::FirstAddDuringLoad",
        name: "first-add-during-load",
        of_2_20: "2",
        citation: Citation::new("Mahardito et al.", "Mahardito et al., kernel 4"),
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Reduce::UnrollLastWarp",
        name: "unroll-last-warp",
        of_2_20: "2",
        citation: Citation::new("Mahardito et al.", "Mahardito et al., kernel 5"),
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Reduce::CompletelyUnrolled",
        name: "completely-unrolled",
        of_2_20: "2",
        citation: Citation::new("Mahardito et al.", "Mahardito et al., kernel 6"),
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Reduce::MultipleElements",
        name: "multiple-elements",
        remark: ", on GPUs",
        default: true,
        of_2_20: "2",
        citation: Citation::new("Mahardito et al.", "Mahardito et al., kernel 7"),
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Reduce::Kahan",
        name: "kahan",
        remark: ", sums alone",
        of_2_20: "2",
        citation: Citation::new("Mahardito et al.", "Mahardito et al., 2.5.1"),
        precise: true,
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Reduce::Runs",
        name: "runs",
        remark: ", on the CPU",
        default: true,
        of_2_20: "2",
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Reduce::Tiles",
        name: "tiles",
        remark: ", on GPUs where the order is to be kept",
        default: true,
        of_2_20: "1",
        ..MethodInfo::COMPUTE
    },
];

/// Reduces to one value by the method that [`Reduce::fastest`] returns. It reads back one element, or with [`Reduce::Runs`] up to
/// 64.
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
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute). [`OperatorError::NoElements`], if there are no elements and the operator
/// defines no result for that case (a sum of no elements is 0, a product 1).
pub fn reduce<D: Data>(values: &D, op: &Operator<D::Element>) -> Result<D::Element, Error> {
    reduce_by(values, op, Reduce::fastest(values.on(), op))
}

/// Reduces to one value by the given method.
///
/// ```
/// use brooklet::{Device, Operator, compute::{self, Reduce}};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let x = device.upload_buffer(&vec![1.0; 1 << 20])?;
/// let methods = [(Reduce::SequentialAddressing, 3), (Reduce::FirstAddDuringLoad, 2), (Reduce::Runs, 2), (Reduce::Tiles, 1)];
/// for (method, dispatches) in methods {
///     let (sum, trace) = device.traced(|| compute::reduce_by(&x, &Operator::sum(), method));
///     assert_eq!(sum?, 1048576.0);
///     if device.compute().unwrap().invocations >= 512 {
///         assert_eq!(trace.dispatches().count(), dispatches); // 2^20 by 512s, by 1024s, by runs of 256
///     }
/// }
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// As [`reduce`]; [`OperatorError::NotCommutative`], if the method reorders elements and the operator does not commute;
/// [`ComputeError::NotASum`] and [`ComputeError::NoPrecise`], from [`Reduce::Kahan`].
pub fn reduce_by<D: Data>(values: &D, op: &Operator<D::Element>, method: Reduce) -> Result<D::Element, Error> {
    let device = values.on();
    let (_, compute) = device.compute_backend()?;
    let operator = || op.name().to_owned();
    if method == Reduce::Kahan {
        if !op.is_sum() {
            let instead = Reduce::fastest(device, op).name();
            return Err(ComputeError::NotASum { method: method.name(), operator: operator(), instead }.into());
        }
        if !compute.precise {
            return Err(ComputeError::NoPrecise { method: "kahan", version: device.info().version.clone() }.into());
        }
    }
    if !method.keeps_order() && !op.is_commutative() {
        let instead = Reduce::fastest(device, op).name();
        return Err(OperatorError::NotCommutative { method: method.name(), operator: operator(), instead }.into());
    }
    if values.shaped().count() == 0 {
        return Ok(op.empty_value().ok_or_else(|| OperatorError::NoElements { operator: operator() })?);
    }
    let loaded = values.load()?;
    let bind = |source, threads| operator_kernel(device, op, source, threads);
    let levels = |source, groups| levels(&loaded, &bind, source, groups);
    match method {
        Reduce::InterleavedDivergent => levels(glsl!("compute/reduce_interleaved_divergent.comp"), one_each),
        Reduce::InterleavedBankConflicts => levels(glsl!("compute/reduce_interleaved_bank_conflicts.comp"), one_each),
        Reduce::SequentialAddressing => levels(glsl!("compute/reduce_sequential_addressing.comp"), one_each),
        Reduce::FirstAddDuringLoad => levels(glsl!("compute/reduce_first_add_during_load.comp"), two_each),
        Reduce::UnrollLastWarp => levels(glsl!("compute/reduce_unroll_last_warp.comp"), two_each),
        Reduce::CompletelyUnrolled => levels(glsl!("compute/reduce_completely_unrolled.comp"), two_each),
        Reduce::MultipleElements => levels(glsl!("compute/reduce_multiple_elements.comp"), many_each),
        Reduce::Kahan => kahan(&loaded),
        Reduce::Runs => runs::reduce(&loaded, op, &bind),
        Reduce::Tiles => tiles::reduce(&loaded, !op.is_commutative(), &bind),
    }
}

/// Computes the arithmetic mean: the sum by the method that [`Reduce::fastest`] returns, divided on the CPU. It is as exact as the
/// sum, which must be in the range of `f32`.
///
/// # Errors
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); there are no elements.
pub fn mean<D: Data>(values: &D) -> Result<D::Element, Error> {
    mean_by(values, Reduce::fastest(values.on(), &Operator::<D::Element>::sum()))
}

/// Computes the arithmetic mean, with the sum by the given method.
///
/// # Errors
/// As [`mean`]; [`ComputeError::NoPrecise`], from [`Reduce::Kahan`].
pub fn mean_by<D: Data>(values: &D, method: Reduce) -> Result<D::Element, Error> {
    let count = values.shaped().count();
    if count == 0 {
        values.on().compute_backend()?;
        return Err(OperatorError::NoElements { operator: "mean".to_owned() }.into());
    }
    let sum = reduce_by(values, &Operator::sum(), method)?;
    Ok(Texel::from_fn(|c| (sum.component(c) as f64 / count as f64) as f32))
}
