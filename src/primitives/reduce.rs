//! Reduction: many elements become one.

use crate::backend::Class;
use crate::error::Error;
use crate::geometry::Layout;
use crate::ir::{Loops, Needs};
use crate::machine::{Device, Stream};
use crate::method::{Citation, DrawnFor, MethodInfo, MethodKernel, Units};
use crate::operator::{Operator, OperatorError};
use crate::texel::Texel;

use super::blending::is_blended;
use super::needs::{MINIMAL, check, is_small, pass_methods, run_first_fitting};
use super::reduce_blending::blended;
use super::reduce_mip_levels::averaged;
use super::reduce_passes::{RUN, brook, runs, two_by_two};
use crate::error::PrimitiveError;

/// Methods of reduction. All methods take streams of any extent, and need no identity. Operators that only select an element (max,
/// min) keep its bits.
///
/// Below, a stream lies in `w` × `h` elements (2^20 in 1024 × 1024). Work is linear. Besides the input, a pass needs memory for its
/// output: for the published methods a quarter or an eighth of the input.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reduce {
    /// Each pass halves both dimensions: ⌈log2 max(w, h)⌉ passes, 10 for 2^20. Reorders elements, so the operator must be
    /// commutative. Sums are off by at most 2 passes · 2^-24 · Σ|x|, to first order. Buck and Purcell, GPU Gems ch. 37, section
    /// 37.2.1.
    TwoByTwo,
    /// Each pass combines up to 8 neighbours along an axis, rows first: ⌈log8 w⌉ + ⌈log8 h⌉ passes, 8 for 2^20 (by 8, 8, 8 and 2
    /// along each axis). Keeps the order of the elements, so the operator need not be commutative. Sums are off by at most 7 passes
    /// · 2^-24 · Σ|x|, to first order. Buck et al., Brook, section 4.3.
    Brook,
    /// The fastest on drivers that draw on the CPU, and for operators that do not commute. Each pass combines runs of 64
    /// neighbouring texels, until 64 elements are left, which are read back and combined on the CPU. That is 2 passes for 2^20
    /// packed elements (2^18 texels, 4096, 64), 3 for plain ones. Work is linear, and a pass writes a 64th of what it reads. Keeps
    /// the order of the elements. Sums are off by at most (14 passes + 6) · 2^-24 · Σ|x|, for packed streams 2 more, to first
    /// order.
    Runs,
    /// The fastest on GPUs. Like [`Reduce::Runs`], but as long as there are at least 128 rows, a pass combines 64 texels of a
    /// column, so that neighbouring fragments read neighbouring texels. Reorders elements, so the operator must be commutative.
    Columns,
    /// The blending unit combines, and the kernel only copies: each step copies the lower half of the stream, and draws the upper half
    /// over it. 2⌈log2 n⌉ passes, 40 for 2^20. Computes sums, products, maxima and minima, and reorders elements. Sums are off by at most
    /// ⌈log2 n⌉ · 2^-24 · Σ|x|, to first order. Brooklet's arrangement of what programs did before there were fragment programs.
    Blending,
    /// The driver's mip levels average, and no kernel adds: the elements are copied to a square of s × s texels, s a power of two, whose
    /// mip levels the driver computes; the last level, of one texel, is the mean, and times the number of texels it is the sum. 2 passes
    /// of kernels, and log2 s levels: 9 for 2^20 numbers, which are packed. The square takes up to four times the memory of the elements,
    /// and its levels a third more. Computes sums alone, and reorders elements.
    ///
    /// Sums are off by at most (4 log2 s + 3) · 2^-24 · Σ|x|, to first order, plus 16 s² (log2 s + 1) · 2^-126, since tiny means may become zero.
    /// This holds for devices whose filters compute in `f32` to half a unit in the last place, as Mesa's llvmpipe and the plain machine
    /// (`--chip none`) do, and if no element is larger than 2^125. OpenGL promises less: a device may average with fewer bits. An infinity
    /// gives infinity or NaN, and NaN gives NaN. After the OpenGL extension SGIS_generate_mipmap.
    MipLevels,
}

impl Reduce {
    /// All methods.
    pub const ALL: [Reduce; 6] =
        [Reduce::TwoByTwo, Reduce::Brook, Reduce::Runs, Reduce::Columns, Reduce::Blending, Reduce::MipLevels];

    /// Returns whether the method computes this operator, as far as that does not depend on the device.
    ///
    /// ```
    /// use brooklet::{Operator, primitives::Reduce};
    /// assert!(Reduce::MipLevels.computes(&Operator::<f32>::sum()) && !Reduce::MipLevels.computes(&Operator::<f32>::max()));
    /// ```
    pub fn computes<T: Texel>(self, op: &Operator<T>) -> bool {
        match self {
            Reduce::TwoByTwo | Reduce::Columns => op.is_commutative(),
            Reduce::Brook | Reduce::Runs => true,
            Reduce::Blending => is_blended(op),
            Reduce::MipLevels => op.is_sum(),
        }
    }

