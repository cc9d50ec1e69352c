//! Grids: the layout of triangles in streams that have several planes.

use super::error::SubdivideError;
use super::tables::CHILD_EDGES;
use crate::error::Error;
use crate::machine::{Device, Stream};

/// The maximum number of triangles. They are counted in floats, which are exact up to this number.
const COUNTED: usize = 1 << 24;

/// A grid of triangles, whose row length is a power of two. A plane has one element for each triangle, and the planes of a stream
/// are stacked vertically.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Grid {
    pub count: usize,
    pub width: usize,
    pub rows: usize,
}

impl Grid {
    /// Makes a grid with room for `count` triangles, and for the maximum number of planes.
    pub fn of(device: &Device, level: u32, count: usize) -> Result<Grid, SubdivideError> {
        let largest = device.limits().texture.max(1);
        let widest = 1 << largest.ilog2();
        let planes = CHILD_EDGES;
        let max = (widest * (largest / planes)).min(COUNTED).min(device.features().exact_integer as usize);
        if count > max {
            return Err(SubdivideError::TooMany { level, triangles: count, max });
        }
        // Choose the shape that is near-square for about half of the planes, since some streams have more planes than others.
        let square = ((planes / 2 * count) as f64).sqrt() as usize;
        let mut width = square.next_power_of_two().clamp(4, widest);
        while count.div_ceil(width) * planes > largest {
            width *= 2;
        }
        Ok(Grid { count, width, rows: count.div_ceil(width).max(1) })
    }

    /// Makes a stream with this number of planes.
    pub fn stream<T: crate::Texel>(&self, device: &Device, planes: usize) -> Result<Stream<T>, Error> {
        device.stream([planes * self.rows, self.width])
    }

    /// Uploads a stream of planes, whose elements `element` computes from the plane and the triangle.
    pub fn upload<T: crate::Texel>(
        &self,
        device: &Device,
        planes: usize,
        element: impl Fn(usize, usize) -> T,
    ) -> Result<Stream<T>, Error> {
        let plane = self.rows * self.width;
        let mut elements = vec![T::splat(0.0); planes * plane];
        for number in 0..planes {
            for at in 0..self.count {
                elements[number * plane + at] = element(number, at);
            }
        }
        device.upload_shaped([planes * self.rows, self.width], &elements)
    }
}
