//! Resources of a chip.

use std::fmt;

/// A resource of a chip.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Resource {
    /// Pairs of an RGB and an alpha operation, as R300 and R420 issue them.
    Pairs,
    /// Arithmetic instructions.
    Alu,
    /// Texture instructions.
    Tex,
    /// Instructions in total.
    Instructions,
    /// Texture indirections.
    Indirections,
    /// Nodes of R300 and R420: a group of texture instructions, and the arithmetic before the next group. The compiler of a driver orders
    /// the instructions, so that there may be more nodes than texture indirections.
    Nodes,
    /// Temporary registers.
    Temporaries,
    /// Constant registers.
    Parameters,
    /// Interpolated coordinates.
    Interpolants,
    /// Texture image units.
    Samplers,
    /// Render targets.
    Targets,
    /// Different formats of the render targets of a pass. They depend on the textures of the outputs, which a program does not
    /// determine.
    Formats,
    /// Nested loops.
    LoopNesting,
    /// Nested branches.
    BranchNesting,
}

impl Resource {
    /// All resources.
    pub const ALL: [Resource; 14] = [
        Resource::Pairs,
        Resource::Alu,
        Resource::Tex,
        Resource::Instructions,
        Resource::Indirections,
        Resource::Nodes,
        Resource::Temporaries,
        Resource::Parameters,
        Resource::Interpolants,
        Resource::Samplers,
        Resource::Targets,
        Resource::Formats,
        Resource::LoopNesting,
        Resource::BranchNesting,
    ];

    /// Returns its name in messages, in the plural.
    pub fn name(self) -> &'static str {
        match self {
            Resource::Pairs => "pairs of arithmetic operations",
            Resource::Alu => "arithmetic instructions",
            Resource::Tex => "texture instructions",
            Resource::Instructions => "instructions",
            Resource::Indirections => "texture indirections",
            Resource::Nodes => "nodes of texture instructions",
            Resource::Temporaries => "temporary registers",
            Resource::Parameters => "constant registers",
            Resource::Interpolants => "interpolated coordinates",
            Resource::Samplers => "texture image units",
            Resource::Targets => "render targets",
            Resource::Formats => "formats of render targets",
            Resource::LoopNesting => "nested loops",
            Resource::BranchNesting => "nested branches",
        }
    }
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}
