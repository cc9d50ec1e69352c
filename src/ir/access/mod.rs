//! Access to streams: lowers the fetches of the kernel phase to the texel reads of the texel phase ([`lower`]). The result depends on how
//! the kernel reads its streams ([`summary`]), on their layouts in textures ([`variant`]), and on how the target addresses textures
//! ([`form`]).
//!
//! In the kernel phase, a kernel reads *elements* of streams, by linear index or by column and row, and the position of the current
//! element. A target has textures. The lowering adds access functions to the kernel and replaces each fetch by a call of one of them. An
//! access function finds the texel of an element and extracts the element from it. Only the lowering knows the layouts of streams in
//! textures: the GLSL writer prints access functions like the kernel's own, and programs for chips inline them.

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
