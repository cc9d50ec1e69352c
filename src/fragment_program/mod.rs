//! Fragment programs: what a kernel becomes on a fragment processor of 2002 to 2006.
//!
//! [`compile()`] makes a [`Program`] of vec4 instructions of a kernel's typed IR: inlined, unrolled, branches turned into
//! selections where the chip has none, what is the same for a whole pass moved out of it, scalars packed into vectors, texture
//! instructions scheduled for the fewest indirections, registers given. [`listing`] is its text, as an assembler of the time
//! takes it, and reads such texts; [`counts`] says what it takes of a [`Chip`], and what of it the chip has not enough of;
//! [`Device::emulated`](crate::Device::emulated) runs it in the chip's [`arithmetic`]; [`cost`] says how long that would have taken then.
//!
//! What the chips could do is data, each figure with its source and status: [`Chip::profile`].
//!
//! Left out: the half and fixed precision of NV3x. No kernel asks for it: streams are of 32 bits, and what would be computed
//! with fewer is not what any other backend computes.

pub mod arithmetic;
mod bind;
mod chip;
mod compile;
pub mod cost;
pub mod counts;
mod instruction;
pub mod listing;
pub(crate) mod lower;
mod opcode;
mod partition;
mod program;
mod uniform;

pub use chip::{AnySize, Chip, Cost, Fact, Limit, Profile, Row, Status, UnknownChip};
pub use compile::{Compiled, Refusal, Settings, compile};
pub use instruction::{Component, Destination, Guard, Instruction, Kind, Operand, Register, Test};
pub use lower::LowerError;
pub use opcode::{Opcode, Shape};
pub use partition::{Partition, PartitionPass, Uncut, Write};
pub use program::{Binding, Coordinate, InstructionSet, Linear, Parameter, Program, Sampler, Scalar, TextureTarget};
pub use uniform::{Measure, Uniform, UniformId};

pub(crate) use bind::{RegisterValues, bind, leaf_bits};
pub(crate) use compile::place;
#[cfg(test)]
pub(crate) use lower::tests as kernels;
pub(crate) use lower::{Streams, Target, lower, lower_partitioned};
