//! The limits of chips, from their profiles.

use crate::fragment_program::{Chip, InstructionSet};

use super::resource::Resource;

/// Returns the amount of a resource that a chip has. `None` if there is no limit, or if the limit is not known.
pub(super) fn available(chip: Chip, resource: Resource) -> Option<usize> {
    let profile = chip.profile();
    match resource {
        // R300 and R420 issue pairs, and their limit for arithmetic is a number of pairs.
        Resource::Pairs if chip.set() == InstructionSet::Arb => profile.alu.value.max(),
        Resource::Pairs => None,
        Resource::Alu if chip.set() == InstructionSet::Arb => None,
        Resource::Alu => profile.alu.value.max(),
        Resource::Tex => profile.texture.value.max(),
        // On R300 and R420, this is only the sum of the two other limits.
        Resource::Instructions if chip.set() == InstructionSet::Arb => None,
        Resource::Instructions => profile.instructions.value.max(),
        Resource::Indirections => profile.indirections.value.max(),
        // Each indirection begins a node.
        Resource::Nodes if chip.set() == InstructionSet::Arb => profile.indirections.value.max(),
        Resource::Nodes => None,
        Resource::Temporaries => profile.temporaries.value.max(),
        Resource::Parameters => profile.constants.value.max(),
        Resource::Interpolants => Some(profile.interpolants.value),
        Resource::Samplers => Some(profile.samplers.value),
        Resource::Targets => Some(profile.targets.value),
        Resource::Formats => profile.one_format.value.then_some(1),
        Resource::LoopNesting => profile.loop_nesting.value.max(),
        Resource::BranchNesting => profile.branch_nesting.value.max(),
    }
}
