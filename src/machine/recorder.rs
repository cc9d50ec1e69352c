//! The recorder: notes what a device does while a capture is made.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::backend::{BufferId, Target, TextureId, TextureSpec};
use crate::error::Error;
use crate::geometry::Rect;

use super::memory::Memory;
use super::step::{ResourceId, Step};

/// What is done in a capture, in order.
pub(crate) enum Command {
    /// A texture or buffer comes to be; what it holds is undefined.
    Create(ResourceId),
    /// It is used no more.
    Release(ResourceId),
    /// Texels are written from main memory.
    Write { resource: ResourceId, layer: usize, rect: Rect, words: Rc<[u32]> },
    /// Bytes of a buffer are.
    WriteBuffer { resource: ResourceId, start: usize, words: Rc<[u32]> },
    /// Bytes of a buffer go into a texture.
    Copy { from: ResourceId, start: usize, to: ResourceId, rect: Rect },
    /// The step of this number runs.
    Run(usize),
}

/// What a texture or buffer of a capture is.
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
    textures: FxHashMap<TextureId, ResourceId>,
    buffers: FxHashMap<BufferId, ResourceId>,
}

impl Recorder {
    fn create(&mut self, resource: Resource) -> ResourceId {
        let id = ResourceId(self.resources.len() as u32);
        self.resources.push(resource);
        self.commands.push(Command::Create(id));
        id
    }

    /// A texture came from the pool or the backend.
    pub fn acquire_texture(&mut self, texture: TextureId, spec: TextureSpec) {
        let id = self.create(Resource::Texture(spec));
        self.textures.insert(texture, id);
    }

    /// A buffer did.
    pub fn acquire_buffer(&mut self, buffer: BufferId, bytes: usize) {
        let id = self.create(Resource::Buffer { bytes });
        self.buffers.insert(buffer, id);
    }

    /// A texture goes back to the pool. What came from outside was noted when it was first used; of what was not, nothing
    /// is to be known.
    pub fn release_texture(&mut self, texture: TextureId) {
        let released = self.textures.remove(&texture);
        self.commands.extend(released.map(Command::Release));
    }

    /// A buffer does.
    pub fn release_buffer(&mut self, buffer: BufferId) {
        let released = self.buffers.remove(&buffer);
        self.commands.extend(released.map(Command::Release));
    }

    /// The texture's number in the capture; what one from outside holds is read.
    pub fn texture(&mut self, memory: &Memory, texture: TextureId) -> Result<ResourceId, Error> {
        if let Some(known) = self.textures.get(&texture) {
            return Ok(*known);
        }
        let spec = memory.spec_of(texture);
        let rect = Rect::new(0, 0, spec.width, spec.height);
        let layers = (0..spec.layers).map(|layer| memory.read_whole(Target { texture, layer }, spec));
        let layers = layers.collect::<Result<Vec<_>, _>>()?;
        self.acquire_texture(texture, spec);
        let resource = self.textures[&texture];
        for (layer, words) in layers.into_iter().enumerate() {
            self.commands.push(Command::Write { resource, layer, rect, words: words.into() });
        }
        Ok(resource)
    }

    /// The buffer's number in the capture; what one from outside holds is read.
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

    /// Texels are about to be written.
    pub fn write(&mut self, memory: &Memory, target: Target, rect: Rect, words: &[u32]) -> Result<(), Error> {
        let resource = self.texture(memory, target.texture)?;
        self.commands.push(Command::Write { resource, layer: target.layer, rect, words: words.into() });
        Ok(())
    }

    /// Bytes of a buffer are.
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

    /// Bytes of a buffer, from `start` on, are about to go into a texture.
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

    /// A step is about to run.
    pub fn step(&mut self, step: Step) {
        self.commands_of_steps.push(self.commands.len());
        self.commands.push(Command::Run(self.steps.len()));
        self.steps.push(step);
    }

    /// The last step did not run: it is none.
    pub fn pop(&mut self) {
        self.commands_of_steps.pop();
        self.commands.pop();
        self.steps.pop();
    }
}
