//! Bytecode: a fragment program translated once into channel operations on slots.
//!
//! Swizzles, write masks, negation and absolute values are resolved, and moves only rename values. Values that are the same for all
//! fragments are computed once per pass. Dead code is removed. For a large pass a program is specialized to the pass's constants,
//! rectangles and textures: choices that depend on them are made at translation, and the ranges that follow allow more
//! simplifications.

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
