//! Replays: run the steps of a capture again, forward and back.

use std::rc::Rc;
use std::time::Duration;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::backend::{BufferId, Channel, PassCost, RenderTarget, TextureId};
use crate::error::Error;
use crate::geometry::{Geometry, Layout, Rect};
use crate::ir::interpret::Array;
use crate::shape::Shape;

use super::Capture;
use super::checkpoint::{Checkpoints, Held};
use super::contents::{Contents, unpack};
use super::fetches::Fetches;
use crate::error::CaptureError;
use crate::machine::recorder::{Command, Resource};
use crate::machine::step::{Binding, BufferBinding, PassStep, ResourceId, Step};

/// The default maximum number of bytes of main memory for a replay's checkpoints.
const MAX_BYTES: usize = 128 << 20;

/// A texture or buffer that the replay owns.
#[derive(Clone, Copy)]
pub(super) enum Own {
    Texture(TextureId),
    Buffer(BufferId),
}

/// Runs the steps of a [`Capture`] again, one by one, forward and back. [`Capture::replay`] makes one.
///
/// It has its own textures and buffers: those that were alive at the current step. Those that the captured work had released by
/// then are released here, too. A step back starts from a checkpoint in main memory and runs forward from there. Memory is bounded,
/// however many steps there are.
pub struct Replay {
    pub(super) capture: Rc<Capture>,
    /// The number of commands that have run.
    pub(super) done: usize,
    /// The step that ran last.
    pub(super) step: Option<usize>,
    pub(super) live: FxHashMap<ResourceId, Own>,
    /// The command that wrote each resource last, numbered over all commands that ever ran in this replay.
    pub(super) written: FxHashMap<ResourceId, u64>,
    pub(super) clock: u64,
    pub(super) checkpoints: Checkpoints,
    /// The content of the depth and stencil buffer before the step that ran last, if the step has tests and the device has a debugger.
    pub(super) stored_before: Option<Vec<u32>>,
    /// The cost of each pass that has run in this replay, by step.
    pub(super) costs: FxHashMap<usize, PassCost>,
}

impl Replay {
    pub(super) fn new(capture: Rc<Capture>) -> Replay {
        Replay {
            capture,
            done: 0,
            step: None,
            live: FxHashMap::default(),
            written: FxHashMap::default(),
            clock: 0,
            checkpoints: Checkpoints::new(MAX_BYTES),
            stored_before: None,
            costs: FxHashMap::default(),
        }
    }

    /// Sets the maximum number of bytes of main memory for checkpoints. With less memory, steps back are slower.
    pub fn max_bytes(mut self, bytes: usize) -> Replay {
        self.checkpoints = Checkpoints::new(bytes);
        self
    }

    /// Returns the capture that is run again.
    pub fn capture(&self) -> &Rc<Capture> {
        &self.capture
    }

    /// Returns the index of the step that ran last, or `None` before the first step.
    pub fn position(&self) -> Option<usize> {
        self.step
    }

    /// Returns the number of bytes of main memory that its checkpoints take.
    pub fn checkpoint_bytes(&self) -> usize {
        self.checkpoints.bytes()
    }

    /// Runs the steps up to `step`, or undoes the steps after it, so that `step` is the one that ran last.
    ///
    /// # Errors
    /// A step that does not exist; any error of the device.
    pub fn seek(&mut self, step: usize) -> Result<(), Error> {
        if self.step == Some(step) {
            return Ok(());
        }
        let capture = self.capture.clone();
        let count = capture.steps.len();
        let end = 1 + capture.commands_of_steps.get(step).ok_or(CaptureError::Step { step, count })?;
        self.run_to(end)
    }

    /// Runs a step again, and returns how long the device was busy with it, or `None` if the device has no timer. Afterwards this
    /// step is the one that ran last.
    ///
    /// # Errors
    /// The same as for [`seek`](Replay::seek).
    pub fn timed(&mut self, step: usize) -> Result<Option<Duration>, Error> {
        let capture = self.capture.clone();
        let count = capture.steps.len();
        let command = *capture.commands_of_steps.get(step).ok_or(CaptureError::Step { step, count })?;
        self.run_to(command)?;
        let stored = self.stored(command)?;
        let (result, time) = capture.device.timed(|| self.run_next(stored))?;
        result?;
        Ok(time)
    }

    /// Returns the cost of a pass that has run in this replay, as far as the backend knows it. If the kernel is split, this is the
    /// cost of all its passes together. Returns `None` for a dispatch, and for a pass that has not run.
    pub fn cost(&self, step: usize) -> Option<PassCost> {
        self.costs.get(&step).copied()
    }

