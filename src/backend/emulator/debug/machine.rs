//! Executes a program for one fragment, one instruction after the other. This is simple and slow. Tests compare the results of the
//! batch interpreter with it.

use crate::fragment_program::arithmetic::Arithmetic;
use crate::fragment_program::{Chip, FragmentProgram, Instruction, NumberType, Opcode, Register, Shape};

use super::super::interpreter::Bounds;
use super::compute::{reads_as, results};
use super::ends::ends;
use super::fetch::Texture;
use super::{End, ExecutedInstruction, Fetch, Flow, MAX_STEPS, Vec4};

/// The inputs of a fragment.
#[derive(Clone, Copy, Debug)]
pub struct DrawBindings<'a> {
    /// The program that the fragment executes.
    pub program: &'a FragmentProgram,
    /// The chip that executes it.
    pub chip: Chip,
    /// The constant registers.
    pub parameters: &'a [Vec4],
    /// The coordinates. For each component, they have the slope per column, the slope per row, and the start.
    pub coordinates: &'a [[[f32; 3]; 4]],
    /// The textures, by index in the program's samplers.
    pub textures: &'a [Texture<'a>],
    /// The limits of a fragment. A fragment that exceeds one of them is ended.
    pub bounds: Bounds,
}

/// The result of executing a fragment.
#[derive(Debug)]
pub struct Ran {
    pub steps: Vec<ExecutedInstruction>,
    pub counts: Vec<u64>,
    pub executed: u64,
    pub fetched: u64,
    pub end: End,
    pub outputs: Vec<Vec4>,
}

impl Default for Ran {
    fn default() -> Ran {
        Ran { steps: Vec::new(), counts: Vec::new(), executed: 0, fetched: 0, end: End::Finished, outputs: Vec::new() }
    }
}

/// Where execution continues after an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Then {
    Next,
    Break,
    End(End),
}

pub(super) struct Machine<'a> {
    pub(super) given: &'a DrawBindings<'a>,
    /// For each instruction that begins a block: the index of its `ELSE`, or of its end if it has none, and the index of its end.
    ends: Vec<(usize, usize)>,
    pub(super) position: [f32; 2],
    /// The maximum number of iterations of a loop.
    max_iterations: u32,
    pub(super) temporaries: Vec<Vec4>,
    pub(super) code: [f32; 4],
    /// The current iteration of each enclosing loop, from 1.
    iterations: Vec<u32>,
    /// The total number of iterations of all loops so far.
    taken: u64,
    /// The differences between the columns and between the rows of the block, of the operand of the current instruction.
    pub(super) slopes: [Vec4; 2],
    pub(super) ran: Ran,
}

impl<'a> Machine<'a> {
    /// Returns the state before the first instruction.
    pub(super) fn new(given: &'a DrawBindings<'a>, column: usize, row: usize) -> Machine<'a> {
        let program = given.program;
        let max = given.chip.profile().loop_iterations.value.max().unwrap_or(i32::MAX as usize);
        let max = max.min(program.set.max_iterations() as usize);
        Machine {
            given,
            ends: ends(&program.instructions),
            position: [column as f32 + 0.5, row as f32 + 0.5],
            max_iterations: u32::try_from(max).unwrap_or(u32::MAX),
            temporaries: vec![[0; 4]; program.temporaries],
            code: [0.0; 4],
            iterations: Vec::new(),
            taken: 0,
            slopes: [[0; 4]; 2],
            ran: Ran {
                counts: vec![0; program.instructions.len()],
                outputs: vec![[0; 4]; program.results()],
                ..Ran::default()
            },
        }
    }
}

