//! Resource pool: keeps textures and buffers for reuse. With it, ping-pong between two textures allocates two textures in total,
//! instead of one in every pass.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use std::hash::Hash;

use crate::backend::TextureSpec;

/// The maximum number of bytes in the pool. Above it, the resources that have been in the pool longest are deleted.
const MAX_BYTES: usize = 512 << 20;
/// The maximum number of textures (or buffers) in the pool. A backend also keeps objects for drawing to each texture, which are
/// deleted with the texture.
const MAX_WAITING: usize = 256;

/// The properties of a resource. Resources with the same properties are interchangeable.
pub(crate) trait Kind: Copy + Eq + Hash {
    fn bytes(&self) -> usize;
}

impl Kind for TextureSpec {
    fn bytes(&self) -> usize {
        TextureSpec::bytes(self)
    }
}

/// The kind of a buffer is its size in bytes.
impl Kind for usize {
    fn bytes(&self) -> usize {
        *self
    }
}

pub(crate) struct Pool<K, I> {
    /// The resources in the pool by kind, each with the time when it was returned. The one that was returned last is taken first.
    waiting: FxHashMap<K, VecDeque<(u64, I)>>,
    time: u64,
    bytes: usize,
    count: usize,
    created: usize,
}

impl<K, I> Default for Pool<K, I> {
    fn default() -> Pool<K, I> {
        Pool { waiting: FxHashMap::default(), time: 0, bytes: 0, count: 0, created: 0 }
    }
}

impl<K: Kind, I> Pool<K, I> {
    /// Takes a resource of this kind out of the pool, if there is one.
    pub fn take(&mut self, kind: K) -> Option<I> {
        let (_, item) = self.waiting.get_mut(&kind)?.pop_back()?;
        self.count_out(kind);
        Some(item)
    }

    /// Counts a resource that had to be created.
    pub fn count_created(&mut self) {
        self.created += 1;
    }

    /// Returns the number of resources that have been created so far.
    pub fn created(&self) -> usize {
        self.created
    }

    /// Returns a resource to the pool. The result are the resources that have to be deleted to make room: those that have been in
    /// the pool longest.
    pub fn put(&mut self, kind: K, item: I) -> Vec<I> {
        self.time += 1;
        self.bytes += kind.bytes();
        self.count += 1;
        self.waiting.entry(kind).or_default().push_back((self.time, item));
        let mut evicted = Vec::new();
        while self.bytes > MAX_BYTES || self.count > MAX_WAITING {
            let oldest = self
                .waiting
                .iter()
                .filter_map(|(kind, waiting)| Some((waiting.front()?.0, *kind)))
                .min_by_key(|(time, _)| *time);
            let Some((_, kind)) = oldest else { break };
            evicted.extend(self.waiting.get_mut(&kind).and_then(VecDeque::pop_front).map(|(_, item)| item));
            self.count_out(kind);
        }
        evicted
    }

    /// Empties the pool.
    pub fn drain(&mut self) -> Vec<I> {
        (self.bytes, self.count) = (0, 0);
        self.waiting.drain().flat_map(|(_, waiting)| waiting).map(|(_, item)| item).collect()
    }

    fn count_out(&mut self, kind: K) {
        self.bytes -= kind.bytes();
        self.count -= 1;
        if self.waiting.get(&kind).is_some_and(VecDeque::is_empty) {
            self.waiting.remove(&kind);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::TextureId;

    #[test]
    fn those_that_have_waited_longest_make_room() {
        let mut pool = Pool::default();
        let large = TextureSpec::floats(8192, 4096, 4, 1); // fills the pool
        let small = TextureSpec::floats(64, 64, 1, 1);
        assert!(pool.put(large, TextureId(1)).is_empty());
        assert_eq!(pool.put(small, TextureId(2)), [TextureId(1)]);
        assert_eq!((pool.take(large), pool.take(small), pool.take(small)), (None, Some(TextureId(2)), None));
        for id in 0..1000 {
            pool.put(small, TextureId(id));
        }
        assert_eq!(pool.take(small), Some(TextureId(999)));
        assert_eq!(pool.drain().len(), MAX_WAITING - 1);
    }
}
