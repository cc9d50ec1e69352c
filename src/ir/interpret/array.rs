//! Streams of the interpreter, with their shapes.

use super::Value;
use crate::Components;
use crate::ir::Type;

/// The shape of a stream. Its elements are stored row by row, and the last row may be incomplete.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    /// The number of elements.
    pub count: usize,
    /// The number of elements per row; at least 1.
    pub width: usize,
}

impl Grid {
    /// Returns the number of rows, including an incomplete last one.
    pub fn height(self) -> usize {
        self.count.div_ceil(self.width.max(1))
    }
}

/// A stream. It stores its elements one after the other, each with all its components.
///
/// ```
/// use brooklet::{Components, ir::interpret::{Array, Value}};
/// let points = Array::floats(Components::Two, 8, &[0.0, 0.5, 1.0, 1.5]);
/// assert_eq!(points.grid.count, 2);
/// assert_eq!(points.element(1), Some(Value::floats(&[1.0, 1.5])));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Array {
    /// The type of an element.
    pub ty: Type,
    /// Its shape.
    pub grid: Grid,
    /// The bits of all components, element after element.
    words: Vec<u32>,
}

impl Array {
    /// Returns a stream of this type with `width` elements per row, from the bits of its components.
    ///
    /// # Panics
    /// Panics if the width is 0, or the last element is incomplete.
    pub fn new(ty: Type, width: usize, words: Vec<u32>) -> Array {
        assert!(width > 0, "a row has at least one element");
        let components = ty.count();
        assert_eq!(words.len() % components, 0, "{} numbers for elements of {components}", words.len());
        Array { ty, grid: Grid { count: words.len() / components, width }, words }
    }

    /// Returns a stream of floats or vectors of floats.
    ///
    /// # Panics
    /// Panics in the same cases as [`new`](Array::new).
    pub fn floats(components: Components, width: usize, values: &[f32]) -> Array {
        Array::new(Type::Float(components), width, values.iter().map(|value| value.to_bits()).collect())
    }

    /// Returns a stream of these elements, all of which have this type.
    pub(super) fn of(ty: Type, width: usize, elements: &[Value]) -> Array {
        Array::new(ty, width, elements.iter().flat_map(|element| element.words()[..ty.count()].to_vec()).collect())
    }

    /// Returns the element with this linear index, or `None` past the end.
    pub fn element(&self, number: usize) -> Option<Value> {
        let count = self.ty.count();
        let own = self.words.get(number.checked_mul(count)?..)?.get(..count)?;
        let mut words = [0; 4];
        words[..count].copy_from_slice(own);
        Some(Value::from_words(self.ty, words))
    }

    /// Returns the bits of all components, element after element.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Returns the components of all elements of a stream of floats.
    pub fn to_floats(&self) -> Vec<f32> {
        self.words.iter().map(|&word| f32::from_bits(word)).collect()
    }
}