    /// Reads a stream at the current step: an input as the pass read it, or an output as the pass wrote it.
    ///
    /// # Errors
    /// [`CaptureError::NotHere`]: the stream belongs to another step, and does not exist at this one.
    pub fn read(&self, binding: &Binding) -> Result<Contents, Error> {
        let device = &self.capture.device;
        let (Some(Own::Texture(texture)), Resource::Texture(spec)) =
            (self.live.get(&binding.resource), self.capture.resources[binding.resource.0 as usize])
        else {
            return Err(CaptureError::NotHere { name: binding.name.clone() }.into());
        };
        let geometry = &binding.geometry;
        let layers = if binding.layers > 1 { 0..binding.layers } else { binding.layer..binding.layer + 1 };
        let layers = layers.map(|layer| {
            let rects = geometry.rects();
            let mut parts = rects
                .iter()
                .map(|rect| device.memory().read_rect(RenderTarget { texture: *texture, layer }, *rect, spec));
            let mut words = parts.next().transpose()?.unwrap_or_default();
            parts.try_for_each(|part| part.map(|part| words.extend(part)))?;
            Ok(words)
        });
        let layers = layers.collect::<Result<Vec<_>, Error>>()?;
        let array = unpack(binding.ty, geometry, spec.channels, layers);
        Ok(Contents::new(array, *geometry, binding.layers))
    }

    /// Reads a buffer at the current step.
    ///
    /// # Errors
    /// The same as for [`read`](Replay::read).
    pub fn read_buffer(&self, binding: &BufferBinding) -> Result<Contents, Error> {
        let device = &self.capture.device;
        let Some(Own::Buffer(buffer)) = self.live.get(&binding.resource) else {
            return Err(CaptureError::NotHere { name: binding.name.clone() }.into());
        };
        let components = binding.ty.count();
        // In std430, a vector of three components takes four words.
        let stride = components.next_power_of_two();
        let words = device.memory().read_whole_buffer(*buffer, binding.count * stride * 4)?;
        let words = words.chunks_exact(stride).flat_map(|element| &element[..components]).copied().collect();
        let geometry = Geometry::of(Shape::from(binding.count), Layout::Plain, usize::MAX >> 1)?;
        Ok(Contents::new(Array::new(binding.ty, geometry.row.max(1), words), geometry, 1))
    }

    /// Returns the fetches of the pass that ran last: the input elements from which each of its elements was computed.
    ///
    /// # Errors
    /// [`CaptureError::NoPass`] before the first step, and if the step is a dispatch.
    pub fn fetches(&self) -> Result<Fetches, Error> {
        let pass = self.pass()?;
        let inputs = pass.inputs.iter().map(|input| self.read(input)).collect::<Result<_, _>>()?;
        Ok(Fetches::new(pass, inputs))
    }

    /// Returns the pass that ran last.
    pub(super) fn pass(&self) -> Result<&PassStep, CaptureError> {
        let no_pass = |what: &str| CaptureError::NoPass { what: what.to_owned() };
        match self.step.map(|step| &self.capture.steps[step]) {
            None => Err(no_pass("none has run")),
            Some(Step::Dispatch(_)) => Err(no_pass("this is a dispatch, whose kernel is GLSL")),
            Some(Step::Pass(pass)) => Ok(pass),
        }
    }

    /// Runs or undoes commands until this number of them has run.
    fn run_to(&mut self, end: usize) -> Result<(), Error> {
        // A pass with tests has to run again: a checkpoint after it does not have the buffer's content from before it.
        let first = end - usize::from(end > 0 && self.tested_buffer(end - 1).is_some());
        let from = self.checkpoints.before(first).map(|(at, held)| (at, held.clone()));
        if let Some((at, held)) = from.filter(|(at, _)| *at > self.done || end < self.done) {
            self.restore(at, &held)?;
        } else if end < self.done {
            self.clear();
        }
        while self.done < end {
            let stored = self.stored(self.done)?;
            self.run_next(stored)?;
        }
        Ok(())
    }

    /// Runs the next command. `stored` is the content of the depth and stencil buffer that it tests fragments against.
    fn run_next(&mut self, stored: Option<Vec<u32>>) -> Result<(), Error> {
        let capture = self.capture.clone();
        self.execute(&capture.commands[self.done])?;
        self.done += 1;
        if let Command::Run(step) = capture.commands[self.done - 1] {
            (self.step, self.stored_before) = (Some(step), stored);
            if self.checkpoints.wants(self.done, step) && self.reads_all() {
                self.checkpoint()?;
            }
        }
        Ok(())
    }

