//! Counts: how much of each resource a program takes, and whether a chip has that much.
//!
//! [`Counts::of`] counts as assemblers do: ARB_fragment_program says how texture indirections are counted (its issue 24).
//! [`check`] compares the counts with a chip's limits, and reports what does not fit, with the places in the source that cause it.

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

/// The resources that a program takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Counts {
    /// Arithmetic instructions, including those of flow control.
    pub alu: usize,
    /// Pairs of an RGB and an alpha operation, as R300 and R420 issue them. `None` for other instruction sets than theirs.
    pub pairs: Option<usize>,
    /// Texture instructions, `KIL` among them.
    pub tex: usize,
    /// Texture indirections: 1, and 1 more each time that a coordinate has to wait.
    pub indirections: usize,
    /// Temporary registers.
    pub temporaries: usize,
    /// Constant registers.
    pub parameters: usize,
    /// Interpolated coordinates; `fragment.position` does not count.
    pub interpolants: usize,
    /// Texture image units.
    pub samplers: usize,
    /// Render targets.
    pub targets: usize,
    /// How deep loops are nested.
    pub loop_nesting: usize,
    /// How deep branches are nested.
    pub branch_nesting: usize,
}

impl Counts {
    /// Counts the resources that this program takes.
    pub fn of(program: &FragmentProgram) -> Counts {
        let tex = program.instructions.iter().filter(|instruction| instruction.opcode.is_texture()).count();
        let (loop_nesting, branch_nesting) = nesting(program);
        Counts {
            alu: program.instructions.len() - tex,
            pairs: (program.set == InstructionSet::Arb).then(|| pairs::count(program)),
            tex,
            indirections: indirections::opening(program).len() + 1,
            temporaries: program.temporaries,
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

/// Returns how deep loops and branches are nested.
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
