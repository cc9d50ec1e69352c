//! GLSL: the dialects, and the shader that a kernel becomes in one of them.

mod access;
pub(crate) mod dialect;
mod expand;
mod prelude;

pub use dialect::Dialect;

pub(crate) use expand::{Lie, Variant, expand, inverse, lie};
