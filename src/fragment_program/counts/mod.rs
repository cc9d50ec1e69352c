//! Counts: how much of each resource a program takes, and whether a chip has that much.
//!
//! [`Counts::of`] counts as assemblers do. For example, ARB_fragment_program defines how texture indirections are counted (its issue
//! 24). [`check`] compares the counts with a chip's limits. It reports the resources that are exceeded, with the places in the source
//! that use them.

#[cfg(test)]
mod calibration;
mod fit;
mod indirections;
mod limits;
mod live;
mod pairs;
mod resource;
#[cfg(test)]
mod tests;

pub use fit::{Excess, check};
pub(crate) use fit::{check_counted, usage};
pub(super) use live::live_ranges;
pub use resource::Resource;

use super::{FragmentProgram, InstructionSet, Opcode};

/// The amount of each resource that a program takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Counts {
    /// The number of arithmetic instructions, including flow control.
    pub alu: usize,
    /// The number of pairs of an RGB and an alpha operation, as R300 and R420 issue them. `None` for other instruction sets.
    pub pairs: Option<usize>,
    /// The number of nodes in which R300 and R420 run: a group of texture instructions, and the arithmetic before the next group. `None`
    /// for other instruction sets.
    pub nodes: Option<usize>,
    /// The number of texture instructions, including `KIL`.
    pub tex: usize,
    /// The number of texture indirections. It is 1, plus 1 for each time that a texture instruction has to wait for its coordinate.
    pub indirections: usize,
    /// The number of temporary registers. On NV30 and NV40, two registers of half precision take the room of one.
    pub temporaries: usize,
    /// The number of constant registers.
    pub parameters: usize,
    /// The number of interpolated coordinates, without `fragment.position`.
    pub interpolants: usize,
    /// The number of texture image units.
    pub samplers: usize,
    /// The number of render targets.
    pub targets: usize,
    /// The nesting depth of loops.
    pub loop_nesting: usize,
    /// The nesting depth of branches.
    pub branch_nesting: usize,
}

impl Counts {
    /// Counts the resources that this program takes.
    pub fn of(program: &FragmentProgram) -> Counts {
        let tex = program.instructions.iter().filter(|instruction| instruction.opcode.is_texture()).count();
        let (loop_nesting, branch_nesting) = nesting(program);
        let halves = match program.set {
            InstructionSet::Nv30 | InstructionSet::Nv40 => program.halves().into_iter().filter(|half| *half).count(),
            _ => 0,
        };
        let scheduled = (program.set == InstructionSet::Arb).then(|| pairs::schedule(program));
        Counts {
            alu: program.instructions.len() - tex,
            pairs: scheduled.map(|scheduled| scheduled.pairs),
            nodes: scheduled.map(|scheduled| scheduled.nodes),
            tex,
            indirections: indirections::opening(program).len() + 1,
            temporaries: program.temporaries - halves + halves.div_ceil(2),
            parameters: program.parameters.len(),
            interpolants: program.coordinates.len(),
            samplers: program.samplers.len(),
            targets: program.outputs,
            loop_nesting,
            branch_nesting,
        }
    }

    /// Returns the number of all instructions.
    pub fn instructions(&self) -> usize {
        self.alu + self.tex
    }
}

/// Returns the nesting depth of loops and that of branches.
fn nesting(program: &FragmentProgram) -> (usize, usize) {
    let deepest = |begins: &[Opcode], ends: &[Opcode]| {
        let (mut depth, mut deepest) = (0usize, 0);
        for instruction in &program.instructions {
            if begins.contains(&instruction.opcode) {
                depth += 1;
                deepest = deepest.max(depth);
            } else if ends.contains(&instruction.opcode) {
                depth = depth.saturating_sub(1);
            }
        }
        deepest
    };
    (
        deepest(&[Opcode::Rep, Opcode::Loop], &[Opcode::EndRep, Opcode::EndLoop]),
        deepest(&[Opcode::If], &[Opcode::EndIf]),
    )
}
