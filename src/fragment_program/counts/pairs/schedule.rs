//! Scheduling: decides which operations are issued as a pair, as Mesa's r300 compiler does.
//!
//! Operations are ready once the values that they read are computed. In each step, those that are ready are paired, as far as their
//! registers fit into the three that each half can read. If an operation of the RGB half computes one number, and the alpha half is
//! free, it is moved there. Then one pair or operation is issued: pairs go first, and then those that have waited longest and read most.

use rustc_hash::FxHashMap;

use super::source_slots::SourceSlots;
use super::{Operation, Source, Texture, Value};

/// The maximum number of texture instructions that wait for others, so that they are issued together.
const MAX_TEXTURE_GROUP: usize = 8;

/// The part of the score of operations that write no render target.
const INNER_SCORE: i64 = 1 << 24;

/// The part of the score of pairs.
const PAIRED_SCORE: i64 = 1 << 16;

/// An operation that is scheduled.
struct Entry {
    operation: Operation,
    slots: SourceSlots,
    /// The number of values that it still waits for.
    waits: usize,
    /// The operations that wait for its results, once for each value.
    users: Vec<usize>,
    /// Whether it computes one number, and the alpha half could do it.
    converts: bool,
    score: i64,
    /// The operation of the alpha half that it is paired with.
    paired: Option<usize>,
}

/// The list that an operation is ready in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum List {
    Full,
    Rgb,
    Alpha,
    Texture,
}

struct Scheduler {
    entries: Vec<Entry>,
    /// The operations that are ready, in order.
    ready: [Vec<usize>; 4],
    /// The number of values, including those that operations are moved to.
    values: usize,
    /// The number of texture instructions.
    textures: usize,
}

/// What a program takes once it is scheduled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::fragment_program::counts) struct Scheduled {
    pub pairs: usize,
    /// The number of nodes: groups of texture instructions, and one more if arithmetic comes before the first.
    pub nodes: usize,
}

/// Schedules the operations of a program. `values` is the number of values.
pub(super) fn schedule(operations: Vec<Operation>, values: usize) -> Scheduled {
    let mut scheduler = Scheduler::new(operations, values);
    let mut scheduled = Scheduled { pairs: 0, nodes: 0 };
    while scheduler.ready.iter().any(|list| !list.is_empty()) {
        match scheduler.step() {
            true => {
                scheduled.pairs += 1;
                scheduled.nodes = scheduled.nodes.max(1);
            }
            false => scheduled.nodes += 1,
        }
    }
    debug_assert!(
        scheduler.entries.iter().all(|entry| entry.waits == 0),
        "an operation waits for what is never issued"
    );
    scheduled
}

impl Scheduler {
    fn new(operations: Vec<Operation>, values: usize) -> Scheduler {
        let mut writers: FxHashMap<Value, usize> = FxHashMap::default();
        let textures = operations.iter().filter(|operation| operation.texture.is_some()).count();
        let mut entries: Vec<Entry> = Vec::with_capacity(operations.len());
        for (at, operation) in operations.into_iter().enumerate() {
            let slots = SourceSlots::of(&operation);
            let mut waits = Vec::new();
            for argument in operation.arguments() {
                let Source::Value(value) = argument.source else { continue };
                let of = (0..4).filter(|component| argument.components >> component & 1 == 1);
                let writers: Vec<(Value, usize)> =
                    of.filter_map(|component| Some(((value, component), *writers.get(&(value, component))?))).collect();
                // The other half of a pair cannot replace one of several components, or have more registers than it can read.
                let free = slots.has_free_alpha();
                let alone = argument.components.count_ones() == 1 && !argument.presubtracted && free;
                if !alone || operation.texture.is_some() {
                    writers.iter().for_each(|(_, writer)| entries[*writer].converts = false);
                }
                waits.extend(writers);
            }
            waits.sort_unstable();
            waits.dedup();
            waits.iter().for_each(|(_, writer)| entries[*writer].users.insert(0, at));
            writers.extend(operation.writes.iter().map(|value| (*value, at)));
            let half = operation.rgb.as_ref();
            let converts = operation.texture.is_none()
                && operation.writes.len() == 1
                && half.is_some_and(|half| half.converts)
                && (operation.alpha.is_none() || operation.replicates);
            let waits = waits.len();
            entries.push(Entry { operation, slots, waits, users: Vec::new(), converts, score: 0, paired: None });
        }
        let mut scheduler = Scheduler { entries, ready: Default::default(), values, textures };
        for at in 0..scheduler.entries.len() {
            if scheduler.entries[at].waits == 0 {
                scheduler.insert(at);
            }
        }
        scheduler
    }

    /// Inserts an operation that is ready into its list, after those with at least its score.
    fn insert(&mut self, at: usize) {
        let operation = &self.entries[at].operation;
        let list = match (operation.texture, &operation.rgb, &operation.alpha) {
            (Some(_), ..) => List::Texture,
            (None, Some(_), Some(_)) => List::Full,
            (None, Some(_), None) => List::Rgb,
            (None, None, _) => List::Alpha,
        };
        let list = &mut self.ready[list as usize];
        let place = list.iter().position(|other| self.entries[*other].score < self.entries[at].score);
        list.insert(place.unwrap_or(list.len()), at);
    }

