//! Partitions: a kernel as several passes, if a single program would be too large for a chip.

use std::fmt;

use super::FragmentProgram;
use super::counts::{Counts, Excess};

/// The programs of a kernel, in the order in which they are drawn: one, or several if one would not fit a chip. Each covers the
/// same rectangle.
#[derive(Clone, PartialEq, Debug)]
pub struct Partition {
    /// The passes.
    pub passes: Vec<PartitionPass>,
    /// The number of channels, of 32 bits each, of every intermediate texture between the passes. These textures are as large as
    /// the render targets. Programs read them as inputs, numbered after those of the kernel.
    pub textures: Vec<usize>,
    /// The resources that a single program for the whole kernel takes.
    pub counts: Counts,
    /// The resources of which a single program takes more than the chip has. Empty if it fits, or if it was compiled for no chip.
    pub excess: Vec<Excess>,
    /// The reason why the kernel is not cut although a single program takes too much.
    pub uncut: Option<Uncut>,
}

/// Why a kernel that takes too much of a chip is not cut into passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uncut {
    /// It has a loop that cannot be unrolled.
    Loop,
    /// One of its instructions, with what that reads and writes, takes too much for a pass of its own.
    Instruction,
    /// It has too many instructions.
    TooLong {
        /// The number of its instructions, with its loops unrolled.
        instructions: usize,
        /// The maximum number of instructions of a kernel that is cut.
        max: usize,
    },
    /// It would become too many passes.
    TooManyPasses {
        /// The number of passes, estimated from its first part.
        passes: usize,
        /// The maximum number of passes.
        max: usize,
    },
}

impl fmt::Display for Uncut {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Uncut::Loop => write!(f, "it is not cut into passes, as it has a loop that cannot be unrolled"),
            Uncut::Instruction => {
                write!(f, "it is not cut into passes, as one of its instructions takes too much for a pass of its own")
            }
            Uncut::TooLong { instructions, max } => write!(
                f,
                "it is not cut into passes, as it has {instructions} instructions with its loops unrolled, and kernels are cut up to \
                 {max}: make it several kernels, or its loops shorter"
            ),
            Uncut::TooManyPasses { passes, max } => write!(
                f,
                "it is not cut into passes, as there would be about {passes} of them, and {max} is the most: make it several kernels, \
                 or its loops shorter"
            ),
        }
    }
}

/// A pass of a partition.
#[derive(Clone, PartialEq, Debug)]
pub struct PartitionPass {
    /// Its program.
    pub program: FragmentProgram,
    /// What each of its render targets is.
    pub writes: Vec<Write>,
}

/// What a render target of a pass is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Write {
    /// An output of the kernel.
    Output(usize),
    /// An intermediate texture, by its place in [`Partition::textures`].
    Intermediate(usize),
}

impl Partition {
    /// Returns a partition with a single pass that runs this program.
    pub fn whole(program: FragmentProgram) -> Partition {
        let counts = Counts::of(&program);
        Partition::counted(program, counts)
    }

    /// Returns a partition with a single pass that runs this program, which has been counted.
    pub(crate) fn counted(program: FragmentProgram, counts: Counts) -> Partition {
        let writes = (0..program.outputs).map(Write::Output).collect();
        let passes = vec![PartitionPass { program, writes }];
        Partition { passes, textures: Vec::new(), counts, excess: Vec::new(), uncut: None }
    }
}
