//! Textures that wait to be used again, so that ping-pong between two of them allocates twice and not in every pass.

use std::collections::{HashMap, VecDeque};

use crate::carrier::{TextureId, TextureSpec};

/// Bytes of textures that may wait; beyond that, those that have waited longest go.
const MOST_BYTES: usize = 512 << 20;
/// Textures that may wait: a framebuffer object goes with each.
const MOST_TEXTURES: usize = 256;

#[derive(Default)]
pub(crate) struct Pool {
    /// By kind, each with the time it came; the last to come is the first to go out.
    waiting: HashMap<TextureSpec, VecDeque<(u64, TextureId)>>,
    time: u64,
    bytes: usize,
    textures: usize,
    created: usize,
}

impl Pool {
    /// A texture of this kind, if one waits.
    pub fn take(&mut self, spec: TextureSpec) -> Option<TextureId> {
        let (_, texture) = self.waiting.get_mut(&spec)?.pop_back()?;
        self.count_out(spec);
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

    /// Takes a texture back. Returns those that have to go for it: they have waited longest.
    pub fn put(&mut self, spec: TextureSpec, texture: TextureId) -> Vec<TextureId> {
        self.time += 1;
        self.bytes += spec.bytes();
        self.textures += 1;
        self.waiting.entry(spec).or_default().push_back((self.time, texture));
        let mut evicted = Vec::new();
        while self.bytes > MOST_BYTES || self.textures > MOST_TEXTURES {
            let oldest = self
                .waiting
                .iter()
                .filter_map(|(spec, waiting)| Some((waiting.front()?.0, *spec)))
                .min_by_key(|(time, _)| *time);
            let Some((_, spec)) = oldest else { break };
            evicted.extend(self.waiting.get_mut(&spec).and_then(VecDeque::pop_front).map(|(_, texture)| texture));
            self.count_out(spec);
        }
        evicted
    }

    /// Empties the pool.
    pub fn drain(&mut self) -> Vec<TextureId> {
        (self.bytes, self.textures) = (0, 0);
        self.waiting.drain().flat_map(|(_, waiting)| waiting).map(|(_, texture)| texture).collect()
    }

    fn count_out(&mut self, spec: TextureSpec) {
        self.bytes -= spec.bytes();
        self.textures -= 1;
        if self.waiting.get(&spec).is_some_and(VecDeque::is_empty) {
            self.waiting.remove(&spec);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_have_waited_longest_make_room() {
        let mut pool = Pool::default();
        let large = TextureSpec { width: 8192, height: 4096, channels: 4, layers: 1 }; // all that may wait
        let small = TextureSpec { width: 64, height: 64, channels: 1, layers: 1 };
        assert!(pool.put(large, TextureId(1)).is_empty());
        assert_eq!(pool.put(small, TextureId(2)), [TextureId(1)]);
        assert_eq!((pool.take(large), pool.take(small), pool.take(small)), (None, Some(TextureId(2)), None));
        for id in 0..1000 {
            pool.put(small, TextureId(id));
        }
        assert_eq!(pool.take(small), Some(TextureId(999)));
        assert_eq!(pool.drain().len(), MOST_TEXTURES - 1);
    }
}
