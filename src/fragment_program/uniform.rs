//! Uniforms: numbers that are the same for all fragments of a pass, as expressions over its constants and the geometry of its
//! streams. The caller that draws evaluates them once per pass, as the drivers of the time did for Brook and Direct3D. They cost no
//! instructions.

use super::instruction::Kind;
use super::opcode::Opcode;

/// An expression that is the same for all fragments of a pass, by its index in
/// [`FragmentProgram::uniforms`](super::FragmentProgram::uniforms).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct UniformId(pub usize);

/// An expression that is the same for all fragments of a pass. Its operands come before it in the list.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Uniform {
    /// These bits, of a float or an integer.
    Literal(u32),
    /// A component of a constant of the kernel.
    Constant {
        /// Which constant.
        constant: usize,
        /// Which component.
        component: usize,
    },
    /// A measure of an input's geometry.
    Input(usize, Measure),
    /// A measure of the outputs' geometry.
    Output(Measure),
    /// The number that fills the rest of the last texel of a packed output.
    Fill,
    /// The result of an instruction on other expressions.
    Apply(Opcode, Kind, Vec<UniformId>),
}

/// A measure of a stream's geometry. On instruction sets with integers, all measures but the inverses are integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Measure {
    /// Texels in a row of the texture.
    Width,
    /// Rows of texels.
    Height,
    /// Elements in a row.
    Row,
    /// Rows of elements.
    Rows,
    /// Elements.
    Count,
    /// 1 / texels in a row.
    InverseWidth,
    /// 1 / rows of texels.
    InverseHeight,
    /// The logarithm to base 2 of the texels in a row.
    Shift,
}

impl Uniform {
    /// Whether it is an integer in every pass.
    pub(super) fn is_whole(&self) -> bool {
        let whole = |measure: &Measure| !matches!(measure, Measure::InverseWidth | Measure::InverseHeight);
        match self {
            Uniform::Input(_, measure) | Uniform::Output(measure) => whole(measure),
            _ => false,
        }
    }
}
