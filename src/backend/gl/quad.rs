//! The quad: the vertices and the vertex shader, which are shared by all passes.

use glow::HasContext;

use crate::backend::BackendError;

use super::{Gl, saved};

const QUAD: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/glsl/quad.vert"));
/// The vertex shader in the GLSL of OpenGL 2.1.
const QUAD_GL2: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/glsl/quad_gl2.vert"));

/// The vertex indices of two rectangles, as a vertex attribute, since OpenGL 2.1 has no `gl_VertexID`.
const NUMBERS: [f32; 12] = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0];

/// The vertex array, and for OpenGL 2.1 the buffer with the vertex indices.
#[derive(Default)]
pub(super) struct Quad {
    pub array: Option<glow::VertexArray>,
    pub buffer: Option<glow::Buffer>,
}

impl Gl {
    /// Creates the vertex array, the buffer and the vertex shader, which are shared by all programs.
    pub(super) fn make_quad(&mut self) -> Result<(), BackendError> {
        let failed = |what| BackendError::Driver { during: "setting up", what };
        if !matches!(self.context, super::Context::Foreign(_)) {
            saved::prepare_own(&self.gl);
        }
        if self.assembler().is_some() {
            self.enable_assembly();
            return self.check("setting up");
        }
        let old = self.dialect.is_glsl_120();
        let text = format!("{}{}", self.dialect.version_line(), if old { QUAD_GL2 } else { QUAD });
        // SAFETY: the context is current in the caller.
        unsafe {
            if saved::has_vertex_arrays(&self.gl) {
                let array = self.gl.create_vertex_array().map_err(failed)?;
                self.quad.array = Some(array);
                self.gl.bind_vertex_array(Some(array));
            }
            if old {
                let buffer = self.gl.create_buffer().map_err(failed)?;
                self.quad.buffer = Some(buffer);
                self.gl.bind_buffer(glow::ARRAY_BUFFER, Some(buffer));
                self.gl.buffer_data_u8_slice(glow::ARRAY_BUFFER, bytemuck::cast_slice(&NUMBERS), glow::STATIC_DRAW);
                self.read_numbers();
            }
        }
        self.vertex_shader = Some(self.vertex_shader_of(&text)?);
        self.check("setting up")
    }

    /// Compiles a vertex shader.
    pub(super) fn vertex_shader_of(&self, text: &str) -> Result<glow::Shader, BackendError> {
        let failed = |what| BackendError::Driver { during: "setting up", what };
        // SAFETY: the context is current in the caller.
        unsafe {
            let shader = self.gl.create_shader(glow::VERTEX_SHADER).map_err(failed)?;
            self.gl.shader_source(shader, text);
            self.gl.compile_shader(shader);
            match self.gl.get_shader_compile_status(shader) {
                true => Ok(shader),
                false => {
                    let log = self.gl.get_shader_info_log(shader);
                    self.gl.delete_shader(shader);
                    Err(failed(log))
                }
            }
        }
    }

    /// Binds the vertices of the quad.
    pub(super) fn bind_quad(&self) {
        // SAFETY: the context is current in the caller, and the objects belong to it.
        unsafe {
            match self.quad {
                Quad { array: Some(array), .. } => self.gl.bind_vertex_array(Some(array)),
                Quad { buffer: Some(buffer), .. } => {
                    self.gl.bind_buffer(glow::ARRAY_BUFFER, Some(buffer));
                    self.read_numbers();
                }
                _ => {}
            }
        }
    }

    /// Lets the first vertex attribute read from the bound buffer.
    fn read_numbers(&self) {
        // SAFETY: as above; draws take no more vertices than the buffer has numbers.
        unsafe {
            self.gl.vertex_attrib_pointer_f32(0, 1, glow::FLOAT, false, 0, 0);
            self.gl.enable_vertex_attrib_array(0);
        }
    }

    pub(super) fn delete_quad(&self) {
        // SAFETY: the context is current in the caller, and the objects belong to it.
        unsafe {
            if let Some(shader) = self.vertex_shader {
                self.gl.delete_shader(shader);
            }
            if let Some(array) = self.quad.array {
                self.gl.delete_vertex_array(array);
            }
            if let Some(buffer) = self.quad.buffer {
                self.gl.delete_buffer(buffer);
            }
        }
    }
}
