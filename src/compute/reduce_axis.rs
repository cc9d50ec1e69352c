//! Reduction along an axis: each row or column becomes one element.

use crate::backend::Class;
use crate::error::Error;
use crate::glsl;
use crate::lines::Lines;
use crate::machine::{Buffer, Device, Element};
use crate::method::{Citation, MethodInfo, Methods, methods};
use crate::operator::{Operator, OperatorError};
use crate::texel::Texel;

use super::axis::{Axis, RUN, Rows, constants};
use super::data::Data;
use super::operator_kernel;
use super::runs::{Bind, threads};
use super::tiles::Tile;

/// Methods of reduction along an axis of `L` elements. Both keep the order of the elements, so the operator need not be commutative, and need
/// no identity. Operators that only select an element (max, min) keep its bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReduceAxis {
    /// The fastest on drivers that compute on the CPU: each invocation folds up to 256 neighbours of a line, and another dispatch what these
    /// come to: ⌈log256 L⌉ dispatches. No shared memory and no barriers.
    Runs,
    /// The fastest on GPUs. Along the last axis, the invocations of a work group share a row, or several rows if these are short, and load it
    /// tile by tile: 1 dispatch for any L. Along other axes it is [`ReduceAxis::Runs`], whose invocations then read neighbours.
    Tiles,
}

impl ReduceAxis {
    /// Both methods.
    pub const ALL: [ReduceAxis; 2] = [ReduceAxis::Runs, ReduceAxis::Tiles];

    /// Returns the method that [`reduce_axis`] uses: [`ReduceAxis::Tiles`] on a GPU, [`ReduceAxis::Runs`] if the driver computes on the CPU.
    pub fn fastest(device: &Device) -> ReduceAxis {
        match device.info().class {
            Class::Hardware => ReduceAxis::Tiles,
            Class::Software => ReduceAxis::Runs,
        }
    }

    /// Returns the method's name on the command line.
    pub fn name(self) -> &'static str {
        self.method().name
    }
}

methods!(ReduceAxis);

const METHODS: [MethodInfo; 2] = [
    MethodInfo {
        variant: "ReduceAxis::Runs",
        name: "runs",
        remark: ", on the CPU",
        default: true,
        of_2_20: "2 (*L* = 1024)",
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "ReduceAxis::Tiles",
        name: "tiles",
        remark: ", on GPUs",
        default: true,
        of_2_20: "1 (rows)",
        citation: Citation::new("Mahardito et al.", "after Mahardito et al., 3.4.7"),
        ..MethodInfo::COMPUTE
    },
];

/// Reduces each line along an axis to one element, like [`primitives::reduce_axis`](crate::primitives::reduce_axis()), by the method that
/// [`ReduceAxis::fastest`] returns. The result has the shape of the input without the axis.
///
/// ```
/// use brooklet::{Device, Operator, compute};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let x = device.upload_shaped([2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// assert_eq!(compute::reduce_axis(&x, &Operator::sum(), 1)?.read()?, [6.0, 15.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); [`ShapeError::Axis`](crate::ShapeError::Axis), for an axis that the data do
/// not have; [`OperatorError::NoElements`], if lines have no elements and the operator has no value for none.
pub fn reduce_axis<D: Data>(values: &D, op: &Operator<D::Element>, axis: impl Into<Axis>) -> Result<D, Error> {
    reduce_axis_by(values, op, axis, ReduceAxis::fastest(values.on()))
}

/// Reduces each line along an axis by the given method.
///
/// # Errors
/// As [`reduce_axis`].
pub fn reduce_axis_by<D: Data>(
    values: &D,
    op: &Operator<D::Element>,
    axis: impl Into<Axis>,
    method: ReduceAxis,
) -> Result<D, Error> {
    let (device, lines) = (values.on(), axis.into().lines(values)?);
    if lines.count() > 0 && lines.length == 0 {
        let none = op.empty_value().ok_or_else(|| OperatorError::NoElements { operator: op.name().to_owned() })?;
        return values.store(lines.reduced(), device.upload_buffer(&vec![none; lines.count()])?);
    }
    let bind = |source, threads| operator_kernel(device, op, source, threads);
    let loaded = values.load()?;
    let reduced = match (method, lines.inner) {
        (ReduceAxis::Tiles, 1) => by_tiles(&loaded, lines, &bind)?,
        _ => by_runs(&loaded, lines, &bind)?,
    };
    values.store(lines.reduced(), reduced)
}

fn by_runs<T: Texel + Element>(values: &Buffer<T>, lines: Lines, bind: Bind) -> Result<Buffer<T>, Error> {
    let mut reduced = sums(values, lines, bind)?;
    let mut left = lines.length.div_ceil(RUN);
    while left > 1 {
        reduced = sums(&reduced, lines.of_length(left), bind)?;
        left = left.div_ceil(RUN);
    }
    Ok(reduced)
}

/// Reduces each run of each line to one element.
pub(super) fn sums<T: Element>(values: &Buffer<T>, lines: Lines, bind: Bind) -> Result<Buffer<T>, Error> {
    let device = values.device();
    let kernel = bind(glsl!("compute/reduce_axis_runs.comp"), threads(device)?)?;
    let runs = lines.length.div_ceil(RUN);
    let count = runs * lines.count();
    let mut reduced = device.buffer::<T>(count)?;
    let dispatch = constants(lines, device.dispatch(&kernel).input("values", values));
    let dispatch = dispatch.constant("count", count).constant("runs", runs).constant("each", RUN);
    dispatch.output("reduced", &mut reduced).run_over(count)?;
    Ok(reduced)
}

/// Reduces rows, each in one dispatch.
fn by_tiles<T: Element>(values: &Buffer<T>, lines: Lines, bind: Bind) -> Result<Buffer<T>, Error> {
    let (device, count) = (values.device(), lines.count());
    let tile = Tile::of::<T>(device)?;
    let kernel = bind(tile.source(glsl!("compute/reduce_axis_tiles.comp")), tile.threads)?;
    let rows = Rows::new(lines, tile.threads, tile.each);
    let mut reduced = device.buffer::<T>(count)?;
    let dispatch = device.dispatch(&kernel).input("values", values).output("reduced", &mut reduced);
    let dispatch = dispatch.constant("count", count).constant("extent", lines.length);
    dispatch.constant("width", rows.width).run(rows.groups)?;
    Ok(reduced)
}
