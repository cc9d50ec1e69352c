//! Saves and restores the state of an adopted context: the state that a pass changes, and the state that would make its results wrong.

use glow::HasContext;

use crate::backend::BackendError;

/// The capabilities that must be disabled, so that a pass writes each texel as computed.
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
/// Further capabilities that must be disabled, which ES lacks.
const DESKTOP_SWITCHES: [u32; 7] = [
    glow::COLOR_LOGIC_OP,
    glow::DEPTH_CLAMP,
    glow::FRAMEBUFFER_SRGB,
    glow::POLYGON_SMOOTH,
    glow::PRIMITIVE_RESTART,
    glow::PROGRAM_POINT_SIZE,
    glow::SAMPLE_MASK,
];
/// Those of `DESKTOP_SWITCHES` that a context older than OpenGL 3.3 has.
const OLD_SWITCHES: [u32; 3] = [glow::COLOR_LOGIC_OP, glow::POLYGON_SMOOTH, glow::PROGRAM_POINT_SIZE];
/// Further capabilities that must be disabled, which core profiles lack: the alpha test, stippling, smooth points, and clip planes. Clip
/// planes take effect even if a shader does not use them.
const FIXED_SWITCHES: [u32; 9] = [0x0BC0, 0x0B42, 0x0B10, 0x3000, 0x3001, 0x3002, 0x3003, 0x3004, 0x3005];
/// The parameters of pixel storage, with the values that the backend needs.
const PIXEL_STORE: [(u32, i32); 10] = [
    (glow::UNPACK_ALIGNMENT, 4),
    (glow::UNPACK_ROW_LENGTH, 0),
    (glow::UNPACK_SKIP_ROWS, 0),
    (glow::UNPACK_SKIP_PIXELS, 0),
    // These two are of textures with layers.
    (glow::UNPACK_IMAGE_HEIGHT, 0),
    (glow::UNPACK_SKIP_IMAGES, 0),
    (glow::PACK_ALIGNMENT, 4),
    (glow::PACK_ROW_LENGTH, 0),
    (glow::PACK_SKIP_ROWS, 0),
    (glow::PACK_SKIP_PIXELS, 0),
];
const DESKTOP_PIXEL_STORE: [(u32, i32); 4] =
    [(glow::UNPACK_SWAP_BYTES, 0), (glow::UNPACK_LSB_FIRST, 0), (glow::PACK_SWAP_BYTES, 0), (glow::PACK_LSB_FIRST, 0)];

/// The parameters that tell whether a stage clamps floats, each with the target of `glClampColor` that sets it.
const CLAMPS: [(u32, &str); 2] = [(0x891C, "GL_CLAMP_READ_COLOR"), (0x891B, "GL_CLAMP_FRAGMENT_COLOR")];
/// The scale and bias parameters of pixel transfers in OpenGL 2.1, with their neutral values.
const PIXEL_TRANSFER: [(u32, f32); 9] = [
    (0x0D10, 0.0),
    (0x0D14, 1.0),
    (0x0D15, 0.0),
    (0x0D18, 1.0),
    (0x0D19, 0.0),
    (0x0D1A, 1.0),
    (0x0D1B, 0.0),
    (0x0D1C, 1.0),
    (0x0D1D, 0.0),
];

/// Whether bound objects can be queried. A browser supports this, but glow 0.17 panics if nothing is bound. So in a browser the
/// bindings are not restored, and nothing is bound afterwards.
pub(super) const NAMES_BOUND: bool = !cfg!(target_arch = "wasm32");

/// The kinds of state that a context has. An OpenGL 2.1 context may have most of the later kinds through extensions.
#[derive(Clone, Copy)]
struct Has {
    es: bool,
    /// The state of OpenGL 3.3 and ES 3.0.
    modern: bool,
    vertex_arrays: bool,
    samplers: bool,
    rasterizer_discard: bool,
    clamps: bool,
    /// The fixed-function state that core profiles removed.
    fixed: bool,
}

impl Has {
    fn of(gl: &glow::Context) -> Has {
        let version = gl.version();
        let es = version.is_embedded;
        let since = |major, minor| es || (version.major, version.minor) >= (major, minor);
        let has = |extension| gl.supported_extensions().contains(extension);
        Has {
            es,
            modern: since(3, 3),
            vertex_arrays: has_vertex_arrays(gl),
            samplers: has_samplers(gl),
            rasterizer_discard: since(3, 0) || has("GL_EXT_transform_feedback"),
            clamps: !es && (since(3, 0) || has("GL_ARB_color_buffer_float")),
            fixed: !since(3, 1) || has("GL_ARB_compatibility"),
        }
    }

