//! Checkpoints: the contents of all textures and buffers of a replay at some steps, in main memory. With a checkpoint, a step back
//! does not have to run all steps from the start.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::machine::step::ResourceId;

/// The content of a resource: the words of each layer.
pub(super) type Held = Rc<Vec<Vec<u32>>>;

/// The initial number of steps between checkpoints.
const INTERVAL: usize = 16;

/// The checkpoints, each with the number of commands that had run before it.
pub(super) struct Checkpoints {
    kept: BTreeMap<usize, FxHashMap<ResourceId, Held>>,
    /// The number of steps between checkpoints.
    interval: usize,
    /// The maximum number of bytes of all checkpoints together.
    max_bytes: usize,
    /// For each resource, the content that was stored last, and the command that had last written it. Checkpoints share the content
    /// of resources that are not written between them.
    latest: FxHashMap<ResourceId, (u64, Held)>,
}

impl Checkpoints {
    pub fn new(max_bytes: usize) -> Checkpoints {
        Checkpoints { kept: BTreeMap::new(), interval: INTERVAL, max_bytes, latest: FxHashMap::default() }
    }

    /// Returns the last checkpoint at or before this number of commands.
    pub fn before(&self, commands: usize) -> Option<(usize, &FxHashMap<ResourceId, Held>)> {
        self.kept.range(..=commands).next_back().map(|(at, held)| (*at, held))
    }

    /// Returns whether a checkpoint is due after this step.
    pub fn wants(&self, commands: usize, step: usize) -> bool {
        (step + 1).is_multiple_of(self.interval) && !self.kept.contains_key(&commands)
    }

    /// Returns the stored content of a resource, if it has not been written since.
    pub fn unwritten(&self, resource: ResourceId, written: u64) -> Option<Held> {
        self.latest.get(&resource).filter(|(at, _)| *at == written).map(|(_, held)| held.clone())
    }

    /// Records the content of a resource as the latest.
    pub fn hold(&mut self, resource: ResourceId, written: u64, held: &Held) {
        self.latest.insert(resource, (written, held.clone()));
    }

    /// Adds a checkpoint. If the checkpoints exceed the maximum size, drops every other one.
    pub fn keep(&mut self, commands: usize, held: FxHashMap<ResourceId, Held>) {
        self.kept.insert(commands, held);
        while self.bytes() > self.max_bytes && !self.kept.is_empty() {
            self.interval *= 2;
            let mut odd = false;
            self.kept.retain(|_, _| {
                odd = !odd;
                !odd
            });
        }
    }

    /// Drops the latest content of a resource that is no longer needed.
    pub fn forget(&mut self, resource: ResourceId) {
        self.latest.remove(&resource);
    }

    /// Returns the size of all checkpoints in bytes. Shared contents count once.
    pub fn bytes(&self) -> usize {
        let mut seen = rustc_hash::FxHashSet::default();
        let held = self.kept.values().flat_map(FxHashMap::values);
        held.filter(|held| seen.insert(Rc::as_ptr(held))).map(|held| held.iter().map(Vec::len).sum::<usize>() * 4).sum()
    }
}