    /// Returns the depth and stencil buffer of a command that tests fragments, if the device has a debugger.
    fn tested_buffer(&self, command: usize) -> Option<ResourceId> {
        let Command::Run(step) = self.capture.commands[command] else { return None };
        let Step::Pass(pass) = &self.capture.steps[step] else { return None };
        let has_debugger = self.capture.device.backend().has_debugger();
        pass.depth_stencil.filter(|_| has_debugger && pass.event.operations.reads_depth_stencil())
    }

    /// Returns the content of the depth and stencil buffer that a command tests fragments against.
    fn stored(&self, command: usize) -> Result<Option<Vec<u32>>, Error> {
        let buffer = self.tested_buffer(command).and_then(|buffer| Some((buffer, *self.live.get(&buffer)?)));
        let words = buffer.map(|(buffer, own)| self.words(buffer, own)).transpose()?;
        Ok(words.and_then(|layers| layers.into_iter().next()))
    }

    /// Returns to the state before the first step.
    fn clear(&mut self) {
        let live: Vec<ResourceId> = self.live.keys().copied().collect();
        live.into_iter().for_each(|resource| self.release(resource));
        (self.done, self.step, self.stored_before) = (0, None, None);
    }

    /// Returns whether the contents of all live resources can be read.
    fn reads_all(&self) -> bool {
        let is_buffer = |resource: &ResourceId| match self.capture.resources[resource.0 as usize] {
            Resource::Texture(spec) => spec.ty == Channel::DepthStencil,
            Resource::Buffer { .. } => false,
        };
        self.capture.device.features().reads_depth_stencil || !self.live.keys().any(is_buffer)
    }

    /// Makes a checkpoint of the contents of all live resources.
    fn checkpoint(&mut self) -> Result<(), Error> {
        let mut held = FxHashMap::default();
        for (&resource, own) in &self.live {
            let written = self.written.get(&resource).copied().unwrap_or(0);
            let words = match self.checkpoints.unwritten(resource, written) {
                Some(words) => words,
                None => Held::new(self.words(resource, *own)?),
            };
            self.checkpoints.hold(resource, written, &words);
            held.insert(resource, words);
        }
        self.checkpoints.keep(self.done, held);
        Ok(())
    }

    /// Reads all words of a resource, for each layer.
    fn words(&self, resource: ResourceId, own: Own) -> Result<Vec<Vec<u32>>, Error> {
        let device = &self.capture.device;
        match (own, self.capture.resources[resource.0 as usize]) {
            (Own::Texture(texture), Resource::Texture(spec)) => (0..spec.layers)
                .map(|layer| device.memory().read_whole(RenderTarget { texture, layer }, spec))
                .collect(),
            (Own::Buffer(buffer), Resource::Buffer { bytes }) => {
                Ok(vec![device.memory().read_whole_buffer(buffer, bytes)?])
            }
            _ => unreachable!("a resource is a texture or a buffer for good"),
        }
    }

    /// Restores the state after this number of commands from a checkpoint.
    fn restore(&mut self, commands: usize, held: &FxHashMap<ResourceId, Held>) -> Result<(), Error> {
        let gone: FxHashSet<ResourceId> = self.live.keys().filter(|live| !held.contains_key(live)).copied().collect();
        gone.into_iter().for_each(|resource| self.release(resource));
        self.clock += 1;
        for (&resource, words) in held {
            if !self.live.contains_key(&resource) {
                self.create(resource)?;
            }
            match (self.live[&resource], self.capture.resources[resource.0 as usize]) {
                (Own::Texture(texture), Resource::Texture(spec)) => {
                    let rect = Rect::new(0, 0, spec.width, spec.height);
                    for (layer, words) in words.iter().enumerate() {
                        let target = RenderTarget { texture, layer };
                        self.capture.device.backend().write_texture(target, rect, words)?;
                    }
                }
                (Own::Buffer(buffer), Resource::Buffer { .. }) => {
                    let (compute, _) = self.capture.device.compute_backend()?;
                    compute.write_buffer(buffer, 0, bytemuck::cast_slice(&words[0]))?;
                }
                _ => unreachable!("a resource is a texture or a buffer for good"),
            }
            self.written.insert(resource, self.clock);
            self.checkpoints.hold(resource, self.clock, words);
        }
        let steps = &self.capture.commands_of_steps;
        self.stored_before = None;
        (self.done, self.step) = (commands, steps.partition_point(|&command| command < commands).checked_sub(1));
        Ok(())
    }
}

impl Drop for Replay {
    fn drop(&mut self) {
        self.clear();
    }
}

impl std::fmt::Debug for Replay {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "Replay({:?} of {:?})", self.step, self.capture)
    }
}