impl Machine<'_> {
    /// Records a step.
    fn note(&mut self, step: impl FnOnce(&Self) -> ExecutedInstruction) {
        if self.ran.steps.len() < MAX_STEPS {
            let step = step(self);
            self.ran.steps.push(step);
        }
    }

    /// Records a step of flow control.
    fn flow(&mut self, instruction: usize, operands: Vec<Vec4>, flow: Flow) {
        self.note(|machine| ExecutedInstruction {
            instruction,
            iterations: machine.iterations.clone(),
            operands,
            result: None,
            written: 0,
            code: (machine.code, machine.code),
            fetch: None,
            flow: Some(flow),
        });
    }

    /// Executes the instructions from index `from` up to `to`.
    pub(super) fn run<A: Arithmetic>(&mut self, from: usize, to: usize) -> Then {
        let program = self.given.program;
        let mut at = from;
        while at < to {
            let instruction = &program.instructions[at];
            if let Some(max) = self.given.bounds.executed.filter(|max| self.ran.executed >= *max) {
                return Then::End(End::Executed(max));
            }
            self.ran.executed += 1;
            self.ran.counts[at] += 1;
            match instruction.opcode {
                Opcode::If => {
                    let (otherwise, end) = self.ends[at];
                    let holds = self.any::<A>(&instruction.guard);
                    self.flow(at, Vec::new(), Flow::Branch(holds));
                    let then = match holds {
                        true => self.run::<A>(at + 1, otherwise),
                        false => self.run::<A>((otherwise + 1).min(end), end),
                    };
                    if then != Then::Next {
                        return then;
                    }
                    at = end;
                }
                Opcode::Rep | Opcode::Loop => match self.iterate::<A>(at, instruction) {
                    Then::Next => at = self.ends[at].1,
                    then => return then,
                },
                Opcode::Brk | Opcode::Ret => {
                    let holds = self.any::<A>(&instruction.guard);
                    self.flow(at, Vec::new(), Flow::Leave(holds));
                    match (holds, instruction.opcode) {
                        (true, Opcode::Brk) => return Then::Break,
                        (true, _) => return Then::End(End::Returned(at)),
                        _ => {}
                    }
                }
                Opcode::Kil => {
                    let operand =
                        instruction.sources.first().map(|operand| self.operand::<A>(operand, NumberType::Float));
                    let kills = match (&instruction.guard, operand) {
                        (None, Some(operand)) => operand.iter().any(|&bits| A::operand(f32::from_bits(bits)) < 0.0),
                        (guard, _) => self.any::<A>(guard),
                    };
                    self.flow(at, operand.into_iter().collect(), Flow::Leave(kills));
                    if kills {
                        return Then::End(End::Killed(at));
                    }
                }
                _ => {
                    if let Then::End(end) = self.compute::<A>(at, instruction) {
                        return Then::End(end);
                    }
                }
            }
            at += 1;
        }
        Then::Next
    }

    fn iterate<A: Arithmetic>(&mut self, at: usize, instruction: &Instruction) -> Then {
        let operand = instruction.sources.first().map(|operand| self.operand::<A>(operand, instruction.kind));
        let count = operand.map(|operand| {
            let count = match instruction.kind {
                NumberType::Float => f32::from_bits(operand[0]) as u32,
                _ => (operand[0] as i32).max(0) as u32,
            };
            count.min(self.max_iterations)
        });
        self.flow(at, operand.into_iter().collect(), Flow::Loop(count));
        let end = self.ends[at].1;
        let mut done = 0;
        let mut then = Then::Next;
        self.iterations.push(0);
        while count.is_none_or(|count| done < count) {
            done += 1;
            self.taken += 1;
            if self.taken > self.given.bounds.iterations {
                then = Then::End(End::Iterations(self.given.bounds.iterations));
                break;
            }
            if let Some(number) = self.iterations.last_mut() {
                *number = done;
            }
            match self.run::<A>(at + 1, end) {
                Then::Next => {}
                Then::Break => break,
                ended => {
                    then = ended;
                    break;
                }
            }
        }
        self.iterations.pop();
        then
    }

    fn compute<A: Arithmetic>(&mut self, at: usize, instruction: &Instruction) -> Then {
        let Instruction { opcode, kind, destination, .. } = *instruction;
        let read_as = reads_as(opcode, kind);
        let operands: Vec<Vec4> =
            instruction.sources.iter().map(|operand| self.operand::<A>(operand, read_as)).collect();
        let fetch = match opcode.shape() == Shape::Texture {
            true => match self.fetch::<A>(instruction, &operands) {
                None => return Then::End(End::Undefined(at)),
                fetch => fetch,
            },
            false => None,
        };
        let slope = match opcode {
            Opcode::Ddx => Some(self.slopes[0]),
            Opcode::Ddy => Some(self.slopes[1]),
            _ => None,
        };
        let rounded = |words: Vec4| match kind.precision() {
            Some(precision) => words.map(|bits| precision.round(A::operand(f32::from_bits(bits))).to_bits()),
            None => words,
        };
        let taken = fetch.map(|fetch| fetch.words).or(slope).map(rounded);
        let computed = taken.or_else(|| results::<A>(opcode, kind, &operands));
        let Some(computed) = computed else { return Then::End(End::Undefined(at)) };
        let (before, code) = (destination.map(|destination| self.register::<A>(destination.register)), self.code);
        let mask = destination.map_or(15, |destination| destination.mask);
        let mut written = 0;
        for c in (0..4).filter(|c| mask >> c & 1 == 1) {
            let mut bits = computed[c];
            if instruction.saturate {
                let x = f32::from_bits(bits);
                bits = if x > 0.0 { A::operand(x.min(1.0)).to_bits() } else { 0 };
            }
            if instruction.guard.as_ref().is_some_and(|guard| !Self::holds::<A>(guard, code, c)) {
                continue;
            }
            written |= 1 << c;
            if instruction.sets_condition {
                self.code[c] = match kind {
                    NumberType::Signed => (bits as i32).signum() as f32,
                    NumberType::Unsigned => bits.min(1) as f32,
                    _ => f32::from_bits(bits),
                };
            }
            let register = match destination.map(|destination| destination.register) {
                Some(Register::Temporary(number)) => self.temporaries.get_mut(number),
                Some(Register::Output(number)) => self.ran.outputs.get_mut(number),
                Some(Register::Depth) => self.ran.outputs.get_mut(self.given.program.outputs),
                _ => None,
            };
            if let Some(register) = register {
                register[c] = bits;
            }
        }
        self.note(|machine| {
            let after = destination.map(|destination| machine.register::<A>(destination.register));
            ExecutedInstruction {
                instruction: at,
                iterations: machine.iterations.clone(),
                operands,
                result: before.zip(after),
                written,
                code: (code, machine.code),
                fetch,
                flow: None,
            }
        });
        Then::Next
    }

    fn fetch<A: Arithmetic>(&mut self, instruction: &Instruction, operands: &[Vec4]) -> Option<Fetch> {
        let number = instruction.sampler?;
        let sampler = self.given.program.samplers.get(number)?;
        let texture = self.given.textures.get(number)?;
        let mut address = match instruction.opcode {
            Opcode::Txp => self.first_operand::<A>(instruction),
            _ => *operands.first()?,
        };
        if texture.view.sampling.mipmaps && instruction.opcode != Opcode::Txf {
            let sides = [texture.view.width, texture.view.height, texture.view.layers];
            address[3] = self.level::<A>(instruction, sampler, operands, sides).to_bits();
        }
        self.ran.fetched += 1;
        Some(texture.fetch(number, sampler, instruction.opcode, address))
    }
}
