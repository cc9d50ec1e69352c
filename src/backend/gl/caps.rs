//! Capabilities of a context, which are queried once. Whether a float format is renderable is determined by rendering to it.

use glow::HasContext;

use crate::backend::{
    BackendError, BlendSupport, Class, Compute, DeviceInfo, Features, Format, Limits, LoopSupport, PointSource,
};
use crate::glsl::Dialect;

use super::targets;

/// The formats that may be renderable, each with its name and internal format.
const FORMATS: [(&str, u32); 6] = [
    ("R16F", glow::R16F),
    ("RG16F", glow::RG16F),
    ("RGBA16F", glow::RGBA16F),
    ("R32F", glow::R32F),
    ("RG32F", glow::RG32F),
    ("RGBA32F", glow::RGBA32F),
];

/// The parameters of WEBGL_debug_renderer_info for the vendor and the renderer.
const UNMASKED_NAMES: [u32; 2] = [0x9245, 0x9246];

/// The extensions that OpenGL 2.1 needs to render to float textures.
const OLD_TARGETS: &str = "ARB_framebuffer_object and ARB_texture_float";

/// Checks that a context has framebuffer objects, since their functions must not be called otherwise. `older` says whether the
/// functions of the older GL_EXT_framebuffer_object were loaded as a fallback.
///
/// # Errors
/// Fails for OpenGL 2.1 without an extension for framebuffer objects.
pub(super) fn has_framebuffers(gl: &glow::Context, older: bool) -> Result<(), BackendError> {
    let has = |extension| gl.supported_extensions().contains(extension);
    let old = || has("GL_ARB_framebuffer_object") || older && has("GL_EXT_framebuffer_object");
    if gl.version().major >= 3 || old() {
        return Ok(());
    }
    // SAFETY: the context is current in the caller; this call only queries state.
    let renderer = unsafe { gl.get_parameter_string(glow::RENDERER) };
    Err(BackendError::NoFloatTargets { renderer, missing: "no framebuffer objects".to_owned(), needed: OLD_TARGETS })
}

/// Queries the current context. Returns its properties, and the dialect in which kernels are written.
///
/// # Errors
/// Fails if the context is too old for the dialect, or cannot render to float textures.
pub(super) fn ask(gl: &glow::Context, wanted: Option<Dialect>) -> Result<(DeviceInfo, Dialect), BackendError> {
    // A browser may report its own name as the renderer, and the driver's under another parameter.
    let unmasked = gl.supported_extensions().contains("WEBGL_debug_renderer_info");
    let names = if unmasked { UNMASKED_NAMES } else { [glow::VENDOR, glow::RENDERER] };
    // SAFETY: the context is current in the caller; these calls only query state.
    let ([vendor, renderer], version) =
        unsafe { (names.map(|name| gl.get_parameter_string(name)), gl.get_parameter_string(glow::VERSION)) };
    let number = gl.version();
    let es = number.is_embedded;
    let newer = (number.major, number.minor) >= (3, 3);
    let (dialect, needed) = match wanted {
        _ if es => (Dialect::Es, (3, 0)),
        Some(Dialect::Gl) => (Dialect::Gl, (3, 3)),
        Some(Dialect::Arb) => (Dialect::Arb, (2, 1)),
        None if newer => (Dialect::Gl, (3, 3)),
        _ => (Dialect::Gl2, (2, 1)),
    };
    if (number.major, number.minor) < needed {
        return Err(BackendError::TooOld { renderer, got: version, needed: dialect.api() });
    }
    let formats: Vec<Format> =
        FORMATS.iter().map(|&(name, internal)| Format { name, renders: renders(gl, internal) }).collect();
    if let Some((missing, needed)) = missing_formats(&formats, dialect) {
        return Err(BackendError::NoFloatTargets { renderer, missing, needed });
    }
    let has = |extension: &str| gl.supported_extensions().contains(extension);
    // Desktop OpenGL has timers from 3.3 on.
    let timer_queries = match es {
        true => has("GL_EXT_disjoint_timer_query"),
        false => newer || has("GL_ARB_timer_query"),
    };
    let class = class_of(&renderer);
    let limits = limits(gl, dialect);
    let targets = targets::writable(gl, &renderer, limits.targets);
    let info = DeviceInfo {
        vendor,
        renderer,
        version,
        dialect: Some(dialect),
        class,
        limits: Limits { targets, ..limits },
        features: Features {
            blending: blending(gl, dialect),
            float_mip_levels: dialect != Dialect::Es || super::mip_levels::has_filters(gl),
            fragment_counts: !gl.version().is_embedded,
            reads_depth_stencil: !gl.version().is_embedded
                || gl.supported_extensions().contains("GL_NV_read_depth_stencil"),
            points: match ask_number(gl, glow::MAX_VERTEX_TEXTURE_IMAGE_UNITS) {
                _ if dialect == Dialect::Arb => None,
                0 => Some(PointSource::Buffer),
                _ => Some(PointSource::VertexTexture),
            },
            ..features(dialect)
        },
        formats,
        timer_queries,
        partitions: false,
        early_z_in_queries: true,
        compute: compute(gl, dialect),
    };
    Ok((info, dialect))
}

