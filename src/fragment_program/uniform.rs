//! Uniforms: numbers that are the same for all fragments of a pass. They are expressions over the kernel's constants and the geometry
//! of its streams. The CPU evaluates them once per pass, as the drivers of the time did for Brook and Direct3D, so they cost no
//! instructions.

use super::instruction::NumberType;
use super::opcode::Opcode;

/// The index of a uniform in [`FragmentProgram::uniforms`](super::FragmentProgram::uniforms).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct UniformId(pub usize);

/// An expression that is the same for all fragments of a pass. Its operands come before it in the list.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Uniform {
    /// These bits, of a float or an integer.
    Literal(u32),
    /// A component of a constant of the kernel.
    Constant {
        /// The index of the constant.
        constant: usize,
        /// The index of the component.
        component: usize,
    },
    /// A measure of an input's geometry.
    Input(usize, Measure),
    /// A measure of the outputs' geometry.
    Output(Measure),
    /// The number that fills the unused components of the last texel of a packed output.
    Fill,
    /// The result of an instruction whose operands are other uniforms.
    Apply(Opcode, NumberType, Vec<UniformId>),
}

/// A measure of a stream's geometry. In instruction sets with integers, all measures except the inverses are integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Measure {
    /// The number of texels in a row of the texture.
    Width,
    /// The number of rows of texels.
    Height,
    /// The number of elements in a row.
    Row,
    /// The number of rows of elements.
    Rows,
    /// The number of elements.
    Count,
    /// 1 / the number of texels in a row.
    InverseWidth,
    /// 1 / the number of rows of texels.
    InverseHeight,
    /// 1 / the number of rows of texels, padded to a power of two.
    InversePaddedHeight,
    /// The logarithm to base 2 of the number of texels in a row.
    Shift,
}

impl Uniform {
    /// Whether its value is an integer in every pass.
    pub(super) fn is_whole(&self) -> bool {
        use Measure::{InverseHeight, InversePaddedHeight, InverseWidth};
        let whole = |measure: &Measure| !matches!(measure, InverseWidth | InverseHeight | InversePaddedHeight);
        match self {
            Uniform::Input(_, measure) | Uniform::Output(measure) => whole(measure),
            _ => false,
        }
    }
}
