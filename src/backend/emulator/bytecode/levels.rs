//! Mip levels: which of the smaller copies of a texture a fetch reads, from the derivatives of its coordinates.

use crate::fragment_program::{Instruction, NumberType, Opcode, TextureTarget};

use super::code::Code;
use super::fault::Fault;
use super::graph::Value;
use super::mipmaps::{axes, has_implicit_level};
use super::translate::Translator;

impl Translator<'_> {
    /// Returns the size of a sampler's texture if it has mip levels.
    pub fn mipmapped(&self, sampler: usize) -> Option<[usize; 3]> {
        self.mipmaps.get(sampler).copied().flatten()
    }

    /// Whether an instruction reads a texture with mip levels by the differences between neighbouring fragments.
    pub fn compares_neighbours(&self, instruction: &Instruction) -> bool {
        let sampler = instruction.sampler.and_then(|sampler| self.mipmapped(sampler));
        has_implicit_level(instruction.opcode) && sampler.is_some()
    }

    /// Returns the level that a fetch reads: the logarithm of how many texels are between neighbouring fragments.
    pub fn level(
        &mut self,
        instruction: &Instruction,
        target: TextureTarget,
        size: [usize; 3],
    ) -> Result<Value, Fault> {
        let opcode = instruction.opcode;
        let last = |this: &mut Self| this.read(&instruction.sources[0], NumberType::Float, 3);
        if opcode == Opcode::Txl {
            return last(self);
        }
        let mut longest = None;
        for direction in 0..2 {
            let mut sum = None;
            for (axis, side) in size.into_iter().enumerate().take(axes(target)) {
                let slope = match opcode {
                    Opcode::Txd => self.read(&instruction.sources[1 + direction], NumberType::Float, axis)?,
                    _ => {
                        let what = format!("{} of a texture with mip levels", opcode.name());
                        self.slope(direction, &what, |this| this.projected(instruction, axis))?
                    }
                };
                let side = self.stored((side as f32).to_bits());
                let side = self.graph.literal(side);
                let texels = self.graph.make(Code::Multiply, &[slope, side]);
                let square = self.graph.make(Code::Multiply, &[texels, texels]);
                sum = Some(match sum {
                    Some(sum) => self.graph.make(Code::Add, &[sum, square]),
                    None => square,
                });
            }
            longest = match (longest, sum) {
                (Some(longest), Some(sum)) => Some(self.graph.make(Code::Max, &[longest, sum])),
                (longest, sum) => longest.or(sum),
            };
        }
        let square = longest.unwrap_or_else(|| self.zero());
        let half = self.stored(0.5f32.to_bits());
        let half = self.graph.literal(half);
        let logarithm = self.graph.make(Code::Log2, &[square]);
        let level = self.graph.make(Code::Multiply, &[logarithm, half]);
        if opcode == Opcode::Txb {
            let bias = last(self)?;
            return Ok(self.graph.make(Code::Add, &[level, bias]));
        }
        Ok(level)
    }

    /// Returns a coordinate of a fetch, which `TXP` divides by the last one.
    pub fn projected(&mut self, instruction: &Instruction, axis: usize) -> Result<Value, Fault> {
        let operand = &instruction.sources[0];
        let coordinate = self.read(operand, NumberType::Float, axis)?;
        if instruction.opcode != Opcode::Txp || axis == 3 {
            return Ok(coordinate);
        }
        let last = self.read(operand, NumberType::Float, 3)?;
        Ok(self.graph.make(Code::Divide, &[coordinate, last]))
    }
}
