//! Instructions: an opcode, a destination with a write mask, and operands with swizzles.

use crate::syntax::Span;

use super::opcode::Opcode;

/// An instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct Instruction {
    /// What it does.
    pub opcode: Opcode,
    /// What its operands and its result are.
    pub kind: Kind,
    /// Whether the result is clamped to 0 up to 1 (`_SAT`).
    pub saturate: bool,
    /// Whether the result also goes to the condition code (suffix `C`).
    pub sets_condition: bool,
    /// Where the result goes; none of flow control, and where only the condition code is wanted (`CC`).
    pub destination: Option<Destination>,
    /// Of flow control and `KIL`, when it happens; else which components are written, of those in the mask.
    pub guard: Option<Guard>,
    /// What it reads.
    pub sources: Vec<Operand>,
    /// The sampler of a texture instruction, by its place in [`Program::samplers`](super::Program::samplers).
    pub sampler: Option<usize>,
    /// Where it was written: debug information. The first is the expression itself.
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

/// What the operands and the result of an instruction are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Kind {
    /// Floats.
    #[default]
    Float,
    /// Integers with a sign (`.S`).
    Signed,
    /// Integers without (`.U`).
    Unsigned,
}

/// A register with a write mask.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Destination {
    /// Which register: a temporary or an output.
    pub register: Register,
    /// Which of its components, a bit each, x the lowest.
    pub mask: u8,
}

/// A register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Register {
    /// A temporary, from 0.
    Temporary(usize),
    /// A constant, by its place in [`Program::parameters`](super::Program::parameters).
    Parameter(usize),
    /// An interpolated coordinate, by its place in [`Program::coordinates`](super::Program::coordinates).
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
    /// Whether its absolute value is taken; before the sign is changed.
    pub absolute: bool,
    /// Which components have their sign changed, a bit each: all or none, but for `SWZ`.
    pub negate: u8,
}

impl Operand {
    /// The register as it is.
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
    /// The number 0: of `SWZ` alone.
    Zero,
    /// The number 1: of `SWZ` alone.
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
    /// What is asked of a component.
    pub test: Test,
    /// Which components are asked for x, y, z and w. Flow control happens where one of them holds.
    pub swizzle: [Component; 4],
}

/// What is asked of a component of the condition code: how what was written to it compares with 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Test {
    /// It is 0.
    Equal,
    /// It is above, or 0.
    GreaterEqual,
    /// It is above.
    Greater,
    /// It is below, or 0.
    LessEqual,
    /// It is below.
    Less,
    /// It is not 0; NaN is not.
    NotEqual,
    /// Anything.
    True,
    /// Nothing.
    False,
}
