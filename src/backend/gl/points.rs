//! Points: each element of a stream is drawn as a point, which a vertex shader moves to its place.

use std::cell::{Cell, RefCell};

use glow::HasContext;
use rustc_hash::FxHashMap;

use crate::backend::{BackendError, Draw, InputBinding, PointSource, PointsBinding};

use super::texture::kind;
use super::{Gl, saved};

const POINTS: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/glsl/points.vert"));
/// The vertex shader in the GLSL of OpenGL 2.1.
const POINTS_GL2: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/glsl/points_gl2.vert"));

/// The size in bytes of a place in the buffer of vertices: a texel of four floats, the one format that all devices read.
const STRIDE: usize = 16;
/// The vertex attributes: the number of the vertex, in OpenGL 2.1, and its place.
pub(super) const ATTRIBUTES: [(u32, &str); 2] = [(0, "_vertex"), (1, "_given")];

/// What a vertex shader of points depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct PointStage {
    column_row: bool,
    source: PointSource,
}

impl PointStage {
    pub fn of(points: &PointsBinding) -> PointStage {
        PointStage { column_row: points.column_row, source: points.source }
    }

    /// Returns the lines that choose what the shader does.
    pub fn defines(self) -> String {
        let texture = if self.source == PointSource::VertexTexture { "#define TEXTURE\n" } else { "" };
        let column_row = if self.column_row { "#define COLUMN_ROW\n" } else { "" };
        format!("{texture}{column_row}")
    }
}

/// The objects that points need. They are made on first use.
#[derive(Default)]
pub(super) struct Points {
    shaders: RefCell<FxHashMap<PointStage, glow::Shader>>,
    /// The vertex array whose second attribute is read from `places`.
    array: Cell<Option<glow::VertexArray>>,
    /// The places of points, if vertices do not fetch them.
    places: Cell<Option<glow::Buffer>>,
    /// The numbers of vertices, in OpenGL 2.1, and how many there are.
    numbers: Cell<Option<(glow::Buffer, usize)>>,
}

impl Gl {
    /// Returns the vertex shader of points, which is compiled on first use.
    pub(super) fn point_shader(&self, stage: PointStage) -> Result<glow::Shader, BackendError> {
        if let Some(shader) = self.points.shaders.borrow().get(&stage) {
            return Ok(*shader);
        }
        let text = if self.dialect.is_glsl_120() { POINTS_GL2 } else { POINTS };
        let text = format!("{}{}{text}", self.dialect.version_line(), stage.defines());
        let shader = self.vertex_shader_of(&text)?;
        self.points.shaders.borrow_mut().insert(stage, shader);
        Ok(shader)
    }

    /// Draws the elements of a pass as points.
    pub(super) fn draw_points(
        &self,
        draw: &Draw,
        points: &PointsBinding,
        program: glow::Program,
    ) -> Result<(), BackendError> {
        let gl = &*self.gl;
        let count = draw.output.count;
        let old = self.dialect.is_glsl_120();
        if old {
            self.number_vertices(count)?;
        }
        match points.source {
            PointSource::VertexTexture => {
                let (texture, spec) = self.texture(points.places.texture)?;
                let unit = draw.inputs.len() as u32;
                let nearest = self.sampler_of(points.places.texture);
                let mut state = self.state.borrow_mut();
                state.bind_texture(gl, unit, kind(spec), texture);
                state.bind_sampler(gl, unit, nearest);
            }
            // They are there already.
            PointSource::Buffer => {}
        }
        let array = if old || points.source == PointSource::Buffer { self.points_array()? } else { None };
        let own = [draw.output.width, draw.output.height];
        let target = [points.target.width, points.target.row, points.target.height, points.target.count];
        // SAFETY: the context is current in the caller; the locations belong to the program in use, and the buffers have as many vertices
        // as are drawn. What is set is set back.
        unsafe {
            let at = |name| gl.get_uniform_location(program, name);
            let [own_at, target_at, size_at] = ["_own", "_target", "_size"].map(at);
            if old {
                let [x, y, z, w] = target.map(|n| n as f32);
                gl.uniform_2_f32(own_at.as_ref(), own[0] as f32, own[1] as f32);
                gl.uniform_4_f32(target_at.as_ref(), x, y, z, w);
                gl.uniform_1_f32(size_at.as_ref(), points.size as f32);
            } else {
                let [x, y, z, w] = target.map(|n| n as i32);
                gl.uniform_2_i32(own_at.as_ref(), own[0] as i32, own[1] as i32);
                gl.uniform_4_i32(target_at.as_ref(), x, y, z, w);
                gl.uniform_1_i32(size_at.as_ref(), points.size as i32);
            }
            if points.source == PointSource::VertexTexture {
                gl.uniform_1_i32(at("_places").as_ref(), draw.inputs.len() as i32);
            }
            // The vertex array of rectangles keeps its own attributes.
            if array.is_some() {
                gl.bind_vertex_array(array);
            }
            if old {
                gl.bind_buffer(glow::ARRAY_BUFFER, self.points.numbers.get().map(|(buffer, _)| buffer));
                gl.vertex_attrib_pointer_f32(0, 1, glow::FLOAT, false, 0, 0);
                gl.enable_vertex_attrib_array(0);
            }
            if points.source == PointSource::Buffer {
                gl.bind_buffer(glow::ARRAY_BUFFER, self.points.places.get());
                gl.vertex_attrib_pointer_f32(1, 4, glow::FLOAT, false, STRIDE as i32, 0);
                gl.enable_vertex_attrib_array(1);
            }
            if !self.es {
                gl.enable(glow::PROGRAM_POINT_SIZE);
            }
            gl.draw_arrays(glow::POINTS, 0, count as i32);
            if !self.es {
                gl.disable(glow::PROGRAM_POINT_SIZE);
            }
            if points.source == PointSource::Buffer {
                gl.disable_vertex_attrib_array(1);
            }
        }
        self.bind_quad();
        Ok(())
    }

