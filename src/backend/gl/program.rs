//! Programs: compiles a kernel's fragment shader, links it with the shared vertex shader, and sets its uniforms.

use std::cell::{Cell, RefCell};

use glow::HasContext;

use crate::backend::{BackendError, RejectedKernel, Value};
use crate::glsl::{self, Shader, UniformSource};
use crate::ir::Kernel;

use super::Gl;
use super::binaries::Binaries;
use super::points::{ATTRIBUTES, PointStage};

/// A linked program of a kernel. Uniforms that the driver has optimized away have no location, and are left out.
pub(super) struct Program {
    pub handle: glow::Program,
    /// The location of the uniform with the rectangles to draw.
    pub rects: Option<glow::UniformLocation>,
    /// The current value of `rects`. It is empty if the value is not known.
    pub edges: RefCell<Vec<f32>>,
    pub uniforms: Vec<Uniform>,
}

impl Program {
    /// Drops the known values of the program's uniforms, after other code has set them.
    pub fn forget_values(&self) {
        self.edges.borrow_mut().clear();
        self.uniforms.iter().for_each(|uniform| uniform.value.set(None));
    }
}

/// A uniform, and its current value if it is known. Programs keep the values of their uniforms between draws.
pub(super) struct Uniform {
    location: glow::UniformLocation,
    pub source: UniformSource,
    value: Cell<Option<Packed>>,
}

/// A uniform's value in the form that OpenGL requires. The second number is how many of the four numbers are used.
#[derive(Clone, Copy, Debug)]
pub(super) enum Packed {
    Float([f32; 4], u8),
    Int([i32; 4], u8),
}

impl Packed {
    /// Packs the value of a constant. `integers` says whether positions are ints.
    pub fn of(value: Value, integers: bool) -> Packed {
        match value {
            Value::Float(x) => Packed::Float([x, 0.0, 0.0, 0.0], 1),
            Value::Vec2([x, y]) => Packed::Float([x, y, 0.0, 0.0], 2),
            Value::Vec3([x, y, z]) => Packed::Float([x, y, z, 0.0], 3),
            Value::Vec4(all) => Packed::Float(all, 4),
            Value::Index(i) if integers => Packed::Int([i as i32, 0, 0, 0], 1),
            Value::Index(i) => Packed::Float([i as f32, 0.0, 0.0, 0.0], 1),
            Value::Bool(b) => Packed::Int([i32::from(b), 0, 0, 0], 1),
        }
    }

    /// Sets a uniform of the program in use.
    pub fn put(self, gl: &glow::Context, location: &glow::UniformLocation) {
        let at = Some(location);
        // SAFETY: the context is current in every caller, and the location belongs to the program in use.
        unsafe {
            match self {
                Packed::Float([x, ..], 1) => gl.uniform_1_f32(at, x),
                Packed::Float([x, y, ..], 2) => gl.uniform_2_f32(at, x, y),
                Packed::Float([x, y, z, _], 3) => gl.uniform_3_f32(at, x, y, z),
                Packed::Float([x, y, z, w], _) => gl.uniform_4_f32(at, x, y, z, w),
                Packed::Int([x, ..], 1) => gl.uniform_1_i32(at, x),
                Packed::Int([x, y, z, w], _) => gl.uniform_4_i32(at, x, y, z, w),
            }
        }
    }

    /// Returns whether the bits are equal. NaN equals itself, and -0 does not equal 0.
    fn same(&self, other: &Packed) -> bool {
        match (self, other) {
            (Packed::Float(a, n), Packed::Float(b, m)) => n == m && a.map(f32::to_bits) == b.map(f32::to_bits),
            (Packed::Int(a, n), Packed::Int(b, m)) => n == m && a == b,
            _ => false,
        }
    }
}

impl Uniform {
    /// Sets the uniform in the program in use, unless it already has this value.
    pub fn set(&self, gl: &glow::Context, value: Packed) {
        if !self.value.get().is_some_and(|known| known.same(&value)) {
            self.put(gl, value);
            self.value.set(Some(value));
        }
    }

    /// Sets the uniform in the program in use, without comparing it to the known value.
    pub fn put(&self, gl: &glow::Context, value: Packed) {
        value.put(gl, &self.location);
    }
}

