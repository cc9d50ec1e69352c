//! The graph of a kernel that is lowered: scalar operations in static single assignment, in a tree of blocks.
//!
//! An operation that is there already is not made again (common subexpressions), what has a value now is folded. Changes of sign
//! and absolute values are part of whoever reads a number, as in the instructions.

use rustc_hash::FxHashMap;

use crate::fragment_program::{Kind, Opcode, TextureTarget, Uniform};
use crate::syntax::Span;

use super::fold;

/// A node, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub u32);

/// A number that a node gives, as somebody reads it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Ref {
    pub node: NodeId,
    /// Its absolute value; before the sign is changed.
    pub absolute: bool,
    pub negate: bool,
}

impl Ref {
    pub fn new(node: NodeId) -> Ref {
        Ref { node, absolute: false, negate: false }
    }

    pub fn plain(self) -> bool {
        !self.absolute && !self.negate
    }
}

/// An operation on single numbers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// These bits.
    Literal(u32),
    /// A number that who draws gives: no [`Uniform::Apply`].
    Leaf(Uniform),
    /// Where the fragment is: its column (0) or row (1), a whole number.
    Place(u8),
    /// A component of what an instruction gives. Dot products have the components of both operands, one after the other.
    Alu(Opcode, Kind, Vec<Ref>),
    /// A texel of an input.
    Fetch {
        input: usize,
        opcode: Opcode,
        target: TextureTarget,
        /// Its coordinates, x first.
        at: Vec<Ref>,
    },
    /// A component of a texel.
    Texel(NodeId, u8),
    /// What one of two blocks, or a loop, leaves; each is its own.
    Merge(u32),
}

/// How often a number changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rate {
    /// Never.
    Literal,
    /// From pass to pass.
    Uniform,
    /// From fragment to fragment.
    Fragment,
}

/// What a block does, in order.
#[derive(Clone, Debug, Default)]
pub struct Block(pub Vec<Item>);

/// A step of a block.
#[derive(Clone, Debug)]
pub enum Item {
    /// Computes a node.
    Node(NodeId),
    /// Does one of two blocks.
    If { condition: Ref, then: Block, otherwise: Block, merges: Vec<Merged>, span: Span },
    /// Does `header`, then, where `condition` holds, `body`, and all over again.
    Loop { header: Block, condition: Ref, body: Block, carried: Vec<Merged>, span: Span },
}

/// A number that is left by one of two: of a branch by the first or the second block; of a loop it starts as `first`, and is
/// `second` in the next iteration.
#[derive(Clone, Copy, Debug)]
pub struct Merged {
    pub node: NodeId,
    pub first: Ref,
    pub second: Ref,
}

/// The nodes of a kernel.
#[derive(Clone, Default)]
pub struct Graph {
    nodes: Vec<Node>,
    rates: Vec<Rate>,
    spans: Vec<Span>,
    /// Nodes that were made from one vector have one number: they are computed together.
    groups: Vec<u32>,
    known: FxHashMap<Node, NodeId>,
    /// Nodes in `known` by the order in which they came.
    log: Vec<NodeId>,
    /// The block that is being filled.
    pub block: Block,
    /// The place and group of what is made now.
    pub span: Span,
    pub group: u32,
    merges: u32,
}

/// How far a graph has come: to go back to.
pub struct Mark {
    nodes: usize,
    log: usize,
    items: usize,
}

impl Graph {
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub fn rate(&self, id: NodeId) -> Rate {
        self.rates[id.0 as usize]
    }

    pub fn span_of(&self, id: NodeId) -> Span {
        self.spans[id.0 as usize]
    }

