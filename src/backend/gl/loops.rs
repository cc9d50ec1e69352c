//! Detects loops that the driver ends. llvmpipe silently ends all loops of an invocation after a total of 65,535 iterations.
//!
//! If the kernel's literals, or the constants and extents of the pass, prove that its loops take fewer iterations, the pass is drawn
//! without a check. If they prove that there are more iterations, the pass is an error. All other passes are *guarded*: the shader
//! discards each fragment in which the driver ended a loop, and an occlusion query counts the samples that pass. The query's result is
//! fetched at the next read-back or wait, so that no pass has to wait for it. Data that such a pass has spoilt cannot be read: each
//! attempt is an error (see [`overruns`](super::overruns)).
//!
//! OpenGL ES does not count samples. Its queries only tell whether there were any. So a guarded pass is drawn a second time without
//! writing, and the query looks for fragments in which the driver ended a loop.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use glow::HasContext;

use crate::backend::{BackendError, BufferId, Draw, RenderTarget};
use crate::geometry::{Geometry, Rect};
use crate::glsl::UniformSource;
use crate::ir::Kernel;
use crate::ir::interpret::Value;
use crate::ir::passes::{Iterations, PassValues};

use super::Gl;
use super::overruns::{Overrun, Read, Spoilt, Step, Written};
use super::program::{Packed, Program};

/// The number of iterations after which llvmpipe ends the loops of an invocation.
const LIMIT: u64 = 65_535;

/// The number of pending steps after which finished queries are polled.
const POLL_AFTER: usize = 64;

/// Returns whether the driver with this renderer name ends loops.
pub(super) fn ends_loops(renderer: &str) -> bool {
    renderer.contains("llvmpipe")
}

/// The known facts about the loops of a kernel.
pub(super) enum Loops {
    /// In every pass, they take fewer iterations than the driver allows.
    Few,
    /// The number of iterations depends on the constants and extents of a pass. The cell caches those of the last pass, with the
    /// result.
    OfPass(RefCell<Option<(Rc<PassValues>, Iterations)>>),
    /// The number of iterations depends on data.
    OfData,
}

impl Loops {
    /// Analyses the loops of a kernel.
    pub fn of(kernel: &Kernel) -> Loops {
        if fits(Iterations::of(kernel, None), 4) {
            return Loops::Few;
        }
        match Iterations::depends_on_data(kernel) {
            true => Loops::OfData,
            false => Loops::OfPass(RefCell::default()),
        }
    }

    /// Returns whether a pass must be guarded.
    ///
    /// # Errors
    /// Fails if the loops of the pass certainly take too many iterations.
    pub fn guarded(&self, kernel: &Kernel, draw: &Draw, device: &str) -> Result<bool, BackendError> {
        let Loops::OfPass(last) = self else { return Ok(matches!(self, Loops::OfData)) };
        let lanes = draw.output.layout.lanes() as u64;
        let values = values(kernel, draw);
        let mut last = last.borrow_mut();
        let iterations = match &*last {
            Some((known, iterations)) if **known == values => *iterations,
            _ => {
                let values = Rc::new(values);
                let iterations = Iterations::of(kernel, Some(values.clone()));
                *last = Some((values, iterations));
                iterations
            }
        };
        let needed = iterations.least.saturating_mul(lanes);
        if needed > LIMIT {
            return Err(exceeded(kernel.name.clone(), Some(needed), lanes, device));
        }
        Ok(!fits(iterations, lanes))
    }
}

/// Returns whether the loops of an invocation certainly stay within the driver's limit. `lanes` elements share the invocation. The last
/// test of a loop does not count as an iteration.
fn fits(iterations: Iterations, lanes: u64) -> bool {
    iterations.max.is_some_and(|max| max.saturating_mul(lanes) <= LIMIT + 1)
}

/// Returns the constants and extents of a pass.
fn values(kernel: &Kernel, draw: &Draw) -> PassValues {
    let extents = |geometry: &Geometry| [geometry.count, geometry.row, geometry.rows()];
    let constants = draw.constants.iter().zip(&kernel.interface.constants);
    PassValues {
        constants: constants.map(|(value, constant)| Value::of_constant(constant.ty, *value)).collect(),
        inputs: draw.inputs.iter().map(|input| extents(&input.geometry)).collect(),
        output: extents(&draw.output),
    }
}

