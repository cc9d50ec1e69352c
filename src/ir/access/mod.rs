//! Access to streams: how a kernel reads them ([`summary`]), how they lie ([`variant`]), how a target addresses textures ([`form`]),
//! and the lowering to the texel phase ([`lower`]), which turns the one into the other.
//!
//! In the kernel phase a kernel asks for *elements* of streams, by their number or by column and row, and for the position of the
//! current element. A target has textures. Lowering adds functions to the kernel that find an element's texel and take the element
//! out of it, and replaces each fetch by a call to one of them. Only the lowering knows how streams lie in textures: GLSL prints
//! these functions as it prints the kernel's own, and programs for chips inline them.

mod build;
mod fetch;
mod form;
mod lower;
mod summary;
#[cfg(test)]
mod tests;
mod variant;

pub(crate) use form::{Addressing, Form};
pub(crate) use lower::lower;
pub(crate) use summary::{AccessSummary, InputAccess};
pub(crate) use variant::{Access, Variant};
