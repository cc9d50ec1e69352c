//! Textures: creation, upload and read-back.

use glow::HasContext;

use crate::backend::{BackendError, Channel, RenderTarget, TextureId, TextureSpec};
use crate::geometry::Rect;

use super::Gl;

/// The number of words that a read-back converts at a time, if it has to drop channels.
const CHUNK: usize = 1 << 22;

/// Sets the parameters of the bound texture: no filtering, no wrapping, one level.
pub(super) fn parameters(gl: &glow::Context, kind: u32) {
    let set = |name, value: u32| {
        // SAFETY: the context is current in every caller.
        unsafe { gl.tex_parameter_i32(kind, name, value as i32) }
    };
    set(glow::TEXTURE_MIN_FILTER, glow::NEAREST);
    set(glow::TEXTURE_MAG_FILTER, glow::NEAREST);
    set(glow::TEXTURE_WRAP_S, glow::CLAMP_TO_EDGE);
    set(glow::TEXTURE_WRAP_T, glow::CLAMP_TO_EDGE);
    set(glow::TEXTURE_MAX_LEVEL, 0);
}

/// Returns the internal format, format and type of a texture.
fn formats(spec: TextureSpec) -> (u32, u32, u32) {
    match (spec.ty, spec.channels) {
        (Channel::Float, 1) => (glow::R32F, glow::RED, glow::FLOAT),
        (Channel::Float, 2) => (glow::RG32F, glow::RG, glow::FLOAT),
        (Channel::Float, _) => (glow::RGBA32F, glow::RGBA, glow::FLOAT),
        (Channel::Half, 1) => (glow::R16F, glow::RED, glow::FLOAT),
        (Channel::Half, 2) => (glow::RG16F, glow::RG, glow::FLOAT),
        (Channel::Half, _) => (glow::RGBA16F, glow::RGBA, glow::FLOAT),
        (Channel::Int, 1) => (glow::R32I, glow::RED_INTEGER, glow::INT),
        (Channel::Int, 2) => (glow::RG32I, glow::RG_INTEGER, glow::INT),
        (Channel::Int, _) => (glow::RGBA32I, glow::RGBA_INTEGER, glow::INT),
        (Channel::Uint, 1) => (glow::R32UI, glow::RED_INTEGER, glow::UNSIGNED_INT),
        (Channel::Uint, 2) => (glow::RG32UI, glow::RG_INTEGER, glow::UNSIGNED_INT),
        (Channel::Uint, _) => (glow::RGBA32UI, glow::RGBA_INTEGER, glow::UNSIGNED_INT),
        (Channel::DepthStencil, _) => (glow::DEPTH24_STENCIL8, glow::DEPTH_STENCIL, glow::UNSIGNED_INT_24_8),
    }
}

/// Returns the texture target, which is an array texture if there are several layers.
pub(super) fn kind(spec: TextureSpec) -> u32 {
    if spec.layers > 1 { glow::TEXTURE_2D_ARRAY } else { glow::TEXTURE_2D }
}

impl Gl {
    /// Returns the internal format, format and type of a texture. The internal format is RGBA if formats with fewer channels are not
    /// renderable.
    pub(super) fn formats(&self, spec: TextureSpec) -> (u32, u32, u32) {
        let (internal, format, ty) = formats(spec);
        let (name, wide) = match internal {
            glow::R32F => ("R32F", glow::RGBA32F),
            glow::RG32F => ("RG32F", glow::RGBA32F),
            glow::R16F => ("R16F", glow::RGBA16F),
            glow::RG16F => ("RG16F", glow::RGBA16F),
            _ => return (internal, format, ty),
        };
        (if self.renders_to(name) { internal } else { wide }, format, ty)
    }

    /// Returns whether passes can render to a float format.
    fn renders_to(&self, name: &str) -> bool {
        self.info.formats.iter().all(|format| format.name != name || format.renders)
    }

