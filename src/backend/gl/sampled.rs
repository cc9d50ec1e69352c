//! Textures that programs from listings sample: with filters, mip levels, three dimensions or six faces.

use glow::HasContext;

use crate::backend::{BackendError, ListingPass, Sampling, Texels, Wrap};
use crate::fragment_program::{Sampler, TextureTarget};
use crate::glsl::Dialect;

use super::mip_levels::{FILTERS, has_filters};
use super::saved::NAMES_BOUND;
use super::{Context, Gl};

/// The kinds of textures that only these programs sample. What the owner of an adopted context has bound as such is restored here, so that
/// other passes need not ask for it.
const KINDS: [(u32, u32); 2] =
    [(glow::TEXTURE_3D, glow::TEXTURE_BINDING_3D), (glow::TEXTURE_CUBE_MAP, glow::TEXTURE_BINDING_CUBE_MAP)];

/// A guard. When it is dropped, it binds the textures of these kinds again that the owner of an adopted context had bound.
pub(super) struct OwnersTextures<'a> {
    gl: &'a Gl,
    /// The units and kinds, with the textures.
    bound: Vec<(u32, u32, Option<glow::Texture>)>,
}

impl<'a> OwnersTextures<'a> {
    /// Asks what is bound to the units that a pass uses.
    pub fn of(gl: &'a Gl, pass: &ListingPass) -> OwnersTextures<'a> {
        let samplers = &pass.program.samplers;
        let has_layers = |target| matches!(target, TextureTarget::ThreeD | TextureTarget::Cube);
        let is_foreign = matches!(gl.context, Context::Foreign(_));
        let mut bound = Vec::new();
        if is_foreign && samplers.iter().any(|sampler| has_layers(sampler.target)) {
            let mut state = gl.state.borrow_mut();
            // The last unit is the first one, which stays active: textures are made there.
            for unit in (0..samplers.len() as u32).rev() {
                state.activate(&gl.gl, unit);
                for (kind, binding) in KINDS {
                    // SAFETY: the context is current in the caller; this only asks.
                    let texture = NAMES_BOUND.then(|| unsafe { gl.gl.get_parameter_texture(binding) }).flatten();
                    bound.push((unit, kind, texture));
                }
            }
        }
        OwnersTextures { gl, bound }
    }
}

impl Drop for OwnersTextures<'_> {
    fn drop(&mut self) {
        for &(unit, kind, texture) in &self.bound {
            self.gl.state.borrow_mut().restore_texture(&self.gl.gl, unit, kind, texture);
        }
    }
}

/// A texture that a program samples. It is deleted when this is dropped.
pub(super) struct Sampled<'a> {
    gl: &'a Gl,
    /// The target to which it is bound.
    pub kind: u32,
    pub texture: glow::Texture,
    /// The numbers of its columns and rows.
    pub sides: [usize; 2],
}

impl Drop for Sampled<'_> {
    fn drop(&mut self) {
        self.gl.state.borrow_mut().forget_texture(self.texture);
        // SAFETY: the context is current in the caller, and the texture is ours.
        unsafe { self.gl.gl.delete_texture(self.texture) };
    }
}

