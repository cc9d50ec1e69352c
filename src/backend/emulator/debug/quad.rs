//! Executes the four fragments of a block of two columns and two rows together, for programs that need the differences between them.

use crate::backend::emulator::bytecode::{axes, has_implicit_level};
use crate::fragment_program::arithmetic::Arithmetic;
use crate::fragment_program::{Instruction, NumberType, Opcode, Sampler};

use super::Vec4;
use super::machine::{DrawBindings, Machine, Ran, Then};

/// Whether the fragments of a block have to be executed together. The program has no flow control but `KIL` then, as the translation checks.
pub fn compares_neighbours(given: &DrawBindings) -> bool {
    given.program.instructions.iter().any(|own| needs_slopes(given, own))
}

fn needs_slopes(given: &DrawBindings, instruction: &Instruction) -> bool {
    let texture = instruction.sampler.and_then(|number| given.textures.get(number));
    let mipmapped = texture.is_some_and(|texture| texture.view.sampling.mipmaps);
    matches!(instruction.opcode, Opcode::Ddx | Opcode::Ddy) || mipmapped && has_implicit_level(instruction.opcode)
}

/// Executes the fragment in this column and row, beside the others of its block.
pub fn run<A: Arithmetic>(given: &DrawBindings, column: usize, row: usize) -> Ran {
    let places = [0, 1, 2, 3].map(|k| (column / 2 * 2 + k % 2, row / 2 * 2 + k / 2));
    let mut machines = places.map(|(column, row)| Machine::new(given, column, row));
    let own = column % 2 + 2 * (row % 2);
    for (at, instruction) in given.program.instructions.iter().enumerate() {
        if needs_slopes(given, instruction) {
            let values = [0, 1, 2, 3].map(|k| machines[k].first_operand::<A>(instruction));
            for (k, machine) in machines.iter_mut().enumerate() {
                let (row, column) = (k & 2, k & 1);
                machine.slopes =
                    [slope::<A>(values[row], values[row + 1]), slope::<A>(values[column], values[column + 2])];
            }
        }
        for (k, machine) in machines.iter_mut().enumerate() {
            match machine.run::<A>(at, at + 1) {
                Then::End(end) if k == own => {
                    machine.ran.end = end;
                    let [a, b, c, d] = machines;
                    return [a, b, c, d].into_iter().nth(own).map(|machine| machine.ran).unwrap_or_default();
                }
                // A fragment that is discarded is computed further for its neighbours.
                _ => {}
            }
        }
    }
    machines.into_iter().nth(own).map(|machine| machine.ran).unwrap_or_default()
}

fn slope<A: Arithmetic>(even: Vec4, odd: Vec4) -> Vec4 {
    std::array::from_fn(|c| A::subtract(f32::from_bits(odd[c]), f32::from_bits(even[c])).to_bits())
}

impl Machine<'_> {
    /// Returns the first operand of an instruction; of a fetch, the coordinates, which `TXP` divides by the last one.
    pub(super) fn first_operand<A: Arithmetic>(&self, instruction: &Instruction) -> Vec4 {
        let operand = instruction.sources.first();
        let all = operand.map(|operand| self.operand::<A>(operand, NumberType::Float)).unwrap_or_default();
        if instruction.opcode != Opcode::Txp {
            return all;
        }
        let [x, y, z, w] = all.map(f32::from_bits);
        [A::divide(x, w), A::divide(y, w), A::divide(z, w), w].map(f32::to_bits)
    }

    /// Returns the level that a fetch reads of a texture with mip levels.
    pub(super) fn level<A: Arithmetic>(
        &self,
        instruction: &Instruction,
        sampler: &Sampler,
        operands: &[Vec4],
        sides: [usize; 3],
    ) -> f32 {
        let last = operands.first().map_or(0.0, |operand| f32::from_bits(operand[3]));
        let slopes = match instruction.opcode {
            Opcode::Txl => return last,
            Opcode::Txd => [1, 2].map(|k| operands.get(k).copied().unwrap_or_default()),
            _ => self.slopes,
        };
        let squares = slopes.map(|slope| {
            let mut sum: Option<f32> = None;
            for axis in 0..axes(sampler.target) {
                let texels = A::multiply(f32::from_bits(slope[axis]), A::store(sides[axis] as f32));
                let square = A::multiply(texels, texels);
                sum = Some(sum.map_or(square, |sum| A::add(sum, square)));
            }
            sum.unwrap_or(0.0)
        });
        let level = A::multiply(A::log2(squares[0].max(squares[1])), 0.5);
        if instruction.opcode == Opcode::Txb { A::add(level, last) } else { level }
    }
}
