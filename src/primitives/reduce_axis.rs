//! Reduction along an axis: each row or column of a stream becomes one element.

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::ir::{Loops, Needs};
use crate::machine::{Device, Stream};
use crate::method::{Citation, MethodInfo, MethodKernel};
use crate::operator::{Operator, OperatorError};
use crate::texel::{Stored, Texel};
use crate::value::Value;

use super::axis::{Constants, Lines};
use super::map::map;
use super::needs::{MINIMAL, check, is_small, pass_methods, run_first_fitting};

/// Methods of reduction along an axis of `L` elements. A pass combines neighbours along the axis, of all lines at once. Work is linear, and
/// a pass needs memory for its output. They keep the order of the elements, so the operator need not be commutative, and need no identity.
/// Operators that only select an element (max, min) keep its bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReduceAxis {
    /// A pass combines up to 8 neighbours: ⌈log8 L⌉ passes (4 for lines of 1024 elements). Sums are off by at most 7 passes · 2^-24 · Σ|x|
    /// of the line, to first order. Buck et al., Brook, sections 3.3 and 4.3.
    Brook,
    /// The fastest: a pass combines up to 64 neighbours, in groups of eight: ⌈log64 L⌉ passes (2 for lines of 1024). Sums are off by at most
    /// 14 passes · 2^-24 · Σ|x| of the line, to first order.
    Runs,
}

impl ReduceAxis {
    /// Both methods.
    pub const ALL: [ReduceAxis; 2] = [ReduceAxis::Brook, ReduceAxis::Runs];

    /// Returns the method that [`reduce_axis`] uses: [`ReduceAxis::Runs`], or [`ReduceAxis::Brook`] if a kernel has at most 512 instructions
    /// or the device has no loops that end depending on data. If its kernel does not fit on a chip, the other is used.
    pub fn fastest(device: &Device) -> ReduceAxis {
        if is_small(device) || !ReduceAxis::Runs.runs_on(device) { ReduceAxis::Brook } else { ReduceAxis::Runs }
    }
}

pass_methods!(ReduceAxis);

const METHODS: [MethodInfo; 2] = [
    MethodInfo {
        variant: "ReduceAxis::Brook",
        name: "brook",
        default: true,
        passes: "⌈log8 *L*⌉, where lines have *L* elements",
        of_2_20: "4 (*L* = 1024)",
        citation: Citation::new("Buck et al. 2004", "Brook for GPUs, 3.3 and 4.3"),
        needs: Needs { loops: Loops::Counted(7), ..MINIMAL },
        layouts: &[Layout::Plain, Layout::Packed],
        kernels: &[MethodKernel::new("reduce_brook_axis")],
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "ReduceAxis::Runs",
        name: "runs",
        default: true,
        passes: "⌈log64 *L*⌉",
        of_2_20: "2 (*L* = 1024)",
        needs: Needs { loops: Loops::Dynamic, ..MINIMAL },
        layouts: &[Layout::Plain, Layout::Packed],
        kernels: &[MethodKernel::new("reduce_axis")],
        ..MethodInfo::PLAIN
    },
];

/// Reduces each line along an axis to one element, in one set of passes, by the method that [`ReduceAxis::fastest`] returns. The axis counts
/// from 0, or from the end if it is negative. The result has the shape of the input without the axis (one element, if there is no other),
/// and the layout of the input, as `numpy.sum(x, axis)` and its relatives.
///
/// ```
/// use brooklet::{Device, Operator, primitives};
/// let device = Device::headless()?;
/// let x = device.upload_shaped([2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// assert_eq!(primitives::reduce_axis(&x, &Operator::sum(), 1)?.read()?, [6.0, 15.0]);
/// let largest = primitives::reduce_axis(&x, &Operator::max(), 0)?;
/// assert_eq!((largest.shape().extents(), largest.read()?), (&[3][..], vec![4.0, 5.0, 6.0]));
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`ShapeError::Axis`](crate::ShapeError::Axis), for an axis that the stream does not have; [`OperatorError::NoElements`], if lines have no
/// elements and the operator has no value for none.
pub fn reduce_axis<T: Stored>(values: &Stream<T>, op: &Operator<T>, axis: i32) -> Result<Stream<T>, Error> {
    let device = values.device();
    run_first_fitting(device, ReduceAxis::fastest(device), ReduceAxis::ALL, |method, on| {
        reduce_axis_by(&on.lend(values), op, axis, method)
    })
}

