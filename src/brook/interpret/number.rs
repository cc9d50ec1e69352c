//! Values of the interpreter: numbers and vectors.

use crate::brook::types::{Field, Plain, Scalar};
use crate::ir::Expr;

/// A number or vector: up to four floats, or integers of 32 bits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    /// `float` to `float4`: how many, and what.
    Floats(u8, [f32; 4]),
    /// `int` to `int4`, and what is widened to it.
    Ints(u8, [i32; 4]),
    /// `uint` to `uint4`
    Uints(u8, [u32; 4]),
}

/// Up to four of them, zeros behind.
fn filled<T: Copy + Default>(values: &[T]) -> (u8, [T; 4]) {
    let mut all = [T::default(); 4];
    let count = values.len().min(4);
    all[..count].copy_from_slice(&values[..count]);
    (count as u8, all)
}

impl Number {
    /// Zero, of this type.
    pub fn zero(ty: Plain) -> Number {
        Number::from_words(ty, [0; 4])
    }

    /// A vector of these, of which there are 1 to 4.
    pub fn floats(values: &[f32]) -> Number {
        let (count, all) = filled(values);
        Number::Floats(count, all)
    }

    /// A vector of these, of which there are 1 to 4.
    pub fn ints(values: &[i32]) -> Number {
        let (count, all) = filled(values);
        Number::Ints(count, all)
    }

    /// A vector of these, of which there are 1 to 4.
    pub fn uints(values: &[u32]) -> Number {
        let (count, all) = filled(values);
        Number::Uints(count, all)
    }

    /// The number with these bits. Those of components that the type does not have are passed over.
    pub fn from_words(ty: Plain, words: [u32; 4]) -> Number {
        let words = &words[..ty.count()];
        match ty {
            Plain::Float(_) => Number::floats(&words.iter().map(|&word| f32::from_bits(word)).collect::<Vec<_>>()),
            Plain::Uint(_) => Number::uints(words),
            _ => Number::ints(&words.iter().map(|&word| word as i32).collect::<Vec<_>>()),
        }
    }

    /// The bits of its components.
    pub fn words(&self) -> [u32; 4] {
        match self {
            Number::Floats(_, values) => values.map(f32::to_bits),
            Number::Ints(_, values) => values.map(|value| value as u32),
            Number::Uints(_, values) => *values,
        }
    }

    /// Its type.
    pub fn ty(&self) -> Plain {
        let components = Expr::floats(self.count()).components();
        match self {
            Number::Floats(..) => Plain::Float(components),
            Number::Ints(..) => Plain::Int(components),
            Number::Uints(..) => Plain::Uint(components),
        }
    }

    /// How many numbers.
    pub fn count(&self) -> usize {
        match self {
            Number::Floats(count, _) | Number::Ints(count, _) | Number::Uints(count, _) => usize::from(*count),
        }
    }

    /// Which component is meant: of a number, the number itself whichever is asked for.
    fn place(&self, c: usize) -> usize {
        if self.count() == 1 { 0 } else { c }
    }

    /// A component as float; of a number, the number itself whichever is asked for.
    pub fn float(&self, c: usize) -> f32 {
        match self {
            Number::Floats(_, values) => values[self.place(c)],
            Number::Ints(_, values) => values[self.place(c)] as f32,
            Number::Uints(_, values) => values[self.place(c)] as f32,
        }
    }

    /// The number as int, the first of a vector.
    pub fn int(&self) -> i32 {
        self.int_of(0)
    }

    /// A component as int: a float cut, towards 0, and the nearest int to one that is beyond; of a `uint` the bits.
    pub fn int_of(&self, c: usize) -> i32 {
        match self {
            Number::Floats(_, values) => values[self.place(c)] as i32,
            _ => self.words()[self.place(c)] as i32,
        }
    }

    /// A component as `uint`: a float as int, but for one that only a `uint` holds; of an `int` the bits.
    pub fn uint_of(&self, c: usize) -> u32 {
        match self {
            Number::Floats(_, values) => {
                let value = values[self.place(c)];
                if value < 0.0 { value as i32 as u32 } else { value as u32 }
            }
            _ => self.words()[self.place(c)],
        }
    }

    /// Its components as floats.
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

    /// The same as a number of this type: by component, a number in all of them, of a vector the first.
    pub(super) fn converted(&self, ty: Plain) -> Number {
        let word = |c: usize| match ty {
            Plain::Float(_) => self.float(c).to_bits(),
            Plain::Uint(_) => self.uint_of(c),
            _ => self.int_of(c) as u32,
        };
        Number::from_words(ty, std::array::from_fn(|c| if c < ty.count() { word(c) } else { 0 }))
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

impl Field {
    /// An element's number out of the floats that an [`Array`](super::Array) has of it: their bits of `int` and `uint`,
    /// else their values.
    pub fn decode(&self, floats: &[f32]) -> Number {
        let (_, floats) = filled(&floats[..self.ty.count().min(floats.len())]);
        match self.scalar {
            Scalar::Int | Scalar::Uint => Number::from_words(self.ty, floats.map(f32::to_bits)),
            _ => Number::Floats(self.ty.count() as u8, floats).converted(self.ty),
        }
    }

    /// The floats that an array has of a number.
    pub fn encode(&self, number: &Number) -> [f32; 4] {
        match self.scalar {
            Scalar::Int | Scalar::Uint => number.words().map(f32::from_bits),
            _ => std::array::from_fn(|c| if c < number.count() { number.float(c) } else { 0.0 }),
        }
    }
}
