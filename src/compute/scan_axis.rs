//! Scans along an axis: each row or column by itself.

use crate::backend::Class;
use crate::error::Error;
use crate::glsl;
use crate::lines::Lines;
use crate::machine::{Buffer, Device, Element};
use crate::method::{Citation, MethodInfo, Methods, methods};
use crate::operator::{Operator, OperatorError};

use super::axis::{Axis, RUN, Rows, constants};
use super::data::Data;
use super::operator_kernel;
use super::reduce_axis::sums;
use super::runs::{Bind, threads};
use super::scan::wide;
use super::tiles::Tile;

/// Methods of scanning along an axis of `L` elements. Both keep the order of the elements, and take operators that need not commute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScanAxis {
    /// The fastest on drivers that compute on the CPU: each invocation scans up to 256 neighbours of a line, from what those before come to:
    /// 2⌈log256 L⌉ - 1 dispatches. No shared memory and no barriers.
    Runs,
    /// The fastest on GPUs. Along the last axis, the invocations of a work group share a row, or several rows if these are short, and walk
    /// along it tile by tile: 1 dispatch for any L. Along other axes it is [`ScanAxis::Runs`], whose invocations then read neighbours.
    Tiles,
}

impl ScanAxis {
    /// Both methods.
    pub const ALL: [ScanAxis; 2] = [ScanAxis::Runs, ScanAxis::Tiles];

    /// Returns the method that [`scan_axis`] uses: [`ScanAxis::Tiles`] on a GPU, [`ScanAxis::Runs`] if the driver computes on the CPU.
    pub fn fastest(device: &Device) -> ScanAxis {
        match device.info().class {
            Class::Hardware => ScanAxis::Tiles,
            Class::Software => ScanAxis::Runs,
        }
    }

    /// Returns the method's name on the command line.
    pub fn name(self) -> &'static str {
        self.method().name
    }
}

methods!(ScanAxis);

const METHODS: [MethodInfo; 2] = [
    MethodInfo {
        variant: "ScanAxis::Runs",
        name: "runs",
        remark: ", on the CPU",
        default: true,
        of_2_20: "3 (*L* = 1024)",
        citation: Citation::harris("after Harris"),
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "ScanAxis::Tiles",
        name: "tiles",
        remark: ", on GPUs",
        default: true,
        of_2_20: "1 (rows)",
        citation: Citation::harris("after Harris"),
        ..MethodInfo::COMPUTE
    },
];

/// Computes the inclusive scan of each line along an axis, like [`primitives::scan_axis`](crate::primitives::scan_axis()), by the method that
/// [`ScanAxis::fastest`] returns.
///
/// ```
/// use brooklet::{Device, Operator, compute};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let x = device.upload_shaped([2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// assert_eq!(compute::scan_axis(&x, &Operator::sum(), 1)?.read()?, [1.0, 3.0, 6.0, 4.0, 9.0, 15.0]);
/// assert_eq!(compute::exclusive_scan_axis(&x, &Operator::sum(), 0)?.read()?, [0.0, 0.0, 0.0, 1.0, 2.0, 3.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); [`ShapeError::Axis`](crate::ShapeError::Axis), for an axis that the data do
/// not have.
pub fn scan_axis<D: Data>(values: &D, op: &Operator<D::Element>, axis: impl Into<Axis>) -> Result<D, Error> {
    scan_axis_by(values, op, axis, ScanAxis::fastest(values.on()))
}

/// Computes the inclusive scan of each line along an axis by the given method.
///
/// # Errors
/// As [`scan_axis`].
pub fn scan_axis_by<D: Data>(
    values: &D,
    op: &Operator<D::Element>,
    axis: impl Into<Axis>,
    method: ScanAxis,
) -> Result<D, Error> {
    run(values, op, axis.into(), method, None)
}

