//! Fragment programs: what a kernel becomes on a fragment processor of 2002 to 2006.
//!
//! A kernel's typed IR becomes a [`Program`] of vec4 instructions: inlined, unrolled, branches turned into selections where the
//! chip has none, constant expressions moved out of it, scalars packed into vectors, texture instructions scheduled for the
//! fewest indirections, registers given. Its text is a listing that an assembler of the time takes; the emulator runs it as
//! it is.

pub mod arithmetic;
mod bind;
mod chip;
mod compile;
pub mod counts;
mod instruction;
pub mod listing;
#[allow(dead_code)] // of what is built and not used yet
mod lower;
mod program;
mod programs;
mod uniform;

pub use chip::{AnySize, Chip, Cost, Fact, Limit, Profile, Row, Status, UnknownChip};
pub use compile::{Compiled, Refusal, Settings, compile};
pub use instruction::{Component, Destination, Guard, Instruction, Kind, Opcode, Operand, Register, Shape, Test};
pub use lower::LowerError;
pub use program::{Binding, Coordinate, InstructionSet, Linear, Parameter, Program, Sampler, Scalar, TextureTarget};
pub use uniform::{Measure, Uniform, UniformId};

pub(crate) use bind::{Bound, Given, bind};
#[cfg(test)]
pub(crate) use lower::tests as kernels;
pub(crate) use lower::{Streams, Target, lower};
pub(crate) use programs::Programs;
