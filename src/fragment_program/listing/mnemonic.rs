//! Writes opcodes with their suffixes.

use crate::fragment_program::{InstructionSet, NumberType, Opcode, Operand, Register, Scalar, Shape};
use crate::ir::Precision;

use super::error::ListingError;
use super::has_points;
use super::instruction::Writer;

impl Writer<'_> {
    /// Whether an operand is a constant that is declared as integers.
    fn reads_integer(&self) -> bool {
        self.instruction.sources.iter().any(|source| match source.register {
            Register::Parameter(k) => self.integers.get(k).copied().unwrap_or(false),
            _ => false,
        })
    }

    /// Returns the opcode with its suffixes.
    pub fn mnemonic(&self) -> Result<String, ListingError> {
        let set = self.program.set;
        let mut name = self.name();
        name.push_str(self.precision(&name)?);
        if self.instruction.sets_condition {
            if !set.conditions() {
                return Err(self.missing("a condition code"));
            }
            name.push_str(if has_points(set) { ".CC" } else { "C" });
        }
        if self.instruction.saturate {
            name.push_str(if has_points(set) { ".SAT" } else { "_SAT" });
        }
        Ok(name)
    }

    /// Returns the suffix that says the type or the precision of an instruction.
    fn precision(&self, name: &str) -> Result<&'static str, ListingError> {
        let set = self.program.set;
        let opcode = self.instruction.opcode;
        let kind = self.instruction.kind;
        let halves = matches!(kind, NumberType::Half | NumberType::Fixed);
        if halves && (!set.conditions() || set.integers()) {
            return Err(self.missing(format!("{name} of less precision")));
        }
        let written = self.instruction.destination.map(|destination| destination.register);
        let to_half = written.is_some_and(|register| self.naming.is_half(register));
        let fetches = opcode.shape() == Shape::Texture || opcode.unpacks();
        let packs = matches!(opcode, Opcode::Pk2h | Opcode::Pk2us | Opcode::Pk4b | Opcode::Pk4ub);
        if fetches && matches!(set, InstructionSet::Nv30 | InstructionSet::Nv40) {
            // These have no suffix: what they write is rounded by the register.
            return match kind {
                NumberType::Float => Ok(""),
                NumberType::Half if to_half => Ok(""),
                _ => Err(self.missing(format!("{name} of less precision"))),
            };
        }
        match kind {
            // `MOV` copies bits, but assemblers check the type of its operand.
            NumberType::Float if opcode == Opcode::Mov && self.reads_integer() => Ok(".S"),
            NumberType::Float if self.naming.bare && opcode.shape() != Shape::Flow && !packs => Ok("R"),
            NumberType::Float => Ok(""),
            // It computes with all the precision of its operands, and the register rounds.
            NumberType::Half if to_half && !self.instruction.sources.iter().all(|own| self.reads_half(own)) => Ok("R"),
            NumberType::Half => Ok("H"),
            NumberType::Fixed => Ok("X"),
            _ if !set.integers() => Err(self.missing(format!("{name} of integers"))),
            NumberType::Signed => Ok(".S"),
            NumberType::Unsigned => Ok(".U"),
        }
    }

    /// Whether an operand certainly is of half precision.
    fn reads_half(&self, operand: &Operand) -> bool {
        let is_half = |scalar: &Scalar| match *scalar {
            Scalar::Literal(bits) => Precision::Half.round(f32::from_bits(bits)).to_bits() == bits,
            _ => false,
        };
        match operand.register {
            Register::Parameter(k) => self.program.parameters.get(k).is_some_and(|own| {
                let read = (0..4).filter(|lane| self.instruction.reads(self.program) >> lane & 1 == 1);
                read.filter_map(|lane| operand.swizzle[lane].number()).all(|k| is_half(&own.components[k]))
            }),
            register => self.naming.is_half(register),
        }
    }
}