impl Gl {
    /// Links a kernel's shader with the vertex shader of rectangles, or with one of points.
    pub(super) fn link(
        &self,
        kernel: &Kernel,
        shader: Shader,
        points: Option<PointStage>,
    ) -> Result<Program, BackendError> {
        let rejected = |log: String| {
            Err(BackendError::Rejected(Box::new(RejectedKernel {
                kernel: kernel.name.clone(),
                language: self.dialect.language(),
                diagnostics: glsl::diagnostics(kernel, &shader, &log),
                log: log.trim().to_owned(),
            })))
        };
        let linked = match points {
            None => self.link_text(glow::FRAGMENT_SHADER, &shader.name, &shader.text)?,
            Some(stage) => self.link_points(stage, &shader.name, &shader.text)?,
        };
        let handle = match linked {
            Ok(handle) => handle,
            Err(log) => return rejected(log),
        };
        self.state.borrow_mut().use_program(&self.gl, handle);
        // SAFETY: the context is current in the caller; the program is ours and in use.
        unsafe {
            for (unit, name) in shader.samplers.iter().enumerate() {
                let location = self.gl.get_uniform_location(handle, name);
                self.gl.uniform_1_i32(location.as_ref(), unit as i32);
            }
            let located = |uniform: &crate::glsl::Uniform| {
                let location = self.gl.get_uniform_location(handle, &uniform.name)?;
                Some(Uniform { location, source: uniform.source, value: Cell::new(None) })
            };
            let uniforms = shader.uniforms.iter().filter_map(located).collect();
            let rects = self.gl.get_uniform_location(handle, "_rects");
            self.check("compiling a kernel")?;
            Ok(Program { handle, rects, edges: RefCell::default(), uniforms })
        }
    }

    /// Compiles a text and links it. A fragment shader is linked with the vertex shader of rectangles. Returns the driver's log if the
    /// driver rejects the text.
    pub(super) fn link_text(
        &self,
        stage: u32,
        name: &str,
        text: &str,
    ) -> Result<Result<glow::Program, String>, BackendError> {
        // Only fragment shaders are loaded from binaries. Files are identified by the text, and a compute shader with the same text
        // would be another program.
        let binaries = self.binaries.as_ref().filter(|_| stage == glow::FRAGMENT_SHADER);
        let vertex = self.vertex_shader.filter(|_| stage == glow::FRAGMENT_SHADER);
        self.link_stages((stage, name, text), vertex, binaries)
    }

    /// Compiles a fragment shader, and links it with the vertex shader of points.
    fn link_points(
        &self,
        points: PointStage,
        name: &str,
        text: &str,
    ) -> Result<Result<glow::Program, String>, BackendError> {
        let vertex = self.point_shader(points)?;
        self.link_stages((glow::FRAGMENT_SHADER, name, text), Some(vertex), None)
    }

    /// Compiles a text, and links it with a vertex shader.
    fn link_stages(
        &self,
        (stage, name, text): (u32, &str, &str),
        vertex: Option<glow::Shader>,
        binaries: Option<&Binaries>,
    ) -> Result<Result<glow::Program, String>, BackendError> {
        let failed = |what| BackendError::Driver { during: "compiling a kernel", what };
        if let Some(program) = binaries.and_then(|binaries| binaries.load(&self.gl, text)) {
            return Ok(Ok(program));
        }
        // SAFETY: the context is current in the caller; all handles belong to it.
        unsafe {
            let compiled = self.gl.create_shader(stage).map_err(failed)?;
            self.gl.shader_source(compiled, text);
            self.gl.compile_shader(compiled);
            if !self.gl.get_shader_compile_status(compiled) {
                let log = self.gl.get_shader_info_log(compiled);
                self.gl.delete_shader(compiled);
                log::debug!("kernel {name} was rejected:\n{text}\n{log}");
                return Ok(Err(log));
            }
            let program = match self.gl.create_program() {
                Ok(program) => program,
                Err(what) => {
                    self.gl.delete_shader(compiled);
                    return Err(failed(what));
                }
            };
            if let Some(vertex) = vertex {
                self.gl.attach_shader(program, vertex);
                // A name that the shader does not have is no error.
                ATTRIBUTES.iter().for_each(|(at, name)| self.gl.bind_attrib_location(program, *at, name));
            }
            self.gl.attach_shader(program, compiled);
            if let Some(binaries) = binaries {
                binaries.announce(&self.gl, program);
            }
            self.gl.link_program(program);
            self.gl.delete_shader(compiled);
            if !self.gl.get_program_link_status(program) {
                let log = self.gl.get_program_info_log(program);
                self.gl.delete_program(program);
                return Ok(Err(log));
            }
            if let Some(binaries) = binaries {
                binaries.store(&self.gl, program, text);
            }
            Ok(Ok(program))
        }
    }

    pub(super) fn delete_linked(&self, program: glow::Program) {
        self.state.borrow_mut().forget_program(program);
        // SAFETY: the context is current in the caller, and the program is ours.
        unsafe { self.gl.delete_program(program) };
    }
}