    /// Returns the method that [`reduce`] uses: [`Reduce::Columns`] on a GPU if the operator commutes, else [`Reduce::Runs`]. If
    /// kernels have at most 512 instructions and the operator commutes, it is [`Reduce::TwoByTwo`]. If the device has no loops that
    /// end depending on data, it is [`Reduce::Brook`]. If a kernel of that method does not fit on a chip, [`reduce`] uses the next
    /// method that fits.
    pub fn fastest<T: Texel>(device: &Device, op: &Operator<T>) -> Reduce {
        match op.is_commutative() && device.info().class == Class::Hardware {
            _ if op.is_commutative() && is_small(device) => Reduce::TwoByTwo,
            _ if !Reduce::Runs.runs_on(device) => Reduce::Brook,
            true => Reduce::Columns,
            false => Reduce::Runs,
        }
    }
}

pass_methods!(Reduce);

/// The requirements of methods with loops that end depending on data.
const BY_DATA: Needs = Needs { loops: Loops::Dynamic, ..MINIMAL };

const METHODS: [MethodInfo; 6] = [
    MethodInfo {
        variant: "Reduce::TwoByTwo",
        name: "2x2",
        passes: "⌈log2 max(*w*, *h*)⌉",
        of_2_20: "10",
        citation: Citation::chapter_37("Buck and Purcell, 37.2"),
        layouts: &[Layout::Plain, Layout::Packed],
        kernels: &[MethodKernel::new("reduce_2x2"), MethodKernel::new("reduce_2x2_edge")],
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "Reduce::Brook",
        name: "brook",
        passes: "⌈log8 *w*⌉ + ⌈log8 *h*⌉",
        of_2_20: "8",
        citation: Citation::new("Buck et al. 2004", "Buck et al., Brook for GPUs, 4.3"),
        needs: Needs { loops: Loops::Counted(7), ..MINIMAL },
        layouts: &[Layout::Plain, Layout::Packed],
        kernels: &[
            MethodKernel::new("reduce_brook_x"),
            MethodKernel::new("reduce_brook_y"),
            MethodKernel::drawn_for("reduce_brook_axis", DrawnFor::Others),
        ],
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "Reduce::Runs",
        name: "runs",
        default: true,
        passes: "64 texels become one, to 64",
        of_2_20: "2 packed, 3 plain",
        needs: BY_DATA,
        layouts: &[Layout::Plain, Layout::Packed],
        kernels: &[MethodKernel::new("reduce_runs"), MethodKernel::drawn_for("reduce_runs_packed", DrawnFor::Packed)],
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "Reduce::Columns",
        name: "columns",
        remark: ", on GPUs",
        default: true,
        passes: "the same, down columns",
        of_2_20: "2 packed, 3 plain",
        needs: BY_DATA,
        layouts: &[Layout::Plain, Layout::Packed],
        kernels: &[
            MethodKernel::new("reduce_columns"),
            MethodKernel::new("reduce_runs"),
            MethodKernel::drawn_for("reduce_columns_packed", DrawnFor::Packed),
            MethodKernel::drawn_for("reduce_runs_packed", DrawnFor::Packed),
        ],
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "Reduce::Blending",
        name: "blending",
        passes: "2⌈log2 *n*⌉",
        of_2_20: "40",
        units: Units { float_blending: true, ..Units::NONE },
        kernels: &[MethodKernel::new("reduce_half")],
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "Reduce::MipLevels",
        name: "mip-levels",
        passes: "2, and the driver's",
        of_2_20: "2",
        citation: Citation::new("after SGIS_generate_mipmap", "after the extension SGIS_generate_mipmap"),
        needs: Needs { loops: Loops::Counted(3), ..MINIMAL },
        units: Units { float_mip_levels: true, ..Units::NONE },
        layouts: &[Layout::Plain, Layout::Packed],
        kernels: &[MethodKernel::new("reduce_half"), MethodKernel::new("reduce_from_mean")],
        ..MethodInfo::PLAIN
    },
];

/// Reduces a stream to one value by the fastest method that the device runs, [`Reduce::fastest`]. Passes, work, memory and
/// exactness are those of that method. At most 64 elements are read back.
///
/// ```
/// use brooklet::{Device, Operator, primitives};
/// let device = Device::headless()?;
/// let x = device.upload(&[3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0])?;
/// assert_eq!(primitives::reduce(&x, &Operator::max())?, 9.0);
/// assert_eq!(primitives::reduce(&x, &Operator::sum())?, 31.0);
/// assert_eq!(primitives::mean(&x)?, 3.875);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`OperatorError::NoElements`], if the stream is empty and the operator has no value for no elements (the sum has 0, the product
/// 1).
pub fn reduce<T: Texel>(values: &Stream<T>, op: &Operator<T>) -> Result<T, Error> {
    by_fastest(op, values.device(), |method, on| reduce_by(&on.lend(values), op, method))
}