/// Returns whether a dialect belongs to OpenGL 2.1.
fn is_old(dialect: Dialect) -> bool {
    matches!(dialect, Dialect::Gl2 | Dialect::Arb)
}

/// Returns the required float formats that are not renderable, and the extension or version that would provide them. Returns `None` if
/// all required formats are renderable.
fn missing_formats(formats: &[Format], dialect: Dialect) -> Option<(String, &'static str)> {
    let missing: Vec<&str> = formats
        .iter()
        .filter(|format| format.name.ends_with("32F") && !format.renders)
        // OpenGL 2.1 only requires RGBA32F, which replaces formats with fewer channels.
        .filter(|format| !is_old(dialect) || format.name == "RGBA32F")
        .map(|format| format.name)
        .collect();
    let needed = match dialect {
        Dialect::Es => "EXT_color_buffer_float",
        Dialect::Gl => "OpenGL 3.0's float textures",
        Dialect::Gl2 | Dialect::Arb => OLD_TARGETS,
    };
    (!missing.is_empty()).then(|| (missing.join(", "), needed))
}

fn ask_number(gl: &glow::Context, parameter: u32) -> usize {
    // SAFETY: the context is current in the caller; this call only queries state.
    unsafe { gl.get_parameter_i32(parameter) as usize }
}

fn limits(gl: &glow::Context, dialect: Dialect) -> Limits {
    let mut viewport = [0; 2];
    // SAFETY: the context is current in the caller, and the slice has room for both extents.
    unsafe { gl.get_parameter_i32_slice(glow::MAX_VIEWPORT_DIMS, &mut viewport) };
    Limits {
        texture: ask_number(gl, glow::MAX_TEXTURE_SIZE).min(viewport[0] as usize).min(viewport[1] as usize),
        // ARB_draw_buffers never guaranteed more than four.
        targets: ask_number(gl, glow::MAX_DRAW_BUFFERS)
            .min(ask_number(gl, glow::MAX_COLOR_ATTACHMENTS))
            .min(if is_old(dialect) { 4 } else { usize::MAX }),
        samplers: ask_number(gl, glow::MAX_TEXTURE_IMAGE_UNITS),
        point_size: point_size(gl, dialect),
    }
}

/// Returns the maximum size of a point.
fn point_size(gl: &glow::Context, dialect: Dialect) -> usize {
    const POINT_SIZE_RANGE: u32 = 0x0B12;
    // Core profiles have no other name for it.
    let name = if dialect == Dialect::Gl { POINT_SIZE_RANGE } else { glow::ALIASED_POINT_SIZE_RANGE };
    let mut range = [1.0; 2];
    // SAFETY: the context is current in the caller, and the slice has room for both ends.
    unsafe { gl.get_parameter_f32_slice(name, &mut range) };
    (range[1] as usize).max(1)
}

/// Returns the limits of compute shaders, or `None` if the context has no compute shaders.
fn compute(gl: &glow::Context, dialect: Dialect) -> Option<Compute> {
    let number = gl.version();
    let (es, number) = (number.is_embedded, (number.major, number.minor));
    let has_compute = !is_old(dialect) && number >= if es { (3, 1) } else { (4, 3) };
    let widest = match has_compute {
        // SAFETY: the context is current in the caller, and the parameter has three entries.
        true => unsafe { gl.get_parameter_indexed_i32(glow::MAX_COMPUTE_WORK_GROUP_SIZE, 0) as usize },
        false => 0,
    };
    has_compute.then(|| Compute {
        // The invocations of a work group are all arranged along x.
        invocations: ask_number(gl, glow::MAX_COMPUTE_WORK_GROUP_INVOCATIONS).min(widest),
        shared_bytes: ask_number(gl, glow::MAX_COMPUTE_SHARED_MEMORY_SIZE),
        // SAFETY: the context is current in the caller, and the parameter has three entries.
        groups: std::array::from_fn(|axis| unsafe {
            gl.get_parameter_indexed_i32(glow::MAX_COMPUTE_WORK_GROUP_COUNT, axis as u32) as usize
        }),
        // The OpenGL functions used here take sizes as signed 32-bit numbers.
        buffer_bytes: ask_number(gl, glow::MAX_SHADER_STORAGE_BLOCK_SIZE).min(i32::MAX as usize),
        precise: !es || number >= (3, 2),
    })
}

