//! The extents of a stream: 1 to 4 dimensions, slowest first (C order).

use std::fmt;

use crate::error::Error;

/// One to four extents in C order: `[rows, columns]`, the last varying fastest.
///
/// ```
/// use brooklet::Shape;
/// let shape = Shape::from([10, 5]);
/// assert_eq!(shape.count(), 50);
/// assert_eq!(shape.index_of(&[2, 3]), Some(13));
/// assert_eq!(shape.to_string(), "10 × 5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    extents: [usize; 4],
    rank: usize,
}

impl Shape {
    /// The extents, slowest first.
    pub fn extents(&self) -> &[usize] {
        &self.extents[..self.rank]
    }

    /// How many dimensions: 1 to 4.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// How many elements; `usize::MAX` where the product does not fit, which no texture holds.
    pub fn count(&self) -> usize {
        if self.extents().contains(&0) {
            return 0;
        }
        self.extents().iter().fold(1, |product, &extent| product.saturating_mul(extent))
    }

    /// The last extent: elements that are neighbours in memory.
    pub fn last(&self) -> usize {
        self.extents[self.rank - 1]
    }

    /// The position of an element in C order, if `at` has the right rank and lies inside.
    pub fn index_of(&self, at: &[usize]) -> Option<usize> {
        if at.len() != self.rank {
            return None;
        }
        let mut index = 0usize;
        for (&position, &extent) in at.iter().zip(self.extents()) {
            if position >= extent {
                return None;
            }
            index = index.checked_mul(extent)?.checked_add(position)?;
        }
        Some(index)
    }
}

impl From<usize> for Shape {
    fn from(count: usize) -> Shape {
        Shape::from([count])
    }
}

macro_rules! from_array {
    ($($rank:literal)*) => {$(
        impl From<[usize; $rank]> for Shape {
            fn from(given: [usize; $rank]) -> Shape {
                let mut extents = [1; 4];
                extents[..$rank].copy_from_slice(&given);
                Shape { extents, rank: $rank }
            }
        }
    )*};
}
from_array!(1 2 3 4);

impl TryFrom<&[usize]> for Shape {
    type Error = Error;

    fn try_from(given: &[usize]) -> Result<Shape, Error> {
        if !(1..=4).contains(&given.len()) {
            return Err(Error::Rank { got: given.len() });
        }
        let mut extents = [1; 4];
        extents[..given.len()].copy_from_slice(given);
        Ok(Shape { extents, rank: given.len() })
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (axis, extent) in self.extents().iter().enumerate() {
            if axis > 0 {
                f.write_str(" × ")?;
            }
            write!(f, "{extent}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Shape({self})")
    }
}
