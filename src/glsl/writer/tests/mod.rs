//! Tests of the writer's shaders: their texts, and their results in a driver compared with the interpreter.

mod geometry;
pub(crate) mod random;
mod texts;
mod values;
