//! Bytecode: a fragment program translated once into channel operations on slots.
//!
//! Swizzles, masks, negation and absolute values are resolved; moves are renamings; what is the same for all fragments is
//! computed once a pass; what nothing needs is dropped.

mod allocate;
mod blocks;
mod channels;
mod code;
mod flow;
mod graph;
mod math;
mod opcodes;
mod translate;

pub use allocate::{Allocated, allocate};
pub use code::{Address, Code, NOWHERE, Op, Slot};
pub use graph::Origin;
pub use translate::translate;
