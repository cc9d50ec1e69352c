//! Emits branches and loops, which depend on condition codes.

use crate::fragment_program::{InstructionSet, NumberType, Opcode, Scalar, Shape, Test};

use super::assemble::Assembler;
use super::graph::{Rate, Ref};
use super::steps::{Reg, Source, Step, flow};

impl Assembler<'_> {
    /// Writes a truth value to the condition code.
    pub fn condition(&mut self, condition: Ref) {
        if self.graph.rate(condition.node) == Rate::Fragment {
            let (register, component) = self.packing.home(condition.node);
            // If the last instruction has just computed the value, it can set the condition code itself.
            if condition.plain()
                && let Some(last) = self.steps.last_mut()
                && last.target == Some((Reg::Virtual(register), vec![component as u8]))
                && last.opcode.shape() != Shape::Texture
            {
                last.sets_condition = true;
                self.asked = (Reg::Virtual(register), vec![component as u8]);
                return;
            }
        }
        self.asked = (Reg::Position, vec![0]);
        let source = self.source(&[condition], NumberType::Float);
        self.push(Step { sets_condition: true, ..Step::new(Opcode::Mov, NumberType::Float, None, vec![source]) });
    }

    pub fn leave(&mut self) {
        self.push(Step { guard: Some(Test::Equal), ..flow(Opcode::Brk) });
    }

    /// Begins a loop that is only left by `BRK`. If the chip limits loops to 255 iterations, two nested loops are emitted, and both are
    /// left.
    pub fn begin_loop(&mut self) {
        for _ in 0..if self.counted_loops() { 2 } else { 1 } {
            let mut step = flow(Opcode::Rep);
            if self.counted_loops() {
                let (number, components) =
                    self.constants.parameter(&[Scalar::Literal(255f32.to_bits())], NumberType::Float);
                step.sources.push(Source { reg: Reg::Parameter(number), components, absolute: false, negate: false });
            }
            self.push(step);
        }
    }

    pub fn counted_loops(&self) -> bool {
        matches!(self.set, InstructionSet::Nv40 | InstructionSet::R520)
    }

    pub fn end_loop(&mut self, condition: Ref) {
        self.push(flow(Opcode::EndRep));
        if self.counted_loops() {
            // The condition tells whether the inner loop was left or has reached the limit of iterations.
            self.condition(condition);
            self.leave();
            self.push(flow(Opcode::EndRep));
        }
    }
}
