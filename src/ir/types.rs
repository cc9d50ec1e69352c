//! The types of values: vectors of one to four floats, ints or truth values, and positions.

use crate::texel::Components;
use crate::value::Value;

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Type {
    /// `float`, or a vector of them.
    Float(Components),
    /// `int` of 32 bits with a sign, or a vector of them.
    Int(Components),
    /// Unsigned `int` of 32 bits, or a vector of them.
    Uint(Components),
    /// `bool`, or a vector of them.
    Bool(Components),
    /// The position of an element: an int or a float, depending on the dialect or chip. Exact up to the largest integer that this
    /// type holds exactly, and never negative where an element is read by it.
    Index,
    /// An int literal whose type is not yet known, while a front end checks. No finished function holds one.
    AbstractInt,
}

impl Type {
    /// `float`
    pub const FLOAT: Type = Type::Float(Components::One);
    /// `int`
    pub const INT: Type = Type::Int(Components::One);
    /// `uint`
    pub const UINT: Type = Type::Uint(Components::One);
    /// `bool`
    pub const BOOL: Type = Type::Bool(Components::One);

    /// A float, or a vector of `count` floats: 1 to 4.
    ///
    /// # Panics
    /// Panics for any other count.
    pub fn floats(count: usize) -> Type {
        Type::Float(Components::of(count).expect("1 to 4 components"))
    }

    /// A truth value, or a vector of `count` truth values: 1 to 4.
    ///
    /// # Panics
    /// Panics for any other count.
    pub fn bools(count: usize) -> Type {
        Type::Bool(Components::of(count).expect("1 to 4 components"))
    }

    /// How many components it has.
    pub fn components(self) -> Components {
        match self {
            Type::Float(components) | Type::Int(components) | Type::Uint(components) | Type::Bool(components) => {
                components
            }
            Type::Index | Type::AbstractInt => Components::One,
        }
    }

    /// How many components it has, as a number.
    pub fn count(self) -> usize {
        self.components().count()
    }

    /// The same scalar type with this number of components; positions have one.
    pub fn with(self, components: Components) -> Type {
        match self {
            Type::Float(_) => Type::Float(components),
            Type::Int(_) => Type::Int(components),
            Type::Uint(_) => Type::Uint(components),
            Type::Bool(_) => Type::Bool(components),
            Type::Index | Type::AbstractInt => self,
        }
    }

    /// The type of one component.
    pub fn scalar(self) -> Type {
        self.with(Components::One)
    }

    /// The type of floats with the same number of components.
    pub(crate) fn as_floats(self) -> Type {
        Type::Float(self.components())
    }

    /// Whether it is a float or a vector of them.
    pub fn is_float(self) -> bool {
        matches!(self, Type::Float(_))
    }

    /// Whether it is a truth value or a vector of them.
    pub fn is_bool(self) -> bool {
        matches!(self, Type::Bool(_))
    }

    /// Whether it is a 32-bit integer or a vector of them, but not a position.
    pub fn is_integer(self) -> bool {
        matches!(self, Type::Int(_) | Type::Uint(_))
    }

    /// The name of the type in kernels.
    pub fn name(self) -> &'static str {
        match self {
            Type::Float(components) => components.type_name(),
            Type::Int(components) => ["int", "ivec2", "ivec3", "ivec4"][components as usize],
            Type::Uint(components) => ["uint", "uvec2", "uvec3", "uvec4"][components as usize],
            Type::Bool(components) => ["bool", "bvec2", "bvec3", "bvec4"][components as usize],
            Type::Index => "index",
            Type::AbstractInt => "whole number",
        }
    }

    /// The name of the type in Brook.
    pub fn brook(self) -> &'static str {
        match self {
            Type::Float(components) => ["float", "float2", "float3", "float4"][components as usize],
            Type::Int(components) => ["int", "int2", "int3", "int4"][components as usize],
            Type::Uint(components) => ["uint", "uint2", "uint3", "uint4"][components as usize],
            Type::Bool(components) => ["bool", "bool2", "bool3", "bool4"][components as usize],
            Type::Index => "index",
            Type::AbstractInt => "int",
        }
    }
}

/// The letters of the components.
pub(crate) const LETTERS: [&str; 4] = ["x", "y", "z", "w"];

/// The letters of these components, as a program writes them.
pub(crate) fn letters(components: &[u8]) -> String {
    components.iter().map(|&k| LETTERS[usize::from(k)]).collect()
}

impl Type {
    /// Converts a value to this type, if possible: an integer is accepted for a float that holds it exactly.
    pub(crate) fn value_of(self, value: Value) -> Option<Value> {
        match (self, value) {
            (Type::FLOAT, Value::Float(_)) => Some(value),
            (Type::FLOAT, Value::Index(i)) => ((i as f32) as i128 == i as i128).then_some(Value::Float(i as f32)),
            (Type::Float(Components::Two), Value::Vec2(_))
            | (Type::Float(Components::Three), Value::Vec3(_))
            | (Type::Float(Components::Four), Value::Vec4(_))
            | (Type::BOOL, Value::Bool(_)) => Some(value),
            (Type::Index | Type::INT, Value::Index(i)) => i32::try_from(i).is_ok().then_some(value),
            _ => None,
        }
    }
}