/// Reduces each line along an axis by the given method.
///
/// # Errors
/// As [`reduce_axis`]; [`PrimitiveError::Lacks`](super::PrimitiveError::Lacks), if the device lacks a feature that the method needs.
pub fn reduce_axis_by<T: Stored>(
    values: &Stream<T>,
    op: &Operator<T>,
    axis: i32,
    method: ReduceAxis,
) -> Result<Stream<T>, Error> {
    let device = values.device();
    check(method, device, ReduceAxis::fastest(device))?;
    let lines = Lines::new(values.shape(), axis)?;
    if lines.count() == 0 {
        return device.stream_with(lines.reduced(), values.layout());
    }
    if lines.length == 0 {
        let none = op.empty_value().ok_or_else(|| OperatorError::NoElements { operator: op.name().to_owned() })?;
        return device.upload_with(lines.reduced(), values.layout(), &vec![none; lines.count()]);
    }
    let (kernel, fan) = match method {
        ReduceAxis::Brook => (glsl!("primitives/reduce_brook_axis.frag"), 8),
        ReduceAxis::Runs => (glsl!("primitives/reduce_axis.frag"), 64),
    };
    let kernel = device.kernel(&op.bind(kernel)?)?;
    let mut current: Option<Stream<T>> = None;
    let mut from = lines;
    loop {
        let to = from.of_length(from.length.div_ceil(fan));
        let (shape, layout) = match to.length {
            1 => (lines.reduced(), values.layout()),
            _ => (to.shape(), Layout::Plain),
        };
        let mut next = device.stream_with::<T>(shape, layout)?;
        let pass = device.pass(&kernel).input("values", current.as_ref().unwrap_or(values));
        let pass = from.constants(pass).constant("groups", to.length);
        // Each line is one block.
        let pass = if method == ReduceAxis::Brook { pass.constant("block", from.length) } else { pass };
        pass.output("reduced", &mut next).run()?;
        if to.length == 1 {
            return Ok(next);
        }
        (current, from) = (Some(next), to);
    }
}

/// Computes the arithmetic mean of each line along an axis: the sum by [`reduce_axis`], and a pass that divides it by the number of
/// elements, which the device rounds as it rounds quotients.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let x = device.upload_shaped([2, 2], &[1.0, 2.0, 3.0, 5.0])?;
/// assert_eq!(primitives::mean_axis(&x, -1)?.read()?, [1.5, 4.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// As [`reduce_axis`]; lines without elements have no mean.
pub fn mean_axis<T: Texel>(values: &Stream<T>, axis: i32) -> Result<Stream<T>, Error> {
    mean(values, axis, |op| reduce_axis(values, op, axis))
}

/// Computes the mean of each line along an axis, from sums by the given method.
///
/// # Errors
/// As [`mean_axis`] and [`reduce_axis_by`].
pub fn mean_axis_by<T: Texel>(values: &Stream<T>, axis: i32, method: ReduceAxis) -> Result<Stream<T>, Error> {
    mean(values, axis, |op| reduce_axis_by(values, op, axis, method))
}

fn mean<T: Texel>(
    values: &Stream<T>,
    axis: i32,
    sum: impl Fn(&Operator<T>) -> Result<Stream<T>, Error>,
) -> Result<Stream<T>, Error> {
    let lines = Lines::new(values.shape(), axis)?;
    if lines.length == 0 && lines.count() > 0 {
        return Err(OperatorError::NoElements { operator: "mean".to_owned() }.into());
    }
    let sums = sum(&Operator::sum())?;
    if sums.is_empty() {
        return Ok(sums);
    }
    map(values.device(), "x / n").input("x", &sums).constant("n", Value::Float(lines.length as f32)).run()
}
