//! Partitions: a kernel split into several passes, if a single program would be too large for a chip.

use std::fmt;

use super::FragmentProgram;
use super::counts::{Counts, Excess};

/// The programs of a kernel, in the order in which they are drawn. There is one, or there are several if one would not fit the chip.
/// All cover the same rectangle.
#[derive(Clone, PartialEq, Debug)]
pub struct Partition {
    /// The passes.
    pub passes: Vec<PartitionPass>,
    /// For each intermediate texture between the passes, its number of 32-bit channels. These textures are as large as the render
    /// targets. Programs read them as inputs, which are numbered after the inputs of the kernel.
    pub textures: Vec<usize>,
    /// The resources that a single program for the whole kernel takes.
    pub counts: Counts,
    /// The resources of which a single program takes more than the chip has. Empty if it fits, or if it was not compiled for a chip.
    pub excess: Vec<Excess>,
    /// The reason why the kernel is not partitioned although a single program takes too much.
    pub uncut: Option<Uncut>,
}

/// Why a kernel whose program does not fit a chip is not partitioned into passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uncut {
    /// It has a loop that cannot be unrolled.
    Loop,
    /// It writes a depth, which all of its passes would need.
    Depth,
    /// A single instruction, with the operands that it reads and the results that it writes, takes too much for a pass.
    Instruction,
    /// It has too many instructions.
    TooLong {
        /// The number of its instructions, with its loops unrolled.
        instructions: usize,
        /// The maximum number of instructions of a kernel that is partitioned.
        max: usize,
    },
    /// It would need too many passes.
    TooManyPasses {
        /// The number of passes, estimated from the first part of the kernel.
        passes: usize,
        /// The maximum number of passes.
        max: usize,
    },
}

impl fmt::Display for Uncut {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Uncut::Loop => write!(f, "it is not cut into passes, as it has a loop that cannot be unrolled"),
            Uncut::Depth => {
                write!(f, "it is not cut into passes, as it writes a depth: write it by a kernel of its own")
            }
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
                "it is not cut into passes, as there would be about {passes} of them, and the maximum is {max}: make it several kernels, \
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
    /// What each render target contains.
    pub writes: Vec<Write>,
}

/// The contents of a render target of a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Write {
    /// An output of the kernel.
    Output(usize),
    /// An intermediate texture, by its index in [`Partition::textures`].
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
