//! The axis of a call, and the dispatches over the lines along it.

use crate::error::Error;
use crate::lines::Lines;
use crate::machine::Dispatch;
use crate::shape::{Named, Shape, ShapeError};

use super::data::Data;

/// The number of elements of a run of a line, which one invocation takes.
pub(super) const RUN: usize = 256;

/// An axis, which counts from 0, or from the end if it is negative. A number is an axis of the data's own shape. A buffer has one axis; for
/// others [`Axis::of`] names its shape.
///
/// ```
/// use brooklet::{Device, Operator, compute::{self, Axis}};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let x = device.upload_buffer(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// assert_eq!(compute::reduce_axis(&x, &Operator::sum(), Axis::of([2, 3], 1))?.read()?, [6.0, 15.0]);
/// let x = device.upload_shaped([2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// assert_eq!(compute::reduce_axis(&x, &Operator::sum(), 0)?.read()?, [5.0, 7.0, 9.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Axis {
    number: i32,
    shape: Option<Shape>,
}

impl Axis {
    /// Returns an axis of elements in this shape, in C order.
    pub fn of(shape: impl Into<Shape>, number: i32) -> Axis {
        Axis { number, shape: Some(shape.into()) }
    }

    /// Returns the lines of these data along the axis.
    pub(super) fn lines<D: Data>(self, values: &D) -> Result<Lines, Error> {
        values.on().compute_backend()?;
        let own = values.shaped();
        let shape = self.shape.unwrap_or(own);
        if shape.count() != own.count() {
            let (first, second) = (Named::new("the data", own), Named::new("the shape of the axis", shape));
            return Err(ShapeError::Mismatch { what: "data along an axis".to_owned(), first, second }.into());
        }
        Ok(Lines::new(shape, self.number)?)
    }
}

impl From<i32> for Axis {
    fn from(number: i32) -> Axis {
        Axis { number, shape: None }
    }
}

/// Sets the constants of lines.
pub(super) fn constants<'a>(lines: Lines, dispatch: Dispatch<'a>) -> Dispatch<'a> {
    dispatch.constant("extent", lines.length).constant("inner", lines.inner)
}

/// The work groups of a kernel whose invocations share rows.
pub(super) struct Rows {
    /// The number of invocations that share a row.
    pub width: usize,
    /// The number of work groups.
    pub groups: usize,
}

impl Rows {
    /// Shares rows among work groups of this size whose invocations take `each` elements at a time.
    pub fn new(lines: Lines, threads: usize, each: usize) -> Rows {
        let width = lines.length.div_ceil(each).next_power_of_two().min(threads);
        Rows { width, groups: lines.count().div_ceil(threads / width) }
    }
}
