//! Shader programs: compiles and links a kernel's fragment shader with the one vertex shader, and draws it.

use glow::HasContext;

use crate::backend::{BackendError, CompileFailure, Draw, ProgramId, Shader, Value};

use super::Gl;
use super::texture::kind;

const QUAD: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/glsl/quad.vert"));

/// A linked program. What the driver optimised away has no location, and setting it does nothing.
pub(super) struct Program {
    pub handle: glow::Program,
    /// Of a fragment shader: where to draw.
    pub rects: Option<glow::UniformLocation>,
    pub uniforms: Vec<Option<glow::UniformLocation>>,
}

impl Gl {
    /// The parts that all programs share.
    pub(super) fn make_quad(&mut self) -> Result<(), BackendError> {
        let failed = |what| BackendError::Driver { during: "setting up", what };
        if !matches!(self.context, super::Context::Foreign(_)) {
            super::adopt::prepare_own(&self.gl);
        }
        let words = self.info.dialect.words();
        let text = format!("{}{QUAD}", words.version);
        // SAFETY: the context is current in the caller.
        unsafe {
            self.quad = Some(self.gl.create_vertex_array().map_err(failed)?);
            let shader = self.gl.create_shader(glow::VERTEX_SHADER).map_err(failed)?;
            self.vertex_shader = Some(shader);
            self.gl.shader_source(shader, &text);
            self.gl.compile_shader(shader);
            if !self.gl.get_shader_compile_status(shader) {
                return Err(failed(self.gl.get_shader_info_log(shader)));
            }
        }
        self.check("setting up")
    }

    pub(super) fn link(&self, shader: &Shader) -> Result<ProgramId, CompileFailure> {
        let failed = |what| CompileFailure::Other(BackendError::Driver { during: "compiling a kernel", what });
        // SAFETY: the context is current in the caller; all handles are its own.
        unsafe {
            let fragment = self.gl.create_shader(glow::FRAGMENT_SHADER).map_err(failed)?;
            self.gl.shader_source(fragment, &shader.text);
            self.gl.compile_shader(fragment);
            if !self.gl.get_shader_compile_status(fragment) {
                let log = self.gl.get_shader_info_log(fragment);
                self.gl.delete_shader(fragment);
                log::debug!("kernel {} was refused:\n{}\n{log}", shader.name, shader.text);
                return Err(CompileFailure::Refused(log));
            }
            let program = match self.gl.create_program() {
                Ok(program) => program,
                Err(what) => {
                    self.gl.delete_shader(fragment);
                    return Err(failed(what));
                }
            };
            if let Some(vertex) = self.vertex_shader {
                self.gl.attach_shader(program, vertex);
            }
            self.gl.attach_shader(program, fragment);
            self.gl.link_program(program);
            self.gl.delete_shader(fragment);
            if !self.gl.get_program_link_status(program) {
                let log = self.gl.get_program_info_log(program);
                self.gl.delete_program(program);
                return Err(CompileFailure::Refused(log));
            }
            self.gl.use_program(Some(program));
            for (unit, name) in shader.samplers.iter().enumerate() {
                let location = self.gl.get_uniform_location(program, name);
                self.gl.uniform_1_i32(location.as_ref(), unit as i32);
            }
            let locate = |name: &String| self.gl.get_uniform_location(program, name);
            let uniforms = shader.uniforms.iter().map(locate).collect();
            let rects = locate(&"_rects".to_owned());
            self.check("compiling a kernel").map_err(CompileFailure::Other)?;
            let id = ProgramId(self.next_program.get());
            self.next_program.set(id.0 + 1);
            self.programs.borrow_mut().insert(id, Program { handle: program, rects, uniforms });
            Ok(id)
        }
    }

    pub(super) fn forget_program(&self, id: ProgramId) {
        if let Some(program) = self.programs.borrow_mut().remove(&id) {
            // SAFETY: the context is current in the caller, and the program is ours.
            unsafe { self.gl.delete_program(program.handle) };
        }
    }

    pub(super) fn draw_quads(&self, draw: &Draw) -> Result<(), BackendError> {
        let framebuffer = self.framebuffer(draw.targets)?;
        let textures = draw.samplers.iter().map(|&id| self.texture(id)).collect::<Result<Vec<_>, _>>()?;
        let programs = self.programs.borrow();
        let program = programs.get(&draw.program).ok_or_else(|| BackendError::Driver {
            during: "drawing a pass",
            what: format!("there is no program {}", draw.program.0),
        })?;
        let (width, height) = draw.size;
        // SAFETY: the context is current in the caller; handles are its own, and locations are the program's.
        unsafe {
            self.gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
            self.gl.viewport(0, 0, width as i32, height as i32);
            self.gl.use_program(Some(program.handle));
            self.gl.bind_vertex_array(self.quad);
            for (unit, (texture, spec)) in textures.iter().enumerate() {
                self.gl.active_texture(glow::TEXTURE0 + unit as u32);
                self.gl.bind_texture(kind(*spec), Some(*texture));
            }
            for (location, value) in program.uniforms.iter().zip(draw.uniforms) {
                self.set(location.as_ref(), *value);
            }
            // A rectangle that is drawn from its texels' edges covers exactly their centres.
            for rects in draw.rects.chunks(2) {
                let edge = |texel: usize, all: usize| 2.0 * texel as f32 / all as f32 - 1.0;
                let edges: Vec<f32> = (rects.iter())
                    .flat_map(|r| {
                        let (right, top) = (r.x + r.width, r.y + r.height);
                        [edge(r.x, width), edge(r.y, height), edge(right, width), edge(top, height)]
                    })
                    .collect();
                self.gl.uniform_4_f32_slice(program.rects.as_ref(), &edges);
                self.gl.draw_arrays(glow::TRIANGLES, 0, 6 * rects.len() as i32);
            }
        }
        self.check("drawing a pass")
    }

    pub(super) fn set(&self, location: Option<&glow::UniformLocation>, value: Value) {
        // SAFETY: the context is current in the caller, and the program in use is the location's.
        unsafe {
            match value {
                Value::Float(x) => self.gl.uniform_1_f32(location, x),
                Value::Vec2([x, y]) => self.gl.uniform_2_f32(location, x, y),
                Value::Vec3([x, y, z]) => self.gl.uniform_3_f32(location, x, y, z),
                Value::Vec4([x, y, z, w]) => self.gl.uniform_4_f32(location, x, y, z, w),
                Value::Index(i) => self.gl.uniform_1_i32(location, i as i32),
                Value::Index4([x, y, z, w]) => self.gl.uniform_4_i32(location, x, y, z, w),
                Value::Bool(b) => self.gl.uniform_1_i32(location, b as i32),
            }
        }
    }
}
