//! Packs operations that the source does not write as one vector: components that are needed apart from the others of their vector, and
//! operations on scalars.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::fragment_program::{NumberType, Opcode};

use super::graph::{Graph, Node, NodeId, Rate};
use super::pack::{Packing, packs};
use super::usage::{Usage, operands};

/// What operations have in common that may be one instruction: their distance from the inputs, the number of texture instructions that they
/// wait for, the segment of code, and the operation.
type Key = (u32, u32, Option<u32>, Opcode, NumberType);

/// Returns the needed operations of each group.
pub fn grouped(graph: &Graph, usage: &Usage) -> FxHashMap<u32, Vec<NodeId>> {
    let mut groups: FxHashMap<u32, Vec<NodeId>> = FxHashMap::default();
    for id in packable(graph, usage) {
        groups.entry(graph.group_of(id)).or_default().push(id);
    }
    groups
}

/// Returns the needed operations that can be one component of an instruction.
fn packable<'a>(graph: &'a Graph, usage: &'a Usage) -> impl Iterator<Item = NodeId> + 'a {
    let all = (0..graph.len()).map(|number| NodeId(number as u32));
    all.filter(|&id| usage.needed(id) && packs(graph.node(id)) && graph.rate(id) == Rate::Fragment)
}

impl Packing {
    /// Adds the other components of the same vector to an instruction, if they fit.
    pub fn complete(&mut self, graph: &Graph, bundle: &mut Vec<NodeId>) {
        let group = graph.group_of(bundle[0]);
        let Some(members) = self.grouped.as_ref().and_then(|grouped| grouped.get(&group)).cloned() else { return };
        for node in members {
            self.add(graph, bundle, node);
        }
    }

    /// Adds a node to an instruction if it fits.
    fn add(&mut self, graph: &Graph, bundle: &mut Vec<NodeId>, node: NodeId) {
        let room = bundle.len() < 4 && !bundle.contains(&node) && !self.bundle_of.contains_key(&node);
        if !room || !self.alike(graph, bundle[0], node) || !self.operands_fit(graph, bundle, node) {
            return;
        }
        let all: Vec<NodeId> = bundle.iter().copied().chain([node]).collect();
        if self.fits(&all) {
            self.join(&all);
            bundle.push(node);
            self.join_operands(graph, bundle);
        }
    }

    /// Combines equal operations that are no components of one vector in the source. Those that are farthest from the inputs come first, so
    /// that their operands are packed, too.
    pub fn scalars(&mut self, graph: &Graph, usage: &Usage) {
        let waits = waits(graph);
        let mut open: BTreeMap<Key, Vec<NodeId>> = BTreeMap::new();
        for id in packable(graph, usage) {
            if let (false, Node::Alu(opcode, kind, _)) = (self.bundle_of.contains_key(&id), graph.node(id)) {
                let (level, waits) = (self.levels[id.0 as usize], waits[id.0 as usize]);
                open.entry((level, waits, self.segments.get(&id).copied(), *opcode, *kind)).or_default().push(id);
            }
        }
        for nodes in open.into_values().rev() {
            for (number, &first) in nodes.iter().enumerate() {
                if self.bundle_of.contains_key(&first) {
                    continue;
                }
                let mut bundle = vec![first];
                for &node in &nodes[number + 1..] {
                    self.add(graph, &mut bundle, node);
                }
                if bundle.len() > 1 {
                    self.put_bundle(bundle);
                }
            }
        }
    }
}

/// Returns, for each node, the largest number of texture instructions on a path to it.
fn waits(graph: &Graph) -> Vec<u32> {
    let mut waits = vec![0; graph.len()];
    for number in 0..graph.len() {
        let node = graph.node(NodeId(number as u32));
        let before = operands(node).map(|of| waits[of.0 as usize]).max().unwrap_or(0);
        waits[number] = before + u32::from(matches!(node, Node::Fetch { .. }));
    }
    waits
}
