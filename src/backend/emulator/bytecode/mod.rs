//! Bytecode: a fragment program that is translated once into channel operations on slots.
//!
//! The translation resolves swizzles, write masks, negation and absolute values, and moves only rename values. Values that are the same
//! for all fragments are computed once per pass. Dead code is removed. For a large pass, the program is specialized to the constants,
//! rectangles and textures of the pass. Selections that depend on them are decided at translation, and the ranges of values that follow
//! from them allow further simplifications.

mod allocate;
mod blocks;
mod channels;
mod code;
mod fault;
mod flow;
mod fuse;
mod graph;
mod levels;
mod math;
mod mipmaps;
mod opcodes;
mod quad;
mod range;
mod ranges;
mod sides;
mod simplify;
mod translate;

pub use allocate::{Allocated, allocate};
pub use code::{Address, Code, NOWHERE, Op};
pub use fault::Fault;
pub use graph::{Numbers, Origin};
pub use mipmaps::{Mipmaps, axes, has_implicit_level};
pub use opcodes::packing;
pub use range::Form;
pub use translate::{Known, Translated, translate};
