//! Packs sets of scalars that are needed in one register, and then the operands of the operations that compute them.

use crate::fragment_program::Opcode;

use super::graph::{Graph, Node, NodeId, Rate, Ref};
use super::levels::packs;
use super::pack::{Packing, Register, count, operand_of};

impl Packing {
    /// Puts these scalars into one register if they fit, and packs the operations that compute them.
    pub fn together(&mut self, graph: &Graph, set: &[NodeId]) {
        let mut set: Vec<NodeId> = set.iter().filter(|node| graph.rate(**node) == Rate::Fragment).copied().collect();
        set.dedup();
        let mut distinct = set.clone();
        distinct.sort();
        distinct.dedup();
        if distinct.len() != set.len() {
            set = distinct;
        }
        if set.len() < 2 || !self.fits(&set) {
            return;
        }
        self.join(&set);
        self.bundle_up(graph, &set);
    }

    /// Reserves components for copies, if scalars that are read by one operand are in different registers. The copies go into the
    /// register of one of these scalars, if it has enough free components.
    pub fn gather(&mut self, graph: &Graph, set: &[NodeId]) {
        let set: Vec<NodeId> = set.iter().filter(|node| graph.rate(**node) == Rate::Fragment).copied().collect();
        let home = |packing: &Packing, node: NodeId| packing.homes.get(&node).map(|home| home.0);
        if set.len() < 2 || set.iter().all(|node| home(self, *node) == home(self, set[0])) {
            return;
        }
        let room = |own: &Register, others: usize| !own.texel && own.members.len() + own.copies.len() + others <= 4;
        let best = set.iter().filter_map(|node| home(self, *node)).find(|register| {
            let own = &self.registers[*register];
            // Registers with values that a loop carries or a branch merges do not get copies.
            let merged = own.members.iter().any(|member| matches!(graph.node(*member), Node::Merge(_)));
            let others =
                set.iter().filter(|node| home(self, **node) != Some(*register) && own.copy(**node).is_none()).count();
            !merged && room(own, others)
        });
        let Some(register) = best else { return };
        for node in set {
            if home(self, node) != Some(register) && self.registers[register].copy(node).is_none() {
                self.registers[register].copies.push(node);
            }
        }
    }

    /// Combines operations whose results are in one register into vector instructions.
    pub fn bundle_up(&mut self, graph: &Graph, set: &[NodeId]) {
        // This uses a worklist, because a sum of thousands of terms would recurse too deeply.
        let mut sets = vec![set.to_vec()];
        while let Some(set) = sets.pop() {
            self.bundle_set(graph, &set, &mut sets);
        }
    }

    /// Combines the operations of one set into instructions. Appends the sets of their operands to `sets`.
    pub fn bundle_set(&mut self, graph: &Graph, set: &[NodeId], sets: &mut Vec<Vec<NodeId>>) {
        let mut open: Vec<NodeId> = set.iter().filter(|node| !self.bundle_of.contains_key(node)).copied().collect();
        while !open.is_empty() {
            let first = open.remove(0);
            if !packs(graph.node(first)) {
                continue;
            }
            let mut bundle = vec![first];
            open.retain(|&node| {
                let goes = self.alike(graph, first, node) && self.operands_fit(graph, &bundle, node);
                if goes {
                    bundle.push(node);
                    self.join_operands(graph, &bundle);
                }
                !goes
            });
            self.complete(graph, &mut bundle);
            if bundle.len() < 2 {
                continue;
            }
            self.put_bundle(bundle.clone());
            for operand in 0..count(graph.node(first)) {
                let wanted: Vec<NodeId> = bundle.iter().map(|&node| operand_of(graph, node, operand).node).collect();
                let mut wanted: Vec<NodeId> =
                    wanted.into_iter().filter(|node| graph.rate(*node) == Rate::Fragment).collect();
                wanted.sort();
                wanted.dedup();
                // If other operands have filled the register, these scalars are not in the same register.
                let home = |node: &NodeId| self.homes.get(node).map(|home| home.0);
                let together = wanted.iter().all(|node| home(node).is_some() && home(node) == home(&wanted[0]));
                if wanted.len() > 1 && together {
                    sets.push(wanted);
                }
            }
        }
    }

    /// Whether two nodes can be components of one instruction, not considering their operands.
    pub fn alike(&self, graph: &Graph, a: NodeId, b: NodeId) -> bool {
        let same = match (graph.node(a), graph.node(b)) {
            (Node::Alu(x, k, of), Node::Alu(y, l, others)) => {
                // All components are shifted by one number.
                let one = !matches!(x, Opcode::Shl | Opcode::Shr) || of[1] == others[1];
                x == y && k == l && one
            }
            _ => false,
        };
        same && packs(graph.node(b))
            && self.levels[a.0 as usize] == self.levels[b.0 as usize]
            && self.segments.get(&a) == self.segments.get(&b)
    }

    /// Whether the operands of `node` can share registers with those of the bundle.
    pub fn operands_fit(&self, graph: &Graph, bundle: &[NodeId], node: NodeId) -> bool {
        (0..count(graph.node(node))).all(|operand| {
            let refs: Vec<Ref> = bundle.iter().chain([&node]).map(|&node| operand_of(graph, node, operand)).collect();
            let fragments = refs.iter().filter(|r| graph.rate(r.node) == Rate::Fragment).count();
            let alike = refs.iter().all(|r| (r.absolute, r.negate) == (refs[0].absolute, refs[0].negate));
            match fragments {
                // The modifiers of constants are folded into the constants.
                0 => true,
                n if n < refs.len() || !alike => false,
                _ => {
                    let mut wanted: Vec<NodeId> = refs.iter().map(|r| r.node).collect();
                    wanted.sort();
                    wanted.dedup();
                    self.fits(&wanted)
                }
            }
        })
    }

    pub fn join_operands(&mut self, graph: &Graph, bundle: &[NodeId]) {
        for operand in 0..count(graph.node(bundle[0])) {
            let mut wanted: Vec<NodeId> = bundle.iter().map(|&node| operand_of(graph, node, operand).node).collect();
            wanted.retain(|node| graph.rate(*node) == Rate::Fragment);
            wanted.sort();
            wanted.dedup();
            if wanted.len() > 1 && self.fits(&wanted) {
                self.join(&wanted);
            }
        }
    }
}
