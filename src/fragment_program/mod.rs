//! Fragment programs: kernels compiled for the fragment processors of 2002 to 2006.
//!
//! [`compile()`] compiles a kernel's typed IR to a [`FragmentProgram`] of vec4 instructions. It inlines calls and unrolls loops. If the
//! chip has no branches, it turns branches into selections. It hoists expressions that are the same for a whole pass out of the
//! program, packs scalars into vectors, schedules texture instructions for the fewest indirections, and allocates registers.
//!
//! [`listing`] prints a program as text for an assembler of the time, and parses such text. [`counts`] counts the resources of a
//! [`Chip`] that a program takes, and finds those of which the chip has too few. [`Device::emulated`](crate::Device::emulated) runs a
//! program in the chip's [`arithmetic`]. [`cost`] predicts how long it would have taken on the chip.
//!
//! The capabilities of the chips are data. Each figure has its source and how well it is known (see [`Chip::profile`]).
//!
//! Kernels compute with 32 bits, since streams have them. Half and fixed precision, as NV3x and NV4x have it, is for programs in
//! [Cg](crate::cg) and for listings.

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
pub(crate) mod shader;
mod state;
mod uniform;

pub use chip::{AnySize, Chip, Cost, EarlyZ, Fact, HierarchicalZ, Limit, Profile, Row, Status, UnknownChip};
pub use compile::{Compiled, Refusal, Settings, compile};
pub use instruction::{Component, Destination, Guard, Instruction, NumberType, Operand, Register, Test};
pub use lower::LowerError;
pub use opcode::{Opcode, Shape};
pub use partition::{Partition, PartitionPass, Uncut, Write};
pub use program::{
    Binding, Coordinate, FragmentProgram, InstructionSet, Linear, Parameter, Sampler, Scalar, TextureTarget,
};
pub use state::State;
pub use uniform::{Measure, Uniform, UniformId};

pub(crate) use bind::{RegisterValues, bind, leaf_bits};
pub(crate) use compile::place;
#[cfg(test)]
pub(crate) use lower::tests as kernels;
pub(crate) use lower::{
    LowerTarget, RequestedRegister, Streams, lower, lower_fragment, lower_partitioned, with_values,
};
