//! Draws passes. It packs the constants of a pass and the layouts of its streams into uniforms, and only sets those that have changed.

use std::rc::Rc;

use glow::HasContext;

use crate::backend::{BackendError, Draw, InputBinding, PassCost, PointSource, SequenceId};
use crate::geometry::{Geometry, Rect};
use crate::glsl::UniformSource;

use super::Gl;
use super::kernel::ProgramUse;
use super::points::PointStage;
use super::program::{Packed, Program};
use super::texture::kind;

/// The number of passes between checks for OpenGL errors. It is not 1, because the check makes some drivers wait.
const CHECK_EVERY: usize = 64;

/// Returns the uniform value that describes a stream's layout: texels per row, elements per row, rows, elements.
fn layout(geometry: &Geometry) -> [usize; 4] {
    [geometry.width, geometry.row, geometry.rows(), geometry.count]
}

/// Returns the reciprocals of a texture's width and height in texels, which the address translation multiplies by.
fn inverse(geometry: &Geometry) -> Packed {
    let [x, y] = [geometry.width, geometry.height].map(|n| 1.0 / n.max(1) as f32);
    Packed::Float([x, y, 0.0, 0.0], 2)
}

/// Returns the edges of one or two rectangles of a render target in clip space, with four numbers for each rectangle.
fn edges(rects: &[Rect], width: usize, height: usize) -> [f32; 8] {
    let edge = |texel: usize, all: usize| 2.0 * texel as f32 / all as f32 - 1.0;
    let mut edges = [0.0; 8];
    for (own, r) in edges.chunks_exact_mut(4).zip(rects) {
        let (right, top) = (r.x + r.width, r.y + r.height);
        own.copy_from_slice(&[edge(r.x, width), edge(r.y, height), edge(right, width), edge(top, height)]);
    }
    edges
}

impl Gl {
    pub(super) fn draw_pass(&self, draw: &Draw) -> Result<PassCost, BackendError> {
        let guarded = self.is_guarded(draw)?;
        if guarded && draw.points.is_some() {
            return Err(self.lacks_guarded_points());
        }
        let points = draw.points.as_ref().map(PointStage::of);
        let used = ProgramUse { guarded, discards: self.miscounts(draw)?, points };
        let program = draw.with_layouts(|layouts| self.program_of(draw.kernel, layouts, used))?;
        if let Some(points) = draw.points.filter(|points| points.source == PointSource::Buffer) {
            self.copy_places(&points.places)?;
        }
        let framebuffer = self.framebuffer_of(draw)?;
        let gl = &*self.gl;
        let mut state = self.state.borrow_mut();
        state.bind_framebuffer(gl, framebuffer);
        let (width, height) = draw.target_size();
        state.viewport(gl, width, height);
        state.use_program(gl, program.handle);
        if state.take_quad() {
            self.bind_quad();
        }
        for (unit, input) in draw.inputs.iter().enumerate() {
            let (texture, spec) = self.texture(input.texture)?;
            state.bind_texture(gl, unit as u32, kind(spec), texture);
            let nearest = self.sampler_of(input.texture);
            state.bind_sampler(gl, unit as u32, nearest);
        }
        drop(state);
        for uniform in &program.uniforms {
            uniform.set(gl, self.packed(uniform.source, draw));
        }
        let draw_rects = || draw.rects.chunks(2).for_each(|rects| self.draw_rects(&program, rects, width, height));
        match guarded {
            true => self.draw_guarded(draw, &program, &draw_rects)?,
            false => {
                let mut drawn = Ok(());
                self.with_operations(draw, || match &draw.points {
                    None => draw_rects(),
                    Some(points) => drawn = self.draw_points(draw, points, program.handle),
                })?;
                drawn?;
                self.record_pass(draw)?;
            }
        }
        // A pass that writes nothing but a depth is in order with those before it.
        if let Some(target) = draw.targets.first() {
            self.last_target.set(Some(*target));
        }
        let size = draw.points.map_or(1, |points| points.size);
        let fragments = draw.rects.iter().map(Rect::area).sum::<usize>() * size * size;
        self.count_in_flight(fragments);
        let passes = self.unchecked.get() + 1;
        self.unchecked.set(passes % CHECK_EVERY);
        if passes == CHECK_EVERY || cfg!(debug_assertions) {
            self.check("drawing a pass")?;
        }
        Ok(PassCost { fragments: fragments as u64, ..PassCost::default() })
    }

    /// Returns the error for a kernel whose loops have to be watched, drawn as points.
    fn lacks_guarded_points(&self) -> BackendError {
        BackendError::Unsupported {
            what: "a kernel whose loops depend on data, drawn as points".to_owned(),
            needs: "a pass before the one with points that runs these loops: this driver ends long ones, which is noticed in rectangles"
                .to_owned(),
            device: self.info.renderer.clone(),
        }
    }

