//! The names of components and conditions in listings, and the instructions of each instruction set.

use crate::fragment_program::{Component, FragmentProgram, Instruction, InstructionSet, Opcode, Test, TextureTarget};

impl InstructionSet {
    /// Whether the set has this instruction.
    pub fn has(self, opcode: Opcode) -> bool {
        use InstructionSet::{Arb, G80, Plain};
        use Opcode::*;
        match opcode {
            Math(_) => self == Plain,
            Seq | Sfl | Sgt | Sle | Sne | Str => self != Arb,
            Ddx | Ddy | Txd | Pk2h | Pk2us | Pk4b | Pk4ub | Up2h | Up2us | Up4b | Up4ub | Rfl | X2d => {
                self.conditions()
            }
            Nrm | Dp2a | Dp2 | Div | Txl | If | Else | EndIf | Rep | EndRep | Brk | Ret => self.branches(),
            Loop | EndLoop => self.branches() && self != G80,
            Ssg | Ceil | Trunc | Round | Mod | And | Or | Xor | Not | Shl | Shr | I2f | Txf => self.integers(),
            _ => true,
        }
    }
}

impl Component {
    /// Returns the letter of the component in a swizzle, or the digit for the numbers 0 and 1 in `SWZ`.
    pub fn letter(self) -> char {
        match self {
            Component::X => 'x',
            Component::Y => 'y',
            Component::Z => 'z',
            Component::W => 'w',
            Component::Zero => '0',
            Component::One => '1',
        }
    }

    /// Returns the index of the component, 0 to 3. `None` for the numbers 0 and 1 in `SWZ`.
    pub fn number(self) -> Option<usize> {
        Component::XYZW.iter().position(|component| *component == self)
    }
}

impl Test {
    /// Returns its name in listings.
    pub fn name(self) -> &'static str {
        match self {
            Test::Equal => "EQ",
            Test::GreaterEqual => "GE",
            Test::Greater => "GT",
            Test::LessEqual => "LE",
            Test::Less => "LT",
            Test::NotEqual => "NE",
            Test::True => "TR",
            Test::False => "FL",
        }
    }
}

impl Instruction {
    /// Returns the mask of the operand components that it reads. For a texture instruction, they depend on its texture target.
    pub fn reads(&self, program: &FragmentProgram) -> u8 {
        let mask = self.destination.map_or(0b1111, |destination| destination.mask);
        let target = self.sampler.and_then(|sampler| program.samplers.get(sampler)).map(|sampler| sampler.target);
        match (self.opcode, target) {
            (Opcode::Tex | Opcode::Txd, Some(target)) => target.coordinates(),
            (Opcode::Txp | Opcode::Txb | Opcode::Txl | Opcode::Txf, Some(target)) => target.coordinates() | 0b1000,
            (opcode, _) => opcode.reads(mask),
        }
    }
}

impl TextureTarget {
    /// Returns the mask of the coordinate components that it reads.
    pub fn coordinates(self) -> u8 {
        use TextureTarget::*;
        match self {
            Buffer | OneD => 0b0001,
            TwoD | Rectangle => 0b0011,
            Array | ThreeD | Cube => 0b0111,
        }
    }
}
