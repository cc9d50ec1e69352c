//! Instructions: an opcode, a destination with a write mask, and operands with swizzles.

use crate::ir::Precision;
use crate::syntax::Span;

use super::opcode::Opcode;

/// An instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct Instruction {
    /// The operation.
    pub opcode: Opcode,
    /// The type of its operands and its result.
    pub kind: NumberType,
    /// Whether the result is clamped to the range from 0 to 1 (`_SAT`).
    pub saturate: bool,
    /// Whether the result also goes to the condition code (suffix `C`).
    pub sets_condition: bool,
    /// The register that the result is written to. `None` for flow control, and for instructions that set only the condition code
    /// (`CC`).
    pub destination: Option<Destination>,
    /// The condition under which the instruction takes effect. For flow control and `KIL`, it is a condition on the whole instruction.
    /// For other instructions, each component of the mask is written only if its condition holds.
    pub guard: Option<Guard>,
    /// The operands.
    pub sources: Vec<Operand>,
    /// The sampler of a texture instruction, by its index in [`FragmentProgram::samplers`](super::FragmentProgram::samplers).
    pub sampler: Option<usize>,
    /// The places in the source that it comes from, as debug information. The first is the place of the expression itself.
    pub spans: Vec<Span>,
}

impl Instruction {
    /// Creates an instruction on floats.
    pub fn new(opcode: Opcode, destination: Destination, sources: Vec<Operand>) -> Instruction {
        Instruction { destination: Some(destination), sources, ..Instruction::flow(opcode) }
    }

    /// Creates an instruction without operands and result.
    pub fn flow(opcode: Opcode) -> Instruction {
        Instruction {
            opcode,
            kind: NumberType::Float,
            saturate: false,
            sets_condition: false,
            destination: None,
            guard: None,
            sources: Vec::new(),
            sampler: None,
            spans: Vec::new(),
        }
    }
}

/// The type of an instruction's operands and result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum NumberType {
    /// Floats.
    #[default]
    Float,
    /// Signed integers (`.S`).
    Signed,
    /// Unsigned integers (`.U`).
    Unsigned,
    /// Floats, with a result of half precision (suffix `H`).
    Half,
    /// Floats, with a result of 12 bits (suffix `X`).
    Fixed,
}

impl NumberType {
    /// Whether operands and result are floats.
    pub fn is_float(self) -> bool {
        !matches!(self, NumberType::Signed | NumberType::Unsigned)
    }

    /// Returns the type of the operands, and of the result before it is rounded.
    pub fn unrounded(self) -> NumberType {
        if self.is_float() { NumberType::Float } else { self }
    }

    /// Returns the precision to which the result is rounded, if it is not that of the chip's floats.
    pub fn precision(self) -> Option<Precision> {
        match self {
            NumberType::Half => Some(Precision::Half),
            NumberType::Fixed => Some(Precision::Fixed),
            _ => None,
        }
    }
}

impl From<Precision> for NumberType {
    fn from(precision: Precision) -> NumberType {
        match precision {
            Precision::Half => NumberType::Half,
            Precision::Fixed => NumberType::Fixed,
        }
    }
}

/// A register with a write mask.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Destination {
    /// The register: a temporary or an output.
    pub register: Register,
    /// The write mask. It has one bit per component, and x is the lowest bit.
    pub mask: u8,
}

/// A register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Register {
    /// A temporary register, numbered from 0.
    Temporary(usize),
    /// A constant, by its index in [`FragmentProgram::parameters`](super::FragmentProgram::parameters).
    Parameter(usize),
    /// An interpolated attribute, by its index in [`FragmentProgram::coordinates`](super::FragmentProgram::coordinates).
    Coordinate(usize),
    /// `fragment.position`: x and y are the centre of the fragment, in texels of the render target; z is 0.5, and w is 1.
    Position,
    /// The colour `result.color[k]`, which is written to render target k.
    Output(usize),
    /// `result.depth`: z is the depth of the fragment.
    Depth,
}

/// An operand: a register with a swizzle and signs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Operand {
    /// The register.
    pub register: Register,
    /// The components that are read as x, y, z and w.
    pub swizzle: [Component; 4],
    /// Whether the absolute value is taken. This happens before the negation.
    pub absolute: bool,
    /// The components that are negated, with one bit each. Except in `SWZ`, either all or none are.
    pub negate: u8,
}

impl Operand {
    /// Returns an operand that reads the register unchanged.
    pub fn new(register: Register) -> Operand {
        Operand { register, swizzle: Component::XYZW, absolute: false, negate: 0 }
    }
}

/// A component that an operand reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Component {
    /// The first.
    X,
    /// The second.
    Y,
    /// The third.
    Z,
    /// The fourth.
    W,
    /// The number 0, in `SWZ` only.
    Zero,
    /// The number 1, in `SWZ` only.
    One,
}

impl Component {
    /// All four components in order.
    pub const XYZW: [Component; 4] = [Component::X, Component::Y, Component::Z, Component::W];

    /// Returns the component with this index, 0 to 3.
    ///
    /// # Panics
    /// Panics for any other index.
    pub fn of(number: usize) -> Component {
        Component::XYZW[number]
    }
}

/// A condition on the condition code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Guard {
    /// The test that a component has to pass.
    pub test: Test,
    /// The components that are tested for x, y, z and w. Flow control takes effect if any of them passes.
    pub swizzle: [Component; 4],
}

/// A test of a component of the condition code. It compares the value that was written to the component with 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Test {
    /// The value is 0.
    Equal,
    /// The value is above or equal to 0.
    GreaterEqual,
    /// The value is above 0.
    Greater,
    /// The value is below or equal to 0.
    LessEqual,
    /// The value is below 0.
    Less,
    /// The value is not 0. NaN passes this test.
    NotEqual,
    /// Every value passes.
    True,
    /// No value passes.
    False,
}
