//! Values of the interpreter: numbers and vectors.

use crate::brook::types::Plain;

/// A number or vector: up to four floats, or an int.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    /// `float` to `float4`: how many, and what.
    Floats(u8, [f32; 4]),
    /// `int`
    Int(i32),
}

impl Number {
    /// Zero, of this type.
    pub fn zero(ty: Plain) -> Number {
        match ty {
            Plain::Float(components) => Number::Floats(components.count() as u8, [0.0; 4]),
            _ => Number::Int(0),
        }
    }

    /// A vector of these, of which there are 1 to 4.
    pub fn floats(values: &[f32]) -> Number {
        let mut all = [0.0; 4];
        let count = values.len().min(4);
        all[..count].copy_from_slice(&values[..count]);
        Number::Floats(count as u8, all)
    }

    /// How many numbers.
    pub fn count(&self) -> usize {
        match self {
            Number::Floats(count, _) => *count as usize,
            Number::Int(_) => 1,
        }
    }

    /// A component as float; of a number, the number itself whichever is asked for.
    pub fn float(&self, c: usize) -> f32 {
        match self {
            Number::Floats(1, values) => values[0],
            Number::Floats(_, values) => values[c],
            Number::Int(value) => *value as f32,
        }
    }

    /// The number as int: cut, towards 0.
    pub fn int(&self) -> i32 {
        match self {
            Number::Floats(_, values) => values[0] as i32,
            Number::Int(value) => *value,
        }
    }

    /// Its components.
    pub fn to_vec(&self) -> Vec<f32> {
        (0..self.count()).map(|c| self.float(c)).collect()
    }

    /// Whether any component is not 0.
    pub fn is_true(&self) -> bool {
        match self {
            Number::Floats(count, values) => values[..*count as usize].iter().any(|&value| value != 0.0),
            Number::Int(value) => *value != 0,
        }
    }

    /// A function of each component.
    pub(super) fn map(&self, f: impl Fn(f32) -> f32) -> Number {
        let mut values = [0.0; 4];
        let count = self.count();
        for (c, value) in values.iter_mut().enumerate().take(count) {
            *value = f(self.float(c));
        }
        Number::Floats(count as u8, values)
    }

    /// A function of the components of two; a number goes with each of a vector.
    pub(super) fn zip(&self, other: &Number, f: impl Fn(f32, f32) -> f32) -> Number {
        let count = self.count().max(other.count());
        let mut values = [0.0; 4];
        for (c, value) in values.iter_mut().enumerate().take(count) {
            *value = f(self.float(c), other.float(c));
        }
        Number::Floats(count as u8, values)
    }
}
