//! Memory: the textures and buffers of a device, and their contents.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::backend::{Backend, BufferId, RenderTarget, TextureId, TextureSpec};
use crate::error::Error;
use crate::geometry::Rect;

/// The textures and buffers of a device, in the memory of its backend.
pub(crate) struct Memory {
    pub backend: Rc<dyn Backend>,
    /// The extents and format of each texture.
    specs: RefCell<FxHashMap<TextureId, TextureSpec>>,
}

impl Memory {
    pub fn new(backend: Rc<dyn Backend>) -> Memory {
        Memory { backend, specs: RefCell::default() }
    }

    /// Records a new texture.
    pub fn insert(&self, texture: TextureId, spec: TextureSpec) {
        self.specs.borrow_mut().insert(texture, spec);
    }

    /// Removes a deleted texture.
    pub fn forget(&self, texture: TextureId) {
        self.specs.borrow_mut().remove(&texture);
    }

    /// Returns the extents and format of a texture.
    pub fn spec_of(&self, texture: TextureId) -> TextureSpec {
        self.specs.borrow()[&texture]
    }

    /// Reads the words of a rectangle of a texture.
    pub fn read_rect(&self, source: RenderTarget, rect: Rect, spec: TextureSpec) -> Result<Vec<u32>, Error> {
        let mut words = vec![0; rect.area() * spec.channels];
        self.backend.read_texture(source, rect, &mut words)?;
        Ok(words)
    }

    /// Reads the words of a texture, or of one of its layers.
    pub fn read_whole(&self, source: RenderTarget, spec: TextureSpec) -> Result<Vec<u32>, Error> {
        self.read_rect(source, Rect::new(0, 0, spec.width, spec.height), spec)
    }

    /// Reads the words of a buffer.
    pub fn read_whole_buffer(&self, id: BufferId, bytes: usize) -> Result<Vec<u32>, Error> {
        let mut words = vec![0u32; bytes / 4];
        let compute = self.backend.compute().expect("compute shaders made the buffer");
        compute.read_buffer(id, 0, bytemuck::cast_slice_mut(&mut words))?;
        Ok(words)
    }
}
