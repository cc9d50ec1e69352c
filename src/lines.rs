//! The lines of elements along one of their axes, such as the rows or the columns of a matrix, and the last two axes as rows and columns.

use crate::error::PrimitiveError;
use crate::shape::{Shape, ShapeError};

/// The lines along an axis. In C order, an element's index is (outer · length + place) · inner + its index among the `inner` lines that lie
/// beside each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lines {
    shape: Shape,
    axis: usize,
    /// The product of the extents before the axis.
    pub outer: usize,
    /// The number of elements of a line.
    pub length: usize,
    /// The product of the extents after the axis: the distance between two neighbours of a line.
    pub inner: usize,
}

impl Lines {
    /// Returns the lines along an axis, which counts from the end if it is negative.
    ///
    /// # Errors
    /// [`ShapeError::Axis`], if there is no such axis.
    pub fn new(shape: Shape, axis: i32) -> Result<Lines, ShapeError> {
        let axis = shape.axis(axis)?;
        let extents = shape.extents();
        // The product of no extents is 1. Textures hold no more elements than a `usize` counts.
        let product =
            |extents: &[usize]| extents.iter().fold(1usize, |product, extent| product.saturating_mul(*extent));
        let (outer, inner) = (product(&extents[..axis]), product(&extents[axis + 1..]));
        Ok(Lines { shape, axis, outer, length: extents[axis], inner })
    }

    /// Returns the number of lines.
    pub fn count(&self) -> usize {
        self.outer.saturating_mul(self.inner)
    }

    /// Returns the lines of a stream in which each line has this length.
    pub fn of_length(&self, length: usize) -> Lines {
        Lines { shape: self.shape.with_extent(self.axis, length), length, ..*self }
    }

    /// Returns the shape of the stream.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the shape without the axis; that of one element, if there is no other axis.
    pub fn reduced(&self) -> Shape {
        self.shape.without_axis(self.axis)
    }

    /// Returns the shape of so many results of each line: that without the axis, after a first axis of the results.
    pub fn of_results(&self, results: usize) -> Result<Shape, ShapeError> {
        let others = if self.shape.rank() > 1 { self.reduced().extents().to_vec() } else { Vec::new() };
        let extents: Vec<usize> = std::iter::once(results).chain(others).collect();
        Shape::try_from(extents.as_slice())
    }

    /// Returns an error if there are lines, but lines have no elements of which to find what is wanted.
    pub fn check_elements(&self, what: &'static str) -> Result<(), PrimitiveError> {
        match self.length == 0 && self.count() > 0 {
            true => Err(PrimitiveError::EmptyLines { what, axis: self.axis, shape: self.shape }),
            false => Ok(()),
        }
    }
}

/// Returns the numbers of rows and of columns of a shape whose last two axes are those.
///
/// # Errors
/// [`PrimitiveError::Rows`], for a shape of one axis.
pub(crate) fn rows_and_columns(what: &'static str, shape: Shape) -> Result<[usize; 2], PrimitiveError> {
    match *shape.extents() {
        [.., rows, columns] => Ok([rows, columns]),
        _ => Err(PrimitiveError::Rows { what, shape }),
    }
}

/// Returns the numbers of rows and of columns of a shape that is one picture.
///
/// # Errors
/// [`PrimitiveError::Picture`], for a shape that does not have two axes.
pub(crate) fn picture_size(what: &'static str, shape: Shape) -> Result<[usize; 2], PrimitiveError> {
    match *shape.extents() {
        [rows, columns] => Ok([rows, columns]),
        _ => Err(PrimitiveError::Picture { what, shape }),
    }
}

/// Returns a shape with its last two axes exchanged.
pub(crate) fn exchanged(shape: Shape) -> Shape {
    match *shape.extents() {
        [.., rows, columns] => {
            let last = shape.rank() - 1;
            shape.with_extent(last - 1, columns).with_extent(last, rows)
        }
        _ => shape,
    }
}
