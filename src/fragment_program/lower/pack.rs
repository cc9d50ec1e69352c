//! Packing: decides which scalars share a register, and which are computed by one instruction.
//!
//! An instruction reads each operand from one register, with any swizzle. So if scalars are packed, such as the coordinates of a
//! texture instruction or the components of a result, their operands must be packed too. Packing starts where vectors are needed, and
//! follows the operands as far as possible (as in superword level parallelism, Larsen and Amarasinghe 2000). The remaining scalars are
//! packed according to the vectors in the kernel's source.
//!
//! Only operations at the same distance from the inputs are combined into one instruction, so that no two instructions depend on each
//! other.

use rustc_hash::FxHashMap;

use crate::fragment_program::Shape;

use super::graph::{Block, Graph, Item, Node, NodeId, PresetRegister, Rate, Ref};
use super::levels::{aligned, grouped, levels, packs};
use super::usage::Usage;

/// A virtual register with one to four scalars.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Register {
    /// The nodes in its components.
    pub members: Vec<NodeId>,
    /// Whether the components are those of a texel, in the texel's order, or of a register that the program is given.
    pub texel: bool,
    /// The register that the program is given, if it is one.
    pub given: Option<PresetRegister>,
    /// The nodes that are copied into the unused components, starting with the last component, so that they can be read together with
    /// the members.
    pub copies: Vec<NodeId>,
}

impl Register {
    /// Returns the component that is reserved for a copy of a node, if there is one.
    pub fn copy(&self, node: NodeId) -> Option<usize> {
        let at = self.copies.iter().position(|copied| *copied == node)?;
        Some(3 - at)
    }
}

/// Which operations become one instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vectors {
    /// The components of vectors of the source.
    Source,
    /// Also operations on scalars.
    Scalars,
    /// Also two vectors of two components. Texture instructions then read their coordinates from any components, which costs an R300 copies.
    Pairs,
}

/// The location of a node: the index of its register, and the component.
pub type Home = (usize, usize);

/// The assignment of scalars to registers and instructions.
pub struct Packing {
    pub registers: Vec<Register>,
    pub homes: FxHashMap<NodeId, Home>,
    /// The nodes that each instruction computes, as its components.
    pub bundles: Vec<Vec<NodeId>>,
    pub bundle_of: FxHashMap<NodeId, usize>,
    pub levels: Vec<u32>,
    pub segments: FxHashMap<NodeId, u32>,
    pub coordinates: FxHashMap<NodeId, usize>,
    /// For each group, its nodes that are needed, if scalars of the source are packed, too.
    pub grouped: Option<FxHashMap<u32, Vec<NodeId>>>,
}

impl Packing {
    /// Packs the needed nodes of a block. The results of each output are written together. `coordinates` has the number of the
    /// interpolated coordinate of each fetch that has one.
    pub fn of(
        graph: &Graph,
        block: &Block,
        usage: &Usage,
        outputs: &[Vec<Ref>],
        coordinates: &FxHashMap<NodeId, usize>,
        vectors: Vectors,
    ) -> Packing {
        let scalars = vectors != Vectors::Source;
        let mut packing = Packing {
            registers: Vec::new(),
            homes: FxHashMap::default(),
            bundles: Vec::new(),
            bundle_of: FxHashMap::default(),
            levels: if scalars { aligned(graph, usage) } else { levels(graph, &[]) },
            segments: FxHashMap::default(),
            coordinates: coordinates.clone(),
            grouped: scalars.then(|| grouped(graph, usage)),
        };
        packing.segment(block, &mut 0);
        packing.fixed(graph, usage);
        let mut seeds: Vec<Vec<NodeId>> = Vec::new();
        for number in (0..graph.len()).rev() {
            let id = NodeId(number as u32);
            if !usage.needed(id) {
                continue;
            }
            match graph.node(id) {
                Node::Fetch { at, opcode, .. } if !coordinates.contains_key(&id) => {
                    seeds.extend(at.chunks((at.len() / opcode.operands()).max(1)).map(nodes));
                }
                Node::Alu(opcode, _, of) if opcode.shape() == Shape::Dot => {
                    seeds.extend(of.chunks(of.len() / opcode.operands()).map(nodes));
                }
                _ => {}
            }
        }
        seeds.extend(outputs.iter().map(|texel| nodes(texel)));
        for seed in &seeds {
            packing.together(graph, seed);
        }
        packing.groups(graph, usage);
        if scalars {
            packing.scalars(graph, usage);
        }
        if vectors == Vectors::Pairs {
            packing.pairs(graph, usage, outputs);
        }
        packing.rest(graph, usage);
        for seed in &seeds {
            packing.gather(graph, seed);
        }
        packing
    }

