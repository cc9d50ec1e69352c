//! Grids: how as many triangles lie in streams of several planes.

use super::error::SubdivideError;
use super::tables::CHILD_EDGES;
use crate::error::Error;
use crate::machine::{Device, Stream};

/// Floats count that far, and triangles are counted in floats.
const COUNTED: usize = 1 << 24;

/// Triangles in rows of a power of two: what holds one element of each is a plane, and planes lie below one another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Grid {
    pub count: usize,
    pub width: usize,
    pub rows: usize,
}

impl Grid {
    /// Room for `count` triangles, and for all planes that one may have.
    pub fn of(device: &Device, level: u32, count: usize) -> Result<Grid, SubdivideError> {
        let largest = device.limits().texture.max(1);
        let widest = 1 << largest.ilog2();
        let planes = CHILD_EDGES;
        let max = (widest * (largest / planes)).min(COUNTED).min(device.features().exact_integer as usize);
        if count > max {
            return Err(SubdivideError::TooMany { level, triangles: count, max });
        }
        // Near-square with about half of the planes: some streams have more, some fewer.
        let square = ((planes / 2 * count) as f64).sqrt() as usize;
        let mut width = square.next_power_of_two().clamp(4, widest);
        while count.div_ceil(width) * planes > largest {
            width *= 2;
        }
        Ok(Grid { count, width, rows: count.div_ceil(width).max(1) })
    }

    /// A stream of so many planes.
    pub fn stream<T: crate::Texel>(&self, device: &Device, planes: usize) -> Result<Stream<T>, Error> {
        device.stream([planes * self.rows, self.width])
    }

    /// A stream of planes from the host.
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
