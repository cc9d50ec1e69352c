//! Textures that others have made.

/// A texture of the owner of a context.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForeignTexture {
    /// The texture of this name.
    #[cfg(not(target_family = "wasm"))]
    Named(std::num::NonZeroU32),
    /// The texture that `createTexture` of the context returns next, since textures have no names in a browser: the owner replaces the
    /// function for this call. `deleteTexture` is called with it in the end, and has to keep it.
    #[cfg(target_family = "wasm")]
    Next,
}
