//! GLSL: dialects, and the translation of kernels to them.

mod access;
pub(crate) mod dialect;
mod expand;
mod prelude;
#[allow(dead_code)]
pub(crate) mod workarounds;
#[allow(dead_code)]
pub(crate) mod writer;

pub use dialect::Dialect;

#[allow(unused_imports)]
pub(crate) use writer::write;

pub(crate) use expand::{Lie, Variant, expand, inverse, lie};
