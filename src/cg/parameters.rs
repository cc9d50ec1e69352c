//! The parameters of a program: what is bound to it from outside, and what it writes.

use std::fmt;

use crate::ir::{Attribute, TextureKind};

use super::types::Base;

/// A parameter of a program, or its result. A struct is a parameter for each member, an array one for each item, and a matrix one for each
/// row.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// Its name: `IN.tex`, `K[0]`, `m[1]`.
    pub name: String,
    /// Its type, as in the program: `float4`.
    pub ty: String,
    /// The semantic that the program gives it, as written.
    pub semantic: Option<String>,
    /// What is bound to it.
    pub kind: ParameterKind,
    /// The index of the entry's parameter that it belongs to, or `None` for a global variable.
    pub index: Option<usize>,
    /// The row of a matrix that it is.
    pub row: Option<Row>,
    pub(super) base: Option<Base>,
    /// Whether nothing that the entry calls names it: a global variable for another entry.
    pub(super) is_unused: bool,
    /// Where it stands among all parameters.
    pub(super) order: Order,
}

/// A row of a matrix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The type of the matrix: `float4x4`.
    pub of: String,
    /// The number of the row.
    pub number: usize,
    /// The number of rows of the matrix. Their constant registers follow each other.
    pub rows: usize,
}

/// Where a parameter stands: 0 for those of the entry, 1 for global variables and 2 for the result; then its index, and that of its leaf.
pub(super) type Order = (u8, usize, usize);

/// What is bound to a parameter.
#[derive(Clone, PartialEq, Debug)]
pub enum ParameterKind {
    /// A constant, the same for all fragments of a pass.
    Uniform {
        /// The constant register that the program asks for: `: C3`.
        register: Option<usize>,
        /// The number of components.
        count: usize,
        /// The value where none is given.
        default: Option<[f32; 4]>,
    },
    /// A texture.
    Texture {
        /// The texture image unit that the program asks for: `: TEXUNIT0`.
        unit: Option<usize>,
        /// The kind of texture, if the program says it.
        texture: Option<Texture>,
    },
    /// An attribute of the fragment that is interpolated.
    Varying(Attribute),
    /// A colour that is written to this render target.
    Color(usize),
    /// The depth that is written.
    Depth,
    /// Nothing: an input of a vertex program that stands in the same struct.
    Unbound,
}

/// The kind of a texture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Texture(pub(crate) TextureKind);

impl Texture {
    /// Returns the kind of texture that a sampler's type says.
    pub(super) fn declared(texture: super::types::Texture) -> Option<Texture> {
        match texture {
            super::types::Texture::Any => None,
            super::types::Texture::Of(kind) => Some(Texture(kind)),
        }
    }
}

impl fmt::Display for Texture {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self.0 {
            TextureKind::OneD => "1D",
            TextureKind::TwoD => "2D",
            TextureKind::Rectangle => "RECT",
            TextureKind::ThreeD => "3D",
            TextureKind::Cube => "CUBE",
        })
    }
}

/// A semantic: its name in upper case without the digits at its end, and their number.
pub(super) fn split(semantic: &str) -> (String, Option<usize>) {
    let upper = semantic.to_ascii_uppercase();
    // `register(c3)`
    let inner = upper.strip_prefix("REGISTER(").and_then(|rest| rest.strip_suffix(')'));
    let word = inner.map_or(upper.as_str(), str::trim);
    let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &word[name.len()..];
    // A number beyond all limits is none of the registers, too.
    (name.to_owned(), (!digits.is_empty()).then(|| digits.parse().unwrap_or(usize::MAX)))
}

/// Returns the attribute that an input with this semantic reads. `Ok(None)` stands for what only vertex programs have.
pub(super) fn attribute(semantic: &str) -> Result<Option<Attribute>, ()> {
    let (name, number) = split(semantic);
    let below = |max: usize| match number.unwrap_or(0) {
        number if number < max => Ok(number),
        _ => Err(()),
    };
    Ok(Some(match name.as_str() {
        "TEXCOORD" | "TEX" => Attribute::TexCoord(below(8)?),
        "COLOR" | "COL" => Attribute::Color(below(2)?),
        "DIFFUSE" => Attribute::Color(0),
        "SPECULAR" => Attribute::Color(1),
        "WPOS" | "VPOS" => Attribute::Position,
        "FOG" | "FOGC" | "FOGCOORD" | "FOGP" => Attribute::Fog,
        "FACE" | "VFACE" => Attribute::Facing,
        "POSITION" | "HPOS" | "PSIZE" | "PSIZ" | "PSZ" | "BCOL" | "BCOLOR" | "CLP" | "NORMAL" | "TANGENT"
        | "BINORMAL" | "ATTR" => return Ok(None),
        _ => return Err(()),
    }))
}

/// Returns the number of the colour that a result with this semantic is, or `None` for the depth.
pub(super) fn result(semantic: &str) -> Result<Option<usize>, ()> {
    let (name, number) = split(semantic);
    match name.as_str() {
        "COLOR" | "COL" | "COLR" | "COLH" => match number.unwrap_or(0) {
            number if number < 4 => Ok(Some(number)),
            _ => Err(()),
        },
        "DEPTH" | "DEPR" => Ok(None),
        _ => Err(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn semantics_are_read_in_any_case() {
        assert_eq!(split("TEXCOORD12"), ("TEXCOORD".into(), Some(12)));
        assert_eq!(split("register(c3)"), ("C".into(), Some(3)));
        assert_eq!(split("texunit0"), ("TEXUNIT".into(), Some(0)));
        assert_eq!(attribute("tex3"), Ok(Some(Attribute::TexCoord(3))));
        assert_eq!(attribute("Color"), Ok(Some(Attribute::Color(0))));
        assert_eq!(attribute("POSITION"), Ok(None));
        assert_eq!(attribute("TEXCOORD8"), Err(()));
        assert_eq!(result("COL"), Ok(Some(0)));
        assert_eq!(result("DEPTH"), Ok(None));
        assert_eq!(result("COLOR4"), Err(()));
    }
}
