//! The recorder: records the commands of a device while a capture is made.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::backend::{BufferId, RenderTarget, TextureId, TextureSpec};
use crate::error::Error;
use crate::fragment_operations::DepthStencilTexel;
use crate::geometry::Rect;

use super::memory::Memory;
use super::step::{ResourceId, Step};

/// A command of a capture.
pub(crate) enum Command {
    /// A texture or buffer is created; its content is undefined.
    Create(ResourceId),
    /// A texture or buffer is released.
    Release(ResourceId),
    /// Texels are written from main memory.
    Write { resource: ResourceId, layer: usize, rect: Rect, words: Rc<[u32]> },
    /// Bytes of a buffer are written from main memory.
    WriteBuffer { resource: ResourceId, start: usize, words: Rc<[u32]> },
    /// All texels of a depth and stencil buffer are set.
    Clear(ResourceId, DepthStencilTexel),
    /// The mip levels of a texture are computed, and the last is copied to another texture.
    Average { from: ResourceId, to: ResourceId },
    /// Bytes of a buffer are copied into a texture.
    Copy { from: ResourceId, start: usize, to: ResourceId, rect: Rect },
    /// The step with this index runs.
    Run(usize),
}

/// The description of a texture or buffer of a capture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Resource {
    Texture(TextureSpec),
    Buffer { bytes: usize },
}

/// A capture that is being made.
#[derive(Default)]
pub(crate) struct Recorder {
    pub steps: Vec<Step>,
    pub commands: Vec<Command>,
    pub commands_of_steps: Vec<usize>,
    pub resources: Vec<Resource>,
    /// The textures that are alive, by their identifiers in the backend.
    pub textures: FxHashMap<TextureId, ResourceId>,
    buffers: FxHashMap<BufferId, ResourceId>,
}

impl Recorder {
    fn create(&mut self, resource: Resource) -> ResourceId {
        let id = ResourceId(self.resources.len() as u32);
        self.resources.push(resource);
        self.commands.push(Command::Create(id));
        id
    }

    /// Records that a texture came from the pool or the backend.
    pub fn acquire_texture(&mut self, texture: TextureId, spec: TextureSpec) {
        let id = self.create(Resource::Texture(spec));
        self.textures.insert(texture, id);
    }

    /// Records that a buffer came from the pool or the backend.
    pub fn acquire_buffer(&mut self, buffer: BufferId, bytes: usize) {
        let id = self.create(Resource::Buffer { bytes });
        self.buffers.insert(buffer, id);
    }

    /// Records that a texture is returned to the pool. A texture that existed before the capture was recorded on its first use; it
    /// is ignored if it was never used.
    pub fn release_texture(&mut self, texture: TextureId) {
        let released = self.textures.remove(&texture);
        self.commands.extend(released.map(Command::Release));
    }

    /// Records that a buffer is returned to the pool.
    pub fn release_buffer(&mut self, buffer: BufferId) {
        let released = self.buffers.remove(&buffer);
        self.commands.extend(released.map(Command::Release));
    }

    /// Returns the texture's number in the capture. If the texture existed before the capture, its content is read back on the
    /// first use.
    pub fn texture(&mut self, memory: &Memory, texture: TextureId) -> Result<ResourceId, Error> {
        if let Some(known) = self.textures.get(&texture) {
            return Ok(*known);
        }
        let spec = memory.spec_of(texture);
        let rect = Rect::new(0, 0, spec.width, spec.height);
        let layers = (0..spec.layers).map(|layer| memory.read_whole(RenderTarget { texture, layer }, spec));
        let layers = layers.collect::<Result<Vec<_>, _>>()?;
        self.acquire_texture(texture, spec);
        let resource = self.textures[&texture];
        for (layer, words) in layers.into_iter().enumerate() {
            self.commands.push(Command::Write { resource, layer, rect, words: words.into() });
        }
        Ok(resource)
    }

    /// Returns the buffer's number in the capture. If the buffer existed before the capture, its content is read back on the first
    /// use.
    pub fn buffer(&mut self, memory: &Memory, buffer: BufferId, bytes: usize) -> Result<ResourceId, Error> {
        if let Some(known) = self.buffers.get(&buffer) {
            return Ok(*known);
        }
        let words = memory.read_whole_buffer(buffer, bytes)?;
        self.acquire_buffer(buffer, bytes);
        let resource = self.buffers[&buffer];
        self.commands.push(Command::WriteBuffer { resource, start: 0, words: words.into() });
        Ok(resource)
    }

    /// Records that texels are about to be written.
    pub fn write(&mut self, memory: &Memory, target: RenderTarget, rect: Rect, words: &[u32]) -> Result<(), Error> {
        let resource = self.texture(memory, target.texture)?;
        self.commands.push(Command::Write { resource, layer: target.layer, rect, words: words.into() });
        Ok(())
    }

    /// Records that all texels of a depth and stencil buffer are about to be set. What it had before does not matter.
    pub fn clear(&mut self, texture: TextureId, spec: TextureSpec, texel: DepthStencilTexel) {
        if !self.textures.contains_key(&texture) {
            self.acquire_texture(texture, spec);
        }
        let resource = self.textures[&texture];
        self.commands.push(Command::Clear(resource, texel));
    }

    /// Records that the mip levels of a texture are about to be computed, and the last to be copied to another.
    pub fn average(&mut self, memory: &Memory, from: TextureId, to: TextureId) -> Result<(), Error> {
        let (from, to) = (self.texture(memory, from)?, self.texture(memory, to)?);
        self.commands.push(Command::Average { from, to });
        Ok(())
    }

    /// Records that bytes of a buffer are about to be written.
    pub fn write_buffer(
        &mut self,
        buffer: BufferId,
        bytes: usize,
        start: usize,
        words: &[u32],
        memory: &Memory,
    ) -> Result<(), Error> {
        let resource = self.buffer(memory, buffer, bytes)?;
        self.commands.push(Command::WriteBuffer { resource, start, words: words.into() });
        Ok(())
    }

    /// Records that bytes of a buffer, from `start` on, are about to be copied into a texture.
    pub fn copy(
        &mut self,
        memory: &Memory,
        (buffer, bytes, start): (BufferId, usize, usize),
        texture: TextureId,
        rect: Rect,
    ) -> Result<(), Error> {
        let (from, to) = (self.buffer(memory, buffer, bytes)?, self.texture(memory, texture)?);
        self.commands.push(Command::Copy { from, start, to, rect });
        Ok(())
    }

    /// Records a step that is about to run.
    pub fn step(&mut self, step: Step) {
        self.commands_of_steps.push(self.commands.len());
        self.commands.push(Command::Run(self.steps.len()));
        self.steps.push(step);
    }

    /// Removes the last step, which did not run.
    pub fn pop(&mut self) {
        self.commands_of_steps.pop();
        self.commands.pop();
        self.steps.pop();
    }
}