    pub fn home(&self, node: NodeId) -> Home {
        self.homes[&node]
    }

    pub fn bundle(&self, node: NodeId) -> usize {
        self.bundle_of[&node]
    }

    /// Numbers the segments of code between branches and loops. An instruction only computes operations of one segment.
    pub fn segment(&mut self, block: &Block, next: &mut u32) {
        *next += 1;
        for item in &block.0 {
            match item {
                Item::Node(node) => {
                    self.segments.insert(*node, *next);
                }
                Item::If { then: a, otherwise: b, .. } | Item::Loop { header: a, body: b, .. } => {
                    self.segment(a, next);
                    self.segment(b, next);
                    *next += 1;
                }
            }
        }
    }

    pub fn register(&mut self, members: &[NodeId], texel: bool) -> usize {
        let number = self.registers.len();
        self.registers.push(Register { members: members.to_vec(), texel, given: None, copies: Vec::new() });
        if !texel {
            for (component, member) in members.iter().enumerate() {
                self.homes.insert(*member, (number, component));
            }
        }
        number
    }

    /// Assigns registers to the nodes whose location is fixed: texels, merged values, and the fragment's position.
    pub fn fixed(&mut self, graph: &Graph, usage: &Usage) {
        let mut places = Vec::new();
        let mut texels: FxHashMap<NodeId, usize> = FxHashMap::default();
        let mut given: FxHashMap<PresetRegister, usize> = FxHashMap::default();
        let mut merged: FxHashMap<u32, usize> = FxHashMap::default();
        for number in 0..graph.len() {
            let id = NodeId(number as u32);
            if !usage.needed(id) {
                continue;
            }
            match graph.node(id) {
                Node::Place(_) => places.push(id),
                Node::Fetch { .. } => {
                    let register = self.register(&[], true);
                    texels.insert(id, register);
                }
                Node::Texel(fetch, component) => {
                    let register = texels[fetch];
                    self.registers[register].members.push(id);
                    self.homes.insert(id, (register, usize::from(*component)));
                }
                Node::Preset(own, component) => {
                    let register = *given.entry(*own).or_insert_with(|| self.register(&[], true));
                    self.registers[register].given = Some(*own);
                    self.registers[register].members.push(id);
                    self.homes.insert(id, (register, usize::from(*component)));
                }
                Node::Merge(_) => {
                    // The components of a variable share a register.
                    let group = graph.group_of(id);
                    match merged.get(&group).filter(|_| self.grouped.is_some()) {
                        Some(&register) if self.registers[register].members.len() < 4 => {
                            self.homes.insert(id, (register, self.registers[register].members.len()));
                            self.registers[register].members.push(id);
                        }
                        _ => {
                            let register = self.register(&[id], false);
                            merged.insert(group, register);
                        }
                    }
                }
                _ => {}
            }
        }
        if !places.is_empty() {
            places.sort_by_key(|id| graph.node(*id) == &Node::Place(1));
            self.register(&places, false);
            self.put_bundle(places);
        }
    }

    pub fn put_bundle(&mut self, nodes: Vec<NodeId>) {
        let home = |node: &NodeId| self.homes.get(node).map(|home| home.0);
        debug_assert!(nodes.iter().all(|node| home(node) == home(&nodes[0])), "an instruction has one result");
        let number = self.bundles.len();
        nodes.iter().for_each(|node| {
            self.bundle_of.insert(*node, number);
        });
        self.bundles.push(nodes);
    }

