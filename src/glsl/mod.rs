//! GLSL: dialects, and the translation of kernels to them.

mod access;
pub(crate) mod dialect;
mod expand;
mod prelude;

pub use dialect::Dialect;

pub(crate) use expand::{Lie, Variant, expand, inverse, lie};
