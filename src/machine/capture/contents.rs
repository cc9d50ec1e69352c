//! Contents of a stream or buffer at a step of a replay.

use std::ops::Deref;

use crate::geometry::{Geometry, Layout, LayoutError};
use crate::ir::Type;
use crate::ir::interpret::{Array, Value};
use crate::shape::Shape;
use crate::texel::Components;

/// The longest side of a texture that most devices have.
const LARGEST: usize = 1 << 14;

/// The elements of a stream or buffer at a step of a [`Replay`](super::Replay), and their places in the texture: an
/// [`Array`](crate::ir::interpret::Array) with a geometry.
#[derive(Clone, PartialEq, Debug)]
pub struct Contents {
    array: Array,
    /// The arrangement of the elements in the texture. For a buffer, this is the arrangement in the texture of a plain 1-D stream.
    pub geometry: Geometry,
    /// The number of layers of the texture: element `i` is in layer `i mod layers`.
    pub layers: usize,
}

impl Contents {
    /// Makes contents from floats, laid out as in a plain stream of this shape. With this, data from elsewhere can be shown like
    /// data of a device.
    ///
    /// ```
    /// use brooklet::{Components, Shape, capture::Contents};
    /// let points = Contents::of_floats(Components::Two, Shape::from([2, 1]), &[1.0, 2.0, 3.0, 4.0])?;
    /// assert_eq!((points.len(), points.place(1)), (2, (0, 1, 0, 0)));
    /// # Ok::<(), brooklet::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// More elements than the textures of current devices can hold.
    ///
    /// # Panics
    /// Panics if the number of floats differs from the number of elements times their components.
    pub fn of_floats(components: Components, shape: Shape, values: &[f32]) -> Result<Contents, LayoutError> {
        assert_eq!(values.len(), shape.count() * components.count(), "the floats of {shape} elements");
        let geometry = Geometry::of(shape, Layout::Plain, LARGEST)?;
        Ok(Contents { array: Array::floats(components, geometry.row.max(1), values), geometry, layers: 1 })
    }

    pub(super) fn new(array: Array, geometry: Geometry, layers: usize) -> Contents {
        Contents { array, geometry, layers }
    }

    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        self.array.grid.count
    }

    /// Returns whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the column, row and layer of an element's texel, and the element's index within the texel.
    pub fn place(&self, element: usize) -> (usize, usize, usize, usize) {
        let (x, y, lane) = self.geometry.texel_of(element / self.layers);
        (x, y, element % self.layers, lane)
    }

    /// Returns an element, or `None` if there is no such element.
    pub fn value(&self, element: usize) -> Option<Value> {
        self.array.element(element)
    }
}

impl Deref for Contents {
    type Target = Array;
    fn deref(&self) -> &Array {
        &self.array
    }
}

/// Extracts the elements from the texels of a texture; `layers` holds the words of each layer's texels, row by row.
pub(super) fn unpack(ty: Type, geometry: &Geometry, channels: usize, mut layers: Vec<Vec<u32>>) -> Array {
    let (components, lanes, row) = (ty.count(), geometry.layout.lanes(), geometry.row.max(1));
    if layers.len() == 1 && channels == components * lanes {
        // Apart from the padding of the last texel, the words are already those of the elements.
        let mut words = layers.remove(0);
        words.truncate(geometry.count * components);
        return Array::new(ty, row, words);
    }
    let count = geometry.count * layers.len();
    let mut words = Vec::with_capacity(count * components);
    for element in 0..count {
        let (texel, lane) = ((element / layers.len()) / lanes, (element / layers.len()) % lanes);
        // A packed texel holds one element in each channel.
        let start = texel * channels + lane;
        words.extend_from_slice(&layers[element % layers.len()][start..start + components]);
    }
    Array::new(ty, row * layers.len(), words)
}