    /// Returns the vertex array of points, or `None` if the context has no vertex arrays.
    fn points_array(&self) -> Result<Option<glow::VertexArray>, BackendError> {
        if self.points.array.get().is_none() && saved::has_vertex_arrays(&self.gl) {
            // SAFETY: the context is current in the caller.
            let array = unsafe { self.gl.create_vertex_array() };
            let failed = |what| BackendError::Driver { during: "making a vertex array", what };
            self.points.array.set(Some(array.map_err(failed)?));
        }
        Ok(self.points.array.get())
    }

    /// Copies the places of points into a buffer of vertices, on the device. It binds another framebuffer.
    pub(super) fn copy_places(&self, places: &InputBinding) -> Result<(), BackendError> {
        let gl = &*self.gl;
        let (_, spec) = self.texture(places.texture)?;
        let during = "copying the places of points into a buffer of vertices";
        let failed = |what| BackendError::Driver { during, what };
        let framebuffer = self.framebuffer(&[places.texture.into()])?;
        // SAFETY: the context is current in the caller; and the buffer has room for all texels.
        unsafe {
            if self.points.places.get().is_none() {
                self.points.places.set(Some(gl.create_buffer().map_err(failed)?));
            }
            self.state.borrow_mut().bind_framebuffer(gl, framebuffer);
            gl.read_buffer(glow::COLOR_ATTACHMENT0);
            gl.bind_buffer(glow::PIXEL_PACK_BUFFER, self.points.places.get());
            let bytes = spec.width * spec.height * STRIDE;
            gl.buffer_data_size(glow::PIXEL_PACK_BUFFER, bytes as i32, glow::STREAM_COPY);
            let (width, height) = (spec.width as i32, spec.height as i32);
            let target = glow::PixelPackData::BufferOffset(0);
            gl.read_pixels(0, 0, width, height, glow::RGBA, glow::FLOAT, target);
            gl.bind_buffer(glow::PIXEL_PACK_BUFFER, None);
        }
        self.check(during)
    }

    /// Makes the buffer with the numbers of vertices, if it has fewer than `count`.
    fn number_vertices(&self, count: usize) -> Result<(), BackendError> {
        if self.points.numbers.get().is_some_and(|(_, known)| known >= count) {
            return Ok(());
        }
        let failed = |what| BackendError::Driver { during: "numbering vertices", what };
        let count = count.next_power_of_two();
        let numbers: Vec<f32> = (0..count).map(|number| number as f32).collect();
        // SAFETY: the context is current in the caller.
        unsafe {
            let buffer = match self.points.numbers.get() {
                Some((buffer, _)) => buffer,
                None => self.gl.create_buffer().map_err(failed)?,
            };
            self.gl.bind_buffer(glow::ARRAY_BUFFER, Some(buffer));
            self.gl.buffer_data_u8_slice(glow::ARRAY_BUFFER, bytemuck::cast_slice(&numbers), glow::STATIC_DRAW);
            self.points.numbers.set(Some((buffer, count)));
        }
        self.check("numbering vertices")
    }

    pub(super) fn delete_points(&self) {
        // SAFETY: the context is current in the caller, and the objects belong to it.
        unsafe {
            for (_, shader) in self.points.shaders.borrow_mut().drain() {
                self.gl.delete_shader(shader);
            }
            if let Some(array) = self.points.array.take() {
                self.gl.delete_vertex_array(array);
            }
            let numbers = self.points.numbers.take().map(|(buffer, _)| buffer);
            for buffer in [self.points.places.take(), numbers].into_iter().flatten() {
                self.gl.delete_buffer(buffer);
            }
        }
    }
}
