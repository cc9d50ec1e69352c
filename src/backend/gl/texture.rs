//! Textures: creation, upload and read back.

use glow::HasContext;

use crate::backend::{BackendError, Target, TextureId, TextureSpec};
use crate::geometry::Rect;

use super::Gl;

/// Floats that a read back converts at a time, where it has to.
const CHUNK: usize = 1 << 22;

/// Of the texture bound: no filtering, no wrapping, one level.
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

/// Internal format and format of a texture with so many channels.
pub(super) fn formats(channels: usize) -> (u32, u32) {
    match channels {
        1 => (glow::R32F, glow::RED),
        2 => (glow::RG32F, glow::RG),
        _ => (glow::RGBA32F, glow::RGBA),
    }
}

/// What OpenGL calls a texture with so many layers.
pub(super) fn kind(spec: TextureSpec) -> u32 {
    if spec.layers > 1 { glow::TEXTURE_2D_ARRAY } else { glow::TEXTURE_2D }
}

impl Gl {
    pub(super) fn new_texture(&self, spec: TextureSpec) -> Result<TextureId, BackendError> {
        let (internal, format) = formats(spec.channels);
        let (width, height) = (spec.width as i32, spec.height as i32);
        // SAFETY: the context is current in the caller; no pixels are given.
        let (texture, code) = unsafe {
            let texture =
                self.gl.create_texture().map_err(|what| BackendError::Driver { during: "making a texture", what })?;
            self.gl.active_texture(glow::TEXTURE0);
            let kind = kind(spec);
            self.gl.bind_texture(kind, Some(texture));
            parameters(&self.gl, kind);
            let nothing = glow::PixelUnpackData::Slice(None);
            let (internal, float) = (internal as i32, glow::FLOAT);
            if kind == glow::TEXTURE_2D {
                self.gl.tex_image_2d(kind, 0, internal, width, height, 0, format, float, nothing);
            } else {
                let layers = spec.layers as i32;
                self.gl.tex_image_3d(kind, 0, internal, width, height, layers, 0, format, float, nothing);
            }
            (texture, self.gl.get_error())
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

    pub(super) fn put_texels(&self, target: Target, rect: Rect, texels: &[f32]) -> Result<(), BackendError> {
        let (texture, spec) = self.texture(target.texture)?;
        let (_, format) = formats(spec.channels);
        inside(rect, spec, texels.len(), "writing a texture")?;
        // SAFETY: the context is current in the caller, and the slice holds the rectangle: it was checked.
        unsafe {
            self.gl.active_texture(glow::TEXTURE0);
            let kind = kind(spec);
            self.gl.bind_texture(kind, Some(texture));
            let [x, y, width, height] = [rect.x, rect.y, rect.width, rect.height].map(|n| n as i32);
            let floats = glow::PixelUnpackData::Slice(Some(bytemuck::cast_slice(texels)));
            if kind == glow::TEXTURE_2D {
                self.gl.tex_sub_image_2d(kind, 0, x, y, width, height, format, glow::FLOAT, floats);
            } else {
                let layer = target.layer as i32;
                self.gl.tex_sub_image_3d(kind, 0, x, y, layer, width, height, 1, format, glow::FLOAT, floats);
            }
        }
        self.check("writing a texture")
    }

    pub(super) fn get_texels(&self, id: TextureId, rect: Rect, texels: &mut [f32]) -> Result<(), BackendError> {
        let (_, spec) = self.texture(id)?;
        inside(rect, spec, texels.len(), "reading a texture")?;
        let framebuffer = self.framebuffer(&[id.into()])?;
        // SAFETY: the context is current in the caller.
        unsafe {
            self.gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
            self.gl.read_buffer(glow::COLOR_ATTACHMENT0);
        }
        let (_, format) = formats(spec.channels);
        if self.reads_as(format) {
            self.read_rect(rect, format, texels);
            return self.check("reading a texture");
        }
        // RGBA it is, in pieces of some rows, of which we keep our channels.
        let rows = (CHUNK / (4 * rect.width)).clamp(1, rect.height);
        let mut wide = vec![0.0; rows * rect.width * 4];
        for (piece, kept) in texels.chunks_mut(rows * rect.width * spec.channels).enumerate() {
            let height = kept.len() / (rect.width * spec.channels);
            let part = Rect::new(rect.x, rect.y + piece * rows, rect.width, height);
            let wide = &mut wide[..part.area() * 4];
            self.read_rect(part, glow::RGBA, wide);
            for (kept, texel) in kept.chunks_exact_mut(spec.channels).zip(wide.chunks_exact(4)) {
                kept.copy_from_slice(&texel[..spec.channels]);
            }
        }
        self.check("reading a texture")
    }

    /// Whether the framebuffer bound can be read in this format: always on desktop OpenGL; in ES as RGBA, or as the one
    /// other format that the driver offers.
    fn reads_as(&self, format: u32) -> bool {
        if !self.es || format == glow::RGBA {
            return true;
        }
        // SAFETY: the context is current in the caller.
        unsafe {
            self.gl.get_parameter_i32(glow::IMPLEMENTATION_COLOR_READ_FORMAT) as u32 == format
                && self.gl.get_parameter_i32(glow::IMPLEMENTATION_COLOR_READ_TYPE) as u32 == glow::FLOAT
        }
    }

    fn read_rect(&self, rect: Rect, format: u32, floats: &mut [f32]) {
        let (x, y, width, height) = (rect.x as i32, rect.y as i32, rect.width as i32, rect.height as i32);
        let bytes = glow::PixelPackData::Slice(Some(bytemuck::cast_slice_mut(floats)));
        // SAFETY: the context is current in the callers, and the slice has room for the rectangle in that format.
        unsafe { self.gl.read_pixels(x, y, width, height, format, glow::FLOAT, bytes) };
    }
}

/// A last look before a driver is handed a pointer.
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
