//! What is to know of textures with mip levels: their sizes, and the fetches that compare neighbouring fragments.

use crate::fragment_program::{Opcode, TextureTarget};

/// The number of columns, rows and layers of each texture that has mip levels, by sampler.
pub type Mipmaps = [Option<[usize; 3]>];

/// Whether a fetch takes the level from the differences between neighbouring fragments.
pub fn has_implicit_level(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::Tex | Opcode::Txp | Opcode::Txb)
}

/// Returns the number of coordinates along which a texture has texels.
pub fn axes(target: TextureTarget) -> usize {
    match target {
        TextureTarget::OneD => 1,
        TextureTarget::ThreeD => 3,
        _ => 2,
    }
}
