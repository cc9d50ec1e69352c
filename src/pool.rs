//! Textures that wait to be used again, so that ping-pong between two of them allocates twice and not in every pass.

use std::collections::HashMap;

use crate::carrier::{TextureId, TextureSpec};

/// Bytes of textures that may wait; what comes back beyond that is deleted.
const MOST_BYTES: usize = 512 << 20;

#[derive(Default)]
pub(crate) struct Pool {
    waiting: HashMap<TextureSpec, Vec<TextureId>>,
    bytes: usize,
    created: usize,
}

impl Pool {
    /// A texture of this kind, if one waits.
    pub fn take(&mut self, spec: TextureSpec) -> Option<TextureId> {
        let texture = self.waiting.get_mut(&spec)?.pop()?;
        self.bytes -= spec.bytes();
        Some(texture)
    }

    /// Counts a texture that had to be made.
    pub fn count_created(&mut self) {
        self.created += 1;
    }

    /// How many textures have been made so far.
    pub fn created(&self) -> usize {
        self.created
    }

    /// Takes a texture back, or says that there is no room for it.
    pub fn put(&mut self, spec: TextureSpec, texture: TextureId) -> bool {
        if self.bytes + spec.bytes() > MOST_BYTES {
            return false;
        }
        self.bytes += spec.bytes();
        self.waiting.entry(spec).or_default().push(texture);
        true
    }

    /// Empties the pool.
    pub fn drain(&mut self) -> Vec<TextureId> {
        self.bytes = 0;
        self.waiting.drain().flat_map(|(_, textures)| textures).collect()
    }
}