impl Gl {
    /// Makes the texture of a sampler. `rectangles` says whether the program is assembled, so that textures of rectangles and of one
    /// dimension are such; in shaders they are of two dimensions.
    pub(super) fn sampled(
        &self,
        pass: &ListingPass,
        sampler: &Sampler,
        rectangles: bool,
    ) -> Result<Sampled<'_>, BackendError> {
        let (texels, sampling) = (pass.texture(sampler)?, pass.sampling(sampler)?);
        self.check_sampled(pass, sampler, texels, sampling)?;
        let kind = match sampler.target {
            TextureTarget::ThreeD => glow::TEXTURE_3D,
            TextureTarget::Cube => glow::TEXTURE_CUBE_MAP,
            TextureTarget::Rectangle if rectangles => glow::TEXTURE_RECTANGLE,
            TextureTarget::OneD if rectangles => glow::TEXTURE_1D,
            _ => glow::TEXTURE_2D,
        };
        // SAFETY: the context is current in the caller.
        let texture = unsafe { self.gl.create_texture() };
        let texture = texture.map_err(|what| BackendError::Driver { during: "making a texture", what })?;
        let sampled = Sampled { gl: self, kind, texture, sides: [texels.width, texels.height] };
        self.state.borrow_mut().bind_texture_anywhere(&self.gl, kind, texture);
        self.sampling_parameters(kind, sampling);
        self.fill(kind, texels);
        if sampling.mipmaps {
            // SAFETY: as above, and the texture is bound.
            unsafe { self.gl.generate_mipmap(kind) };
        }
        self.check("making a texture that a program samples").map(|()| sampled)
    }

    fn check_sampled(
        &self,
        pass: &ListingPass,
        sampler: &Sampler,
        texels: &Texels,
        sampling: Sampling,
    ) -> Result<(), BackendError> {
        let (what, side) = (format!("texture[{}]", sampler.unit), texels.width.max(texels.height));
        match sampler.target {
            TextureTarget::ThreeD => {
                let available = self.asked(glow::MAX_3D_TEXTURE_SIZE);
                self.check_side(pass, &what, side.max(texels.layers), available)?;
            }
            TextureTarget::Cube => {
                self.check_side(pass, &what, side, self.asked(glow::MAX_CUBE_MAP_TEXTURE_SIZE))?;
            }
            _ => self.check_side(pass, &what, side, self.info.limits.texture)?,
        }
        let filters = sampling.linear || sampling.mipmaps;
        if filters && self.dialect == Dialect::Es && !has_filters(&self.gl) {
            return Err(BackendError::Unsupported {
                what: format!("texture[{}] with a filter", sampler.unit),
                needs: format!("the extension {FILTERS}"),
                device: self.info.renderer.clone(),
            });
        }
        Ok(())
    }

    /// Queries a limit.
    fn asked(&self, limit: u32) -> usize {
        // SAFETY: the context is current in the caller; this only asks.
        unsafe { self.gl.get_parameter_i32(limit) }.max(0) as usize
    }

    fn sampling_parameters(&self, kind: u32, sampling: Sampling) {
        let wrap = match sampling.wrap {
            Wrap::Clamp => glow::CLAMP_TO_EDGE,
            Wrap::Repeat => glow::REPEAT,
            Wrap::Mirror => glow::MIRRORED_REPEAT,
        };
        // The faces of a cube end at their edges.
        let wrap = if kind == glow::TEXTURE_CUBE_MAP { glow::CLAMP_TO_EDGE } else { wrap };
        let (larger, smaller) = match (sampling.linear, sampling.mipmaps) {
            (false, false) => (glow::NEAREST, glow::NEAREST),
            (true, false) => (glow::LINEAR, glow::LINEAR),
            (false, true) => (glow::NEAREST, glow::NEAREST_MIPMAP_NEAREST),
            (true, true) => (glow::LINEAR, glow::LINEAR_MIPMAP_LINEAR),
        };
        let set = |name, value: u32| {
            // SAFETY: the context is current in the caller, and the texture is bound.
            unsafe { self.gl.tex_parameter_i32(kind, name, value as i32) }
        };
        set(glow::TEXTURE_MAG_FILTER, larger);
        set(glow::TEXTURE_MIN_FILTER, smaller);
        set(glow::TEXTURE_WRAP_S, wrap);
        if kind != glow::TEXTURE_1D {
            set(glow::TEXTURE_WRAP_T, wrap);
        }
        if kind == glow::TEXTURE_3D {
            set(glow::TEXTURE_WRAP_R, wrap);
        }
        if !sampling.mipmaps && kind != glow::TEXTURE_RECTANGLE {
            set(glow::TEXTURE_MAX_LEVEL, 0);
        }
    }

    /// Uploads the texels of the bound texture.
    fn fill(&self, kind: u32, texels: &Texels) {
        let [width, height, layers] = [texels.width, texels.height, texels.layers].map(|side| side as i32);
        let words: &[u8] = bytemuck::cast_slice(&texels.texels);
        let (internal, format, ty) = (glow::RGBA32F as i32, glow::RGBA, glow::FLOAT);
        let all = glow::PixelUnpackData::Slice(Some(words));
        // SAFETY: the context is current in the caller; the number of texels was checked to be that of the sides.
        unsafe {
            match kind {
                glow::TEXTURE_3D => {
                    self.gl.tex_image_3d(kind, 0, internal, width, height, layers, 0, format, ty, all);
                }
                glow::TEXTURE_CUBE_MAP => {
                    for (number, face) in words.chunks_exact(words.len() / 6).enumerate() {
                        let face = glow::PixelUnpackData::Slice(Some(face));
                        let kind = glow::TEXTURE_CUBE_MAP_POSITIVE_X + number as u32;
                        self.gl.tex_image_2d(kind, 0, internal, width, height, 0, format, ty, face);
                    }
                }
                glow::TEXTURE_1D => self.gl.tex_image_1d(kind, 0, internal, width, 0, format, ty, all),
                _ => self.gl.tex_image_2d(kind, 0, internal, width, height, 0, format, ty, all),
            }
        }
    }
}
