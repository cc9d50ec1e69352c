//! Summed-area table on compute shaders.

use crate::error::Error;
use crate::lines::rows_and_columns;
use crate::machine::Device;
use crate::method::{Citation, MethodInfo, Methods, methods};
use crate::operator::Operator;
use crate::shape::Shape;

use super::axis::Axis;
use super::data::Data;
use super::scan_axis::{ScanAxis, scan_axis_by};

/// Methods of a summed-area table: the scan of each row, and then of each column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sat {
    /// By [`ScanAxis::Runs`], the fastest on drivers that compute on the CPU: 6 dispatches for 1024 × 1024.
    Runs,
    /// By [`ScanAxis::Tiles`], the fastest on GPUs: 1 dispatch for rows, and those of runs for columns.
    Tiles,
}

impl Sat {
    /// Both methods.
    pub const ALL: [Sat; 2] = [Sat::Runs, Sat::Tiles];

    /// Returns the method that [`sat`] uses: [`Sat::Tiles`] on a GPU, [`Sat::Runs`] if the driver computes on the CPU.
    pub fn fastest(device: &Device) -> Sat {
        match ScanAxis::fastest(device) {
            ScanAxis::Runs => Sat::Runs,
            ScanAxis::Tiles => Sat::Tiles,
        }
    }

    /// Returns the method's name on the command line.
    pub fn name(self) -> &'static str {
        self.method().name
    }
}

methods!(Sat);

const METHODS: [MethodInfo; 2] = [
    MethodInfo {
        variant: "Sat::Runs",
        name: "runs",
        remark: ", on the CPU",
        default: true,
        of_2_20: "6",
        citation: Citation::harris("after Harris"),
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Sat::Tiles",
        name: "tiles",
        remark: ", on GPUs",
        default: true,
        of_2_20: "4",
        citation: Citation::harris("after Harris"),
        ..MethodInfo::COMPUTE
    },
];

/// Computes the summed-area table of elements of this shape, like [`primitives::sat`](crate::primitives::sat()), by the method that
/// [`Sat::fastest`] returns.
///
/// ```
/// use brooklet::{Device, compute};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let x = device.upload_buffer(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// assert_eq!(compute::sat(&x, [2, 3])?.read()?, [1.0, 3.0, 6.0, 5.0, 12.0, 21.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); [`PrimitiveError::Rows`](crate::primitives::PrimitiveError::Rows), for one axis;
/// [`ShapeError::Mismatch`](crate::ShapeError::Mismatch), if the data have another number of elements.
pub fn sat<D: Data>(values: &D, shape: impl Into<Shape>) -> Result<D, Error> {
    sat_by(values, shape, Sat::fastest(values.on()))
}

/// Computes the summed-area table by the given method.
///
/// # Errors
/// As [`sat`].
pub fn sat_by<D: Data>(values: &D, shape: impl Into<Shape>, method: Sat) -> Result<D, Error> {
    let (sum, shape) = (Operator::sum(), shape.into());
    values.on().compute_backend()?;
    rows_and_columns("sat", shape)?;
    let method = match method {
        Sat::Runs => ScanAxis::Runs,
        Sat::Tiles => ScanAxis::Tiles,
    };
    let rows = scan_axis_by(values, &sum, Axis::of(shape, -1), method)?;
    scan_axis_by(&rows, &sum, Axis::of(shape, -2), method)
}
