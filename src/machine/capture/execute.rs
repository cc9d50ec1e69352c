//! Executes the commands of a capture in a replay.

use crate::backend::{self, Backend, BackendError, BufferId, Draw, InputBinding, RenderTarget, TextureId};
use crate::error::Error;

use super::replay::{Own, Replay};
use crate::error::CaptureError;
use crate::machine::recorder::{Command, Resource};
use crate::machine::step::{Binding, BoundTextures, DispatchStep, PassStep, ResourceId, Step};

impl Replay {
    pub(super) fn execute(&mut self, command: &Command) -> Result<(), Error> {
        let capture = self.capture.clone();
        let (device, backend) = (&capture.device, capture.device.backend());
        self.clock += 1;
        match command {
            Command::Create(resource) => self.create(*resource)?,
            Command::Release(resource) => {
                self.release(*resource);
                self.checkpoints.forget(*resource);
            }
            Command::Write { resource, layer, rect, words } => {
                let target = RenderTarget { texture: self.texture(*resource)?, layer: *layer };
                backend.write_texture(target, *rect, words)?;
                self.written.insert(*resource, self.clock);
            }
            Command::WriteBuffer { resource, start, words } => {
                let (compute, _) = device.compute_backend()?;
                compute.write_buffer(self.buffer(*resource)?, *start, bytemuck::cast_slice(words))?;
                self.written.insert(*resource, self.clock);
            }
            Command::Clear(resource, texel) => {
                backend.clear_depth_stencil(self.texture(*resource)?, *texel)?;
                self.written.insert(*resource, self.clock);
            }
            Command::Average { from, to } => {
                backend.average(self.texture(*from)?, self.texture(*to)?)?;
                self.written.insert(*to, self.clock);
            }
            Command::Copy { from, start, to, rect } => {
                let (compute, _) = device.compute_backend()?;
                compute.copy_to_texture(self.buffer(*from)?, *start, self.texture(*to)?, *rect)?;
                self.written.insert(*to, self.clock);
            }
            Command::Run(step) => match &capture.steps[*step] {
                Step::Pass(pass) => self.draw(*step, pass)?,
                Step::Dispatch(dispatch) => self.dispatch(dispatch)?,
            },
        }
        Ok(())
    }

    /// Calls a function with a pass as the backend draws it.
    pub(super) fn with_draw<R>(
        &self,
        pass: &PassStep,
        work: impl FnOnce(&dyn Backend, &Draw) -> Result<R, BackendError>,
    ) -> Result<R, Error> {
        let textures = self.bound(pass)?;
        Ok(work(self.capture.device.backend(), &pass.as_drawn(&textures))?)
    }

    /// Returns the replay's own textures that a pass reads and writes.
    pub(super) fn bound(&self, pass: &PassStep) -> Result<BoundTextures, Error> {
        let input = |binding: &Binding| {
            let texture = self.texture(binding.resource)?;
            Ok(InputBinding { texture, geometry: binding.geometry, layers: binding.layers })
        };
        let target =
            |binding: &Binding| Ok(RenderTarget { texture: self.texture(binding.resource)?, layer: binding.layer });
        let inputs = pass.inputs.iter().map(input).collect::<Result<_, Error>>()?;
        Ok(BoundTextures {
            inputs,
            targets: pass.outputs.iter().map(target).collect::<Result<_, Error>>()?,
            depth_stencil: pass.depth_stencil.map(|buffer| self.texture(buffer)).transpose()?,
            places: pass.points.as_ref().map(|points| input(&points.places)).transpose()?,
        })
    }

    fn draw(&mut self, step: usize, pass: &PassStep) -> Result<(), Error> {
        let drawn = self.with_draw(pass, |backend, draw| backend.draw(draw))?;
        self.costs.insert(step, drawn.cost);
        let buffer = pass.depth_stencil.filter(|_| pass.event.operations.writes_depth_stencil());
        for written in pass.outputs.iter().map(|output| output.resource).chain(buffer) {
            self.written.insert(written, self.clock);
        }
        Ok(())
    }

    fn dispatch(&mut self, step: &DispatchStep) -> Result<(), Error> {
        let buffers = step.buffers.iter().map(|buffer| self.buffer(buffer.resource));
        let textures = step.textures.iter().map(|texture| self.texture(texture.resource));
        let constants: Vec<_> = step.constants.iter().map(|(_, value)| *value).collect();
        let (compute, _) = self.capture.device.compute_backend()?;
        compute.dispatch(&backend::Dispatch {
            program: step.kernel.program,
            buffers: &buffers.collect::<Result<Vec<_>, _>>()?,
            samplers: &textures.collect::<Result<Vec<_>, _>>()?,
            uniforms: &constants,
            groups: step.event.groups,
            invocations: step.event.invocations,
        })?;
        for buffer in step.buffers.iter().filter(|buffer| buffer.access != backend::BufferAccess::Read) {
            self.written.insert(buffer.resource, self.clock);
        }
        Ok(())
    }

    fn texture(&self, resource: ResourceId) -> Result<TextureId, Error> {
        match self.live.get(&resource) {
            Some(Own::Texture(texture)) => Ok(*texture),
            _ => Err(CaptureError::NotHere { name: format!("texture {}", resource.0) }.into()),
        }
    }

    fn buffer(&self, resource: ResourceId) -> Result<BufferId, Error> {
        match self.live.get(&resource) {
            Some(Own::Buffer(buffer)) => Ok(*buffer),
            _ => Err(CaptureError::NotHere { name: format!("buffer {}", resource.0) }.into()),
        }
    }

    pub(super) fn create(&mut self, resource: ResourceId) -> Result<(), Error> {
        let device = &self.capture.device;
        let own = match self.capture.resources[resource.0 as usize] {
            Resource::Texture(spec) => Own::Texture(device.acquire(spec)?),
            Resource::Buffer { bytes } => Own::Buffer(device.acquire_buffer(bytes)?),
        };
        self.live.insert(resource, own);
        self.written.insert(resource, self.clock);
        Ok(())
    }

    pub(super) fn release(&mut self, resource: ResourceId) {
        let Some(own) = self.live.remove(&resource) else { return };
        let device = &self.capture.device;
        match (own, self.capture.resources[resource.0 as usize]) {
            (Own::Texture(texture), Resource::Texture(spec)) => device.release(spec, texture),
            (Own::Buffer(buffer), Resource::Buffer { bytes }) => device.release_buffer(bytes, buffer),
            _ => unreachable!("a resource is a texture or a buffer for good"),
        }
    }
}
