//! Translates control flow: branches, loops, and the instructions by which fragments leave them.

use std::collections::BTreeSet;

use crate::fragment_program::{Instruction, Register, Test};

use super::blocks::Block;
use super::code::Code;
use super::fault::{Fault, fault};
use super::graph::{Step, Value};
use super::translate::{Leavable, Translator};

impl Translator<'_> {
    pub fn branch(&mut self, instruction: &Instruction, then: &[Block], otherwise: &[Block]) -> Result<(), Fault> {
        self.count(instruction);
        self.flush();
        let Some(guard) = &instruction.guard else { return fault("IF without a condition".to_owned()) };
        let condition = self.holds(guard)?;
        // The condition is known and the same for all fragments, so only one side is translated.
        if let Some(bits) = self.graph.bits(condition) {
            return self.blocks(if bits != 0 { then } else { otherwise });
        }
        let before = self.variables.clone();
        let mut sides = [Vec::new(), Vec::new()];
        for ((code, side), after) in [(Code::And, then), (Code::AndNot, otherwise)].into_iter().zip(&mut sides) {
            self.variables.clone_from(&before);
            if !side.is_empty() {
                let mask = self.graph.home();
                self.graph.write(mask, code, &[self.mask(), condition]);
                let end = self.graph.label();
                self.graph.steps.push(Step::SkipUnless(mask, end));
                self.masks.push(mask);
                let began = self.graph.begin();
                self.blocks(side)?;
                self.flush();
                self.graph.end(began);
                self.masks.pop();
                self.graph.steps.push(Step::Label(end));
            }
            after.clone_from(&self.variables);
        }
        let [then, otherwise] = sides;
        for ((variable, then), otherwise) in self.variables.iter_mut().zip(then).zip(otherwise) {
            *variable = match then == otherwise {
                true => then,
                false => self.graph.make(Code::Select, &[condition, then, otherwise]),
            };
        }
        Ok(())
    }

    pub fn repeat(&mut self, instruction: &Instruction, body: &[Block]) -> Result<(), Fault> {
        self.has_loops = true;
        self.count(instruction);
        self.flush();
        let count = self.iterations(instruction)?;
        let mut changed = BTreeSet::new();
        self.changed(body, &mut changed);
        let homes = self.homes(changed);
        let mask = self.graph.home();
        let outer = self.mask();
        // The number of remaining iterations.
        let left = count.map(|count| self.graph.copy(count));
        self.graph.write(mask, Code::Move, &[outer]);
        self.while_some_are_left(mask, left);
        let (start, end) = (self.graph.label(), self.graph.label());
        self.graph.steps.push(Step::SkipUnless(mask, end));
        self.graph.steps.push(Step::Label(start));
        self.graph.steps.push(Step::Iterate(mask));
        self.loops.push(Leavable { mask: self.masks.len(), homes });
        self.masks.push(mask);
        let began = self.graph.begin();
        self.blocks(body)?;
        self.flush();
        let homes = self.loops.pop().map(|inner| inner.homes).unwrap_or_default();
        self.leave(&homes, mask);
        if let Some(left) = left {
            let one = self.graph.literal(1);
            self.graph.write(left, Code::IntSubtract, &[left, one]);
            self.while_some_are_left(mask, Some(left));
        }
        self.graph.end(began);
        self.masks.pop();
        self.graph.steps.push(Step::BackIf(mask, start));
        self.graph.steps.push(Step::Label(end));
        for (variable, home) in homes {
            self.variables[variable] = home;
        }
        Ok(())
    }

    fn while_some_are_left(&mut self, mask: Value, left: Option<Value>) {
        if let Some(left) = left {
            let zero = self.graph.literal(0);
            // The result is written to a home, so that no earlier result of this comparison is reused. `left` has changed since then.
            let some = self.graph.home();
            self.graph.write(some, Code::IntLess(true), &[zero, left]);
            self.graph.write(mask, Code::And, &[mask, some]);
        }
    }

    /// Creates a home for each of these variables.
    pub fn homes(&mut self, variables: impl IntoIterator<Item = usize>) -> Vec<(usize, Value)> {
        let mut homes = Vec::new();
        for variable in variables {
            let home = self.graph.copy(self.variables[variable]);
            self.variables[variable] = home;
            homes.push((variable, home));
        }
        homes
    }

    /// Collects the variables that these blocks write.
    fn changed(&self, blocks: &[Block], into: &mut BTreeSet<usize>) {
        for block in blocks {
            match block {
                Block::Plain(number) => {
                    let instruction = &self.program.instructions[*number];
                    let mask = instruction.destination.map_or(15, |destination| destination.mask);
                    for component in (0..4).filter(|component| mask >> component & 1 == 1) {
                        into.extend(match instruction.destination.map(|destination| destination.register) {
                            Some(Register::Temporary(number)) => self.layout.temporary(number, component),
                            Some(Register::Output(number)) => self.layout.output(number, component),
                            _ => None,
                        });
                        into.extend(instruction.sets_condition.then(|| self.layout.condition(component)));
                    }
                }
                Block::If(_, then, otherwise) => {
                    self.changed(then, into);
                    self.changed(otherwise, into);
                }
                Block::Loop(_, body) => self.changed(body, into),
            }
        }
    }

    /// Writes variables to their homes, for the fragments of a mask.
    pub fn leave(&mut self, homes: &[(usize, Value)], mask: Value) {
        let mut moved = Vec::new();
        for &(variable, home) in homes {
            let value = self.variables[variable];
            if value != home {
                // If the value is another variable's home, it is copied first, because that home is about to be overwritten.
                let is_home = homes.iter().any(|&(_, other)| other == value);
                moved.push((home, if is_home { self.graph.copy(value) } else { value }));
            }
        }
        for (home, value) in moved {
            self.graph.write(home, Code::Select, &[mask, value, home]);
        }
    }

    /// Returns the mask of those fragments of the current block in which a guard holds, and the label to jump to if there are none.
    fn leaving(&mut self, instruction: &Instruction) -> Result<(Value, usize), Fault> {
        self.flush();
        let mask = self.mask();
        let leaving = self.graph.home();
        match &instruction.guard {
            Some(guard) if guard.test != Test::True => {
                let condition = self.holds(guard)?;
                self.graph.write(leaving, Code::And, &[mask, condition]);
            }
            _ => self.graph.write(leaving, Code::Move, &[mask]),
        }
        let none = self.graph.label();
        self.graph.steps.push(Step::SkipUnless(leaving, none));
        Ok((leaving, none))
    }

    /// Removes fragments from the mask with this index, and from all masks inside it.
    fn take_out(&mut self, from: usize, leaving: Value) {
        for &mask in &self.masks[from..] {
            self.graph.write(mask, Code::AndNot, &[mask, leaving]);
        }
    }

    pub fn leave_loop(&mut self, instruction: &Instruction) -> Result<(), Fault> {
        let Some(inner) = self.loops.pop() else { return fault("BRK outside of a loop".to_owned()) };
        let (leaving, none) = self.leaving(instruction)?;
        self.leave(&inner.homes, leaving);
        self.take_out(inner.mask, leaving);
        self.graph.steps.push(Step::Label(none));
        self.loops.push(inner);
        Ok(())
    }

    pub fn leave_program(&mut self, instruction: &Instruction) -> Result<(), Fault> {
        let (leaving, none) = self.leaving(instruction)?;
        let homes = std::mem::take(&mut self.whole.homes);
        self.leave(&homes, leaving);
        self.whole.homes = homes;
        self.take_out(0, leaving);
        self.graph.steps.push(Step::Label(none));
        Ok(())
    }

    pub fn kill(&mut self, instruction: &Instruction) -> Result<(), Fault> {
        let killed = self.killed(instruction)?;
        self.flush();
        let leaving = self.graph.home();
        self.graph.write(leaving, Code::And, &[self.mask(), killed]);
        self.take_out(0, leaving);
        if let Some(alive) = self.alive {
            self.graph.write(alive, Code::AndNot, &[alive, leaving]);
        }
        Ok(())
    }
}
