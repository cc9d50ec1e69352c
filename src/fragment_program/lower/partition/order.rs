//! Orders the instructions of a kernel so that they can be cut into passes, and finds the numbers that cross each cut.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::fragment_program::lower::assemble::interpolate;
use crate::fragment_program::lower::graph::{Graph, Node, NodeId, Rate, Ref};
use crate::fragment_program::lower::pack::{Packing, Vectors};
use crate::fragment_program::lower::schedule::{Line, Schedule};
use crate::fragment_program::lower::usage::{Usage, fuse, operands};

/// How the instructions of a kernel are ordered, and which numbers are recomputed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choices {
    /// Whether instructions are ordered output by output. Otherwise they keep the order of the kernel's source.
    pub by_output: bool,
    /// Whether the last pass writes all outputs. Otherwise each output is written as soon as possible.
    pub outputs_last: bool,
    /// The maximum number of instructions that are repeated in order to recompute a number instead of storing it.
    pub repeated: u32,
}

/// A kernel as a sequence of instructions.
pub struct OrderedKernel<'a> {
    /// The lowered kernel.
    pub graph: &'a Graph,
    pub outputs: &'a [Vec<Ref>],
    /// The number of instructions.
    pub len: usize,
    /// For each instruction, those results that a later pass may have to read from a texture.
    pub values: Vec<Vec<NodeId>>,
    /// For each number, the instruction that computes it.
    pub instruction_of: FxHashMap<NodeId, usize>,
    /// For each number, the last instruction that reads it.
    pub last_read: FxHashMap<NodeId, usize>,
    /// For each output, the instruction after which it can be written.
    pub complete: Vec<usize>,
    /// The fetches whose coordinates are linear in the fragment's position.
    pub linear: FxHashSet<NodeId>,
    /// The number of instructions that recompute a number, for each number that is cheap to recompute.
    cheap: FxHashMap<NodeId, u32>,
    repeated: u32,
}