/// Computes the exclusive scan of each line along an axis: the first element of a line is the operator's identity.
///
/// # Errors
/// As [`scan_axis`]; [`OperatorError::NoIdentity`], if the operator has no identity.
pub fn exclusive_scan_axis<D: Data>(values: &D, op: &Operator<D::Element>, axis: impl Into<Axis>) -> Result<D, Error> {
    exclusive_scan_axis_by(values, op, axis, ScanAxis::fastest(values.on()))
}

/// Computes the exclusive scan of each line along an axis by the given method.
///
/// # Errors
/// As [`exclusive_scan_axis`].
pub fn exclusive_scan_axis_by<D: Data>(
    values: &D,
    op: &Operator<D::Element>,
    axis: impl Into<Axis>,
    method: ScanAxis,
) -> Result<D, Error> {
    values.on().compute_backend()?;
    let identity = op.identity_element().ok_or_else(|| OperatorError::NoIdentity { operator: op.name().to_owned() })?;
    run(values, op, axis.into(), method, Some(wide(identity)))
}

/// Computes scans: inclusive without an identity, exclusive with one.
fn run<D: Data>(
    values: &D,
    op: &Operator<D::Element>,
    axis: Axis,
    method: ScanAxis,
    identity: Option<[f32; 4]>,
) -> Result<D, Error> {
    let (device, lines) = (values.on(), axis.lines(values)?);
    let bind = |source, threads| operator_kernel(device, op, source, threads);
    let loaded = values.load()?;
    let scanned = match (method, lines.inner) {
        (ScanAxis::Tiles, 1) => by_tiles(&loaded, lines, identity, &bind)?,
        _ => by_runs(&loaded, lines, identity, &bind)?,
    };
    values.store(lines.shape(), scanned)
}

fn by_runs<T: Element>(
    values: &Buffer<T>,
    lines: Lines,
    identity: Option<[f32; 4]>,
    bind: Bind,
) -> Result<Buffer<T>, Error> {
    let device = values.device();
    let kernel = bind(glsl!("compute/scan_axis_runs.comp"), threads(device)?)?;
    let runs = lines.length.div_ceil(RUN);
    let increments = match runs {
        0 | 1 => None,
        _ => Some(by_runs(&sums(values, lines, bind)?, lines.of_length(runs), None, bind)?),
    };
    let count = runs * lines.count();
    let mut scanned = device.buffer::<T>(values.len())?;
    let dispatch = constants(lines, device.dispatch(&kernel).input("values", values));
    // The first run of a line does not read the increments: if it is the only one, any buffer will do.
    let dispatch = dispatch.input("increments", increments.as_ref().unwrap_or(values)).constant("count", count);
    let dispatch = dispatch.constant("runs", runs).constant("each", RUN);
    let dispatch = dispatch.constant("exclusive", identity.is_some());
    let dispatch = dispatch.constant("identity", identity.unwrap_or_default());
    dispatch.output("scanned", &mut scanned).run_over(count)?;
    Ok(scanned)
}

/// Scans rows, each in one dispatch.
fn by_tiles<T: Element>(
    values: &Buffer<T>,
    lines: Lines,
    identity: Option<[f32; 4]>,
    bind: Bind,
) -> Result<Buffer<T>, Error> {
    let device = values.device();
    let tile = Tile::of::<T>(device)?;
    let kernel = bind(tile.source(glsl!("compute/scan_axis_tiles.comp")), tile.threads)?;
    let rows = Rows::new(lines, tile.threads, tile.each);
    let mut scanned = device.buffer::<T>(values.len())?;
    let dispatch = device.dispatch(&kernel).input("values", values).output("scanned", &mut scanned);
    let dispatch = dispatch.constant("count", lines.count()).constant("extent", lines.length);
    let dispatch = dispatch.constant("width", rows.width).constant("exclusive", identity.is_some());
    let dispatch = dispatch.constant("identity", identity.unwrap_or_default());
    dispatch.run(if values.is_empty() { 0 } else { rows.groups })?;
    Ok(scanned)
}
