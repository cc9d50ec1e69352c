//! Adopted contexts: those that somebody else owns, a window's, say. The state that a pass changes is restored after it.

use std::ops::Deref;

use glow::HasContext;

use crate::backend::BackendError;

use super::{Context, Gl};

/// A context that somebody else owns, for [`Device::adopt`](crate::Device::adopt).
///
/// ```no_run
/// use std::rc::Rc;
/// use brooklet::{Device, gl::{Foreign, glow}};
///
/// fn compute_in(
///     functions: Rc<glow::Context>,                           // as loaded for the window
///     make_current: impl Fn() -> Result<(), String> + 'static, // with glutin: context.make_current(&surface)
/// ) -> Result<Device, brooklet::Error> {
///     // SAFETY: the functions are the window's context's, and the window outlives the device.
///     let context = unsafe { Foreign::new(functions, make_current) };
///     Device::adopt(context)
/// }
/// ```
pub struct Foreign {
    gl: Option<Box<dyn Deref<Target = glow::Context>>>,
    make_current: Box<dyn Fn() -> Result<(), String>>,
}

impl Foreign {
    /// A context, by its functions and a way to make it current (for a window: `context.make_current(&surface)`), which
    /// uses no device itself: it would wait for itself.
    ///
    /// # Safety
    /// `gl` holds the functions of the context that `make_current` makes current on this thread, and the context lives
    /// until the last stream and the last handle of the device are gone, or `make_current` fails from then on.
    pub unsafe fn new(
        gl: impl Deref<Target = glow::Context> + 'static,
        make_current: impl Fn() -> Result<(), String> + 'static,
    ) -> Foreign {
        Foreign { gl: Some(Box::new(gl)), make_current: Box::new(make_current) }
    }

    pub(super) fn make_current(&self) -> Result<(), BackendError> {
        (self.make_current)()
            .map_err(|what| BackendError::Driver { during: "making the adopted context current", what })
    }
}

/// Sets up in a context that somebody else owns.
pub(crate) fn adopt(mut context: Foreign) -> Result<Gl, BackendError> {
    let gl = context.gl.take();
    let gl = gl.ok_or(BackendError::Driver { during: "adopting", what: "the context is taken".into() })?;
    Gl::new(gl, Context::Foreign(context))
}

/// Whatever must be off for a pass to write each texel as computed.
const SWITCHES: [u32; 9] = [
    glow::BLEND,
    glow::CULL_FACE,
    glow::DEPTH_TEST,
    glow::DITHER,
    glow::POLYGON_OFFSET_FILL,
    glow::SAMPLE_ALPHA_TO_COVERAGE,
    glow::SAMPLE_COVERAGE,
    glow::SCISSOR_TEST,
    glow::STENCIL_TEST,
];
/// The same, where ES has none.
const DESKTOP_SWITCHES: [u32; 5] =
    [glow::COLOR_LOGIC_OP, glow::FRAMEBUFFER_SRGB, glow::POLYGON_SMOOTH, glow::PRIMITIVE_RESTART, glow::SAMPLE_MASK];
/// How pixels lie in memory, with what a backend wants.
const PIXEL_STORE: [(u32, i32); 8] = [
    (glow::UNPACK_ALIGNMENT, 4),
    (glow::UNPACK_ROW_LENGTH, 0),
    (glow::UNPACK_SKIP_ROWS, 0),
    (glow::UNPACK_SKIP_PIXELS, 0),
    (glow::PACK_ALIGNMENT, 4),
    (glow::PACK_ROW_LENGTH, 0),
    (glow::PACK_SKIP_ROWS, 0),
    (glow::PACK_SKIP_PIXELS, 0),
];
const DESKTOP_PIXEL_STORE: [(u32, i32); 4] =
    [(glow::UNPACK_SWAP_BYTES, 0), (glow::UNPACK_LSB_FIRST, 0), (glow::PACK_SWAP_BYTES, 0), (glow::PACK_LSB_FIRST, 0)];

/// Whether reading back clamps floats; of OpenGL 3.0 to 3.3.
const CLAMP_READ_COLOR: u32 = 0x891C;

/// What the owner of a context had set.
pub(super) struct Saved {
    program: Option<glow::Program>,
    vertex_array: Option<glow::VertexArray>,
    draw_framebuffer: Option<glow::Framebuffer>,
    read_framebuffer: Option<glow::Framebuffer>,
    viewport: [i32; 4],
    color_mask: [bool; 4],
    polygon_mode: Option<[i32; 2]>,
    active_unit: i32,
    units: Vec<(Option<glow::Texture>, Option<glow::Texture>, Option<glow::Sampler>)>,
    pack_buffer: Option<glow::Buffer>,
    unpack_buffer: Option<glow::Buffer>,
    switches: Vec<(u32, bool)>,
    rasterizer_discard: bool,
    pixel_store: Vec<(u32, i32)>,
}

