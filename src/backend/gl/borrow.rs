//! Textures of the owner of an adopted context.

use glow::HasContext;

use crate::backend::{BackendError, ForeignTexture, TextureId, TextureSpec};

use super::{Gl, saved};

impl Gl {
    /// Makes a texture of the owner one of ours, which is read with a sampler of ours.
    pub(super) fn take_texture_of_owner(
        &self,
        texture: ForeignTexture,
        spec: TextureSpec,
    ) -> Result<TextureId, BackendError> {
        let failed = |what: String| BackendError::Driver { during: "borrowing a texture", what };
        if !saved::has_samplers(&self.gl) {
            return Err(BackendError::Unsupported {
                what: "a stream in a texture of the context's owner".to_owned(),
                needs: "sampler objects: OpenGL 3.3, OpenGL ES 3.0 or ARB_sampler_objects".to_owned(),
                device: self.info.renderer.clone(),
            });
        }
        let texture = match texture {
            #[cfg(not(target_family = "wasm"))]
            ForeignTexture::Named(name) => {
                let texture = glow::NativeTexture(name);
                // SAFETY: the context is current in the caller; a name is checked here.
                if !unsafe { self.gl.is_texture(texture) } {
                    return Err(failed(format!("the context has no texture {name}")));
                }
                texture
            }
            // SAFETY: as above.
            #[cfg(target_family = "wasm")]
            ForeignTexture::Next => unsafe { self.gl.create_texture() }.map_err(failed)?,
        };
        if self.nearest.get().is_none() {
            // SAFETY: as above.
            let sampler = unsafe {
                let sampler = self.gl.create_sampler().map_err(failed)?;
                for name in [glow::TEXTURE_MIN_FILTER, glow::TEXTURE_MAG_FILTER] {
                    self.gl.sampler_parameter_i32(sampler, name, glow::NEAREST as i32);
                }
                sampler
            };
            self.nearest.set(Some(sampler));
        }
        let id = TextureId(self.next_texture.get());
        self.next_texture.set(id.0 + 1);
        self.textures.borrow_mut().insert(id, (texture, spec));
        self.borrowed.borrow_mut().insert(id);
        Ok(id)
    }

    /// Returns the sampler with which a texture is read. A texture of the owner may have filters for which it lacks mip levels, or which its
    /// format does not have: it would read as black.
    pub(super) fn sampler_of(&self, texture: TextureId) -> Option<glow::Sampler> {
        self.nearest.get().filter(|_| self.borrowed.borrow().contains(&texture))
    }
}
