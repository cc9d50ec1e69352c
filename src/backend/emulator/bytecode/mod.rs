//! Bytecode: a fragment program translated once into channel operations on slots.
//!
//! Swizzles, masks, negation and absolute values are resolved; moves are renamings; what is the same for all fragments is
//! computed once a pass; what nothing needs is dropped. For a large pass a program is translated with the pass's constants,
//! rectangle and textures known: choices by them are made, and what they leave known of other numbers saves more.

mod allocate;
mod blocks;
mod channels;
mod code;
mod fault;
mod flow;
mod fuse;
mod graph;
mod math;
mod opcodes;
mod range;
mod ranges;
mod simplify;
mod translate;

pub use allocate::{Allocated, allocate};
pub use code::{Address, Code, NOWHERE, Op};
pub use fault::Fault;
pub use graph::{Numbers, Origin};
pub use range::Form;
pub use translate::{Known, Translated, translate};
