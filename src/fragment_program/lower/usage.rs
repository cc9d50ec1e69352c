//! Usage: finds the nodes that a program needs, counts how often each is read, and fuses a product and a sum into one instruction.

use crate::fragment_program::{NumberType, Opcode};

use super::graph::{Block, Graph, Item, Merged, Node, NodeId, Rate, Ref};

/// For each node, the number of reads by needed nodes. It is 0 for dead code.
pub struct Usage(Vec<u32>);

impl Usage {
    /// Finds the nodes that these results and the control flow of a block need.
    pub fn of(graph: &Graph, block: &Block, roots: &[Ref]) -> Usage {
        let mut usage = Usage(vec![0; graph.len()]);
        for root in roots {
            usage.need(graph, root.node);
        }
        // Values that a loop carries may depend on each other, so this repeats until no new node is found.
        loop {
            let before = usage.0.iter().filter(|&&count| count > 0).count();
            usage.flow(graph, block);
            if usage.0.iter().filter(|&&count| count > 0).count() == before {
                break;
            }
        }
        let mut counted = Usage(vec![0; graph.len()]);
        for (number, _) in usage.0.iter().enumerate().filter(|(_, count)| **count > 0) {
            operands(graph.node(NodeId(number as u32))).for_each(|of| counted.0[of.0 as usize] += 1);
        }
        roots.iter().for_each(|root| counted.0[root.node.0 as usize] += 1);
        counted.count_flow(&usage, block);
        counted
    }

    pub fn count(&self, node: NodeId) -> u32 {
        self.0.get(node.0 as usize).copied().unwrap_or(0)
    }

    pub fn needed(&self, node: NodeId) -> bool {
        self.count(node) > 0
    }

    fn need(&mut self, graph: &Graph, node: NodeId) {
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            let count = &mut self.0[node.0 as usize];
            *count += 1;
            if *count == 1 {
                open.extend(operands(graph.node(node)));
            }
        }
    }

    /// Marks the conditions of needed branches and loops, and the values that they merge, as needed.
    fn flow(&mut self, graph: &Graph, block: &Block) {
        for item in &block.0 {
            let (condition, blocks, merges, is_loop) = match item {
                Item::Node(_) => continue,
                Item::If { condition, then, otherwise, merges, .. } => (condition, [then, otherwise], merges, false),
                Item::Loop { header, condition, body, carried, .. } => (condition, [header, body], carried, true),
            };
            if !is_loop && !self.leaves(merges, &blocks) {
                continue;
            }
            self.need(graph, condition.node);
            for merged in merges.iter().filter(|merged| self.0[merged.node.0 as usize] > 0).collect::<Vec<_>>() {
                self.need(graph, merged.first.node);
                self.need(graph, merged.second.node);
            }
            blocks.iter().for_each(|block| self.flow(graph, block));
        }
    }

    /// Whether a branch is needed, because of a merged value, or because of a loop or a needed branch inside it.
    pub fn leaves(&self, merges: &[Merged], blocks: &[&Block; 2]) -> bool {
        merges.iter().any(|merged| self.0[merged.node.0 as usize] > 0)
            || blocks.iter().any(|block| {
                block.0.iter().any(|item| match item {
                    Item::Node(_) => false,
                    Item::If { then, otherwise, merges, .. } => self.leaves(merges, &[then, otherwise]),
                    Item::Loop { .. } => true,
                })
            })
    }

    fn count_flow(&mut self, needed: &Usage, block: &Block) {
        for item in &block.0 {
            let (condition, blocks, merges, is_loop) = match item {
                Item::Node(_) => continue,
                Item::If { condition, then, otherwise, merges, .. } => (condition, [then, otherwise], merges, false),
                Item::Loop { header, condition, body, carried, .. } => (condition, [header, body], carried, true),
            };
            if !is_loop && !needed.leaves(merges, &blocks) {
                continue;
            }
            self.0[condition.node.0 as usize] += 1;
            for merged in merges.iter().filter(|merged| needed.0[merged.node.0 as usize] > 0) {
                self.0[merged.first.node.0 as usize] += 1;
                self.0[merged.second.node.0 as usize] += 1;
            }
            blocks.iter().for_each(|block| self.count_flow(needed, block));
        }
    }
}

/// Returns the operands of a node.
pub fn operands(node: &Node) -> Box<dyn Iterator<Item = NodeId> + '_> {
    match node {
        Node::Alu(_, _, of) | Node::Fetch { at: of, .. } => Box::new(of.iter().map(|r| r.node)),
        Node::Texel(fetch, _) => Box::new(std::iter::once(*fetch)),
        _ => Box::new(std::iter::empty()),
    }
}

/// Fuses a product and the only sum that reads it into one instruction.
pub fn fuse(graph: &mut Graph, usage: &Usage) {
    for number in 0..graph.len() {
        let id = NodeId(number as u32);
        if graph.rate(id) != Rate::Fragment || !usage.needed(id) {
            continue;
        }
        let Node::Alu(Opcode::Add, kind, of) = graph.node(id) else { continue };
        let (kind, of) = (*kind, of.clone());
        let product = |r: Ref| match graph.node(r.node) {
            Node::Alu(Opcode::Mul, inner, factors)
                if *inner == kind
                    && !r.absolute
                    && (kind.is_float() || !r.negate)
                    && usage.count(r.node) == 1
                    && graph.rate(r.node) == Rate::Fragment =>
            {
                let first = Ref { negate: factors[0].negate != r.negate, ..factors[0] };
                Some([first, factors[1]])
            }
            _ => None,
        };
        let fused = match (product(of[0]), product(of[1])) {
            (Some([a, b]), _) => Some(vec![a, b, of[1]]),
            (_, Some([a, b])) => Some(vec![a, b, of[0]]),
            _ => None,
        };
        if let Some(fused) = fused {
            graph.replace(id, Node::Alu(Opcode::Mad, kind, fused));
        }
    }
}

/// Turns `(a + b) * c` into `a * c + b * c` where b and c are literals and c is a power of two, which changes no number.
pub fn distribute(graph: &mut Graph, usage: &Usage) {
    for number in 0..graph.len() {
        let id = NodeId(number as u32);
        let Node::Alu(Opcode::Mul, kind, of) = graph.node(id).clone() else { continue };
        if graph.rate(id) != Rate::Fragment || !usage.needed(id) || !kind.is_float() {
            continue;
        }
        let (sum, factor) = match (graph.literal_float(of[0]), graph.literal_float(of[1])) {
            (None, Some(factor)) => (of[0], factor),
            (Some(factor), None) => (of[1], factor),
            _ => continue,
        };
        let is_power = factor.is_normal() && factor.to_bits() << 9 == 0 && (0.125..=8.0).contains(&factor.abs());
        let Node::Alu(Opcode::Add, inner, parts) = graph.node(sum.node).clone() else { continue };
        let terms = match (graph.literal_float(parts[0]), graph.literal_float(parts[1])) {
            (None, Some(b)) => Some((parts[0], b)),
            (Some(b), None) => Some((parts[1], b)),
            _ => None,
        };
        let Some((a, b)) = terms.filter(|(_, b)| b.is_normal() && b.abs() < 1e6 && b.abs() > 1e-6) else { continue };
        if !is_power || inner != NumberType::Float || sum.absolute || usage.count(sum.node) != 1 {
            continue;
        }
        let factor = if sum.negate { -factor } else { factor };
        let [scale, offset] = [factor, b * factor].map(|value| graph.float(value));
        graph.replace(id, Node::Alu(Opcode::Mad, kind, vec![a, scale, offset]));
    }
}
