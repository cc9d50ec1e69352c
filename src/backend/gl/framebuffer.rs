//! Framebuffer objects, cached by the textures that they render to.

use glow::HasContext;

use crate::backend::{BackendError, Channel, Draw, RenderTarget, TextureId, TextureSpec};

use super::Gl;
use super::texture::kind;

/// The maximum number of cached framebuffers. When it is exceeded, all are deleted that no sequence uses.
const MAX_FRAMEBUFFERS: usize = 512;

impl Gl {
    /// Returns the framebuffer of a pass.
    pub(super) fn framebuffer_of(&self, draw: &Draw) -> Result<glow::Framebuffer, BackendError> {
        match draw.depth_stencil {
            Some(buffer) => self.framebuffer(&[draw.targets, &[buffer.into()]].concat()),
            None => self.framebuffer(draw.targets),
        }
    }

    /// Returns the framebuffer that renders to these textures. A depth and stencil buffer may be among them. Creates it on first use.
    pub(super) fn framebuffer(&self, targets: &[RenderTarget]) -> Result<glow::Framebuffer, BackendError> {
        if let Some(framebuffer) = self.framebuffers.borrow().get(targets) {
            return Ok(*framebuffer);
        }
        let textures = targets.iter().map(|target| self.texture(target.texture)).collect::<Result<Vec<_>, _>>()?;
        let is_buffer = |spec: TextureSpec| spec.ty == Channel::DepthStencil;
        let mut colors = glow::COLOR_ATTACHMENT0..;
        let attachments = textures.iter().map(|(_, spec)| if is_buffer(*spec) { None } else { colors.next() });
        let attachments: Vec<Option<u32>> = attachments.collect();
        let beside = match attachments.iter().all(Option::is_none) && self.dialect.is_glsl_120() {
            true => Some(self.beside_buffer(targets[0].texture, textures[0].1)?),
            false => None,
        };
        // SAFETY: the context is current in every caller, and the textures belong to it.
        let (framebuffer, status) = unsafe {
            let framebuffer = self
                .gl
                .create_framebuffer()
                .map_err(|what| BackendError::Driver { during: "making a framebuffer", what })?;
            self.state.borrow_mut().bind_framebuffer(&self.gl, framebuffer);
            for ((&attachment, &(texture, spec)), target) in attachments.iter().zip(&textures).zip(targets) {
                let to = glow::FRAMEBUFFER;
                match (attachment, kind(spec)) {
                    (Some(attachment), glow::TEXTURE_2D) => {
                        self.gl.framebuffer_texture_2d(to, attachment, glow::TEXTURE_2D, Some(texture), 0)
                    }
                    (Some(attachment), _) => {
                        self.gl.framebuffer_texture_layer(to, attachment, Some(texture), 0, target.layer as i32)
                    }
                    // OpenGL 2.1 has no attachment for both at once.
                    (None, _) => [glow::DEPTH_ATTACHMENT, glow::STENCIL_ATTACHMENT]
                        .into_iter()
                        .for_each(|both| self.gl.framebuffer_texture_2d(to, both, glow::TEXTURE_2D, Some(texture), 0)),
                }
            }
            let mut colors: Vec<u32> = attachments.iter().copied().flatten().collect();
            if let Some(beside) = beside {
                let (to, at) = (glow::FRAMEBUFFER, glow::COLOR_ATTACHMENT0);
                self.gl.framebuffer_texture_2d(to, at, glow::TEXTURE_2D, Some(beside), 0);
                colors.push(at);
            }
            self.gl.draw_buffers(&colors);
            if colors.is_empty() {
                self.gl.read_buffer(glow::NONE);
            }
            (framebuffer, self.gl.check_framebuffer_status(glow::FRAMEBUFFER))
        };
        if status != glow::FRAMEBUFFER_COMPLETE {
            self.state.borrow_mut().forget_framebuffer(framebuffer);
            // SAFETY: as above; the framebuffer is ours.
            unsafe { self.gl.delete_framebuffer(framebuffer) };
            let what = format!("{} textures cannot be drawn into together (status {status:#06x})", targets.len());
            return Err(BackendError::Driver { during: "making a framebuffer", what });
        }
        let mut framebuffers = self.framebuffers.borrow_mut();
        if framebuffers.len() >= MAX_FRAMEBUFFERS {
            // With several render targets, there are too many combinations to keep a framebuffer for each. Those still in use are
            // created again, but for those of sequences, which know them by their handles.
            framebuffers.retain(|_, old| {
                let keep = self.in_sequences(|pass| pass.framebuffer == *old);
                if !keep {
                    // SAFETY: as above.
                    unsafe { self.gl.delete_framebuffer(*old) };
                    self.state.borrow_mut().forget_framebuffer(*old);
                }
                keep
            });
        }
        framebuffers.insert(targets.to_vec(), framebuffer);
        Ok(framebuffer)
    }

    /// Returns the texture of floats that is attached beside a depth and stencil buffer.
    ///
    /// OpenGL 2.1 clamps colours by default if no target is of floats. Where it has no targets, NVIDIA's driver clamps those of the next
    /// pass with the same depth buffer, too.
    fn beside_buffer(&self, buffer: TextureId, spec: TextureSpec) -> Result<glow::Texture, BackendError> {
        let known = self.beside_buffers.borrow().get(&buffer).copied();
        let beside = match known {
            Some(beside) => beside,
            None => self.new_texture(TextureSpec::floats(spec.width, spec.height, 1, 1))?,
        };
        self.beside_buffers.borrow_mut().insert(buffer, beside);
        Ok(self.texture(beside)?.0)
    }

    pub(super) fn forget_framebuffers_of(&self, id: TextureId) {
        let beside = self.beside_buffers.borrow_mut().remove(&id);
        beside.into_iter().for_each(|beside| self.forget_texture(beside));
        self.framebuffers.borrow_mut().retain(|targets, framebuffer| {
            let keep = targets.iter().all(|target| target.texture != id);
            if !keep {
                // SAFETY: the context is current in the caller, and the framebuffer is ours.
                unsafe { self.gl.delete_framebuffer(*framebuffer) };
                self.state.borrow_mut().forget_framebuffer(*framebuffer);
            }
            keep
        });
    }
}
