//! Values of the kernel phase.

use crate::Components;
use crate::ir::Type;

/// A value: one to four components, or a position. Components that its type does not have are zero.
///
/// Two values are equal if they have the same type and the same bits: a NaN is equal to the same NaN, and -0 is not equal to 0.
///
/// ```
/// use brooklet::ir::{Type, interpret::Value};
/// let v = Value::floats(&[1.0, 2.0]);
/// assert_eq!(v.ty(), Type::floats(2));
/// assert_eq!(v.component(1), Value::from(2.0));
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// Floats.
    Float(Components, [f32; 4]),
    /// Signed ints.
    Int(Components, [i32; 4]),
    /// Unsigned ints.
    Uint(Components, [u32; 4]),
    /// Booleans.
    Bool(Components, [bool; 4]),
    /// The position of an element, or a difference of two positions.
    Index(i32),
}

/// Returns the number of values, from 1 to 4, and the values padded with zeros.
fn filled<T: Copy + Default>(values: &[T]) -> (Components, [T; 4]) {
    let count = Components::of(values.len()).expect("1 to 4 components");
    let mut all = [T::default(); 4];
    all[..values.len()].copy_from_slice(values);
    (count, all)
}

macro_rules! of_slices {
    ($($(#[$doc:meta])* $name:ident $kind:ident $of:ty;)*) => {$(
        impl Value {
            $(#[$doc])*
            ///
            /// # Panics
            /// Panics if there are no components, or more than 4.
            pub fn $name(values: &[$of]) -> Value {
                let (count, all) = filled(values);
                Value::$kind(count, all)
            }
        }

        impl From<$of> for Value {
            fn from(value: $of) -> Value {
                Value::$name(&[value])
            }
        }
    )*};
}
of_slices! {
    /// Returns a float, or a vector of 2 to 4.
    floats Float f32;
    /// Returns an int, or a vector of 2 to 4.
    ints Int i32;
    /// Returns an unsigned int, or a vector of 2 to 4.
    uints Uint u32;
    /// Returns a boolean, or a vector of 2 to 4.
    bools Bool bool;
}

impl Value {
    /// Returns zero, or false, of this type.
    pub fn zero(ty: Type) -> Value {
        Value::from_words(ty, [0; 4])
    }

    /// Converts the host's value of a constant of this type.
    pub(crate) fn of_constant(ty: Type, value: crate::value::Value) -> Value {
        use crate::value::Value as Given;
        match value {
            Given::Float(x) => x.into(),
            Given::Vec2(v) => Value::floats(&v),
            Given::Vec3(v) => Value::floats(&v),
            Given::Vec4(v) => Value::floats(&v),
            Given::Bool(b) => b.into(),
            Given::Index(i) => Value::from_words(ty, [i as u32, 0, 0, 0]),
        }
    }

    /// Returns its type.
    pub fn ty(&self) -> Type {
        match self {
            Value::Float(count, _) => Type::Float(*count),
            Value::Int(count, _) => Type::Int(*count),
            Value::Uint(count, _) => Type::Uint(*count),
            Value::Bool(count, _) => Type::Bool(*count),
            Value::Index(_) => Type::Index,
        }
    }

    /// Returns the number of components.
    pub fn count(&self) -> usize {
        self.ty().count()
    }

    /// Returns a component, as a value of its own.
    ///
    /// # Panics
    /// Panics if it has no such component.
    pub fn component(&self, k: usize) -> Value {
        assert!(k < self.count(), "component {k} of {self:?}");
        self.swizzled(&[k as u8])
    }

    /// Returns the components with these indices, of which there are 1 to 4. An index may occur more than once.
    pub(crate) fn swizzled(&self, taken: &[u8]) -> Value {
        let words = self.words();
        let mut all = [0; 4];
        for (word, &k) in all.iter_mut().zip(taken) {
            *word = words[usize::from(k)];
        }
        Value::from_words(self.ty().with(Components::of(taken.len()).expect("1 to 4 components")), all)
    }

    /// Returns the bits of its components. A boolean is 1 or 0.
    pub fn words(&self) -> [u32; 4] {
        match *self {
            Value::Float(_, all) => all.map(f32::to_bits),
            Value::Int(_, all) => all.map(|value| value as u32),
            Value::Uint(_, all) => all,
            Value::Bool(_, all) => all.map(u32::from),
            Value::Index(value) => [value as u32, 0, 0, 0],
        }
    }

    /// Returns the value with these bits. Words for components that the type does not have are ignored.
    pub fn from_words(ty: Type, mut words: [u32; 4]) -> Value {
        words[ty.count()..].fill(0);
        match ty {
            Type::Float(count) => Value::Float(count, words.map(f32::from_bits)),
            Type::Int(count) => Value::Int(count, words.map(|word| word as i32)),
            Type::Uint(count) => Value::Uint(count, words),
            Type::Bool(count) => Value::Bool(count, words.map(|word| word != 0)),
            Type::Index | Type::AbstractInt => Value::Index(words[0] as i32),
        }
    }

    /// Returns whether a scalar boolean is true.
    pub(crate) fn holds(&self) -> bool {
        matches!(self, Value::Bool(_, [true, ..]))
    }

    /// Returns the integer that an int or a position holds.
    pub(crate) fn whole(&self) -> i32 {
        self.words()[0] as i32
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        self.ty() == other.ty() && self.words() == other.words()
    }
}

impl Eq for Value {}
