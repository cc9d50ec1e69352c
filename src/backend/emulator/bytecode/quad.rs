//! Derivatives: differences between the fragments of a block of two columns and two rows, which the chips drew together.
//!
//! A program with derivatives is translated for other columns and rows of the fragment's block too, instruction by instruction. A
//! derivative is the difference of two of these translations.

use crate::fragment_program::{NumberType, Opcode, Operand};

use super::code::Code;
use super::fault::{Fault, fault};
use super::graph::{Origin, Value};
use super::range::Form;
use super::sides::{Quad, SIDES, Side, index};
use super::translate::Translator;

impl Translator<'_> {
    /// Translates a program with derivatives, whose only control flow is `KIL`.
    pub fn with_derivatives(&mut self) -> Result<(), Fault> {
        let program = self.program;
        let mut all = vec![self.variables.clone(); SIDES.len() * SIDES.len()];
        for instruction in &program.instructions {
            self.count(instruction);
            if instruction.opcode == Opcode::Kil {
                // A fragment that is discarded is computed further for its neighbours, as on the chips.
                self.quad.sides = [Side::Own; 2];
                self.variables.clone_from(&all[index(self.quad.sides)]);
                self.kill(instruction)?;
                continue;
            }
            self.quad.before.clone_from(&all);
            for sides in SIDES.iter().flat_map(|x| SIDES.map(|y| [*x, y])) {
                self.quad.sides = sides;
                self.variables.clone_from(&self.quad.before[index(sides)]);
                self.compute(instruction)?;
                all[index(sides)].clone_from(&self.variables);
            }
        }
        self.quad = Quad::default();
        self.variables.clone_from(&all[index([Side::Own; 2])]);
        Ok(())
    }

    /// Translates a component of a derivative.
    pub fn derivative(&mut self, opcode: Opcode, operand: &Operand, component: usize) -> Result<Value, Fault> {
        let axis = usize::from(opcode == Opcode::Ddy);
        self.slope(axis, opcode.name(), |this| this.read(operand, NumberType::Float, component))
    }

    /// Returns the difference of a value between the two columns of the block, or the two rows. `what` needs it, for the message.
    pub fn slope(
        &mut self,
        axis: usize,
        what: &str,
        mut value: impl FnMut(&mut Self) -> Result<Value, Fault>,
    ) -> Result<Value, Fault> {
        if self.quad.before.is_empty() {
            return fault(format!("{what} in a program with branches or loops, which the emulator lacks"));
        }
        let (sides, variables) = (self.quad.sides, self.variables.clone());
        let mut at = |side: Side| {
            self.quad.sides[axis] = side;
            self.variables.clone_from(&self.quad.before[index(self.quad.sides)]);
            value(self)
        };
        let (even, odd) = (at(Side::Even), at(Side::Odd));
        (self.quad.sides, self.variables) = (sides, variables);
        Ok(self.graph.make(Code::Subtract, &[odd?, even?]))
    }

    /// Returns the column or the row for which instructions are translated, at the centre of the fragment.
    pub fn middle(&mut self, axis: usize) -> Value {
        let origin = if axis == 0 { Origin::Column(Form::Middle) } else { Origin::Row(Form::Middle) };
        let own = self.graph.source(origin);
        let offset: f32 = match self.quad.sides[axis] {
            Side::Own => return own,
            Side::Even => 0.5,
            Side::Odd => 1.5,
        };
        let numbers = [0.5f32, 2.0, offset].map(|number| self.stored(number.to_bits()));
        let [half, two, offset] = numbers.map(|bits| self.graph.literal(bits));
        let halved = self.graph.make(Code::Multiply, &[own, half]);
        let block = self.graph.make(Code::Floor, &[halved]);
        let first = self.graph.make(Code::Multiply, &[block, two]);
        self.graph.make(Code::Add, &[first, offset])
    }
}