/// Returns the floats that passes can blend. OpenGL blends all since 3.0.
fn blending(gl: &glow::Context, dialect: Dialect) -> BlendSupport {
    let has = |extension: &str| gl.supported_extensions().contains(extension);
    match dialect {
        Dialect::Es if has("GL_EXT_float_blend") || has("EXT_float_blend") => BlendSupport::Floats,
        // Whatever renders to half floats in OpenGL ES can also blend them.
        Dialect::Es => BlendSupport::Halves,
        Dialect::Gl => BlendSupport::Floats,
        // Without it, the results of blending are clamped.
        Dialect::Gl2 | Dialect::Arb if gl.version().major >= 3 || has("GL_ARB_color_buffer_float") => {
            BlendSupport::Floats
        }
        Dialect::Gl2 | Dialect::Arb => BlendSupport::None,
    }
}

fn features(dialect: Dialect) -> Features {
    match is_old(dialect) {
        true => Features {
            integers: false,
            array_textures: false,
            exact_integer: 1 << 24,
            branches: dialect != Dialect::Arb,
            loops: if dialect == Dialect::Arb { LoopSupport::Counted } else { LoopSupport::Dynamic },
            ..Features::ALL
        },
        false => Features::ALL,
    }
}

/// Returns the maximum total number of components of a fragment shader's uniforms.
pub(super) fn uniform_components(gl: &glow::Context) -> usize {
    // SAFETY: the context is current in the caller.
    let max = unsafe { gl.get_parameter_i32(glow::MAX_FRAGMENT_UNIFORM_COMPONENTS) };
    max.max(0) as usize
}

/// Returns whether a driver draws on the CPU or on a GPU. Only the renderer's name tells this.
fn class_of(renderer: &str) -> Class {
    let software = ["llvmpipe", "softpipe", "SwiftShader", "Microsoft Basic Render"];
    if software.iter().any(|name| renderer.contains(name)) { Class::Software } else { Class::Hardware }
}

/// Returns whether a value that is rendered to the format is read back unchanged.
fn renders(gl: &glow::Context, internal: u32) -> bool {
    const VALUE: f32 = -2.625; // exact in half floats, and outside the range of a fixed-point format
    // SAFETY: the context is current. All objects that are created here are deleted here, and the caller restores the bindings.
    unsafe {
        let (Ok(texture), Ok(framebuffer)) = (gl.create_texture(), gl.create_framebuffer()) else {
            return false;
        };
        gl.bind_texture(glow::TEXTURE_2D, Some(texture));
        super::texture::parameters(gl, glow::TEXTURE_2D);
        let (format, half) = match internal {
            glow::R16F => (glow::RED, true),
            glow::RG16F => (glow::RG, true),
            glow::RGBA16F => (glow::RGBA, true),
            glow::R32F => (glow::RED, false),
            glow::RG32F => (glow::RG, false),
            _ => (glow::RGBA, false),
        };
        let ty = if half { glow::HALF_FLOAT } else { glow::FLOAT };
        let nothing = glow::PixelUnpackData::Slice(None);
        gl.tex_image_2d(glow::TEXTURE_2D, 0, internal as i32, 4, 4, 0, format, ty, nothing);
        gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
        gl.framebuffer_texture_2d(glow::FRAMEBUFFER, glow::COLOR_ATTACHMENT0, glow::TEXTURE_2D, Some(texture), 0);
        let mut came_back = false;
        if gl.check_framebuffer_status(glow::FRAMEBUFFER) == glow::FRAMEBUFFER_COMPLETE {
            gl.draw_buffers(&[glow::COLOR_ATTACHMENT0]);
            let mut owners = [0.0; 4];
            gl.get_parameter_f32_slice(glow::COLOR_CLEAR_VALUE, &mut owners);
            gl.clear_color(VALUE, VALUE, VALUE, VALUE);
            gl.clear(glow::COLOR_BUFFER_BIT);
            let [red, green, blue, alpha] = owners;
            gl.clear_color(red, green, blue, alpha);
            let mut texel = [0.0f32; 4];
            let bytes = glow::PixelPackData::Slice(Some(bytemuck::cast_slice_mut(&mut texel)));
            gl.read_pixels(1, 1, 1, 1, glow::RGBA, glow::FLOAT, bytes);
            came_back = gl.get_error() == glow::NO_ERROR && texel[0] == VALUE;
        }
        while gl.get_error() != glow::NO_ERROR {
            // Clears the errors of a format that cannot be created. The result is in `came_back`.
        }
        gl.bind_framebuffer(glow::FRAMEBUFFER, None);
        gl.delete_framebuffer(framebuffer);
        gl.bind_texture(glow::TEXTURE_2D, None);
        gl.delete_texture(texture);
        came_back
    }
}
