//! Levels: the distance of each operation from the inputs. Operations of one level do not depend on each other.

use rustc_hash::FxHashMap;

use crate::fragment_program::{NumberType, Opcode, Shape};
use crate::ir::Math;

use super::graph::{Graph, Node, NodeId, Rate};
use super::usage::{Usage, operands};

/// How often operations are put off, at most, so that they are at the level of others.
const ROUNDS: usize = 8;

/// Returns, for each node, the number of operations on the longest path from the inputs to it, or the number in `least` if that is larger.
pub fn levels(graph: &Graph, least: &[u32]) -> Vec<u32> {
    let mut levels = vec![0; graph.len()];
    for number in 0..graph.len() {
        let id = NodeId(number as u32);
        if graph.rate(id) != Rate::Fragment {
            continue;
        }
        let before = operands(graph.node(id)).map(|of| levels[of.0 as usize]).max().unwrap_or(0);
        let own = before + u32::from(!matches!(graph.node(id), Node::Texel(..) | Node::Preset(..)));
        levels[number] = own.max(least.get(number).copied().unwrap_or(0));
    }
    levels
}

/// Returns levels at which the components of one vector in the source are equal if they do not depend on each other, so that one instruction
/// can compute them.
pub fn aligned(graph: &Graph, usage: &Usage) -> Vec<u32> {
    let plain = levels(graph, &[]);
    let mut sets: Vec<Vec<NodeId>> = Vec::new();
    for nodes in grouped(graph, usage).into_values() {
        let mut alike: FxHashMap<(Opcode, NumberType), Vec<NodeId>> = FxHashMap::default();
        for node in nodes {
            // The instruction that computes a number clamps and rounds it, too.
            if let Node::Alu(opcode, kind, _) = graph.node(node)
                && !matches!(opcode, Opcode::Mov | Opcode::Math(Math::Saturate))
            {
                alike.entry((*opcode, *kind)).or_default().push(node);
            }
        }
        sets.extend(alike.into_values().filter(|set| (2..=4).contains(&set.len()) && independent(graph, set)));
    }
    let mut least = plain.clone();
    for _ in 0..ROUNDS {
        let mut stable = true;
        for set in &sets {
            let highest = set.iter().map(|node| least[node.0 as usize]).max().unwrap_or(0);
            for node in set {
                stable &= least[node.0 as usize] == highest;
                least[node.0 as usize] = highest;
            }
        }
        let raised = levels(graph, &least);
        stable &= raised == least;
        least = raised;
        if stable {
            return least;
        }
    }
    plain
}

/// Returns the needed operations of each group.
pub fn grouped(graph: &Graph, usage: &Usage) -> FxHashMap<u32, Vec<NodeId>> {
    let mut groups: FxHashMap<u32, Vec<NodeId>> = FxHashMap::default();
    for id in packable(graph, usage) {
        groups.entry(graph.group_of(id)).or_default().push(id);
    }
    groups
}

/// Returns the needed operations that can be one component of an instruction.
pub fn packable<'a>(graph: &'a Graph, usage: &'a Usage) -> impl Iterator<Item = NodeId> + 'a {
    let all = (0..graph.len()).map(|number| NodeId(number as u32));
    all.filter(|&id| usage.needed(id) && packs(graph.node(id)) && graph.rate(id) == Rate::Fragment)
}

/// Whether an operation can be one component of a vector instruction. A division cannot, because its divisor is the same for all
/// components.
pub fn packs(node: &Node) -> bool {
    matches!(node, Node::Alu(opcode, ..) if opcode.shape() == Shape::Vector && !matches!(opcode, Opcode::Div | Opcode::Mod))
}

/// Whether no node of a set depends on another one.
fn independent(graph: &Graph, set: &[NodeId]) -> bool {
    let Some(first) = set.iter().min() else { return true };
    let mut open: Vec<NodeId> = set.iter().flat_map(|node| operands(graph.node(*node))).collect();
    let mut steps = 0;
    // A node comes after its operands.
    while let Some(node) = open.pop() {
        steps += 1;
        if set.contains(&node) || steps > 256 {
            return false;
        }
        if node > *first {
            open.extend(operands(graph.node(node)));
        }
    }
    true
}