fn exceeded(kernel: String, needed: Option<u64>, lanes: u64, device: &str) -> BackendError {
    BackendError::LoopLimit { kernel, needed, limit: LIMIT, packed: lanes > 1, device: device.to_owned() }
}

/// The guarded passes whose queries have not been read, and the steps that ran after them. Also the data that earlier passes have
/// spoilt.
#[derive(Default)]
pub(super) struct Guards {
    pending: VecDeque<Pending>,
    free: Vec<glow::Query>,
    spoilt: Spoilt,
}

struct Pending {
    step: Step,
    /// The guard of a guarded pass. `None` for other steps.
    guard: Option<Guard>,
}

struct Guard {
    query: glow::Query,
    /// The result of the query if the driver has not ended any loop.
    finished: u32,
    pass: Overrun,
}

/// Returns what a pass reads and writes.
fn step_of(draw: &Draw) -> Step {
    let (width, height) = draw.target_size();
    // Points may go anywhere.
    let everywhere = draw.points.map(|_| vec![Rect::new(0, 0, width, height)]);
    let rects = everywhere.as_deref().unwrap_or(draw.rects);
    let texels = |target: &RenderTarget| rects.iter().map(|rect| Written::Texels(*target, *rect)).collect::<Vec<_>>();
    // What stays of a target, and what is blended, may be spoilt.
    let keeps = !draw.operations.is_default() || draw.points.is_some();
    let kept = draw.targets.iter().filter(|_| keeps).map(|target| target.texture);
    let places = draw.points.map(|points| points.places.texture);
    let tested = draw.depth_stencil.filter(|_| draw.operations.reads_depth_stencil());
    let kept = kept.chain(tested);
    // What is written into the depth and stencil buffer depends on what was there.
    let written = draw.depth_stencil.filter(|_| draw.operations.writes_depth_stencil()).map(RenderTarget::from);
    Step {
        reads: draw.inputs.iter().map(|input| input.texture).chain(kept).chain(places).map(Read::Texture).collect(),
        writes: draw.targets.iter().chain(&written).flat_map(texels).collect(),
    }
}

impl Gl {
    /// Draws the rectangles. The query counts the fragments in which all loops ended by themselves.
    pub(super) fn draw_guarded(
        &self,
        draw: &Draw,
        program: &Program,
        draw_rects: &dyn Fn(),
    ) -> Result<(), BackendError> {
        let during = "counting the fragments of a pass (does the owner of the context count some?)";
        let query = self.guards.borrow_mut().free.pop();
        // SAFETY: the context is current in the caller; the query is ended, and the colour mask is restored.
        let (query, finished) = unsafe {
            let query = match query {
                Some(query) => query,
                None => self.gl.create_query().map_err(|what| BackendError::Driver { during, what })?,
            };
            let area = draw.rects.iter().map(Rect::area).sum::<usize>() as u32;
            let keep = |error: BackendError| {
                self.guards.borrow_mut().free.push(query);
                error
            };
            if self.es {
                self.with_operations(draw, draw_rects).map_err(keep)?;
                let searching = program.uniforms.iter().find(|uniform| uniform.source == UniformSource::Searching);
                if let Some(searching) = searching {
                    searching.set(&self.gl, Packed::Int([1, 0, 0, 0], 1));
                }
                self.gl.color_mask(false, false, false, false);
                self.gl.begin_query(glow::ANY_SAMPLES_PASSED, query);
                draw_rects();
                self.gl.end_query(glow::ANY_SAMPLES_PASSED);
                self.gl.color_mask(true, true, true, true);
                (query, 0)
            } else if draw.operations.tests() || draw.query.is_some() {
                // Fragments that fail a test are not counted, and queries do not run within each other.
                self.gl.color_mask(false, false, false, false);
                self.gl.begin_query(glow::SAMPLES_PASSED, query);
                draw_rects();
                self.gl.end_query(glow::SAMPLES_PASSED);
                self.gl.color_mask(true, true, true, true);
                self.with_operations(draw, draw_rects).map_err(keep)?;
                (query, area)
            } else {
                self.gl.begin_query(glow::SAMPLES_PASSED, query);
                let drawn = self.with_operations(draw, draw_rects);
                self.gl.end_query(glow::SAMPLES_PASSED);
                drawn.map_err(keep)?;
                (query, area)
            }
        };
        self.check(during)?;
        let lanes = draw.output.layout.lanes() as u64;
        let kernel = self.kernels.borrow().get(&draw.kernel).map_or_else(String::new, |known| known.ir.name.clone());
        let guard = Some(Guard { query, finished, pass: Overrun { kernel, lanes } });
        self.push(Pending { step: step_of(draw), guard })
    }

