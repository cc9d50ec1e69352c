//! Scan along an axis: reduces every prefix of each row or column.

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::ir::{Loops, Needs};
use crate::machine::{Device, Stream};
use crate::method::{Citation, DrawnFor, MethodInfo, MethodKernel};
use crate::operator::{Operator, OperatorError};
use crate::texel::Texel;

use super::axis::{Constants, Lines};
use super::needs::{MINIMAL, check, is_small, pass_methods, run_first_fitting};
use super::scan_axis_packed;

/// Methods of a scan along an axis of `L` elements. All lines are scanned by the same passes. They keep the order of the elements, so the
/// operator need not be commutative.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScanAxis {
    /// Takes ⌈log2 L⌉ passes over all elements (10 for lines of 1024), as [`Scan::HillisSteele`](super::Scan::HillisSteele), and one more
    /// stream for ping-pong. Sums are off by at most ⌈log2 L⌉ · 2^-24 · Σ|x| of the prefix, to first order. Horn, GPU Gems 2 ch. 36,
    /// figure 36-1, after Hillis and Steele.
    HillisSteele,
    /// The fastest: goes up and down a pyramid of blocks of 8 elements of a line, in 2⌈log8 L⌉ - 1 passes (7 for lines of 1024). If lines lie
    /// in whole texels of a packed stream (their length is a multiple of 4, or 4 lines lie beside each other), four elements are taken at
    /// once: rows of 1024 take 3 passes over blocks of 16, and columns of 1024 take 5. The levels take a seventh of the memory of the input,
    /// and more if lines are short. With p passes, sums are off by at most 20p · 2^-24 · Σ|x| of the prefix, to first order. After Harris
    /// 2007, section 3.2, with eights instead of pairs.
    Pyramid,
}

impl ScanAxis {
    /// Both methods.
    pub const ALL: [ScanAxis; 2] = [ScanAxis::HillisSteele, ScanAxis::Pyramid];

    /// Returns the method that [`scan_axis`] uses: [`ScanAxis::Pyramid`], or [`ScanAxis::HillisSteele`] if a kernel has at most 512
    /// instructions. If its kernels do not fit on a chip, the other is used.
    pub fn fastest(device: &Device) -> ScanAxis {
        if is_small(device) { ScanAxis::HillisSteele } else { ScanAxis::Pyramid }
    }
}

pass_methods!(ScanAxis);

const METHODS: [MethodInfo; 2] = [
    MethodInfo {
        variant: "ScanAxis::HillisSteele",
        name: "hillis-steele",
        default: true,
        passes: "⌈log2 *L*⌉",
        of_2_20: "10 (*L* = 1024)",
        citation: Citation::horn("after Horn, GPU Gems 2 ch. 36, 36.1"),
        layouts: &[Layout::Plain, Layout::Packed],
        kernels: &[MethodKernel::new("scan_axis_step")],
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "ScanAxis::Pyramid",
        name: "pyramid",
        default: true,
        passes: "2⌈log8 *L*⌉ - 1, fewer of packed rows",
        of_2_20: "3 packed, 7 plain (rows, *L* = 1024)",
        citation: Citation::new("today's, on fragments", "after Harris"),
        needs: Needs { loops: Loops::Counted(15), inputs: 2, ..MINIMAL },
        layouts: &[Layout::Packed, Layout::Plain],
        kernels: &[
            MethodKernel::new("reduce_brook_axis"),
            MethodKernel::new("scan_axis_down"),
            MethodKernel::drawn_for("scan_rows_up_packed", DrawnFor::Packed),
            MethodKernel::drawn_for("scan_rows_down_packed", DrawnFor::Packed),
            MethodKernel::drawn_for("scan_columns_up_packed", DrawnFor::Others),
            MethodKernel::drawn_for("scan_columns_down_packed", DrawnFor::Others),
        ],
        ..MethodInfo::PLAIN
    },
];

/// Computes the inclusive scan of each line along an axis, in one set of passes, by the method that [`ScanAxis::fastest`] returns: an element
/// of the result combines those of its line up to it. The axis counts from 0, or from the end if it is negative. The result has the shape
/// and layout of the input, as `numpy.cumsum(x, axis)` and its relatives.
///
/// ```
/// use brooklet::{Device, Operator, primitives};
/// let device = Device::headless()?;
/// let x = device.upload_shaped([2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// assert_eq!(primitives::scan_axis(&x, &Operator::sum(), 1)?.read()?, [1.0, 3.0, 6.0, 4.0, 9.0, 15.0]);
/// assert_eq!(primitives::scan_axis(&x, &Operator::sum(), 0)?.read()?, [1.0, 2.0, 3.0, 5.0, 7.0, 9.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`ShapeError::Axis`](crate::ShapeError::Axis), for an axis that the stream does not have.
pub fn scan_axis<T: Texel>(values: &Stream<T>, op: &Operator<T>, axis: i32) -> Result<Stream<T>, Error> {
    let device = values.device();
    run_first_fitting(device, ScanAxis::fastest(device), ScanAxis::ALL, |method, on| {
        scan_axis_by(&on.lend(values), op, axis, method)
    })
}

/// Computes the inclusive scan of each line along an axis by the given method.
///
/// # Errors
/// As [`scan_axis`]; [`PrimitiveError::Lacks`](super::PrimitiveError::Lacks), if the device lacks a feature that the method needs.
pub fn scan_axis_by<T: Texel>(
    values: &Stream<T>,
    op: &Operator<T>,
    axis: i32,
    method: ScanAxis,
) -> Result<Stream<T>, Error> {
    run(values, op, axis, method, None)
}

