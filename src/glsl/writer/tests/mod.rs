//! The shaders that the writer makes: their texts, and what a driver makes of them, held against the interpreter.

mod geometry;
pub(crate) mod random;
mod texts;
mod values;
