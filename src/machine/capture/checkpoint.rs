//! Checkpoints: what all textures and buffers of a replay held at some steps, in main memory, so that a step back is not a
//! run from the start.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::machine::step::ResourceId;

/// What a resource held: the words of each layer.
pub(super) type Held = Rc<Vec<Vec<u32>>>;

/// Steps between checkpoints, to begin with.
const INTERVAL: usize = 16;

/// Checkpoints by the number of commands that had run.
pub(super) struct Checkpoints {
    kept: BTreeMap<usize, FxHashMap<ResourceId, Held>>,
    /// Steps between two of them.
    interval: usize,
    /// The most bytes of all together.
    max_bytes: usize,
    /// What each resource held last, and when it had been written last by then: unwritten ones are shared.
    latest: FxHashMap<ResourceId, (u64, Held)>,
}

impl Checkpoints {
    pub fn new(max_bytes: usize) -> Checkpoints {
        Checkpoints { kept: BTreeMap::new(), interval: INTERVAL, max_bytes, latest: FxHashMap::default() }
    }

    /// The last one at or before so many commands.
    pub fn before(&self, commands: usize) -> Option<(usize, &FxHashMap<ResourceId, Held>)> {
        self.kept.range(..=commands).next_back().map(|(at, held)| (*at, held))
    }

    /// Whether one is wanted after this step.
    pub fn wants(&self, commands: usize, step: usize) -> bool {
        (step + 1).is_multiple_of(self.interval) && !self.kept.contains_key(&commands)
    }

    /// What the resource held, if it has not been written since.
    pub fn unwritten(&self, resource: ResourceId, written: u64) -> Option<Held> {
        self.latest.get(&resource).filter(|(at, _)| *at == written).map(|(_, held)| held.clone())
    }

    /// Notes what a resource holds.
    pub fn hold(&mut self, resource: ResourceId, written: u64, held: &Held) {
        self.latest.insert(resource, (written, held.clone()));
    }

    /// Keeps one; every other goes where they get too large.
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

    /// Nobody asks for a resource any more.
    pub fn forget(&mut self, resource: ResourceId) {
        self.latest.remove(&resource);
    }

    /// Bytes of all that is kept; what several share counts once.
    pub fn bytes(&self) -> usize {
        let mut seen = rustc_hash::FxHashSet::default();
        let held = self.kept.values().flat_map(FxHashMap::values);
        held.filter(|held| seen.insert(Rc::as_ptr(held))).map(|held| held.iter().map(Vec::len).sum::<usize>() * 4).sum()
    }
}
