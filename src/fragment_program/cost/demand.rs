//! Demand: the work of a program per fragment, as cycles of arithmetic and the sampler of each fetch.

use crate::fragment_program::counts::Counts;
use crate::fragment_program::{Chip, FragmentProgram, Instruction, InstructionSet, Opcode, Register, Shape};

/// The cycles of a flow control instruction on NV40 and G70. A branch takes 4 with its end, and 6 with both sides. A loop takes 4.
/// Recalled from GPU Gems 2, chapter 34.
pub(super) const FLOW_CYCLES: f64 = 2.0;

/// The work of a program per fragment. The work within branches and loops is counted separately, because only the executed pass shows
/// how often it runs.
#[derive(Clone, PartialEq, Debug)]
pub struct Demand {
    /// The work outside of branches and loops, which is done once per fragment.
    pub straight: Share,
    /// The work within branches and loops. The counters of a pass show how often it is done.
    pub nested: Share,
}

/// A share of a program's instructions.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Share {
    /// The number of instructions. It excludes ends of blocks, as does the emulator's count of executed instructions.
    pub instructions: usize,
    /// The number of cycles in which a pipe issues the arithmetic.
    pub cycles: f64,
    /// The sampler of each fetch, by its index in [`FragmentProgram::samplers`].
    pub samplers: Vec<usize>,
}

/// How a chip's pipe issues instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Issue {
    /// An RGB and an alpha operation in a cycle. Texture instructions are issued separately.
    Pairs,
    /// Two units in series. The first one multiplies and does texture lookups.
    MulThenMad,
    /// Two equal units in series.
    TwoMads,
    /// One instruction per cycle. Texture instructions are issued separately.
    One,
}

impl Issue {
    pub(super) fn of(chip: Chip) -> Issue {
        match chip {
            Chip::R300 | Chip::R420 => Issue::Pairs,
            Chip::Nv40 => Issue::MulThenMad,
            Chip::G70 => Issue::TwoMads,
            _ => Issue::One,
        }
    }

    /// Returns the number of multiplies that a pipe does per cycle.
    pub(super) fn multiplies(self) -> f64 {
        match self {
            Issue::MulThenMad | Issue::TwoMads => 8.0,
            Issue::Pairs | Issue::One => 4.0,
        }
    }
}

impl Demand {
    /// Counts the work of a program per fragment on a chip.
    pub fn of(program: &FragmentProgram, chip: Chip) -> Demand {
        let issue = Issue::of(chip);
        let flow = if program.set.branches() { FLOW_CYCLES } else { 1.0 };
        let mut demand = Demand { straight: Share::default(), nested: Share::default() };
        let mut depth = 0usize;
        let mut cycle = Cycle::default();
        for instruction in &program.instructions {
            let opcode = instruction.opcode;
            let ends = matches!(opcode, Opcode::EndIf | Opcode::EndRep | Opcode::EndLoop);
            let share = if depth > 0 { &mut demand.nested } else { &mut demand.straight };
            if !ends && opcode != Opcode::Else {
                share.instructions += 1;
            }
            if opcode.shape() == Shape::Texture {
                share.samplers.extend(instruction.sampler);
            }
            share.cycles += match opcode {
                Opcode::Kil => cycle.takes(instruction, issue),
                _ if opcode.shape() == Shape::Flow => {
                    cycle = Cycle::default();
                    flow
                }
                _ => cycle.takes(instruction, issue),
            };
            match opcode {
                Opcode::If | Opcode::Rep | Opcode::Loop => depth += 1,
                _ if ends => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        // Only straight-line code has pairs, because the instruction set with pairs has no flow control.
        if let (Issue::Pairs, InstructionSet::Arb, Some(pairs)) = (issue, program.set, Counts::of(program).pairs) {
            demand.straight.cycles = pairs as f64;
        }
        demand
    }
}

/// The current cycle of a pipe with two units in series. Instructions are assigned to it in program order.
#[derive(Default)]
struct Cycle {
    /// The instruction in the first unit, if the second unit is still free: whether it is a texture instruction, and the register that
    /// it writes.
    first: Option<(bool, Option<Register>)>,
}

impl Cycle {
    /// Returns the number of cycles that an instruction adds to those of the instructions before it.
    fn takes(&mut self, instruction: &Instruction, issue: Issue) -> f64 {
        let texture = instruction.opcode.is_texture();
        if matches!(issue, Issue::Pairs | Issue::One) {
            return if texture { 0.0 } else { operations(instruction.opcode) };
        }
        let fetched = |register| instruction.sources.iter().any(|source| Some(source.register) == register);
        let second = !texture && matches!(self.first, Some((texel, to)) if !texel || !fetched(to));
        let operations = operations(instruction.opcode);
        if second {
            // The second unit executes the first operation of the instruction.
            self.first = None;
            return operations - 1.0;
        }
        let multiplies = texture || instruction.opcode == Opcode::Mul || issue == Issue::TwoMads;
        self.first = (multiplies && operations == 1.0)
            .then(|| (texture, instruction.destination.map(|destination| destination.register)));
        operations
    }
}

/// Returns the number of operations of an instruction.
fn operations(opcode: Opcode) -> f64 {
    match opcode {
        Opcode::Lrp | Opcode::Xpd | Opcode::Scs => 2.0,
        Opcode::Pow | Opcode::Lit => 3.0,
        _ => 1.0,
    }
}
