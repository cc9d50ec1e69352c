//! Translates a program into channel operations and control flow.
//!
//! Variables (components of temporaries and outputs, the condition code) are values while control is in a straight line: a
//! move is a renaming. Where a branch ends, a variable becomes a selection by the branch's mask. A variable that a loop
//! changes has a home, which is written for the fragments that are still in the loop, at its end and where they leave it.
//! Each block has the mask of the fragments that run it: a block that none runs is skipped.

use std::collections::BTreeSet;

use crate::fragment_program::{Chip, Instruction, Opcode, Program, Register, Test};

use super::blocks::{Block, blocks};
use super::code::Code;
use super::graph::{Graph, NONE, Origin, Step, Value};

/// What is wrong with a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault(pub String);

pub fn fault<T>(what: String) -> Result<T, Fault> {
    Err(Fault(what))
}

/// The variables of a program, by number.
#[derive(Clone, Copy, Debug)]
pub struct Variables {
    pub temporaries: usize,
    pub outputs: usize,
}

impl Variables {
    pub fn temporary(&self, number: usize, component: usize) -> Option<usize> {
        (number < self.temporaries).then_some(4 * number + component)
    }

    pub fn output(&self, number: usize, component: usize) -> Option<usize> {
        (number < self.outputs).then_some(4 * (self.temporaries + number) + component)
    }

    pub fn condition(&self, component: usize) -> usize {
        4 * (self.temporaries + self.outputs) + component
    }

    fn count(&self) -> usize {
        self.condition(4)
    }
}

/// A loop, or the whole program, that fragments can leave.
struct Leavable {
    /// The first of the masks that they leave.
    mask: usize,
    /// Variables with their homes.
    homes: Vec<(usize, Value)>,
}

/// A translation under way.
pub struct Translator<'a> {
    pub program: &'a Program,
    pub layout: Variables,
    pub graph: Graph,
    /// What each variable is now.
    pub variables: Vec<Value>,
    /// The most iterations of a loop that is counted.
    pub most_iterations: u32,
    /// Whether a multiply-add is a multiplication and an addition, in long arithmetic.
    pub splits_multiply_add: bool,
    store: fn(u32) -> u32,
    /// The masks of the fragments that run the blocks that control is in, outermost first; none without control flow.
    masks: Vec<Value>,
    /// The fragments that no `KIL` has ended.
    alive: Option<Value>,
    whole: Leavable,
    loops: Vec<Leavable>,
    /// Instructions and fetches that are not counted yet.
    uncounted: (u32, u32),
    /// All of them, where there is no control flow.
    pub straight: (u32, u32),
    pub has_loops: bool,
}

/// What a translation gives.
pub struct Translated {
    pub graph: Graph,
    /// The components of each output.
    pub outputs: Vec<[Value; 4]>,
    /// The mask of the fragments that are written; none: all.
    pub alive: Option<Value>,
    /// Instructions and fetches of a fragment, of a program without control flow.
    pub straight: (u32, u32),
    pub has_loops: bool,
}

/// Translates a program; `store` is what becomes of its literals.
pub fn translate(program: &Program, chip: Chip, store: fn(u32) -> u32) -> Result<Translated, Fault> {
    let layout = Variables { temporaries: program.temporaries, outputs: program.outputs };
    let mut graph = Graph::default();
    let zero = graph.literal(0);
    let most = chip.profile().loop_iterations.value.most().unwrap_or(i32::MAX as usize);
    let mut translator = Translator {
        program,
        layout,
        graph,
        variables: vec![zero; layout.count()],
        most_iterations: most as u32,
        splits_multiply_add: !matches!(chip, Chip::None | Chip::R520 | Chip::G80),
        store,
        masks: Vec::new(),
        alive: None,
        whole: Leavable { mask: 0, homes: Vec::new() },
        loops: Vec::new(),
        uncounted: (0, 0),
        straight: (0, 0),
        has_loops: false,
    };
    translator.whole_program()?;
    let outputs = (0..program.outputs).map(|number| {
        std::array::from_fn(|c| translator.variables[layout.condition(0) - 4 * (program.outputs - number) + c])
    });
    let outputs = outputs.collect();
    let Translator { graph, alive, straight, has_loops, .. } = translator;
    Ok(Translated { graph, outputs, alive, straight, has_loops })
}

fn has(program: &Program, opcode: Opcode) -> bool {
    program.instructions.iter().any(|instruction| instruction.opcode == opcode)
}