impl Saved {
    /// Notes what is set, and sets what a backend needs.
    ///
    /// # Errors
    /// Where the owner clamps what is read back, which nothing here can switch off.
    pub fn take(gl: &glow::Context, units: usize) -> Result<Saved, BackendError> {
        let es = gl.version().is_embedded;
        // SAFETY: the context is current in every caller; these calls only ask and set state.
        unsafe {
            // The owner's errors are not ours. A lost context has no end of them.
            for _ in 0..16 {
                if gl.get_error() == glow::NO_ERROR {
                    break;
                }
            }
            if !es && gl.get_parameter_i32(CLAMP_READ_COLOR) == glow::TRUE as i32 {
                let what = "the owner clamps it: set glClampColor(GL_CLAMP_READ_COLOR, GL_FIXED_ONLY)".to_owned();
                return Err(BackendError::Driver { during: "reading back from the adopted context", what });
            }
            let switches = SWITCHES.iter().chain(if es { [].iter() } else { DESKTOP_SWITCHES.iter() });
            let stores = PIXEL_STORE.iter().chain(if es { [].iter() } else { DESKTOP_PIXEL_STORE.iter() });
            let mut viewport = [0; 4];
            gl.get_parameter_i32_slice(glow::VIEWPORT, &mut viewport);
            let mut polygon_mode = [0; 2];
            if !es {
                gl.get_parameter_i32_slice(glow::POLYGON_MODE, &mut polygon_mode);
            }
            let active_unit = gl.get_parameter_i32(glow::ACTIVE_TEXTURE);
            let units = (0..units.max(1) as u32).map(|unit| {
                gl.active_texture(glow::TEXTURE0 + unit);
                let bound = (
                    gl.get_parameter_texture(glow::TEXTURE_BINDING_2D),
                    gl.get_parameter_texture(glow::TEXTURE_BINDING_2D_ARRAY),
                    gl.get_parameter_sampler(glow::SAMPLER_BINDING),
                );
                gl.bind_sampler(unit, None);
                bound
            });
            let saved = Saved {
                program: gl.get_parameter_program(glow::CURRENT_PROGRAM),
                vertex_array: gl.get_parameter_vertex_array(glow::VERTEX_ARRAY_BINDING),
                draw_framebuffer: gl.get_parameter_framebuffer(glow::DRAW_FRAMEBUFFER_BINDING),
                read_framebuffer: gl.get_parameter_framebuffer(glow::READ_FRAMEBUFFER_BINDING),
                viewport,
                color_mask: gl.get_parameter_bool_array(glow::COLOR_WRITEMASK),
                polygon_mode: (!es).then_some(polygon_mode),
                active_unit,
                units: units.collect(),
                pack_buffer: gl.get_parameter_buffer(glow::PIXEL_PACK_BUFFER_BINDING),
                unpack_buffer: gl.get_parameter_buffer(glow::PIXEL_UNPACK_BUFFER_BINDING),
                switches: switches.map(|&switch| (switch, gl.is_enabled(switch))).collect(),
                rasterizer_discard: gl.is_enabled(glow::RASTERIZER_DISCARD),
                pixel_store: stores.clone().map(|&(name, _)| (name, gl.get_parameter_i32(name))).collect(),
            };
            for &(switch, _) in &saved.switches {
                gl.disable(switch);
            }
            gl.disable(glow::RASTERIZER_DISCARD);
            gl.color_mask(true, true, true, true);
            if !es {
                gl.polygon_mode(glow::FRONT_AND_BACK, glow::FILL);
            }
            gl.bind_buffer(glow::PIXEL_PACK_BUFFER, None);
            gl.bind_buffer(glow::PIXEL_UNPACK_BUFFER, None);
            for &(name, value) in stores {
                gl.pixel_store_i32(name, value);
            }
            Ok(saved)
        }
    }

    /// Puts everything back.
    pub fn restore(self, gl: &glow::Context) {
        // SAFETY: the context is current in every caller, and what is set was set before.
        unsafe {
            gl.use_program(self.program);
            gl.bind_vertex_array(self.vertex_array);
            gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, self.draw_framebuffer);
            gl.bind_framebuffer(glow::READ_FRAMEBUFFER, self.read_framebuffer);
            let [x, y, width, height] = self.viewport;
            gl.viewport(x, y, width, height);
            let [red, green, blue, alpha] = self.color_mask;
            gl.color_mask(red, green, blue, alpha);
            if let Some([mode, _]) = self.polygon_mode {
                gl.polygon_mode(glow::FRONT_AND_BACK, mode as u32);
            }
            for (unit, (texture, layers, sampler)) in self.units.into_iter().enumerate() {
                gl.active_texture(glow::TEXTURE0 + unit as u32);
                gl.bind_texture(glow::TEXTURE_2D, texture);
                gl.bind_texture(glow::TEXTURE_2D_ARRAY, layers);
                gl.bind_sampler(unit as u32, sampler);
            }
            gl.active_texture(self.active_unit as u32);
            gl.bind_buffer(glow::PIXEL_PACK_BUFFER, self.pack_buffer);
            gl.bind_buffer(glow::PIXEL_UNPACK_BUFFER, self.unpack_buffer);
            for (switch, on) in self.switches.into_iter().chain([(glow::RASTERIZER_DISCARD, self.rasterizer_discard)]) {
                if on {
                    gl.enable(switch);
                }
            }
            for (name, value) in self.pixel_store {
                gl.pixel_store_i32(name, value);
            }
        }
    }
}

/// What our own context needs off: all else is off from the start.
pub(super) fn prepare_own(gl: &glow::Context) {
    // SAFETY: the context is current in the caller.
    unsafe { gl.disable(glow::DITHER) };
}