    pub(super) fn new_texture(&self, spec: TextureSpec) -> Result<TextureId, BackendError> {
        let (internal, format, ty) = self.formats(spec);
        if spec.ty == Channel::Half && !self.renders_to("RGBA16F") {
            return Err(BackendError::Unsupported {
                what: "a stream of half floats".to_owned(),
                needs: "render targets of RGBA16F".to_owned(),
                device: self.info.renderer.clone(),
            });
        }
        let (width, height) = (spec.width as i32, spec.height as i32);
        // SAFETY: the context is current in the caller; no pixels are given.
        let (texture, code) = unsafe {
            let texture =
                self.gl.create_texture().map_err(|what| BackendError::Driver { during: "making a texture", what })?;
            let kind = kind(spec);
            self.state.borrow_mut().bind_texture_anywhere(&self.gl, kind, texture);
            parameters(&self.gl, kind);
            let internal = internal as i32;
            if kind == glow::TEXTURE_2D {
                self.gl.tex_parameter_i32(kind, glow::TEXTURE_MAX_LEVEL, spec.levels as i32 - 1);
                for level in 0..spec.levels {
                    let [width, height] = spec.sides(level).map(|side| side as i32);
                    let nothing = glow::PixelUnpackData::Slice(None);
                    self.gl.tex_image_2d(kind, level as i32, internal, width, height, 0, format, ty, nothing);
                }
            } else {
                let nothing = glow::PixelUnpackData::Slice(None);
                let layers = spec.layers as i32;
                self.gl.tex_image_3d(kind, 0, internal, width, height, layers, 0, format, ty, nothing);
            }
            (texture, if self.asks_errors { self.gl.get_error() } else { glow::NO_ERROR })
        };
        if code != glow::NO_ERROR {
            // SAFETY: the context is current, and the texture is ours.
            unsafe { self.gl.delete_texture(texture) };
            return Err(match code {
                glow::OUT_OF_MEMORY => {
                    BackendError::OutOfMemory { width: spec.width, height: spec.height, bytes: spec.bytes() }
                }
                code => BackendError::Driver { during: "making a texture", what: format!("OpenGL error {code:#06x}") },
            });
        }
        let id = TextureId(self.next_texture.get());
        self.next_texture.set(id.0 + 1);
        self.textures.borrow_mut().insert(id, (texture, spec));
        Ok(id)
    }

    pub(super) fn forget_texture(&self, id: TextureId) {
        let Some((texture, _)) = self.textures.borrow_mut().remove(&id) else {
            return;
        };
        self.forget_framebuffers_of(id);
        self.state.borrow_mut().forget_texture(texture);
        // In a browser, the call makes glow forget the texture; its owner keeps it (see `ForeignTexture::Next`).
        if self.borrowed.borrow_mut().remove(&id) && !cfg!(target_family = "wasm") {
            return;
        }
        // SAFETY: the context is current in the caller, and the texture is ours.
        unsafe { self.gl.delete_texture(texture) };
    }

    pub(super) fn texture(&self, id: TextureId) -> Result<(glow::Texture, TextureSpec), BackendError> {
        let found = self.textures.borrow().get(&id).copied();
        found.ok_or(BackendError::Driver {
            during: "looking up a texture",
            what: format!("there is no texture {}", id.0),
        })
    }

    pub(super) fn put_texels(&self, target: RenderTarget, rect: Rect, texels: &[u32]) -> Result<(), BackendError> {
        let (texture, spec) = self.texture(target.texture)?;
        let (_, format, ty) = self.formats(spec);
        inside(rect, spec, texels.len(), "writing a texture")?;
        // SAFETY: the context is current in the caller, and the slice was checked to contain the rectangle.
        unsafe {
            let kind = kind(spec);
            self.state.borrow_mut().bind_texture_anywhere(&self.gl, kind, texture);
            let [x, y, width, height] = [rect.x, rect.y, rect.width, rect.height].map(|n| n as i32);
            let words = glow::PixelUnpackData::Slice(Some(bytemuck::cast_slice(texels)));
            if kind == glow::TEXTURE_2D {
                self.gl.tex_sub_image_2d(kind, 0, x, y, width, height, format, ty, words);
            } else {
                let layer = target.layer as i32;
                self.gl.tex_sub_image_3d(kind, 0, x, y, layer, width, height, 1, format, ty, words);
            }
        }
        self.check("writing a texture")
    }

