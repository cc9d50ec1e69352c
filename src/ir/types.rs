//! The types of values: scalars and vectors of up to four floats, integers or booleans, and positions.

use crate::texel::Components;
use crate::value::Value;

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Type {
    /// `float`, or a vector of floats.
    Float(Components),
    /// `int`, a signed 32-bit integer, or a vector of them.
    Int(Components),
    /// `uint`, an unsigned 32-bit integer, or a vector of them.
    Uint(Components),
    /// `bool`, or a vector of booleans.
    Bool(Components),
    /// The position of an element. It is an int or a float, depending on the dialect or chip, and exact up to the largest integer that this
    /// type represents exactly. It is never negative where an element is read by it.
    Index,
    /// The type of an integer literal before the front end has inferred whether it is an int, an unsigned int, a float or a position. No
    /// checked function contains it.
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

    /// Returns `float`, or the type of a vector of `count` floats, from 1 to 4.
    ///
    /// # Panics
    /// Panics for any other count.
    pub fn floats(count: usize) -> Type {
        Type::Float(Components::of(count).expect("1 to 4 components"))
    }

    /// Returns `bool`, or the type of a vector of `count` booleans, from 1 to 4.
    ///
    /// # Panics
    /// Panics for any other count.
    pub fn bools(count: usize) -> Type {
        Type::Bool(Components::of(count).expect("1 to 4 components"))
    }

    /// Returns the number of components.
    pub fn components(self) -> Components {
        match self {
            Type::Float(components) | Type::Int(components) | Type::Uint(components) | Type::Bool(components) => {
                components
            }
            Type::Index | Type::AbstractInt => Components::One,
        }
    }

    /// Returns the number of components as an integer.
    pub fn count(self) -> usize {
        self.components().count()
    }

    /// Returns the type with the same scalar type and this number of components. Positions always have one.
    pub fn with(self, components: Components) -> Type {
        match self {
            Type::Float(_) => Type::Float(components),
            Type::Int(_) => Type::Int(components),
            Type::Uint(_) => Type::Uint(components),
            Type::Bool(_) => Type::Bool(components),
            Type::Index | Type::AbstractInt => self,
        }
    }

    /// Returns the type of one component.
    pub fn scalar(self) -> Type {
        self.with(Components::One)
    }

    /// Returns the type of floats with the same number of components.
    pub(crate) fn as_floats(self) -> Type {
        Type::Float(self.components())
    }

    /// Returns whether it is a float or a vector of floats.
    pub fn is_float(self) -> bool {
        matches!(self, Type::Float(_))
    }

    /// Returns whether it is a boolean or a vector of booleans.
    pub fn is_bool(self) -> bool {
        matches!(self, Type::Bool(_))
    }

    /// Returns whether it is a 32-bit integer or a vector of them. A position is not.
    pub fn is_integer(self) -> bool {
        matches!(self, Type::Int(_) | Type::Uint(_))
    }

    /// Returns the name of the type in the kernel language.
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

    /// Returns the name of the type in Brook.
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

/// The letters that name the components of a vector.
pub(crate) const LETTERS: [&str; 4] = ["x", "y", "z", "w"];

/// Returns the letters of these components as source text, such as `xz`.
pub(crate) fn letters(components: &[u8]) -> String {
    components.iter().map(|&k| LETTERS[usize::from(k)]).collect()
}

impl Type {
    /// Converts a host value to this type, or returns `None` if their types do not match. An integer is accepted for a float if a float
    /// represents it exactly.
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
