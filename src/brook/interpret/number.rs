//! Values of the interpreter: numbers and vectors.

use crate::brook::types::{Field, Plain, Scalar};
use crate::ir::Expr;

/// A number or vector: up to four floats, or integers of 32 bits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    /// `float` to `float4`: the number of components, and their values.
    Floats(u8, [f32; 4]),
    /// `int` to `int4`, and the smaller integer types, which are widened to these.
    Ints(u8, [i32; 4]),
    /// `uint` to `uint4`.
    Uints(u8, [u32; 4]),
}

/// Returns the number of values, up to four, and the values padded with zeros.
fn filled<T: Copy + Default>(values: &[T]) -> (u8, [T; 4]) {
    let mut all = [T::default(); 4];
    let count = values.len().min(4);
    all[..count].copy_from_slice(&values[..count]);
    (count as u8, all)
}

impl Number {
    /// Returns the zero of this type.
    pub fn zero(ty: Plain) -> Number {
        Number::from_words(ty, [0; 4])
    }

    /// Makes a number or vector of 1 to 4 floats.
    pub fn floats(values: &[f32]) -> Number {
        let (count, all) = filled(values);
        Number::Floats(count, all)
    }

    /// Makes a number or vector of 1 to 4 ints.
    pub fn ints(values: &[i32]) -> Number {
        let (count, all) = filled(values);
        Number::Ints(count, all)
    }

    /// Makes a number or vector of 1 to 4 uints.
    pub fn uints(values: &[u32]) -> Number {
        let (count, all) = filled(values);
        Number::Uints(count, all)
    }

    /// Makes the number with these bits. Words beyond the components of the type are ignored.
    pub fn from_words(ty: Plain, words: [u32; 4]) -> Number {
        let words = &words[..ty.count()];
        match ty {
            Plain::Float(_) => Number::floats(&words.iter().map(|&word| f32::from_bits(word)).collect::<Vec<_>>()),
            Plain::Uint(_) => Number::uints(words),
            _ => Number::ints(&words.iter().map(|&word| word as i32).collect::<Vec<_>>()),
        }
    }

    /// Returns the bits of its components.
    pub fn words(&self) -> [u32; 4] {
        match self {
            Number::Floats(_, values) => values.map(f32::to_bits),
            Number::Ints(_, values) => values.map(|value| value as u32),
            Number::Uints(_, values) => *values,
        }
    }

    /// Returns its type.
    pub fn ty(&self) -> Plain {
        let components = Expr::floats(self.count()).components();
        match self {
            Number::Floats(..) => Plain::Float(components),
            Number::Ints(..) => Plain::Int(components),
            Number::Uints(..) => Plain::Uint(components),
        }
    }

    /// Returns the number of components.
    pub fn count(&self) -> usize {
        match self {
            Number::Floats(count, _) | Number::Ints(count, _) | Number::Uints(count, _) => usize::from(*count),
        }
    }

    /// Returns the index of component `c` among the stored values. For a single number it is always 0.
    fn place(&self, c: usize) -> usize {
        if self.count() == 1 { 0 } else { c }
    }

    /// Returns a component as a float. A single number stands for every component.
    pub fn float(&self, c: usize) -> f32 {
        match self {
            Number::Floats(_, values) => values[self.place(c)],
            Number::Ints(_, values) => values[self.place(c)] as f32,
            Number::Uints(_, values) => values[self.place(c)] as f32,
        }
    }

    /// Returns the number, or the first component of a vector, as an int.
    pub fn int(&self) -> i32 {
        self.int_of(0)
    }

    /// Returns a component as an int. A float is truncated towards 0 and clamped to the range of an int; a `uint` keeps its
    /// bits.
    pub fn int_of(&self, c: usize) -> i32 {
        match self {
            Number::Floats(_, values) => values[self.place(c)] as i32,
            _ => self.words()[self.place(c)] as i32,
        }
    }

    /// Returns a component as a `uint`. A negative float is converted to an int, whose bits are taken. Any other float is truncated
    /// and clamped to the range of a `uint`. An `int` keeps its bits.
    pub fn uint_of(&self, c: usize) -> u32 {
        match self {
            Number::Floats(_, values) => {
                let value = values[self.place(c)];
                if value < 0.0 { value as i32 as u32 } else { value as u32 }
            }
            _ => self.words()[self.place(c)],
        }
    }

    /// Returns its components as floats.
    pub fn to_vec(&self) -> Vec<f32> {
        (0..self.count()).map(|c| self.float(c)).collect()
    }

    /// Whether a component is not 0.
    pub(super) fn holds(&self, c: usize) -> bool {
        match self {
            Number::Floats(_, values) => values[self.place(c)] != 0.0,
            _ => self.words()[self.place(c)] != 0,
        }
    }

    /// Whether any component is not 0.
    pub fn is_true(&self) -> bool {
        (0..self.count()).any(|c| self.holds(c))
    }

    /// Converts it to this type, component by component. A single number fills all components; of a longer vector, the first
    /// components are taken.
    pub(super) fn converted(&self, ty: Plain) -> Number {
        let word = |c: usize| match ty {
            Plain::Float(_) => self.float(c).to_bits(),
            Plain::Uint(_) => self.uint_of(c),
            _ => self.int_of(c) as u32,
        };
        Number::from_words(ty, std::array::from_fn(|c| if c < ty.count() { word(c) } else { 0 }))
    }

    /// Applies a function to each component.
    pub(super) fn map(&self, f: impl Fn(f32) -> f32) -> Number {
        let mut values = [0.0; 4];
        let count = self.count();
        for (c, value) in values.iter_mut().enumerate().take(count) {
            *value = f(self.float(c));
        }
        Number::Floats(count as u8, values)
    }

    /// Applies a function to the components of two values. A single number pairs with each component of a vector.
    pub(super) fn zip(&self, other: &Number, f: impl Fn(f32, f32) -> f32) -> Number {
        let count = self.count().max(other.count());
        let mut values = [0.0; 4];
        for (c, value) in values.iter_mut().enumerate().take(count) {
            *value = f(self.float(c), other.float(c));
        }
        Number::Floats(count as u8, values)
    }
}

impl Field {
    /// Converts the floats of an element of an [`Array`](super::Array) to its number. For `int` and `uint` it takes their bits,
    /// otherwise their values.
    pub fn decode(&self, floats: &[f32]) -> Number {
        let (_, floats) = filled(&floats[..self.ty.count().min(floats.len())]);
        match self.scalar {
            Scalar::Int | Scalar::Uint => Number::from_words(self.ty, floats.map(f32::to_bits)),
            _ => Number::Floats(self.ty.count() as u8, floats).converted(self.ty),
        }
    }

    /// Converts a number to the floats that an array stores for it.
    pub fn encode(&self, number: &Number) -> [f32; 4] {
        match self.scalar {
            Scalar::Int | Scalar::Uint => number.words().map(f32::from_bits),
            _ => std::array::from_fn(|c| if c < number.count() { number.float(c) } else { 0.0 }),
        }
    }
}