/// Runs the fastest method, or the next whose kernels fit on the device.
pub(super) fn by_fastest<T: Texel, R>(
    op: &Operator<T>,
    device: &Device,
    run: impl Fn(Reduce, &Device) -> Result<R, Error>,
) -> Result<R, Error> {
    let smaller = [Reduce::TwoByTwo, Reduce::Brook];
    let others = smaller.into_iter().filter(|method| *method == Reduce::Brook || op.is_commutative());
    run_first_fitting(device, Reduce::fastest(device, op), others, run)
}

/// Reduces a stream to one value by the given method.
///
/// ```
/// use brooklet::{Device, Operator, primitives::{self, Reduce}};
/// let device = Device::headless()?;
/// let x = device.upload(&vec![1.0; 1 << 20])?;
/// let (sum, trace) = device.traced(|| primitives::reduce_by(&x, &Operator::sum(), Reduce::Brook));
/// assert_eq!(sum?, 1048576.0);
/// assert_eq!(trace.passes().count(), 8);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// As [`reduce`]; [`OperatorError::NotCommutative`], if the method reorders elements and the operator is not commutative;
/// [`PrimitiveError::Lacks`], if the device lacks a feature that the method needs; [`PrimitiveError::NotBlended`], for an operator that
/// the blending unit does not compute; [`OperatorError::NotASum`], for an operator that mip levels do not compute.
pub fn reduce_by<T: Texel>(values: &Stream<T>, op: &Operator<T>, method: Reduce) -> Result<T, Error> {
    reduce_until(values, op, method, 1)
}

/// Reduces like [`reduce_by`], but stops as soon as at most `stop_at` × `stop_at` texels are left, reads them back, and combines
/// them in pairs of neighbours on the CPU. Section 37.2.1 of GPU Gems notes that this may be faster. [`Reduce::Runs`] and
/// [`Reduce::Columns`] always stop when at most 8 × 8 elements are left, and [`Reduce::MipLevels`] at one.
///
/// ```
/// use brooklet::{Device, Operator, primitives::{self, Reduce}};
/// let device = Device::headless()?;
/// let x = device.upload(&vec![1.0; 1 << 20])?;
/// let (sum, trace) = device.traced(|| primitives::reduce_until(&x, &Operator::sum(), Reduce::TwoByTwo, 16));
/// assert_eq!(sum?, 1048576.0);
/// assert_eq!(trace.passes().count(), 6); // 1024 to 16
/// # Ok::<(), brooklet::Error>(())
/// ```
pub fn reduce_until<T: Texel>(
    values: &Stream<T>,
    op: &Operator<T>,
    method: Reduce,
    stop_at: usize,
) -> Result<T, Error> {
    if stop_at == 0 {
        return Err(PrimitiveError::Zero { what: "the number of texels that a reduction stops at" }.into());
    }
    check_method(values.device(), op, method)?;
    if values.is_empty() {
        return Ok(op.empty_value().ok_or_else(|| OperatorError::NoElements { operator: op.name().to_owned() })?);
    }
    let left = match method {
        Reduce::TwoByTwo => two_by_two(values, op, stop_at)?,
        Reduce::Brook => brook(values, op, stop_at)?,
        Reduce::Runs | Reduce::Columns => {
            runs(values, op, stop_at.saturating_mul(stop_at).max(RUN), method == Reduce::Columns)?
        }
        Reduce::MipLevels => Some(averaged(values)?),
        Reduce::Blending => {
            blended(values, op, stop_at.saturating_mul(stop_at), Reduce::fastest(values.device(), op).name())?
        }
    };
    if values.device().is_planning() {
        return Ok(T::splat(0.0));
    }
    let mut rest = left.as_ref().unwrap_or(values).read()?;
    // Combining neighbours in pairs adds few roundings to a sum, and keeps the order.
    while rest.len() > 1 {
        rest =
            rest.chunks(2).map(|pair| pair.iter().copied().reduce(|a, b| op.apply(a, b)).unwrap_or(pair[0])).collect();
    }
    Ok(rest[0])
}

/// Returns an error for a method that the device or the operator does not allow.
pub(super) fn check_method<T: Texel>(device: &Device, op: &Operator<T>, method: Reduce) -> Result<(), Error> {
    if matches!(method, Reduce::TwoByTwo | Reduce::Columns) && !op.is_commutative() {
        let operator = op.name().to_owned();
        return Err(
            OperatorError::NotCommutative { method: method.name(), operator, instead: Reduce::Brook.name() }.into()
        );
    }
    let fastest = Reduce::fastest(device, op);
    check(method, device, fastest)?;
    if method == Reduce::Blending && !is_blended(op) {
        let (operator, instead) = (op.name().to_owned(), fastest.name());
        return Err(PrimitiveError::NotBlended { method: method.name(), operator, instead }.into());
    }
    if method == Reduce::MipLevels && !op.is_sum() {
        let (operator, instead) = (op.name().to_owned(), fastest.name());
        return Err(OperatorError::NotASum { method: method.name(), operator, instead }.into());
    }
    Ok(())
}