/// Computes the exclusive scan of each line along an axis: an element of the result combines those of its line before it, and the first is
/// the operator's identity. It takes as many passes as [`scan_axis`], because one of them also shifts.
///
/// ```
/// use brooklet::{Device, Operator, primitives};
/// let device = Device::headless()?;
/// let x = device.upload_shaped([2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// let sums = primitives::exclusive_scan_axis(&x, &Operator::sum(), -1)?;
/// assert_eq!(sums.read()?, [0.0, 1.0, 3.0, 0.0, 4.0, 9.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// As [`scan_axis`]; [`OperatorError::NoIdentity`], for an operator that has none.
pub fn exclusive_scan_axis<T: Texel>(values: &Stream<T>, op: &Operator<T>, axis: i32) -> Result<Stream<T>, Error> {
    let device = values.device();
    run_first_fitting(device, ScanAxis::fastest(device), ScanAxis::ALL, |method, on| {
        exclusive_scan_axis_by(&on.lend(values), op, axis, method)
    })
}

/// Computes the exclusive scan of each line along an axis by the given method.
///
/// # Errors
/// As [`exclusive_scan_axis`] and [`scan_axis_by`].
pub fn exclusive_scan_axis_by<T: Texel>(
    values: &Stream<T>,
    op: &Operator<T>,
    axis: i32,
    method: ScanAxis,
) -> Result<Stream<T>, Error> {
    let identity = op.identity_element().ok_or_else(|| OperatorError::NoIdentity { operator: op.name().to_owned() })?;
    run(values, op, axis, method, Some(identity))
}

/// Scans inclusively if there is no identity, else exclusively.
fn run<T: Texel>(
    values: &Stream<T>,
    op: &Operator<T>,
    axis: i32,
    method: ScanAxis,
    identity: Option<T>,
) -> Result<Stream<T>, Error> {
    let device = values.device();
    check(method, device, ScanAxis::fastest(device))?;
    let lines = Lines::new(values.shape(), axis)?;
    if values.is_empty() {
        return device.stream_with(values.shape(), values.layout());
    }
    match method {
        ScanAxis::HillisSteele => hillis_steele(values, op, lines, identity),
        ScanAxis::Pyramid => pyramid(values, op, lines, identity),
    }
}

fn hillis_steele<T: Texel>(
    values: &Stream<T>,
    op: &Operator<T>,
    lines: Lines,
    identity: Option<T>,
) -> Result<Stream<T>, Error> {
    let device = values.device();
    let kernel = device.kernel(&op.bind(glsl!("primitives/scan_axis_step.frag"))?)?;
    let mut stride = 1;
    let mut current: Option<Stream<T>> = None;
    loop {
        let mut next = device.stream_with::<T>(values.shape(), values.layout())?;
        // If the scan is exclusive, the first pass shifts.
        let shift = identity.is_some() && current.is_none();
        let pass = device.pass(&kernel).input("values", current.as_ref().unwrap_or(values));
        let pass = lines.constants(pass).constant("stride", stride).constant("shift", i32::from(shift));
        let pass = pass.constant("identity", identity.unwrap_or(T::splat(0.0)).value());
        pass.output("scanned", &mut next).run()?;
        stride *= 2;
        if stride as usize >= lines.length {
            return Ok(next);
        }
        current = Some(next);
    }
}

/// The number of elements of a level whose sum is one element of the level above.
const BLOCK: usize = 8;

fn pyramid<T: Texel>(
    values: &Stream<T>,
    op: &Operator<T>,
    lines: Lines,
    identity: Option<T>,
) -> Result<Stream<T>, Error> {
    if let Some(scanned) = scan_axis_packed::pyramid(values, op, lines, identity)? {
        return Ok(scanned);
    }
    let device = values.device();
    let up = device.kernel(&op.bind(glsl!("primitives/reduce_brook_axis.frag"))?)?;
    let down = device.kernel(&op.bind(glsl!("primitives/scan_axis_down.frag"))?)?;
    let mut levels: Vec<(Stream<T>, Lines)> = Vec::new();
    while let (level, from) = levels.last().map_or((values, lines), |(level, lines)| (level, *lines))
        && from.length > BLOCK
    {
        let to = from.of_length(from.length.div_ceil(BLOCK));
        let mut sums = device.stream_with::<T>(to.shape(), Layout::Plain)?;
        let pass = from.constants(device.pass(&up).input("values", level));
        pass.constant("block", from.length).constant("groups", to.length).output("reduced", &mut sums).run()?;
        levels.push((sums, to));
    }
    let mut above: Option<Stream<T>> = None;
    loop {
        let level = levels.pop();
        let last = level.is_none();
        let (source, lines) = level.as_ref().map_or((values, lines), |(level, lines)| (level, *lines));
        let layout = if last { values.layout() } else { Layout::Plain };
        let mut scanned = device.stream_with::<T>(source.shape(), layout)?;
        let pass = device.pass(&down).input("values", source).input("sums", above.as_ref().unwrap_or(source));
        let pass = lines.constants(pass).constant("top", above.is_none());
        let pass = pass.constant("shift", i32::from(last && identity.is_some()));
        let pass = pass.constant("identity", identity.unwrap_or(T::splat(0.0)).value());
        pass.output("scanned", &mut scanned).run()?;
        if last {
            return Ok(scanned);
        }
        above = Some(scanned);
    }
}
