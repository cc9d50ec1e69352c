//! Uniforms: numbers that are the same for all fragments of a pass, as expressions over its constants and the geometry of its
//! streams. Who draws evaluates them once, as the drivers of the time did for Brook and Direct3D: nothing of it costs an
//! instruction.

use super::instruction::Kind;
use super::opcode::Opcode;

/// An expression that is the same for all fragments of a pass, by its place in [`Program::uniforms`](super::Program::uniforms).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct UniformId(pub usize);

/// An expression that is the same for all fragments of a pass. Those that it is made of come before it.
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
    /// Something of the geometry of an input.
    Input(usize, Measure),
    /// Something of the geometry of the outputs.
    Output(Measure),
    /// What fills the rest of the last texel of a packed output.
    Fill,
    /// What an instruction makes of other expressions.
    Apply(Opcode, Kind, Vec<UniformId>),
}

/// What is asked of the geometry of a stream. On instruction sets with integers all but the inverses are integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Measure {
    /// Texels a row of the texture.
    Width,
    /// Rows of texels.
    Height,
    /// Elements a row.
    Row,
    /// Rows of elements.
    Rows,
    /// Elements.
    Count,
    /// 1 / texels a row.
    InverseWidth,
    /// 1 / rows of texels.
    InverseHeight,
    /// The texels a row are 2 to this power.
    Shift,
}

impl Uniform {
    /// Whether it is a whole number, whatever it is given.
    pub(super) fn is_whole(&self) -> bool {
        let whole = |measure: &Measure| !matches!(measure, Measure::InverseWidth | Measure::InverseHeight);
        match self {
            Uniform::Input(_, measure) | Uniform::Output(measure) => whole(measure),
            _ => false,
        }
    }
}
