//! Packs operations that the source does not write as one vector: components that are needed apart from the others of their vector, and
//! operations on scalars.

use std::collections::BTreeMap;

use crate::fragment_program::{NumberType, Opcode};

use super::graph::{Graph, Node, NodeId, Ref};
use super::levels::packable;
use super::pack::Packing;
use super::usage::{Usage, operands};

/// What operations have in common that may be one instruction: their distance from the inputs, the number of texture instructions that they
/// wait for, the segment of code, and the operation.
type Key = (u32, u32, Option<u32>, Opcode, NumberType);

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

impl Packing {
    /// Combines instructions on two components whose operands are in the same registers, so that they become one on four. Their results
    /// share a register then.
    pub fn pairs(&mut self, graph: &Graph, usage: &Usage, outputs: &[Vec<Ref>]) {
        let waits = waits(graph);
        let mut open: BTreeMap<Key, Vec<usize>> = BTreeMap::new();
        for (number, bundle) in self.bundles.iter().enumerate() {
            let first = bundle[0];
            let (register, _) = self.homes[&first];
            let own = &self.registers[register];
            let whole = bundle.len() == 2 && own.members.len() == 2 && own.copies.is_empty() && !own.texel;
            let results = outputs.iter().flatten().any(|result| bundle.contains(&result.node));
            if let (true, false, Node::Alu(opcode, kind, _)) = (whole, results, graph.node(first))
                && usage.needed(first)
            {
                let (level, waits) = (self.levels[first.0 as usize], waits[first.0 as usize]);
                open.entry((level, waits, self.segments.get(&first).copied(), *opcode, *kind))
                    .or_default()
                    .push(number);
            }
        }
        for mut bundles in open.into_values() {
            while let Some(first) = (!bundles.is_empty()).then(|| bundles.remove(0)) {
                let own = self.bundles[first].clone();
                let fits = |other: &usize| {
                    let more = &self.bundles[*other];
                    let all = [&own[..], &more[..1]].concat();
                    self.operands_fit(graph, &own, more[0]) && self.operands_fit(graph, &all, more[1])
                };
                if let Some(place) = bundles.iter().position(fits) {
                    let other = bundles.remove(place);
                    self.unite(first, other);
                    let all = self.bundles[first].clone();
                    self.join_operands(graph, &all);
                }
            }
        }
    }

    /// Makes two instructions one, and their two registers one.
    fn unite(&mut self, first: usize, other: usize) {
        let (register, from) = (self.homes[&self.bundles[first][0]].0, self.homes[&self.bundles[other][0]].0);
        for member in std::mem::take(&mut self.registers[from].members) {
            self.homes.insert(member, (register, self.registers[register].members.len()));
            self.registers[register].members.push(member);
        }
        for node in self.bundles[other].clone() {
            self.bundle_of.insert(node, first);
            self.bundles[first].push(node);
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