    /// Returns the capabilities of this context that must be disabled.
    fn switches(self) -> impl Iterator<Item = u32> {
        let desktop: &[u32] = match self {
            Has { es: true, .. } => &[],
            Has { modern: true, .. } => &DESKTOP_SWITCHES,
            _ => &OLD_SWITCHES,
        };
        let fixed: &[u32] = if self.fixed { &FIXED_SWITCHES } else { &[] };
        let discard: &[u32] = if self.rasterizer_discard { &[glow::RASTERIZER_DISCARD] } else { &[] };
        SWITCHES.iter().chain(desktop).chain(fixed).chain(discard).copied()
    }

    /// Returns an error if the owner has set state that would make the results of a pass wrong, and that cannot be changed here.
    fn refuse(self, gl: &glow::Context) -> Result<(), BackendError> {
        let failed = |what| Err(BackendError::Driver { during: "using the adopted context", what });
        let clamps = match (self.clamps, self.fixed) {
            (true, true) => &CLAMPS[..],
            (true, false) => &CLAMPS[..1],
            (false, _) => &[],
        };
        for (parameter, name) in clamps {
            // SAFETY: the context is current in the caller; this only queries state that the context has.
            if unsafe { gl.get_parameter_i32(*parameter) } == glow::TRUE as i32 {
                return failed(format!("its owner clamps floats: set glClampColor({name}, GL_FIXED_ONLY)"));
            }
        }
        let transfer: &[_] = if self.fixed { &PIXEL_TRANSFER } else { &[] };
        // SAFETY: as above.
        if transfer.iter().any(|&(parameter, unset)| unsafe { gl.get_parameter_f32(parameter) } != unset) {
            return failed("its owner changes pixels on their way: undo what glPixelTransfer set".to_owned());
        }
        Ok(())
    }
}

/// Returns whether there are sampler objects.
pub(super) fn has_samplers(gl: &glow::Context) -> bool {
    let version = gl.version();
    version.is_embedded
        || (version.major, version.minor) >= (3, 3)
        || gl.supported_extensions().contains("GL_ARB_sampler_objects")
}

/// Returns whether there are vertex array objects.
pub(super) fn has_vertex_arrays(gl: &glow::Context) -> bool {
    let version = gl.version();
    version.major >= 3 || gl.supported_extensions().contains("GL_ARB_vertex_array_object")
}

/// The state that the owner of a context had set. The fields are the parts of OpenGL's state that the backend changes.
pub(super) struct Saved {
    program: Option<glow::Program>,
    has: Has,
    vertex_array: Option<glow::VertexArray>,
    array_buffer: Option<glow::Buffer>,
    /// Whether the first two vertex attributes are read from arrays.
    attributes: [bool; 2],
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
    pixel_store: Vec<(u32, i32)>,
}

