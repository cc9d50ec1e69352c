//! Runs a fragment shader directly on this machine's driver, with as few calls as possible and without the backend.
#![allow(unsafe_code, reason = "OpenGL is called here")]

use std::sync::{Mutex, MutexGuard, PoisonError};

use glow::HasContext;

use crate::geometry::Geometry;
use crate::glsl::{Dialect, Shader, UniformSource};
use crate::ir::access::{AccessSummary, Variant};
use crate::ir::interpret::Value;
use crate::level::one_in_turn;

use super::headless::{Native, Wish, bare};

/// Returns the dialects to test. These are the ones that `BROOKLET_TEST_DIALECTS` names. Without that variable, they are all dialects,
/// or only one in a quick run.
pub(crate) fn dialects() -> Vec<Dialect> {
    among(Dialect::ALL.to_vec())
}

/// Returns the dialects with integers to test, chosen in the same way as in [`dialects`].
pub(crate) fn dialects_with_integers() -> Vec<Dialect> {
    among(vec![Dialect::Gl, Dialect::Es])
}

fn among(mut all: Vec<Dialect>) -> Vec<Dialect> {
    let Ok(names) = std::env::var("BROOKLET_TEST_DIALECTS") else { return one_in_turn(all) };
    all.retain(|dialect| names.split(',').any(|name| name.trim() == dialect.name()));
    all
}

/// A lock, because llvmpipe's contexts cannot be used concurrently.
static ALONE: Mutex<()> = Mutex::new(());

/// A context that compiles shaders of one dialect.
pub(crate) struct Driver {
    pub dialect: Dialect,
    gl: glow::Context,
    _context: Native,
    _alone: MutexGuard<'static, ()>,
}

/// A stream whose texels have one float or four floats.
pub(crate) struct Input {
    pub geometry: Geometry,
    pub texels: Vec<f32>,
}

impl Driver {
    pub fn open(dialect: Dialect) -> Driver {
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let index = std::env::var("BROOKLET_TEST_DEVICE").ok().and_then(|index| index.parse().ok()).unwrap_or(0);
        let context = bare(index, &Wish::oldest(dialect)).unwrap_or_else(|error| panic!("{error}"));
        // SAFETY: the context is current when its functions are loaded.
        unsafe {
            let gl = glow::Context::from_loader_function_cstr(|symbol| context.function(symbol));
            if dialect == Dialect::Gl {
                let array = gl.create_vertex_array().unwrap();
                gl.bind_vertex_array(Some(array));
            }
            Driver { dialect, gl, _context: context, _alone: alone }
        }
    }