    pub(super) fn get_texels(&self, source: RenderTarget, rect: Rect, texels: &mut [u32]) -> Result<(), BackendError> {
        let (_, spec) = self.texture(source.texture)?;
        inside(rect, spec, texels.len(), "reading a texture")?;
        if spec.ty == Channel::DepthStencil && !self.info.features.reads_depth_stencil {
            return Err(BackendError::Unsupported {
                what: "reading depth and stencil back".to_owned(),
                needs: "desktop OpenGL, or NV_read_depth_stencil in OpenGL ES".to_owned(),
                device: self.info.renderer.clone(),
            });
        }
        let framebuffer = self.framebuffer(&[source])?;
        // SAFETY: the context is current in the caller.
        unsafe {
            self.state.borrow_mut().bind_framebuffer(&self.gl, framebuffer);
            if spec.ty != Channel::DepthStencil {
                self.gl.read_buffer(glow::COLOR_ATTACHMENT0);
            }
        }
        let (_, format, ty) = self.formats(spec);
        if self.reads_as(format, ty) {
            self.read_rect(rect, format, ty, texels);
            return self.check("reading a texture");
        }
        let wide_format = if ty == glow::FLOAT { glow::RGBA } else { glow::RGBA_INTEGER };
        // Reads a few rows at a time as RGBA, and keeps only the channels of the texture.
        let rows = (CHUNK / (4 * rect.width)).clamp(1, rect.height);
        let mut wide = vec![0; rows * rect.width * 4];
        for (piece, kept) in texels.chunks_mut(rows * rect.width * spec.channels).enumerate() {
            let height = kept.len() / (rect.width * spec.channels);
            let part = Rect::new(rect.x, rect.y + piece * rows, rect.width, height);
            let wide = &mut wide[..part.area() * 4];
            self.read_rect(part, wide_format, ty, wide);
            for (kept, texel) in kept.chunks_exact_mut(spec.channels).zip(wide.chunks_exact(4)) {
                kept.copy_from_slice(&texel[..spec.channels]);
            }
        }
        self.check("reading a texture")
    }

    /// Returns whether the bound framebuffer can be read in this format. Desktop OpenGL supports all formats. ES supports RGBA, and one
    /// other format that the driver chooses.
    fn reads_as(&self, format: u32, ty: u32) -> bool {
        if !self.es || [glow::RGBA, glow::RGBA_INTEGER, glow::DEPTH_STENCIL].contains(&format) {
            return true;
        }
        // SAFETY: the context is current in the caller.
        unsafe {
            self.gl.get_parameter_i32(glow::IMPLEMENTATION_COLOR_READ_FORMAT) as u32 == format
                && self.gl.get_parameter_i32(glow::IMPLEMENTATION_COLOR_READ_TYPE) as u32 == ty
        }
    }

    fn read_rect(&self, rect: Rect, format: u32, ty: u32, words: &mut [u32]) {
        let (x, y, width, height) = (rect.x as i32, rect.y as i32, rect.width as i32, rect.height as i32);
        let bytes = glow::PixelPackData::Slice(Some(bytemuck::cast_slice_mut(words)));
        // SAFETY: the context is current in the callers, and the slice has room for the rectangle in that format.
        unsafe { self.gl.read_pixels(x, y, width, height, format, ty, bytes) };
    }
}

/// Checks the bounds once more, before a pointer is passed to the driver.
fn inside(rect: Rect, spec: TextureSpec, floats: usize, during: &'static str) -> Result<(), BackendError> {
    let fits = rect.x + rect.width <= spec.width && rect.y + rect.height <= spec.height;
    if fits && floats == rect.area() * spec.channels {
        return Ok(());
    }
    let what = format!(
        "{floats} floats for {rect} of a texture of {} × {} with {} channels",
        spec.width, spec.height, spec.channels
    );
    Err(BackendError::Driver { during, what })
}