impl Translator<'_> {
    /// The bits of a literal as the chip keeps it.
    pub fn stored(&self, bits: u32) -> u32 {
        (self.store)(bits)
    }

    pub fn coordinate(&mut self, number: usize, component: usize) -> Value {
        let (column, row) = (self.graph.source(Origin::Column), self.graph.source(Origin::Row));
        self.graph.make(Code::Coordinate(number as u16, component as u8), &[column, row])
    }

    fn whole_program(&mut self) -> Result<(), Fault> {
        let program = self.program;
        let flow = [Opcode::If, Opcode::Rep, Opcode::Loop, Opcode::Brk, Opcode::Ret, Opcode::Kil];
        if !flow.into_iter().any(|opcode| has(program, opcode)) {
            for instruction in &program.instructions {
                self.count(instruction);
                self.compute(instruction)?;
            }
            self.straight = self.uncounted;
            return Ok(());
        }
        let tree = blocks(&program.instructions)?;
        let live = self.graph.source(Origin::Live);
        // Coordinates are made where they are first read: in a block that may be skipped they would be known there alone.
        for number in 0..program.coordinates.len() {
            for component in 0..4 {
                self.coordinate(number, component);
            }
        }
        let mask = self.graph.copy(live);
        self.masks.push(mask);
        if has(program, Opcode::Kil) {
            self.alive = Some(self.graph.copy(live));
        }
        if has(program, Opcode::Ret) {
            let outputs = self.layout.condition(0) - 4 * program.outputs..self.layout.condition(0);
            self.whole.homes = self.homes(outputs);
        }
        self.blocks(&tree)?;
        self.flush();
        let homes = std::mem::take(&mut self.whole.homes);
        self.leave(&homes, mask);
        for (variable, home) in homes {
            self.variables[variable] = home;
        }
        Ok(())
    }

    fn mask(&self) -> Value {
        self.masks.last().copied().unwrap_or(NONE)
    }

    fn count(&mut self, instruction: &Instruction) {
        self.uncounted.0 += 1;
        let fetches = instruction.opcode.is_texture() && instruction.opcode != Opcode::Kil;
        self.uncounted.1 += u32::from(fetches);
    }

    /// Counts what has been translated since the mask changed.
    fn flush(&mut self) {
        let (instructions, fetches) = std::mem::take(&mut self.uncounted);
        if instructions > 0 {
            let mask = self.mask();
            self.graph.steps.push(Step::Count(mask, instructions, fetches));
        }
    }

    fn blocks(&mut self, blocks: &[Block]) -> Result<(), Fault> {
        let program = self.program;
        for block in blocks {
            match block {
                Block::Plain(number) => {
                    let instruction = &program.instructions[*number];
                    self.count(instruction);
                    match instruction.opcode {
                        Opcode::Brk => self.leave_loop(instruction)?,
                        Opcode::Ret => self.leave_program(instruction)?,
                        Opcode::Kil => self.kill(instruction)?,
                        _ => self.compute(instruction)?,
                    }
                }
                Block::If(number, then, otherwise) => {
                    self.branch(&program.instructions[*number], then, otherwise)?;
                }
                Block::Loop(number, body) => self.repeat(&program.instructions[*number], body)?,
            }
        }
        Ok(())
    }

    fn branch(&mut self, instruction: &Instruction, then: &[Block], otherwise: &[Block]) -> Result<(), Fault> {
        self.count(instruction);
        self.flush();
        let Some(guard) = &instruction.guard else { return fault("IF without a condition".to_owned()) };
        let condition = self.holds(guard)?;
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

    fn repeat(&mut self, instruction: &Instruction, body: &[Block]) -> Result<(), Fault> {
        self.has_loops = true;
        self.count(instruction);
        self.flush();
        let count = self.iterations(instruction)?;
        let mut changed = BTreeSet::new();
        self.changed(body, &mut changed);
        let homes = self.homes(changed);
        let mask = self.graph.home();
        let outer = self.mask();
        // How many iterations are left.
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
            // Not known from before: the variable has changed since.
            let some = self.graph.home();
            self.graph.write(some, Code::IntLess(true), &[zero, left]);
            self.graph.write(mask, Code::And, &[mask, some]);
        }
    }

    /// Gives these variables homes.
    fn homes(&mut self, variables: impl IntoIterator<Item = usize>) -> Vec<(usize, Value)> {
        let mut homes = Vec::new();
        for variable in variables {
            let home = self.graph.copy(self.variables[variable]);
            self.variables[variable] = home;
            homes.push((variable, home));
        }
        homes
    }

    /// The variables that these blocks write.
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
    fn leave(&mut self, homes: &[(usize, Value)], mask: Value) {
        let mut moved = Vec::new();
        for &(variable, home) in homes {
            let value = self.variables[variable];
            if value != home {
                // What another variable was is about to be overwritten.
                let is_home = homes.iter().any(|&(_, other)| other == value);
                moved.push((home, if is_home { self.graph.copy(value) } else { value }));
            }
        }
        for (home, value) in moved {
            self.graph.write(home, Code::Select, &[mask, value, home]);
        }
    }

    /// The fragments of the current block for which a guard holds, and the label to go on at where there are none.
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

    /// Takes fragments out of all masks from one on.
    fn take_out(&mut self, from: usize, leaving: Value) {
        for &mask in &self.masks[from..] {
            self.graph.write(mask, Code::AndNot, &[mask, leaving]);
        }
    }

    fn leave_loop(&mut self, instruction: &Instruction) -> Result<(), Fault> {
        let Some(inner) = self.loops.pop() else { return fault("BRK outside of a loop".to_owned()) };
        let (leaving, none) = self.leaving(instruction)?;
        self.leave(&inner.homes, leaving);
        self.take_out(inner.mask, leaving);
        self.graph.steps.push(Step::Label(none));
        self.loops.push(inner);
        Ok(())
    }

    fn leave_program(&mut self, instruction: &Instruction) -> Result<(), Fault> {
        let (leaving, none) = self.leaving(instruction)?;
        let homes = std::mem::take(&mut self.whole.homes);
        self.leave(&homes, leaving);
        self.whole.homes = homes;
        self.take_out(0, leaving);
        self.graph.steps.push(Step::Label(none));
        Ok(())
    }

    fn kill(&mut self, instruction: &Instruction) -> Result<(), Fault> {
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