    fn vertex(&self) -> &'static str {
        match self.dialect {
            Dialect::Gl => {
                "#version 330 core\nin vec2 place; out vec2 _at; void main() { _at = 0.5 * place + 0.5; gl_Position = vec4(place, 0.0, 1.0); }"
            }
            Dialect::Es => {
                "#version 300 es\nin vec2 place; out vec2 _at; void main() { _at = 0.5 * place + 0.5; gl_Position = vec4(place, 0.0, 1.0); }"
            }
            Dialect::Gl2 | Dialect::Arb => {
                "#version 120\nattribute vec2 place; varying vec2 _at; void main() { _at = 0.5 * place + 0.5; gl_Position = vec4(place, 0.0, 1.0); }"
            }
        }
    }

    /// Compiles and links a shader. Returns the program, or the driver's log.
    pub fn compile(&self, shader: &Shader) -> Result<glow::Program, String> {
        let gl = &self.gl;
        // SAFETY: the context is current.
        unsafe {
            let program = gl.create_program().unwrap();
            for (kind, text) in [(glow::VERTEX_SHADER, self.vertex()), (glow::FRAGMENT_SHADER, &shader.text)] {
                let stage = gl.create_shader(kind).unwrap();
                gl.shader_source(stage, text);
                gl.compile_shader(stage);
                if !gl.get_shader_compile_status(stage) {
                    return Err(gl.get_shader_info_log(stage));
                }
                gl.attach_shader(program, stage);
            }
            gl.bind_attrib_location(program, 0, "place");
            gl.link_program(program);
            match gl.get_program_link_status(program) {
                true => Ok(program),
                false => Err(gl.get_program_info_log(program)),
            }
        }
    }

    /// Compiles and links a shader. Panics with the driver's log and the shader's text if that fails.
    pub fn compiled(&self, shader: &Shader) -> glow::Program {
        self.compile(shader).unwrap_or_else(|log| panic!("{log}\n{}", shader.text))
    }

    fn texture(&self, width: usize, height: usize, texels: Option<&[f32]>) -> glow::Texture {
        let one = texels.is_some_and(|texels| texels.len() == width * height);
        let (inner, format) = if one { (glow::R32F, glow::RED) } else { (glow::RGBA32F, glow::RGBA) };
        let gl = &self.gl;
        // SAFETY: the context is current, and the slice has all texels.
        unsafe {
            let texture = gl.create_texture().unwrap();
            gl.bind_texture(glow::TEXTURE_2D, Some(texture));
            for (parameter, value) in [
                (glow::TEXTURE_MIN_FILTER, glow::NEAREST),
                (glow::TEXTURE_MAG_FILTER, glow::NEAREST),
                (glow::TEXTURE_WRAP_S, glow::CLAMP_TO_EDGE),
                (glow::TEXTURE_WRAP_T, glow::CLAMP_TO_EDGE),
            ] {
                gl.tex_parameter_i32(glow::TEXTURE_2D, parameter, value as i32);
            }
            let (width, height) = (width as i32, height as i32);
            let pixels = glow::PixelUnpackData::Slice(texels.map(bytemuck::cast_slice));
            let inner = inner as i32;
            gl.tex_image_2d(glow::TEXTURE_2D, 0, inner, width, height, 0, format, glow::FLOAT, pixels);
            texture
        }
    }

    fn uniforms(
        &self,
        program: glow::Program,
        shader: &Shader,
        constants: &[Value],
        inputs: &[Input],
        output: &Geometry,
    ) {
        let gl = &self.gl;
        let integers = self.dialect.integers();
        let layout = |g: &Geometry| [g.width, g.row, g.rows(), g.count].map(|n| n as i32);
        for uniform in &shader.uniforms {
            // SAFETY: the program is in use.
            unsafe {
                let at = gl.get_uniform_location(program, &uniform.name);
                let at = at.as_ref();
                let set_layout = |lies: [i32; 4]| match integers {
                    true => gl.uniform_4_i32_slice(at, &lies),
                    false => gl.uniform_4_f32_slice(at, &lies.map(|n| n as f32)),
                };
                match uniform.source {
                    UniformSource::OutputLayout => set_layout(layout(output)),
                    UniformSource::InputLayout(input) => set_layout(layout(&inputs[input].geometry)),
                    UniformSource::Tail => gl.uniform_1_f32(at, -7.0),
                    UniformSource::InputInverse(input) => {
                        let g = &inputs[input].geometry;
                        gl.uniform_2_f32(at, 1.0 / g.width as f32, 1.0 / g.height as f32);
                    }
                    UniformSource::InputShift(input) => {
                        gl.uniform_1_i32(at, inputs[input].geometry.width.ilog2() as i32);
                    }
                    UniformSource::Searching => gl.uniform_1_i32(at, 0),
                    UniformSource::Constant(constant) => match constants[constant] {
                        Value::Float(count, values) => match count.count() {
                            1 => gl.uniform_1_f32(at, values[0]),
                            2 => gl.uniform_2_f32(at, values[0], values[1]),
                            3 => gl.uniform_3_f32(at, values[0], values[1], values[2]),
                            _ => gl.uniform_4_f32_slice(at, &values),
                        },
                        Value::Index(value) | Value::Int(_, [value, ..]) if !integers => {
                            gl.uniform_1_f32(at, value as f32);
                        }
                        Value::Index(value) | Value::Int(_, [value, ..]) => gl.uniform_1_i32(at, value),
                        Value::Uint(_, [value, ..]) => gl.uniform_1_u32(at, value),
                        Value::Bool(_, [value, ..]) => gl.uniform_1_i32(at, value.into()),
                    },
                }
            }
        }
    }

    /// Runs a shader over all texels of the output. Returns four floats per texel for each render target.
    pub fn run(&self, shader: &Shader, constants: &[Value], inputs: &[Input], output: &Geometry) -> Vec<Vec<f32>> {
        let gl = &self.gl;
        let program = self.compiled(shader);
        // SAFETY: the context is current; sizes are those of the slices.
        unsafe {
            gl.use_program(Some(program));
            let textures: Vec<_> = inputs
                .iter()
                .map(|input| self.texture(input.geometry.width, input.geometry.height, Some(&input.texels)))
                .collect();
            let targets: Vec<_> =
                (0..shader.targets).map(|_| self.texture(output.width, output.height, None)).collect();
            for (unit, (texture, name)) in textures.iter().zip(&shader.samplers).enumerate() {
                gl.active_texture(glow::TEXTURE0 + unit as u32);
                gl.bind_texture(glow::TEXTURE_2D, Some(*texture));
                gl.uniform_1_i32(gl.get_uniform_location(program, name).as_ref(), unit as i32);
            }
            self.uniforms(program, shader, constants, inputs, output);
            let framebuffer = gl.create_framebuffer().unwrap();
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
            let points: Vec<u32> = (0..shader.targets as u32).map(|k| glow::COLOR_ATTACHMENT0 + k).collect();
            for (point, target) in points.iter().zip(&targets) {
                gl.framebuffer_texture_2d(glow::FRAMEBUFFER, *point, glow::TEXTURE_2D, Some(*target), 0);
            }
            gl.draw_buffers(&points);
            assert_eq!(gl.check_framebuffer_status(glow::FRAMEBUFFER), glow::FRAMEBUFFER_COMPLETE);
            gl.viewport(0, 0, output.width as i32, output.height as i32);
            let corners: [f32; 12] = [-1.0, -1.0, 1.0, -1.0, 1.0, 1.0, -1.0, -1.0, 1.0, 1.0, -1.0, 1.0];
            let buffer = gl.create_buffer().unwrap();
            gl.bind_buffer(glow::ARRAY_BUFFER, Some(buffer));
            gl.buffer_data_u8_slice(glow::ARRAY_BUFFER, bytemuck::cast_slice(&corners), glow::STATIC_DRAW);
            gl.enable_vertex_attrib_array(0);
            gl.vertex_attrib_pointer_f32(0, 2, glow::FLOAT, false, 0, 0);
            gl.draw_arrays(glow::TRIANGLES, 0, 6);
            let read = |point: u32| {
                let mut texels = vec![0.0f32; 4 * output.width * output.height];
                gl.read_buffer(point);
                let (width, height) = (output.width as i32, output.height as i32);
                let pixels = glow::PixelPackData::Slice(Some(bytemuck::cast_slice_mut(&mut texels)));
                gl.read_pixels(0, 0, width, height, glow::RGBA, glow::FLOAT, pixels);
                texels
            };
            let results = points.iter().map(|&point| read(point)).collect();
            assert_eq!(gl.get_error(), glow::NO_ERROR, "{}", self.dialect.name());
            gl.delete_buffer(buffer);
            gl.delete_framebuffer(framebuffer);
            textures.into_iter().chain(targets).for_each(|texture| gl.delete_texture(texture));
            gl.delete_program(program);
            results
        }
    }
}

/// Returns the geometry of a list whose texture has `width` elements per row.
pub(crate) fn plain(count: usize, width: usize) -> Geometry {
    Geometry::grid(width, count)
}

/// Returns the variant of a kernel for plain streams.
pub(crate) fn variant(module: &crate::ir::Kernel) -> Variant {
    Variant::uniform(module, &AccessSummary::of(module), crate::geometry::Layout::Plain)
}