    pub fn group_of(&self, id: NodeId) -> u32 {
        self.groups[id.0 as usize]
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A node, made where there is none like it.
    pub fn add(&mut self, node: Node) -> NodeId {
        if let Some(&known) = self.known.get(&node) {
            return known;
        }
        let rate = match &node {
            Node::Literal(_) => Rate::Literal,
            Node::Leaf(_) => Rate::Uniform,
            Node::Alu(_, _, of) => of.iter().map(|r| self.rate(r.node)).max().unwrap_or(Rate::Literal),
            _ => Rate::Fragment,
        };
        let id = NodeId(self.nodes.len() as u32);
        self.known.insert(node.clone(), id);
        self.log.push(id);
        self.nodes.push(node);
        self.rates.push(rate);
        self.spans.push(self.span);
        self.groups.push(self.group);
        if rate == Rate::Fragment {
            self.block.0.push(Item::Node(id));
        }
        id
    }

    /// Puts another operation in the place of one, which gives the same.
    pub fn replace(&mut self, id: NodeId, node: Node) {
        self.nodes[id.0 as usize] = node;
    }

    /// What two blocks, or a loop, will leave.
    pub fn merge(&mut self) -> NodeId {
        self.merges += 1;
        let node = self.add(Node::Merge(self.merges));
        self.block.0.pop();
        node
    }

    pub fn literal(&mut self, bits: u32) -> Ref {
        Ref::new(self.add(Node::Literal(bits)))
    }

    pub fn float(&mut self, value: f32) -> Ref {
        self.literal(value.to_bits())
    }

    /// The bits of a literal, modifiers and all.
    pub fn literal_bits(&self, of: Ref, kind: Kind) -> Option<u32> {
        let Node::Literal(bits) = *self.node(of.node) else { return None };
        Some(modified(bits, of, kind))
    }

    /// A literal as the float it is.
    pub fn literal_float(&self, of: Ref) -> Option<f32> {
        self.literal_bits(of, Kind::Float).map(f32::from_bits)
    }

    /// What an instruction makes of numbers, folded where they are literals.
    pub fn alu(&mut self, opcode: Opcode, kind: Kind, of: &[Ref]) -> Ref {
        let read_as = fold::read_as(opcode, kind);
        let literals: Option<Vec<u32>> = of.iter().map(|r| self.literal_bits(*r, read_as)).collect();
        if let Some(literals) = literals
            && let Some(bits) = fold::apply(opcode, kind, &literals)
        {
            return self.literal(bits);
        }
        let mut of = of.to_vec();
        // Both orders of a sum or product are one node.
        if matches!(
            opcode,
            Opcode::Add | Opcode::Mul | Opcode::And | Opcode::Or | Opcode::Xor | Opcode::Seq | Opcode::Sne
        ) || (opcode == Opcode::Mad && of.len() == 3)
        {
            of[..2].sort_by_key(|r| (self.rate(r.node) != Rate::Fragment, *r));
        }
        Ref::new(self.add(Node::Alu(opcode, kind, of)))
    }

    /// Marks where the graph is.
    pub fn mark(&self) -> Mark {
        Mark { nodes: self.nodes.len(), log: self.log.len(), items: self.block.0.len() }
    }

    /// Forgets everything since.
    pub fn rewind(&mut self, mark: &Mark) {
        self.forget_scope(mark);
        self.nodes.truncate(mark.nodes);
        self.rates.truncate(mark.nodes);
        self.spans.truncate(mark.nodes);
        self.groups.truncate(mark.nodes);
        self.block.0.truncate(mark.items);
    }

    /// Leaves a block: what was computed for each fragment in it is not there any more outside.
    pub fn leave_scope(&mut self, mark: &Mark) {
        let kept: Vec<NodeId> = self.log.split_off(mark.log);
        for id in kept {
            match self.rate(id) {
                Rate::Fragment => {
                    self.known.remove(&self.nodes[id.0 as usize]);
                }
                _ => self.log.push(id),
            }
        }
    }

    fn forget_scope(&mut self, mark: &Mark) {
        for id in self.log.split_off(mark.log) {
            self.known.remove(&self.nodes[id.0 as usize]);
        }
    }
}

/// The bits of a number as it is read.
pub fn modified(bits: u32, of: Ref, kind: Kind) -> u32 {
    match kind {
        Kind::Float => {
            let bits = if of.absolute { bits & !(1 << 31) } else { bits };
            if of.negate { bits ^ 1 << 31 } else { bits }
        }
        Kind::Signed | Kind::Unsigned => {
            let value = if of.absolute { (bits as i32).unsigned_abs() } else { bits };
            if of.negate { value.wrapping_neg() } else { value }
        }
    }
}
