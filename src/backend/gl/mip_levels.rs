//! Averages the texels of a texture by its mip levels, which the driver computes.

use glow::HasContext;

use crate::backend::{BackendError, TextureId};
use crate::geometry::Rect;

use super::Gl;
use super::overruns::{Read, Step, Written};

/// The extension by which OpenGL ES filters textures of floats, and computes their mip levels.
pub(super) const FILTERS: &str = "GL_OES_texture_float_linear";

/// Returns whether a context of OpenGL ES or WebGL filters textures of floats.
pub(super) fn has_filters(gl: &glow::Context) -> bool {
    // Names in WebGL have no prefix.
    let extensions = gl.supported_extensions();
    extensions.contains(FILTERS) || extensions.contains(&FILTERS[3..])
}

impl Gl {
    /// Computes the mip levels of `from`, and copies the last one to `to`.
    pub(super) fn average_by_mip_levels(&self, from: TextureId, to: TextureId) -> Result<(), BackendError> {
        let during = "computing mip levels";
        let ((texture, spec), (target, target_spec)) = (self.texture(from)?, self.texture(to)?);
        let last = spec.levels - 1;
        let is_one = |sides: [usize; 2]| sides == [1, 1];
        if !is_one(spec.sides(last)) || !is_one(target_spec.sides(0)) || spec.channels != target_spec.channels {
            let what = format!("{spec:?} does not end in a texel of {target_spec:?}");
            return Err(BackendError::Driver { during, what });
        }
        let kind = glow::TEXTURE_2D;
        // SAFETY: the context is current in the caller, and the textures belong to it. The framebuffer is deleted here.
        unsafe {
            if last > 0 {
                self.state.borrow_mut().bind_texture_anywhere(&self.gl, kind, texture);
                self.gl.generate_mipmap(kind);
            }
            let framebuffer = self.gl.create_framebuffer().map_err(|what| BackendError::Driver { during, what })?;
            let mut state = self.state.borrow_mut();
            state.bind_framebuffer(&self.gl, framebuffer);
            let color = glow::COLOR_ATTACHMENT0;
            self.gl.framebuffer_texture_2d(glow::FRAMEBUFFER, color, kind, Some(texture), last as i32);
            self.gl.read_buffer(color);
            state.bind_texture_anywhere(&self.gl, kind, target);
            self.gl.copy_tex_sub_image_2d(kind, 0, 0, 0, 0, 0, 1, 1);
            state.forget_framebuffer(framebuffer);
            self.gl.delete_framebuffer(framebuffer);
        }
        self.check(during)?;
        let texel = Rect::new(0, 0, 1, 1);
        self.record_step(|| Step { reads: vec![Read::Texture(from)], writes: vec![Written::Texels(to.into(), texel)] })
    }
}
