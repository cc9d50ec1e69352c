//! Shapes: the extents of a stream, 1 to 4 dimensions, slowest first (C order).

use std::convert::Infallible;
use std::fmt;

/// One to four extents in C order, such as `[rows, columns]`: the last index varies fastest.
///
/// ```
/// use brooklet::Shape;
/// let shape = Shape::from([10, 5]);
/// assert_eq!(shape.count(), 50);
/// assert_eq!(shape.index_of(&[2, 3]), Some(13));
/// assert_eq!(shape.to_string(), "10 × 5");
/// ```
///
/// A slice or vector of 1 to 4 extents can be converted into a shape: see [`IntoShape`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    extents: [usize; 4],
    rank: usize,
}

impl Shape {
    /// Returns the extents, slowest first.
    pub fn extents(&self) -> &[usize] {
        &self.extents[..self.rank]
    }

    /// Returns the number of dimensions: 1 to 4.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// Returns the number of elements, or `usize::MAX` if the product overflows; no texture holds that many.
    pub fn count(&self) -> usize {
        if self.extents().contains(&0) {
            return 0;
        }
        self.extents().iter().fold(1, |product, &extent| product.saturating_mul(extent))
    }

    /// Returns the last extent: the number of elements in a row that is contiguous in memory.
    pub fn last(&self) -> usize {
        self.extents[self.rank - 1]
    }

    /// Returns the number of an axis, which counts from the end if it is negative: -1 is the last.
    ///
    /// ```
    /// use brooklet::Shape;
    /// let shape = Shape::from([10, 5, 2]);
    /// assert_eq!((shape.axis(1)?, shape.axis(-1)?), (1, 2));
    /// let error = shape.axis(3).unwrap_err();
    /// assert_eq!(error.to_string(), "there is no axis 3: a stream of 10 × 5 × 2 has 3 axes, 0 to 2 or -3 to -1");
    /// # Ok::<(), brooklet::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ShapeError::Axis`], if there is no such axis.
    pub fn axis(&self, axis: i32) -> Result<usize, ShapeError> {
        let number = if axis < 0 { i64::from(axis) + self.rank as i64 } else { i64::from(axis) };
        match usize::try_from(number) {
            Ok(number) if number < self.rank => Ok(number),
            _ => Err(ShapeError::Axis { axis, shape: *self }),
        }
    }

    /// Returns the shape with another extent of an axis.
    pub(crate) fn with_extent(mut self, axis: usize, extent: usize) -> Shape {
        self.extents[axis] = extent;
        self
    }

    /// Returns the shape without an axis; that of one element, if there is no other axis.
    pub(crate) fn without_axis(&self, axis: usize) -> Shape {
        let mut extents = [1; 4];
        let others = self.extents().iter().enumerate().filter(|(number, _)| *number != axis);
        extents.iter_mut().zip(others).for_each(|(extent, (_, other))| *extent = *other);
        Shape { extents, rank: (self.rank - 1).max(1) }
    }

    /// Returns the index of an element in C order, if `at` has the right rank and lies inside.
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
    type Error = ShapeError;

    fn try_from(given: &[usize]) -> Result<Shape, ShapeError> {
        if !(1..=4).contains(&given.len()) {
            return Err(ShapeError::Rank { got: given.len() });
        }
        let mut extents = [1; 4];
        extents[..given.len()].copy_from_slice(given);
        Ok(Shape { extents, rank: given.len() })
    }
}

impl TryFrom<&Vec<usize>> for Shape {
    type Error = ShapeError;

    fn try_from(given: &Vec<usize>) -> Result<Shape, ShapeError> {
        Shape::try_from(given.as_slice())
    }
}

impl TryFrom<Vec<usize>> for Shape {
    type Error = ShapeError;

    fn try_from(given: Vec<usize>) -> Result<Shape, ShapeError> {
        Shape::try_from(given.as_slice())
    }
}

/// Types that convert into a [`Shape`]: a count, an array of 1 to 4 extents, a `Shape`, and a slice or vector of extents. The
/// conversion of a slice or vector fails unless it has 1 to 4 extents.
///
/// ```
/// use brooklet::{Device, Stream};
/// let device = Device::headless()?;
/// let extents = vec![2, 3]; // known when the program runs, say from a file
/// let x: Stream<f32> = device.stream(&extents)?;
/// assert_eq!(x.shape().extents(), extents);
/// let error = device.stream::<f32>(&[1; 5][..]).unwrap_err();
/// assert_eq!(error.to_string(), "a stream has 1 to 4 dimensions, not 5");
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// Functions that cannot fail, such as [`Map::shape`](crate::primitives::Map::shape), take `Into<Shape>` instead. Convert a slice
/// for them with `Shape::try_from(slice)?`.
pub trait IntoShape {
    /// Converts the value to a shape.
    ///
    /// # Errors
    /// [`ShapeError::Rank`] for a slice of no extents, or of more than four.
    fn into_shape(self) -> Result<Shape, ShapeError>;
}

