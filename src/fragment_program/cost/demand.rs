//! Demand: the work of a program per fragment, in cycles of arithmetic and fetches by sampler.

use crate::fragment_program::counts::Counts;
use crate::fragment_program::{Chip, FragmentProgram, Instruction, InstructionSet, Opcode, Register, Shape};

/// The cycles of an instruction of flow control on NV40 and G70. A branch takes 4 with its end and 6 with both sides; a loop takes
/// 4. Recalled from GPU Gems 2, chapter 34.
pub(super) const FLOW_CYCLES: f64 = 2.0;

/// The work of a program per fragment. The work within branches and loops is counted apart, since only a pass shows how often that
/// runs.
#[derive(Clone, PartialEq, Debug)]
pub struct Demand {
    /// The work outside of branches and loops, which runs once per fragment.
    pub straight: Share,
    /// The work within them, which runs as often as the pass shows.
    pub nested: Share,
}

/// A share of a program's instructions.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Share {
    /// The number of instructions, as the emulator counts executed ones: ends of blocks do not count.
    pub instructions: usize,
    /// Cycles in which a pipe issues its arithmetic.
    pub cycles: f64,
    /// The sampler of each fetch, by its place in [`FragmentProgram::samplers`].
    pub samplers: Vec<usize>,
}

/// How a chip's pipe issues instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Issue {
    /// RGB and alpha side by side; textures apart.
    Pairs,
    /// Two units in series; the first multiplies, and looks up textures.
    MulThenMad,
    /// Two equal units in series.
    TwoMads,
    /// One instruction a cycle; textures apart.
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

    /// Returns the number of multiplies that a pipe does in a cycle.
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
        // Only straight-line code has pairs: its instruction set has no flow control.
        if let (Issue::Pairs, InstructionSet::Arb, Some(pairs)) = (issue, program.set, Counts::of(program).pairs) {
            demand.straight.cycles = pairs as f64;
        }
        demand
    }
}

/// The cycle that is being filled with instructions, in program order.
#[derive(Default)]
struct Cycle {
    /// What the first unit does, if the second is still free: whether it is a texture instruction, and the register that it writes.
    first: Option<(bool, Option<Register>)>,
}

impl Cycle {
    /// Returns the cycles that an instruction adds to those before it.
    fn takes(&mut self, instruction: &Instruction, issue: Issue) -> f64 {
        let texture = instruction.opcode.is_texture();
        if matches!(issue, Issue::Pairs | Issue::One) {
            return if texture { 0.0 } else { operations(instruction.opcode) };
        }
        let fetched = |register| instruction.sources.iter().any(|source| Some(source.register) == register);
        let second = !texture && matches!(self.first, Some((texel, to)) if !texel || !fetched(to));
        let operations = operations(instruction.opcode);
        if second {
            // The second unit takes the first of its operations.
            self.first = None;
            return operations - 1.0;
        }
        let multiplies = texture || instruction.opcode == Opcode::Mul || issue == Issue::TwoMads;
        self.first = (multiplies && operations == 1.0)
            .then(|| (texture, instruction.destination.map(|destination| destination.register)));
        operations
    }
}

/// Returns the number of operations that an instruction takes.
fn operations(opcode: Opcode) -> f64 {
    match opcode {
        Opcode::Lrp | Opcode::Xpd | Opcode::Scs => 2.0,
        Opcode::Pow | Opcode::Lit => 3.0,
        _ => 1.0,
    }
}
