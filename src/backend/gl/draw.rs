//! Draw calls: packs the layouts of a pass's streams and its constants into uniforms, and sets only what has changed.

use std::rc::Rc;

use glow::HasContext;

use crate::backend::{BackendError, Draw, InputBinding, PassCost};
use crate::geometry::{Geometry, Rect};
use crate::glsl::UniformSource;

use super::Gl;
use super::program::{Packed, Program};
use super::texture::kind;

/// Passes after which the driver is asked for errors: asking makes some drivers wait.
const CHECK_EVERY: usize = 64;

/// The uniform that says how a stream lies: texels a row, elements a row, rows, elements.
fn layout(geometry: &Geometry) -> [usize; 4] {
    [geometry.width, geometry.row, geometry.rows(), geometry.count]
}

/// The reciprocals of the texels a row and of the rows of texels: the address translation multiplies with them.
fn inverse(geometry: &Geometry) -> Packed {
    let [x, y] = [geometry.width, geometry.height].map(|n| 1.0 / n.max(1) as f32);
    Packed::Float([x, y, 0.0, 0.0], 2)
}

impl Gl {
    pub(super) fn draw_pass(&self, draw: &Draw) -> Result<PassCost, BackendError> {
        let program = self.program_of(draw)?;
        let framebuffer = self.framebuffer(draw.targets)?;
        let gl = &*self.gl;
        let mut state = self.state.borrow_mut();
        state.bind_framebuffer(gl, framebuffer);
        let (width, height) = (draw.output.width, draw.output.height);
        state.viewport(gl, width, height);
        state.use_program(gl, program.handle);
        if state.take_quad() {
            self.bind_quad();
        }
        for (unit, input) in draw.inputs.iter().enumerate() {
            let (texture, spec) = self.texture(input.texture)?;
            state.bind_texture(gl, unit as u32, kind(spec), texture);
        }
        drop(state);
        for uniform in &program.uniforms {
            uniform.set(gl, self.packed(uniform.source, draw));
        }
        for rects in draw.rects.chunks(2) {
            self.draw_rects(&program, rects, width, height);
        }
        if let Some(recorded) = &mut *self.recorded.borrow_mut() {
            recorded.push(self.bare(draw, &program, framebuffer)?);
        }
        self.last_target.set(draw.targets.first().copied());
        let fragments = draw.rects.iter().map(Rect::area).sum::<usize>();
        self.count_in_flight(fragments);
        let passes = self.unchecked.get() + 1;
        self.unchecked.set(passes % CHECK_EVERY);
        if passes == CHECK_EVERY || cfg!(debug_assertions) {
            self.check("drawing a pass")?;
        }
        Ok(PassCost { fragments: fragments as u64, ..PassCost::default() })
    }

    /// The value of a uniform.
    fn packed(&self, source: UniformSource, draw: &Draw) -> Packed {
        let lies = |geometry: &Geometry| match self.info.features.integers {
            true => Packed::Int(layout(geometry).map(|n| n as i32), 4),
            false => Packed::Float(layout(geometry).map(|n| n as f32), 4),
        };
        let input = |k: usize| &draw.inputs[k].geometry;
        match source {
            UniformSource::OutputLayout => lies(&draw.output),
            UniformSource::Tail => Packed::Float([draw.fill.unwrap_or(0.0), 0.0, 0.0, 0.0], 1),
            UniformSource::InputLayout(k) => lies(input(k)),
            UniformSource::InputInverse(k) => inverse(input(k)),
            UniformSource::InputShift(k) => Packed::Int([input(k).width.max(1).ilog2() as i32, 0, 0, 0], 1),
            UniformSource::Constant(k) => Packed::of(draw.constants[k], self.info.features.integers),
        }
    }

    /// One or two rectangles: one that is drawn from its texels' edges covers exactly their centres.
    fn draw_rects(&self, program: &Program, rects: &[Rect], width: usize, height: usize) {
        let edge = |texel: usize, all: usize| 2.0 * texel as f32 / all as f32 - 1.0;
        let mut edges = [0.0; 8];
        for (at, r) in rects.iter().enumerate() {
            let (right, top) = (r.x + r.width, r.y + r.height);
            edges[4 * at..4 * at + 4].copy_from_slice(&[
                edge(r.x, width),
                edge(r.y, height),
                edge(right, width),
                edge(top, height),
            ]);
        }
        let edges = &edges[..4 * rects.len()];
        let mut known = program.edges.borrow_mut();
        // SAFETY: the context is current in the caller, and the program in use is the location's.
        unsafe {
            if known.as_slice() != edges {
                self.gl.uniform_4_f32_slice(program.rects.as_ref(), edges);
                known.clear();
                known.extend_from_slice(edges);
            }
            self.gl.draw_arrays(glow::TRIANGLES, 0, 6 * rects.len() as i32);
        }
    }

    /// The pass as OpenGL calls alone.
    fn bare(&self, draw: &Draw, program: &Rc<Program>, framebuffer: glow::Framebuffer) -> Result<Bare, BackendError> {
        let texture = |input: &InputBinding| self.texture(input.texture).map(|(texture, spec)| (kind(spec), texture));
        Ok(Bare {
            framebuffer,
            size: (draw.output.width as i32, draw.output.height as i32),
            program: program.clone(),
            textures: draw.inputs.iter().map(texture).collect::<Result<_, _>>()?,
            uniforms: program.uniforms.iter().map(|uniform| self.packed(uniform.source, draw)).collect(),
            edges: program.edges.borrow().clone(),
        })
    }

    /// Issues the passes recorded last again, each as the calls that a loop written by hand for it would have.
    pub(super) fn replay_bare(&self) -> Result<usize, BackendError> {
        let recording = self.recording.borrow();
        self.state.borrow_mut().forget();
        self.bind_quad();
        // SAFETY: the context is current in the caller; all handles are its own, as long as nothing was deleted.
        unsafe {
            for pass in recording.iter() {
                self.gl.bind_framebuffer(glow::FRAMEBUFFER, Some(pass.framebuffer));
                self.gl.viewport(0, 0, pass.size.0, pass.size.1);
                self.gl.use_program(Some(pass.program.handle));
                for (unit, (kind, texture)) in pass.textures.iter().enumerate() {
                    self.gl.active_texture(glow::TEXTURE0 + unit as u32);
                    self.gl.bind_texture(*kind, Some(*texture));
                }
                for (uniform, value) in pass.program.uniforms.iter().zip(&pass.uniforms) {
                    uniform.put(&self.gl, *value);
                }
                self.gl.uniform_4_f32_slice(pass.program.rects.as_ref(), &pass.edges);
                self.gl.draw_arrays(glow::TRIANGLES, 0, 6 * (pass.edges.len() / 4) as i32);
            }
        }
        self.check("drawing passes again")?;
        for pass in recording.iter() {
            pass.program.forget_values();
        }
        Ok(recording.len())
    }
}

/// A pass as OpenGL calls.
pub(super) struct Bare {
    framebuffer: glow::Framebuffer,
    size: (i32, i32),
    program: Rc<Program>,
    textures: Vec<(u32, glow::Texture)>,
    uniforms: Vec<Packed>,
    edges: Vec<f32>,
}