    /// Whether these nodes fit into one register.
    pub fn fits(&self, set: &[NodeId]) -> bool {
        let mut register = None;
        let mut free = 0;
        for node in set {
            match (self.homes.get(node), register) {
                (None, _) => free += 1,
                (Some((own, _)), None) => register = Some(*own),
                (Some((own, _)), Some(other)) if *own == other => {}
                _ => return false,
            }
        }
        match register {
            None => free <= 4,
            Some(_) if free == 0 => true,
            Some(register) => {
                let own = &self.registers[register];
                !own.texel && own.members.len() + own.copies.len() + free <= 4
            }
        }
    }

    /// Puts these nodes into one register. The caller has checked that they fit.
    pub fn join(&mut self, set: &[NodeId]) {
        let register = set.iter().find_map(|node| self.homes.get(node)).map(|home| home.0);
        let new: Vec<NodeId> = set.iter().filter(|node| !self.homes.contains_key(node)).copied().collect();
        match register {
            None => {
                self.register(&new, false);
            }
            Some(register) => {
                for node in new {
                    self.homes.insert(node, (register, self.registers[register].members.len()));
                    self.registers[register].members.push(node);
                }
            }
        }
    }

    /// Packs nodes according to the vectors in the kernel's source.
    pub fn groups(&mut self, graph: &Graph, usage: &Usage) {
        let mut groups: Vec<(u32, Vec<NodeId>)> = Vec::new();
        for number in 0..graph.len() {
            let id = NodeId(number as u32);
            if !usage.needed(id) || !packs(graph.node(id)) || graph.rate(id) != Rate::Fragment {
                continue;
            }
            match groups.last_mut() {
                Some((group, members)) if *group == graph.group_of(id) => members.push(id),
                _ => groups.push((graph.group_of(id), vec![id])),
            }
        }
        for (_, members) in groups {
            let mut open: Vec<NodeId> = members.into_iter().filter(|node| !self.bundle_of.contains_key(node)).collect();
            while let Some(&first) = open.first() {
                let (mut alike, rest): (Vec<NodeId>, Vec<NodeId>) =
                    open.iter().partition(|&&node| node == first || self.alike(graph, first, node));
                open = rest;
                alike.truncate(4);
                self.together(graph, &alike);
            }
        }
    }

    /// Gives each remaining node its own instruction and register.
    pub fn rest(&mut self, graph: &Graph, usage: &Usage) {
        for number in 0..graph.len() {
            let id = NodeId(number as u32);
            let node = graph.node(id);
            if !usage.needed(id)
                || graph.rate(id) != Rate::Fragment
                || matches!(node, Node::Texel(..) | Node::Merge(_) | Node::Preset(..))
            {
                continue;
            }
            if !matches!(node, Node::Fetch { .. }) && !self.homes.contains_key(&id) {
                self.register(&[id], false);
            }
            if !self.bundle_of.contains_key(&id) {
                self.put_bundle(vec![id]);
            }
        }
        // A fetch is written to the register of its texel's components. If the texel has none, it is not needed.
        let texels = |(_, register): &(usize, &Register)| register.texel && register.given.is_none();
        for (number, register) in self.registers.iter().enumerate().filter(texels) {
            if let Some(member) = register.members.first()
                && let Node::Texel(fetch, _) = graph.node(*member)
            {
                self.homes.insert(*fetch, (number, 0));
            }
        }
    }

    /// Returns the number of a fetch's interpolated coordinate, if it has one.
    pub fn coordinate(&self, fetch: NodeId) -> Option<usize> {
        self.coordinates.get(&fetch).copied()
    }
}

pub fn nodes(of: &[Ref]) -> Vec<NodeId> {
    of.iter().map(|r| r.node).collect()
}

pub fn count(node: &Node) -> usize {
    match node {
        Node::Alu(_, _, of) => of.len(),
        _ => 0,
    }
}

pub fn operand_of(graph: &Graph, node: NodeId, operand: usize) -> Ref {
    match graph.node(node) {
        Node::Alu(_, _, of) => of[operand],
        _ => unreachable!("an operation"),
    }
}
