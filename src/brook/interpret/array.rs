//! Arrays: the streams of the interpreter.

use super::Number;
use crate::brook::types::Field;

/// A stream of numbers or vectors, as it is passed to kernels.
#[derive(Clone, PartialEq, Debug)]
pub struct Array {
    /// The extents, slowest first: 1 to 4 of them.
    pub extents: Vec<usize>,
    /// The number of components of an element: 1 to 4.
    pub components: usize,
    /// The components of all elements, element after element in C order. A float holds the bits of an `int` or `uint`, or the value
    /// of any other number. [`Field::encode`] converts a number to these floats, and [`Field::decode`] converts them back.
    pub values: Vec<f32>,
}

impl Array {
    /// Makes an array of these extents from its values.
    ///
    /// # Panics
    /// Panics if the number of values is not that of the extents and components.
    pub fn new(extents: &[usize], components: usize, values: Vec<f32>) -> Array {
        assert_eq!(extents.iter().product::<usize>() * components, values.len(), "values for {extents:?}");
        Array { extents: extents.to_vec(), components, values }
    }

    /// Makes an array of zeros.
    pub fn zeros(extents: &[usize], components: usize) -> Array {
        Array::new(extents, components, vec![0.0; extents.iter().product::<usize>() * components])
    }

    /// Makes the array that `iter(low, high)` stands for: element k of n is low + (high − low) · k / n, so that `high` itself is
    /// excluded. In several dimensions, component c varies along axis c, counted from the fastest.
    pub fn iterator(extents: &[usize], low: &[f32], high: &[f32]) -> Array {
        let components = low.len();
        let count: usize = extents.iter().product();
        let mut values = Vec::with_capacity(count * components);
        for element in 0..count {
            let at = places(extents, element);
            for c in 0..components {
                // In one dimension, all components vary along it.
                let axis = if extents.len() == 1 { 0 } else { c };
                let n = extent(extents, axis);
                let k = at[axis];
                values.push(low[c] + (high[c] - low[c]) * k as f32 / n as f32);
            }
        }
        Array::new(extents, components, values)
    }

    pub(super) fn extent(&self, axis: usize) -> usize {
        extent(&self.extents, axis)
    }

    /// Returns the floats of an element.
    pub(super) fn floats(&self, number: usize) -> &[f32] {
        &self.values[number * self.components..(number + 1) * self.components]
    }

    pub(super) fn element(&self, number: usize, field: &Field) -> Number {
        field.decode(self.floats(number))
    }

    pub(super) fn set(&mut self, number: usize, floats: &[f32]) {
        let (start, count) = (number * self.components, self.components);
        self.values[start..start + count].copy_from_slice(&floats[..count]);
    }

    /// Returns the number of the element at this position, `x` first.
    pub(super) fn number(&self, at: [usize; 4]) -> usize {
        (0..4).rev().fold(0, |number, axis| number * self.extent(axis) + at[axis])
    }
}

/// Returns the number of elements along an axis, counted from the fastest, or 1 if there is no such axis.
pub(super) fn extent(extents: &[usize], axis: usize) -> usize {
    extents.len().checked_sub(1 + axis).map_or(1, |axis| extents[axis])
}

/// Returns the position of an element along each axis, `x` first.
pub(super) fn places(extents: &[usize], mut element: usize) -> [usize; 4] {
    let mut at = [0; 4];
    for (axis, &extent) in extents.iter().rev().enumerate().take(4) {
        at[axis] = element % extent.max(1);
        element /= extent.max(1);
    }
    at
}