    /// Issues a pair, an operation, or the texture instructions that are ready. Returns whether it was arithmetic.
    fn step(&mut self) -> bool {
        self.pair();
        let kills = |at: &usize| self.entries[*at].operation.texture == Some(Texture::Kill);
        if self.ready[List::Texture as usize].iter().any(kills) {
            self.fetch();
            return false;
        }
        let mut best: Option<(i64, List, usize)> = None;
        for list in [List::Full, List::Rgb, List::Alpha] {
            for at in self.ready[list as usize].clone() {
                let score = self.rate(at);
                if best.is_none_or(|(best, ..)| score > best) {
                    best = Some((score, list, at));
                }
            }
        }
        let waiting = self.ready[List::Texture as usize].len();
        match best {
            Some((score, list, at))
                if waiting == 0
                    || (waiting < MAX_TEXTURE_GROUP && waiting != self.textures && score >= INNER_SCORE) =>
            {
                self.ready[list as usize].retain(|other| *other != at);
                self.finish(at);
                true
            }
            _ => {
                self.fetch();
                false
            }
        }
    }

    /// Returns the score of an operation, which grows while it waits.
    fn rate(&mut self, at: usize) -> i64 {
        let paired = self.entries[at].paired;
        let inner =
            !self.entries[at].operation.output && paired.is_none_or(|other| !self.entries[other].operation.output);
        let entry = &mut self.entries[at];
        if inner {
            entry.score |= INNER_SCORE;
        }
        match paired {
            Some(_) => entry.score |= PAIRED_SCORE,
            None => entry.score += entry.slots.len() as i64,
        }
        entry.score
    }

    /// Issues all texture instructions that are ready.
    fn fetch(&mut self) {
        for at in std::mem::take(&mut self.ready[List::Texture as usize]) {
            self.finish(at);
        }
    }

    /// Makes ready what waits for an operation and the one that it is paired with.
    fn finish(&mut self, at: usize) {
        for at in [Some(at), self.entries[at].paired].into_iter().flatten() {
            for user in std::mem::take(&mut self.entries[at].users) {
                self.entries[user].waits -= 1;
                if self.entries[user].waits == 0 {
                    self.insert(user);
                }
            }
        }
    }

    /// Pairs operations that are ready.
    fn pair(&mut self) {
        for rgb in self.ready[List::Rgb as usize].clone() {
            for alpha in self.ready[List::Alpha as usize].clone() {
                if self.merge(rgb, alpha) {
                    break;
                }
            }
        }
        self.convert(List::Full);
        self.convert(List::Rgb);
    }

    /// Moves operations that compute one number from a list to the alpha half, as long as that makes pairs.
    fn convert(&mut self, list: List) {
        let mut next = 0;
        while let Some(at) = self.ready[list as usize].get(next).copied() {
            if self.ready[list as usize].len() < 2 {
                return;
            }
            if !self.entries[at].converts || self.entries[at].paired.is_some() {
                next += 1;
                continue;
            }
            self.move_to_alpha(at);
            self.ready[list as usize].remove(next);
            self.insert(at);
            let mut others = self.ready[List::Rgb as usize].clone().into_iter();
            if !others.any(|other| self.merge(other, at)) {
                return;
            }
            next = 0;
        }
    }

    /// Makes an operation one of the alpha half. What reads its result reads it there.
    fn move_to_alpha(&mut self, at: usize) {
        let entry = &mut self.entries[at];
        entry.converts = false;
        let rgb = entry.operation.rgb.take();
        if !std::mem::take(&mut entry.operation.replicates) {
            entry.operation.alpha = rgb;
        }
        let Some((old, component)) = entry.operation.writes.first().copied() else { return };
        let new = self.values;
        self.values += 1;
        for user in self.entries[at].users.clone() {
            let Entry { operation, slots, .. } = &mut self.entries[user];
            for half in operation.rgb.iter_mut().chain(&mut operation.alpha) {
                for argument in &mut half.arguments {
                    if argument.source == Source::Value(old) && argument.components == 1 << component {
                        (argument.source, argument.components) = (Source::Value(new), 0b1000);
                        slots.add(argument.source, argument.components);
                    }
                }
            }
        }
    }

    /// Pairs an operation of the RGB half and one of the alpha half, if their registers fit. Render targets are written by themselves.
    fn merge(&mut self, rgb: usize, alpha: usize) -> bool {
        let [first, second] = [rgb, alpha].map(|at| &self.entries[at]);
        if first.operation.output != second.operation.output
            || first.slots.presubtractions * second.slots.presubtractions != 0
        {
            return false;
        }
        let mut slots = first.slots.clone();
        if !second.operation.arguments().all(|argument| slots.add(argument.source, argument.components)) {
            return false;
        }
        self.entries[rgb].slots = slots;
        self.entries[rgb].paired = Some(alpha);
        self.ready[List::Rgb as usize].retain(|at| *at != rgb);
        self.ready[List::Alpha as usize].retain(|at| *at != alpha);
        self.ready[List::Full as usize].insert(0, rgb);
        true
    }
}