impl<S: TryInto<Shape, Error: Into<ShapeError>>> IntoShape for S {
    fn into_shape(self) -> Result<Shape, ShapeError> {
        self.try_into().map_err(Into::into)
    }
}

impl From<Infallible> for ShapeError {
    fn from(never: Infallible) -> ShapeError {
        match never {}
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

/// Formats a count of elements: `1 element`, `2 elements`.
fn elements(count: usize) -> String {
    match count {
        1 => "1 element".to_owned(),
        usize::MAX => "more elements than can be counted".to_owned(),
        _ => format!("{count} elements"),
    }
}

/// Formats a shape with its number of elements: `2 × 3 = 6 elements`, or `6 elements` for a 1-D shape.
pub(crate) fn of_elements(shape: &Shape) -> String {
    match shape.extents() {
        [count] => elements(*count),
        _ if shape.count() == usize::MAX => format!("{shape} elements"),
        _ => format!("{shape} = {}", elements(shape.count())),
    }
}

/// Why shapes, positions and numbers of elements do not match.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// A shape has no dimensions, or more than four.
    #[error("a stream has 1 to 4 dimensions, not {got}")]
    Rank {
        /// The number of dimensions given.
        got: usize,
    },
    /// The number of elements in the data is not that of the shape.
    #[error("{} given for a stream of {}", elements(*.got), of_elements(.shape))]
    Count {
        /// The number of elements given.
        got: usize,
        /// The shape that the data were meant to fill.
        shape: Shape,
    },
    /// A range of elements reaches outside its stream.
    #[error("elements {start} to {end} are outside of a stream of {}", of_elements(.shape))]
    Range {
        /// First element.
        start: usize,
        /// One past the last element.
        end: usize,
        /// The stream's shape.
        shape: Shape,
    },
    /// A position lies outside its stream.
    #[error("element {} is outside of a stream of {shape}", position(.at))]
    Position {
        /// The position, slowest first.
        at: Vec<usize>,
        /// The stream's shape.
        shape: Shape,
    },
    /// Two streams that belong together differ in shape.
    #[error("{what}: {first}, {second}; they must have the same shape")]
    Mismatch {
        /// How the two streams are related.
        what: String,
        /// One of them.
        first: Box<Named>,
        /// The other.
        second: Box<Named>,
    },
    /// A stream that is to be shown as a picture is not two-dimensional.
    #[error("a picture has rows and columns, and this stream has the shape {shape}: give it two extents")]
    NoPicture {
        /// The stream's shape.
        shape: Shape,
    },
    /// A stream does not have this axis.
    #[error("there is no axis {axis}: a stream of {shape} has {}", axes(.shape))]
    Axis {
        /// The axis that was asked for.
        axis: i32,
        /// The stream's shape.
        shape: Shape,
    },
    /// The extents of a reduction's output do not divide those of its input.
    #[error("cannot reduce a stream of {input} to an output of {output}: {}", not_dividing(.input, .output))]
    NotDividing {
        /// The input's shape.
        input: Shape,
        /// The output's shape.
        output: Shape,
    },
}

/// A stream's name and shape, for messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// Its name.
    pub name: String,
    /// Its shape.
    pub shape: Shape,
}

impl Named {
    pub(crate) fn new(name: &str, shape: Shape) -> Box<Named> {
        Box::new(Named { name: name.to_owned(), shape })
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "`{}` is {}", self.name, self.shape)
    }
}

fn position(at: &[usize]) -> String {
    let parts: Vec<_> = at.iter().map(usize::to_string).collect();
    format!("({})", parts.join(", "))
}

/// Formats the axes that a shape has, as they count from the start and from the end.
fn axes(shape: &Shape) -> String {
    match shape.rank() {
        1 => "1 axis, 0 or -1".to_owned(),
        rank => format!("{rank} axes, 0 to {} or -{rank} to -1", rank - 1),
    }
}

/// Explains why the extents of the output do not divide those of the input.
pub(crate) fn not_dividing(input: &Shape, output: &Shape) -> String {
    if input.rank() != output.rank() {
        return format!("one has {} dimensions, the other {}; the numbers must be equal", input.rank(), output.rank());
    }
    let mut pairs = input.extents().iter().zip(output.extents());
    match pairs.find(|(n, m)| **m == 0 || !n.is_multiple_of(**m)) {
        Some((n, m)) => format!("{m} does not divide {n}"),
        None => "the extents do not divide".to_owned(),
    }
}