    /// Records a pass that is not guarded.
    pub(super) fn record_pass(&self, draw: &Draw) -> Result<(), BackendError> {
        self.record_step(|| step_of(draw))
    }

    /// Records a step that may have copied spoilt data, if there can be any.
    pub(super) fn record_step(&self, step: impl FnOnce() -> Step) -> Result<(), BackendError> {
        let is_clean = {
            let guards = self.guards.borrow();
            guards.pending.is_empty() && guards.spoilt.is_empty()
        };
        if is_clean { Ok(()) } else { self.push(Pending { step: step(), guard: None }) }
    }

    fn push(&self, pending: Pending) -> Result<(), BackendError> {
        let count = {
            let mut guards = self.guards.borrow_mut();
            guards.pending.push_back(pending);
            guards.pending.len()
        };
        if count >= POLL_AFTER { self.check_guards(false) } else { Ok(()) }
    }

    /// Returns an error if any of these texels are spoilt.
    pub(super) fn check_texels(&self, source: RenderTarget, rect: Rect) -> Result<(), BackendError> {
        self.refuse(self.guards.borrow().spoilt.texels(source, rect))
    }

    /// Returns an error if the buffer is spoilt.
    pub(super) fn check_buffer(&self, buffer: BufferId) -> Result<(), BackendError> {
        self.refuse(self.guards.borrow().spoilt.buffer(buffer))
    }

    fn refuse(&self, overrun: Option<Rc<Overrun>>) -> Result<(), BackendError> {
        match overrun {
            Some(by) => Err(exceeded(by.kernel.clone(), None, by.lanes, &self.info.renderer)),
            None => Ok(()),
        }
    }

    /// Fetches the results of pending guards. With `wait`, waits for all of them, otherwise fetches those that are available.
    ///
    /// # Errors
    /// Returns the first pass in which the driver has ended a loop. This is reported once, but every read of data that the pass has
    /// spoilt is an error.
    pub(super) fn check_guards(&self, wait: bool) -> Result<(), BackendError> {
        let mut guards = self.guards.borrow_mut();
        let guards = &mut *guards;
        let mut found = None;
        // A browser cannot wait, because it delivers results only between tasks.
        let wait = wait && !cfg!(target_family = "wasm");
        while let Some(first) = guards.pending.front() {
            // SAFETY: the context is current in the caller, and the query has ended.
            let ended = first.guard.as_ref().map(|guard| unsafe {
                if !wait && self.gl.get_query_parameter_u32(guard.query, glow::QUERY_RESULT_AVAILABLE) == 0 {
                    return None;
                }
                Some(self.gl.get_query_parameter_u32(guard.query, glow::QUERY_RESULT) != guard.finished)
            });
            if ended == Some(None) {
                break;
            }
            let Some(Pending { step, guard }) = guards.pending.pop_front() else { break };
            guards.free.extend(guard.iter().map(|guard| guard.query));
            let overrun = guard.filter(|_| ended == Some(Some(true))).map(|guard| Rc::new(guard.pass));
            guards.spoilt.step(&step, overrun.clone());
            found = found.or(overrun);
        }
        if guards.pending.is_empty() && !guards.spoilt.is_empty() {
            let (textures, buffers) = (self.textures.borrow(), self.buffers.borrow());
            guards.spoilt.keep(|texture| textures.contains_key(&texture), |buffer| buffers.contains_key(&buffer));
        }
        self.refuse(found)
    }

    pub(super) fn delete_guards(&self) {
        let Guards { pending, free, .. } = std::mem::take(&mut *self.guards.borrow_mut());
        let pending = pending.into_iter().filter_map(|pending| pending.guard);
        for query in pending.map(|guard| guard.query).chain(free) {
            // SAFETY: the context is current in the caller, and the query is ours.
            unsafe { self.gl.delete_query(query) };
        }
    }
}