    /// Returns the value of a uniform.
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
            UniformSource::Searching => Packed::Int([0; 4], 1),
            UniformSource::Constant(k) => Packed::of(draw.constants[k], self.info.features.integers),
        }
    }

    /// Draws one or two rectangles. Their corners are at texel edges, so they cover exactly the centres of their texels.
    fn draw_rects(&self, program: &Program, rects: &[Rect], width: usize, height: usize) {
        let edges = edges(rects, width, height);
        let edges = &edges[..4 * rects.len()];
        let mut known = program.edges.borrow_mut();
        // SAFETY: the context is current in the caller, and the location belongs to the program in use.
        unsafe {
            if known.as_slice() != edges {
                self.gl.uniform_4_f32_slice(program.rects.as_ref(), edges);
                known.clear();
                known.extend_from_slice(edges);
            }
            self.gl.draw_arrays(glow::TRIANGLES, 0, 6 * rects.len() as i32);
        }
    }

    /// Returns the arguments of a pass's OpenGL calls.
    pub(super) fn bare(&self, draw: &Draw) -> Result<Bare, BackendError> {
        let guarded = self.is_guarded(draw)?;
        let used = ProgramUse { guarded, ..ProgramUse::default() };
        let program = draw.with_layouts(|layouts| self.program_of(draw.kernel, layouts, used))?;
        let (width, height) = (draw.output.width, draw.output.height);
        let texture = |input: &InputBinding| {
            let (texture, spec) = self.texture(input.texture)?;
            Ok((kind(spec), texture, self.sampler_of(input.texture)))
        };
        Ok(Bare {
            framebuffer: self.framebuffer(draw.targets)?,
            size: (width as i32, height as i32),
            textures: draw.inputs.iter().map(texture).collect::<Result<_, _>>()?,
            uniforms: program.uniforms.iter().map(|uniform| self.packed(uniform.source, draw)).collect(),
            edges: draw.rects.chunks(2).map(|two| edges(two, width, height)[..4 * two.len()].to_vec()).collect(),
            program,
        })
    }

    /// Returns whether a pass of a sequence is as `wanted` says.
    pub(super) fn in_sequences(&self, wanted: impl Fn(&Bare) -> bool) -> bool {
        self.sequences.borrow().values().flatten().any(wanted)
    }

    /// Draws the passes of a sequence, with the same calls as a loop written by hand for these passes.
    pub(super) fn replay_bare(&self, sequence: SequenceId) -> Result<(), BackendError> {
        let sequences = self.sequences.borrow();
        let passes = sequences.get(&sequence).ok_or_else(|| BackendError::Driver {
            during: "drawing passes again",
            what: format!("there is no sequence {}", sequence.0),
        })?;
        self.state.borrow_mut().forget();
        self.bind_quad();
        // SAFETY: the context is current in the caller; all handles belong to it, since nothing may have been deleted.
        unsafe {
            for pass in passes {
                self.gl.bind_framebuffer(glow::FRAMEBUFFER, Some(pass.framebuffer));
                self.gl.viewport(0, 0, pass.size.0, pass.size.1);
                self.gl.use_program(Some(pass.program.handle));
                for (unit, (kind, texture, sampler)) in pass.textures.iter().enumerate() {
                    self.gl.active_texture(glow::TEXTURE0 + unit as u32);
                    self.gl.bind_texture(*kind, Some(*texture));
                    if sampler.is_some() {
                        self.gl.bind_sampler(unit as u32, *sampler);
                    }
                }
                for (uniform, value) in pass.program.uniforms.iter().zip(&pass.uniforms) {
                    uniform.put(&self.gl, *value);
                }
                for edges in &pass.edges {
                    self.gl.uniform_4_f32_slice(pass.program.rects.as_ref(), edges);
                    self.gl.draw_arrays(glow::TRIANGLES, 0, 6 * (edges.len() / 4) as i32);
                }
            }
        }
        self.check("drawing passes again")?;
        passes.iter().for_each(|pass| pass.program.forget_values());
        Ok(())
    }
}

/// The arguments of a pass's OpenGL calls.
pub(super) struct Bare {
    pub(super) framebuffer: glow::Framebuffer,
    size: (i32, i32),
    pub(super) program: Rc<Program>,
    textures: Vec<(u32, glow::Texture, Option<glow::Sampler>)>,
    uniforms: Vec<Packed>,
    /// For each draw call, the edges of its one or two rectangles.
    edges: Vec<Vec<f32>>,
}
