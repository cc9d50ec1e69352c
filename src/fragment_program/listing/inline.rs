//! Constants within an instruction, as NV_fragment_program has them: one vector of numbers, or one parameter.

use crate::fragment_program::{Binding, Component, Opcode, Operand, Register, Scalar};

use super::error::ListingError;
use super::instruction::Writer;
use super::naming::literal;

impl Writer<'_> {
    /// Returns an operand that is a literal as one of the vector with all literals of the instruction, and the text of that vector. Returns
    /// `None` if the operand has a name.
    pub fn inline(&self, operand: &Operand) -> Result<Option<(Operand, String)>, ListingError> {
        if !self.naming.bare || !self.is_literal(operand) {
            return Ok(None);
        }
        let mut numbers: Vec<Scalar> = Vec::new();
        let read = self.instruction.sources.iter().filter(|own| self.is_literal(own)).flat_map(|own| self.numbers(own));
        for (_, number) in read {
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        if numbers.len() > 4 {
            return Err(self.wrong("it reads more than four numbers, and one vector of them is all that it can have"));
        }
        let mut inline = *operand;
        for (lane, number) in self.numbers(operand) {
            let place = numbers.iter().position(|known| *known == number).unwrap_or(0);
            inline.swizzle[lane] = Component::of(place);
        }
        let vector = std::array::from_fn(|k| numbers.get(k).copied().unwrap_or(Scalar::Unused));
        let text = literal(&vector).map_err(|what| self.wrong(what))?;
        Ok(Some((inline, text)))
    }

    /// Checks that NV_fragment_program has an instruction, and that it reads at most one constant and one attribute.
    pub fn check_nv30(&self) -> Result<(), ListingError> {
        use Opcode::{Abs, Cmp, Dph, Kil, Scs, Swz, Txb, Xpd};
        match self.instruction.opcode {
            // These came with ARB_fragment_program.
            Abs | Cmp | Dph | Scs | Swz | Txb | Xpd => return Err(self.missing(self.name())),
            Kil if self.instruction.guard.is_none() => return Err(self.missing("KIL of an operand")),
            _ => {}
        }
        let sources = &self.instruction.sources;
        // All literals are one vector.
        let mut constants: Vec<Option<usize>> = Vec::new();
        let mut attributes: Vec<Register> = Vec::new();
        for source in sources {
            match source.register {
                Register::Parameter(k) => constants.push((!self.is_literal(source)).then_some(k)),
                Register::Coordinate(_) | Register::Position => attributes.push(source.register),
                _ => {}
            }
        }
        constants.sort_unstable();
        constants.dedup();
        attributes.sort_unstable();
        attributes.dedup();
        for (count, what) in [(constants.len(), "constants"), (attributes.len(), "attributes")] {
            if count > 1 {
                return Err(self.wrong(format!("it reads {count} {what}, and can read 1: copy the others before it")));
            }
        }
        Ok(())
    }

    fn is_literal(&self, operand: &Operand) -> bool {
        matches!(operand.register, Register::Parameter(k) if self.has_numbers(k))
    }

    /// Whether a constant is written as its numbers.
    fn has_numbers(&self, k: usize) -> bool {
        let named = self.naming.parameters.get(k).is_some_and(|name| !name.is_empty());
        !named && self.program.parameters.get(k).is_some_and(|own| own.binding == Binding::Literal)
    }

    /// Returns the numbers that an operand reads, each with the lane that it is read as.
    fn numbers(&self, operand: &Operand) -> Vec<(usize, Scalar)> {
        let Register::Parameter(k) = operand.register else { return Vec::new() };
        let reads = self.instruction.reads(self.program);
        let own = |lane: usize| {
            let component = operand.swizzle[lane].number()?;
            Some((lane, self.program.parameters[k].components[component]))
        };
        (0..4).filter(|lane| reads >> lane & 1 == 1).filter_map(own).collect()
    }
}