impl<'a> OrderedKernel<'a> {
    /// Orders the instructions of a kernel without branches and loops.
    pub fn of(graph: &'a Graph, outputs: &'a [Vec<Ref>], choices: Choices) -> OrderedKernel<'a> {
        // These are the instructions of a single program with an unlimited number of interpolated coordinates.
        let mut ordered = graph.clone();
        let block = std::mem::take(&mut ordered.block);
        let roots: Vec<Ref> = outputs.iter().flatten().copied().collect();
        let usage = Usage::of(&ordered, &block, &roots);
        let (coordinates, _) = interpolate(&mut ordered, &usage, usize::MAX);
        let usage = Usage::of(&ordered, &block, &roots);
        fuse(&mut ordered, &usage);
        let usage = Usage::of(&ordered, &block, &roots);
        let packing = Packing::of(&ordered, &block, &usage, outputs, &coordinates, Vectors::Source);
        let lines = match choices.by_output {
            true => Schedule::of_roots(&ordered, &usage, &packing, &roots),
            false => Schedule::of(&ordered, &usage, &packing, &block, false),
        };
        let bundles = lines.iter().filter_map(|line| match line {
            Line::Bundle(bundle) => Some(&packing.bundles[*bundle]),
            _ => None,
        });
        let mut whole = OrderedKernel {
            graph,
            outputs,
            len: 0,
            values: Vec::new(),
            instruction_of: FxHashMap::default(),
            last_read: FxHashMap::default(),
            complete: Vec::new(),
            linear: coordinates.keys().copied().collect(),
            cheap: FxHashMap::default(),
            repeated: choices.repeated,
        };
        let texels = texels_of(&ordered, &usage);
        let mut reads: Vec<Vec<NodeId>> = Vec::new();
        for bundle in bundles.filter(|bundle| !matches!(ordered.node(bundle[0]), Node::Place(_))) {
            let number = whole.len;
            whole.len += 1;
            let mut values: Vec<NodeId> = Vec::new();
            for node in bundle {
                match ordered.node(*node) {
                    Node::Fetch { .. } => values.extend(texels.get(node).into_iter().flatten()),
                    _ => values.push(*node),
                }
            }
            for value in &values {
                whole.instruction_of.insert(*value, number);
            }
            values.retain(|value| !whole.learn_cost(&ordered, *value));
            whole.values.push(values);
            reads.push(bundle.iter().flat_map(|node| operands(ordered.node(*node))).collect());
        }
        whole.follow(&ordered, &reads, choices.outputs_last);
        whole
    }

    /// Whether a number is recomputed in each pass that reads it.
    pub fn is_repeated(&self, value: NodeId) -> bool {
        self.cheap.get(&value).is_some_and(|cost| *cost <= self.repeated) || self.is_free(value)
    }

    /// Whether a number is never stored in a texel, because it is cheaper to recompute: the fragment's position, texels with linear
    /// coordinates, and numbers that are the same for all fragments.
    fn is_free(&self, value: NodeId) -> bool {
        match self.graph.node(value) {
            Node::Place(_) => true,
            Node::Texel(fetch, _) => self.linear.contains(fetch),
            _ => self.graph.rate(value) != Rate::Fragment,
        }
    }

    /// Records the cost of recomputing a number. Returns whether the number is recomputed rather than stored.
    fn learn_cost(&mut self, graph: &Graph, value: NodeId) -> bool {
        if let Node::Alu(_, _, of) = graph.node(value) {
            let cost = |node: NodeId| match graph.node(node) {
                Node::Place(_) => Some(0),
                _ if graph.rate(node) != Rate::Fragment => Some(0),
                Node::Texel(fetch, _) if self.linear.contains(fetch) => Some(1),
                _ => self.cheap.get(&node).copied(),
            };
            let sum = of.iter().map(|r| cost(r.node)).try_fold(1u32, |sum, cost| sum.checked_add(cost?));
            if let Some(sum) = sum.filter(|sum| *sum <= self.repeated) {
                self.cheap.insert(value, sum);
            }
        }
        self.is_repeated(value)
    }

    /// Finds the last read of each number, and the instruction that completes each output.
    fn follow(&mut self, graph: &Graph, reads: &[Vec<NodeId>], outputs_last: bool) {
        for (number, nodes) in reads.iter().enumerate() {
            for node in nodes.iter().filter(|node| graph.rate(**node) == Rate::Fragment) {
                let last = self.last_read.entry(*node).or_insert(number);
                *last = (*last).max(number);
            }
        }
        let end = self.len.saturating_sub(1);
        for refs in self.outputs {
            let own = refs.iter().filter_map(|r| self.instruction_of.get(&r.node).copied()).max();
            let complete = if outputs_last { end } else { own.unwrap_or(end) };
            for r in refs {
                let last = self.last_read.entry(r.node).or_insert(complete);
                *last = (*last).max(complete);
            }
            self.complete.push(complete);
        }
    }

    /// Returns the numbers that the instructions from `start` to `end` compute and that later instructions read.
    pub fn leaving(&self, start: usize, end: usize) -> impl Iterator<Item = &NodeId> {
        let values = self.values[start..end].iter().flatten();
        values.filter(move |value| self.leaves(**value, end))
    }

    /// Whether an instruction from `end` on reads a number.
    pub fn leaves(&self, value: NodeId, end: usize) -> bool {
        self.last_read.get(&value).is_some_and(|last| *last >= end)
    }

    /// Returns, for each instruction, the number of values that have to be stored if there is a cut before it.
    pub fn crossing(&self) -> Vec<usize> {
        let mut changes = vec![0isize; self.len + 2];
        for (number, values) in self.values.iter().enumerate() {
            for last in values.iter().filter_map(|value| self.last_read.get(value)) {
                // A number crosses all cuts from the one behind its own instruction to the one before its last reader.
                changes[number + 1] += 1;
                changes[(*last).max(number) + 1] -= 1;
            }
        }
        let mut sum = 0;
        changes
            .iter()
            .map(|change| {
                sum += change;
                sum.unsigned_abs()
            })
            .collect()
    }
}

/// Returns the texel components of each fetch that are read.
fn texels_of(graph: &Graph, usage: &Usage) -> FxHashMap<NodeId, Vec<NodeId>> {
    let mut texels: FxHashMap<NodeId, Vec<NodeId>> = FxHashMap::default();
    for number in 0..graph.len() {
        let id = NodeId(number as u32);
        if let Node::Texel(fetch, _) = graph.node(id)
            && usage.needed(id)
        {
            texels.entry(*fetch).or_default().push(id);
        }
    }
    texels
}