impl Saved {
    /// Saves the owner's state, and sets the state that the backend needs.
    ///
    /// # Errors
    /// Fails if the owner has set state that cannot be changed here.
    pub fn take(gl: &glow::Context, units: usize) -> Result<Saved, BackendError> {
        let has = Has::of(gl);
        // SAFETY: the context is current in every caller; these calls only query and set state.
        unsafe {
            // Clears the owner's errors. The number of attempts is limited, because a lost context reports errors forever.
            for _ in 0..16 {
                if gl.get_error() == glow::NO_ERROR {
                    break;
                }
            }
            has.refuse(gl)?;
            let stores = PIXEL_STORE.iter().chain(if has.es { [].iter() } else { DESKTOP_PIXEL_STORE.iter() });
            let mut viewport = [0; 4];
            gl.get_parameter_i32_slice(glow::VIEWPORT, &mut viewport);
            let mut polygon_mode = [0; 2];
            if !has.es {
                gl.get_parameter_i32_slice(glow::POLYGON_MODE, &mut polygon_mode);
            }
            let active_unit = gl.get_parameter_i32(glow::ACTIVE_TEXTURE);
            let units = (0..units.max(1) as u32).map(|unit| {
                gl.active_texture(glow::TEXTURE0 + unit);
                let texture = |binding| gl.get_parameter_texture(binding);
                let bound = (
                    NAMES_BOUND.then(|| texture(glow::TEXTURE_BINDING_2D)).flatten(),
                    (NAMES_BOUND && has.modern).then(|| texture(glow::TEXTURE_BINDING_2D_ARRAY)).flatten(),
                    (NAMES_BOUND && has.samplers).then(|| gl.get_parameter_sampler(glow::SAMPLER_BINDING)).flatten(),
                );
                if has.samplers {
                    gl.bind_sampler(unit, None);
                }
                bound
            });
            let buffer = |binding| NAMES_BOUND.then(|| gl.get_parameter_buffer(binding)).flatten();
            let framebuffer = |binding| NAMES_BOUND.then(|| gl.get_parameter_framebuffer(binding)).flatten();
            let vertex_array = || gl.get_parameter_vertex_array(glow::VERTEX_ARRAY_BINDING);
            let attribute = |number: u32| {
                let mut enabled = [0.0];
                if !has.vertex_arrays {
                    gl.get_vertex_attrib_parameter_f32_slice(number, glow::VERTEX_ATTRIB_ARRAY_ENABLED, &mut enabled);
                }
                enabled[0] != 0.0
            };
            let saved = Saved {
                program: NAMES_BOUND.then(|| gl.get_parameter_program(glow::CURRENT_PROGRAM)).flatten(),
                has,
                vertex_array: (NAMES_BOUND && has.vertex_arrays).then(vertex_array).flatten(),
                array_buffer: buffer(glow::ARRAY_BUFFER_BINDING),
                attributes: [0, 1].map(attribute),
                draw_framebuffer: framebuffer(glow::DRAW_FRAMEBUFFER_BINDING),
                read_framebuffer: framebuffer(glow::READ_FRAMEBUFFER_BINDING),
                viewport,
                color_mask: gl.get_parameter_bool_array(glow::COLOR_WRITEMASK),
                polygon_mode: (!has.es).then_some(polygon_mode),
                active_unit,
                units: units.collect(),
                pack_buffer: buffer(glow::PIXEL_PACK_BUFFER_BINDING),
                unpack_buffer: buffer(glow::PIXEL_UNPACK_BUFFER_BINDING),
                switches: has.switches().map(|switch| (switch, gl.is_enabled(switch))).collect(),
                pixel_store: stores.clone().map(|&(name, _)| (name, gl.get_parameter_i32(name))).collect(),
            };
            for &(switch, _) in &saved.switches {
                gl.disable(switch);
            }
            gl.color_mask(true, true, true, true);
            if !has.es {
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

    /// Restores the owner's state.
    pub fn restore(self, gl: &glow::Context) {
        // SAFETY: the context is current in every caller, and only values that were set before are set.
        unsafe {
            gl.use_program(self.program);
            if self.has.vertex_arrays {
                gl.bind_vertex_array(self.vertex_array);
            } else {
                for (number, enabled) in (0..).zip(self.attributes) {
                    match enabled {
                        true => gl.enable_vertex_attrib_array(number),
                        false => gl.disable_vertex_attrib_array(number),
                    }
                }
            }
            gl.bind_buffer(glow::ARRAY_BUFFER, self.array_buffer);
            gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, self.draw_framebuffer);
            gl.bind_framebuffer(glow::READ_FRAMEBUFFER, self.read_framebuffer);
            let [x, y, width, height] = self.viewport;
            gl.viewport(x, y, width, height);
            let [red, green, blue, alpha] = self.color_mask;
            gl.color_mask(red, green, blue, alpha);
            match self.polygon_mode {
                Some([front, back]) if self.has.fixed => {
                    gl.polygon_mode(glow::FRONT, front as u32);
                    gl.polygon_mode(glow::BACK, back as u32);
                }
                Some([mode, _]) => gl.polygon_mode(glow::FRONT_AND_BACK, mode as u32),
                None => {}
            }
            for (unit, (texture, layers, sampler)) in self.units.into_iter().enumerate() {
                gl.active_texture(glow::TEXTURE0 + unit as u32);
                gl.bind_texture(glow::TEXTURE_2D, texture);
                if self.has.modern {
                    gl.bind_texture(glow::TEXTURE_2D_ARRAY, layers);
                }
                if self.has.samplers {
                    gl.bind_sampler(unit as u32, sampler);
                }
            }
            gl.active_texture(self.active_unit as u32);
            gl.bind_buffer(glow::PIXEL_PACK_BUFFER, self.pack_buffer);
            gl.bind_buffer(glow::PIXEL_UNPACK_BUFFER, self.unpack_buffer);
            for (switch, on) in self.switches {
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

/// Disables dithering in our own context. All other capabilities are disabled by default.
pub(super) fn prepare_own(gl: &glow::Context) {
    // SAFETY: the context is current in the caller.
    unsafe { gl.disable(glow::DITHER) };
}
