//! Instructions: an opcode, a destination with a write mask, and operands with swizzles.

use crate::syntax::Span;

use super::opcode::Opcode;

/// An instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct Instruction {
    /// What it does.
    pub opcode: Opcode,
    /// The type of its operands and its result.
    pub kind: Kind,
    /// Whether the result is clamped to 0 up to 1 (`_SAT`).
    pub saturate: bool,
    /// Whether the result also goes to the condition code (suffix `C`).
    pub sets_condition: bool,
    /// Where the result goes. `None` for flow control, and if only the condition code is wanted (`CC`).
    pub destination: Option<Destination>,
    /// For flow control and `KIL`: the condition under which it happens. For other instructions: the condition under which a
    /// component of the mask is written.
    pub guard: Option<Guard>,
    /// What it reads.
    pub sources: Vec<Operand>,
    /// The sampler of a texture instruction, by its place in [`FragmentProgram::samplers`](super::FragmentProgram::samplers).
    pub sampler: Option<usize>,
    /// The places in the source that it comes from: debug information. The first is the expression itself.
    pub spans: Vec<Span>,
}

impl Instruction {
    /// An instruction on floats.
    pub fn new(opcode: Opcode, destination: Destination, sources: Vec<Operand>) -> Instruction {
        Instruction { destination: Some(destination), sources, ..Instruction::flow(opcode) }
    }

    /// An instruction without operands or result.
    pub fn flow(opcode: Opcode) -> Instruction {
        Instruction {
            opcode,
            kind: Kind::Float,
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
pub enum Kind {
    /// Floats.
    #[default]
    Float,
    /// Signed integers (`.S`).
    Signed,
    /// Unsigned integers (`.U`).
    Unsigned,
}

/// A register with a write mask.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Destination {
    /// Which register: a temporary or an output.
    pub register: Register,
    /// The write mask: one bit per component, x the lowest.
    pub mask: u8,
}

/// A register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Register {
    /// A temporary register, numbered from 0.
    Temporary(usize),
    /// A constant, by its place in [`FragmentProgram::parameters`](super::FragmentProgram::parameters).
    Parameter(usize),
    /// An interpolated coordinate, by its place in [`FragmentProgram::coordinates`](super::FragmentProgram::coordinates).
    Coordinate(usize),
    /// `fragment.position`: x and y are the middle of the fragment, in texels of the render target; z is 0.5, w is 1.
    Position,
    /// `result.color[k]`.
    Output(usize),
}

/// A register as an instruction reads it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Operand {
    /// Which register.
    pub register: Register,
    /// Which component is read as x, y, z and w.
    pub swizzle: [Component; 4],
    /// Whether its absolute value is taken. That comes before the change of sign.
    pub absolute: bool,
    /// The components whose sign is changed, one bit each. Except in `SWZ`, it is all of them or none.
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
    /// All four, in order.
    pub const XYZW: [Component; 4] = [Component::X, Component::Y, Component::Z, Component::W];

    /// The component of this number, 0 to 3.
    ///
    /// # Panics
    /// Panics for any other.
    pub fn of(number: usize) -> Component {
        Component::XYZW[number]
    }
}

/// A condition on the condition code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Guard {
    /// The test that a component has to pass.
    pub test: Test,
    /// The components that are tested for x, y, z and w. Flow control happens if one of them passes.
    pub swizzle: [Component; 4],
}

/// A test of a component of the condition code: a comparison with 0 of the value that was written to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Test {
    /// It is 0.
    Equal,
    /// It is above or equal to 0.
    GreaterEqual,
    /// It is above 0.
    Greater,
    /// It is below or equal to 0.
    LessEqual,
    /// It is below 0.
    Less,
    /// It is not 0. NaN passes this test.
    NotEqual,
    /// Every value passes.
    True,
    /// No value passes.
    False,
}
