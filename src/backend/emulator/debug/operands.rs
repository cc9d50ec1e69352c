//! Reads the registers, operands and conditions of a fragment's instructions.

use crate::fragment_program::arithmetic::Arithmetic;
use crate::fragment_program::{Component, Guard, NumberType, Operand, Register, Scalar, Test};

use super::Vec4;
use super::machine::Machine;

impl Machine<'_> {
    pub(super) fn register<A: Arithmetic>(&self, register: Register) -> Vec4 {
        let store = |bits: u32| A::store(f32::from_bits(bits)).to_bits();
        let of = |registers: &[Vec4], number: usize| registers.get(number).copied().unwrap_or_default();
        match register {
            Register::Temporary(number) => of(&self.temporaries, number),
            Register::Output(number) => of(&self.ran.outputs, number),
            Register::Depth => of(&self.ran.outputs, self.given.program.outputs),
            Register::Parameter(number) => {
                let Some(parameter) = self.given.program.parameters.get(number) else { return [0; 4] };
                let given = of(self.given.parameters, number);
                std::array::from_fn(|c| match parameter.components[c] {
                    Scalar::Literal(bits) => store(bits),
                    Scalar::Unused => 0,
                    Scalar::Uniform(_) | Scalar::Runtime => store(given[c]),
                })
            }
            Register::Coordinate(number) => {
                let linear = self.given.coordinates.get(number).copied().unwrap_or_default();
                linear.map(|[across, down, start]| {
                    A::store(self.position[0] * across + (self.position[1] * down + start)).to_bits()
                })
            }
            Register::Position => [self.position[0], self.position[1], 0.5, 1.0].map(f32::to_bits),
        }
    }

    pub(super) fn operand<A: Arithmetic>(&self, operand: &Operand, kind: NumberType) -> Vec4 {
        let all = self.register::<A>(operand.register);
        let float = kind == NumberType::Float;
        std::array::from_fn(|c| {
            let mut bits = match operand.swizzle[c] {
                Component::Zero => 0,
                Component::One if float => 1f32.to_bits(),
                Component::One => 1,
                chosen => all[chosen as usize],
            };
            if operand.absolute {
                bits = if float { f32::from_bits(bits).abs().to_bits() } else { (bits as i32).unsigned_abs() };
            }
            if operand.negate >> c & 1 == 1 {
                bits = if float { (-f32::from_bits(bits)).to_bits() } else { bits.wrapping_neg() };
            }
            bits
        })
    }

    /// Returns whether a guard holds for a component, given this condition code.
    pub(super) fn holds<A: Arithmetic>(guard: &Guard, code: [f32; 4], c: usize) -> bool {
        let code = A::operand(code[guard.swizzle[c] as usize & 3]);
        match guard.test {
            Test::True => true,
            Test::False => false,
            Test::Equal => code == 0.0,
            Test::GreaterEqual => code >= 0.0,
            Test::Greater => code > 0.0,
            Test::LessEqual => code <= 0.0,
            Test::Less => code < 0.0,
            Test::NotEqual => code != 0.0,
        }
    }

    pub(super) fn any<A: Arithmetic>(&self, guard: &Option<Guard>) -> bool {
        guard.as_ref().is_none_or(|guard| (0..4).any(|c| Self::holds::<A>(guard, self.code, c)))
    }
}
