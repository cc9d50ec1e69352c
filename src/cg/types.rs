//! The types of Cg.

use std::rc::Rc;

use crate::ir::TextureKind;

/// The type of a number.
///
/// The order is that of conversions: in arithmetic on two types, the result is of the later one. `CInt` and `CFloat` are the types of literals
/// without a letter, and of arithmetic on such literals alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Base {
    Bool,
    CInt,
    Int,
    CFloat,
    Fixed,
    Half,
    Float,
}

impl Base {
    /// Returns its name in programs.
    pub fn name(self) -> &'static str {
        match self {
            Base::Bool => "bool",
            Base::CInt | Base::Int => "int",
            Base::CFloat | Base::Float => "float",
            Base::Fixed => "fixed",
            Base::Half => "half",
        }
    }

    /// Whether it is an integer, or a literal of one.
    pub fn is_integer(self) -> bool {
        matches!(self, Base::Int | Base::CInt)
    }
}

/// A type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Type {
    Void,
    /// A number, or a vector of 2 to 4.
    Vector(Base, u8),
    /// A matrix with this number of rows and of columns.
    Matrix(Base, u8, u8),
    Array(Rc<Type>, usize),
    /// An array whose length is bound from outside.
    Unsized(Rc<Type>),
    /// A struct or an interface, by its index.
    Struct(usize),
    Sampler(Texture),
}

/// The kind of texture that a sampler reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Texture {
    /// `sampler`, whose first use says its kind.
    Any,
    /// A texture with this target.
    Of(TextureKind),
}

/// One number, vector or sampler of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Leaf {
    Number(Base, u8),
    Sampler(Texture),
}

impl Type {
    pub const FLOAT: Type = Type::Vector(Base::Float, 1);
    pub const BOOL: Type = Type::Vector(Base::Bool, 1);

    /// Returns the type of the numbers of a number, vector or matrix.
    pub fn base(&self) -> Option<Base> {
        match self {
            Type::Vector(base, _) | Type::Matrix(base, ..) => Some(*base),
            _ => None,
        }
    }

    /// Returns the same type with numbers of another type.
    pub fn with(&self, base: Base) -> Type {
        match self {
            Type::Vector(_, count) => Type::Vector(base, *count),
            Type::Matrix(_, rows, columns) => Type::Matrix(base, *rows, *columns),
            other => other.clone(),
        }
    }
}

/// Returns the type that a word names, if it is a number, a vector or a matrix.
pub(super) fn numeric(word: &str) -> Option<Type> {
    const NAMES: [(&str, Base); 11] = [
        ("float", Base::Float),
        ("half", Base::Half),
        ("fixed", Base::Fixed),
        ("int", Base::Int),
        ("bool", Base::Bool),
        ("double", Base::Float),
        ("short", Base::Int),
        ("long", Base::Int),
        ("char", Base::Int),
        ("unsigned", Base::Int),
        ("uint", Base::Int),
    ];
    let (name, base) = NAMES.iter().find(|(name, _)| word.starts_with(name))?;
    let side = |digit: u8| (b'1'..=b'4').contains(&digit).then(|| digit - b'0');
    match &word.as_bytes()[name.len()..] {
        [] => Some(Type::Vector(*base, 1)),
        [count] => Some(Type::Vector(*base, side(*count)?)),
        [rows, b'x', columns] => Some(Type::Matrix(*base, side(*rows)?, side(*columns)?)),
        _ => None,
    }
}

/// Returns the kind of texture that a word names, if it names a sampler.
pub(super) fn sampler(word: &str) -> Option<Texture> {
    // `texobj` is the spelling of Cg 1.0.
    let kind = word.strip_prefix("sampler").or_else(|| word.strip_prefix("texobj"))?;
    Some(match kind {
        "" => Texture::Any,
        "1D" => Texture::Of(TextureKind::OneD),
        "2D" => Texture::Of(TextureKind::TwoD),
        "3D" => Texture::Of(TextureKind::ThreeD),
        "CUBE" | "Cube" => Texture::Of(TextureKind::Cube),
        "RECT" | "Rect" => Texture::Of(TextureKind::Rectangle),
        _ => return None,
    })
}

pub(super) fn is_sampler(word: &str) -> bool {
    sampler(word).is_some()
}

impl Texture {
    /// Returns the name of the sampler's type.
    pub fn name(self) -> &'static str {
        match self {
            Texture::Any => "sampler",
            Texture::Of(TextureKind::OneD) => "sampler1D",
            Texture::Of(TextureKind::TwoD) => "sampler2D",
            Texture::Of(TextureKind::ThreeD) => "sampler3D",
            Texture::Of(TextureKind::Cube) => "samplerCUBE",
            Texture::Of(TextureKind::Rectangle) => "samplerRECT",
        }
    }
}
