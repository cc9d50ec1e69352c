//! The graph of a kernel during lowering: scalar operations in static single assignment form, in a tree of blocks.
//!
//! Common subexpressions are one node, and operations on literals are folded. Negation and absolute value are modifiers of the operand
//! that reads a number, as in instructions.

use rustc_hash::FxHashMap;

use crate::fragment_program::{NumberType, Opcode, TextureTarget, Uniform};
use crate::ir::Attribute;
use crate::syntax::Span;

use super::fold;

/// The index of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub u32);

/// A reference to the result of a node, with the modifiers of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Ref {
    pub node: NodeId,
    /// Whether the absolute value is taken. This happens before the negation.
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

/// A scalar operation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A literal with these bits.
    Literal(u32),
    /// A number that is supplied when the pass is drawn. It is never a [`Uniform::Apply`].
    Leaf(Uniform),
    /// The column (0) or row (1) of the fragment, as an integer.
    Place(u8),
    /// A component of the result of an instruction. The operands of a dot product are the components of the first vector, and then
    /// those of the second.
    Alu(Opcode, NumberType, Vec<Ref>),
    /// A component of an attribute of fragments, or of a constant that has a register of its own.
    Preset(PresetRegister, u8),
    /// A texel fetch from an input, or several numbers that are unpacked from one.
    Fetch {
        input: usize,
        opcode: Opcode,
        target: TextureTarget,
        /// The coordinates, x first.
        at: Vec<Ref>,
    },
    /// A component of a texel.
    Texel(NodeId, u8),
    /// A value that a branch merges or a loop carries. The number distinguishes these values.
    Merge(u32),
}

/// A register that a program is given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum PresetRegister {
    /// An interpolated attribute.
    Attribute(Attribute),
    /// A constant of the kernel, by its index.
    Constant(usize),
}

/// How often a number changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rate {
    /// Never.
    Literal,
    /// It may differ between passes.
    Uniform,
    /// It may differ between fragments.
    Fragment,
}

/// The items of a block, in order.
#[derive(Clone, Debug, Default)]
pub struct Block(pub Vec<Item>);

/// An item of a block.
#[derive(Clone, Debug)]
pub enum Item {
    /// Computes a node.
    Node(NodeId),
    /// Runs one of two blocks.
    If { condition: Ref, then: Block, otherwise: Block, merges: Vec<Merged>, span: Span },
    /// Executes `header`, then leaves the loop if `condition` does not hold, then executes `body` and repeats.
    Loop { header: Block, condition: Ref, body: Block, carried: Vec<Merged>, span: Span },
}

/// A merged value, like a phi node. For a branch, its value is `first` after the first block, and `second` after the second block. For
/// a loop, its value is `first` in the first iteration, and `second` of the previous iteration after that.
#[derive(Clone, Copy, Debug)]
pub struct Merged {
    pub node: NodeId,
    pub first: Ref,
    pub second: Ref,
}

/// The nodes of a kernel, and its outermost block.
#[derive(Clone, Default)]
pub struct Graph {
    nodes: Vec<Node>,
    rates: Vec<Rate>,
    spans: Vec<Span>,
    /// The group of each node. The components of one vector share a group, so that they are computed by one instruction if possible.
    groups: Vec<u32>,
    known: FxHashMap<Node, NodeId>,
    /// The nodes in `known`, in order of insertion.
    log: Vec<NodeId>,
    /// The block that nodes are currently added to.
    pub block: Block,
    /// The source place and the group of new nodes.
    pub span: Span,
    pub group: u32,
    merges: u32,
}

/// A state of a graph that it can be rewound to.
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

    /// Returns the node of an operation. Adds the node if it does not exist.
    pub fn add(&mut self, node: Node) -> NodeId {
        if let Some(&known) = self.known.get(&node) {
            return known;
        }
        let rate = match &node {
            Node::Literal(_) => Rate::Literal,
            Node::Leaf(_) => Rate::Uniform,
            // A number whose bits are others is none that a constant could have: NaN, or a denormal.
            Node::Alu(Opcode::Pk2h | Opcode::Pk2us | Opcode::Pk4ub | Opcode::Pk4b, ..) => Rate::Fragment,
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
        if rate == Rate::Fragment && !matches!(self.node(id), Node::Preset(..)) {
            self.block.0.push(Item::Node(id));
        }
        id
    }

    /// Replaces the operation of a node by an equivalent one.
    pub fn replace(&mut self, id: NodeId, node: Node) {
        self.nodes[id.0 as usize] = node;
    }

    /// Adds a node for a value that a branch merges or a loop carries.
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

    /// Returns the bits of a literal, with its modifiers applied.
    pub fn literal_bits(&self, of: Ref, kind: NumberType) -> Option<u32> {
        let Node::Literal(bits) = *self.node(of.node) else { return None };
        Some(modified(bits, of, kind))
    }

    /// Returns the value of a literal as a float, with its modifiers applied.
    pub fn literal_float(&self, of: Ref) -> Option<f32> {
        self.literal_bits(of, NumberType::Float).map(f32::from_bits)
    }

    /// Returns the result of an instruction, folded if all operands are literals.
    pub fn alu(&mut self, opcode: Opcode, kind: NumberType, of: &[Ref]) -> Ref {
        let read_as = fold::read_as(opcode, kind);
        let literals: Option<Vec<u32>> = of.iter().map(|r| self.literal_bits(*r, read_as)).collect();
        if let Some(literals) = literals
            && let Some(bits) = fold::apply(opcode, kind, &literals)
        {
            return self.literal(bits);
        }
        // What is the same for all fragments has no derivative.
        if matches!(opcode, Opcode::Ddx | Opcode::Ddy) && of.iter().all(|r| self.rate(r.node) != Rate::Fragment) {
            return self.float(0.0);
        }
        let mut of = of.to_vec();
        // The operands of sums and products are sorted, so that both orders are the same node.
        if matches!(
            opcode,
            Opcode::Add | Opcode::Mul | Opcode::And | Opcode::Or | Opcode::Xor | Opcode::Seq | Opcode::Sne
        ) || (opcode == Opcode::Mad && of.len() == 3)
        {
            of[..2].sort_by_key(|r| (self.rate(r.node) != Rate::Fragment, *r));
        }
        Ref::new(self.add(Node::Alu(opcode, kind, of)))
    }

    /// Returns a mark of the current state.
    pub fn mark(&self) -> Mark {
        Mark { nodes: self.nodes.len(), log: self.log.len(), items: self.block.0.len() }
    }

    /// Removes everything that was added since the mark.
    pub fn rewind(&mut self, mark: &Mark) {
        self.forget_scope(mark);
        self.nodes.truncate(mark.nodes);
        self.rates.truncate(mark.nodes);
        self.spans.truncate(mark.nodes);
        self.groups.truncate(mark.nodes);
        self.block.0.truncate(mark.items);
    }

    /// Leaves a block. Nodes of rate [`Rate::Fragment`] that were added in the block are not reused after it.
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

/// Applies the modifiers of a reference to the bits of a number.
pub fn modified(bits: u32, of: Ref, kind: NumberType) -> u32 {
    match kind {
        NumberType::Float | NumberType::Half | NumberType::Fixed => {
            let bits = if of.absolute { bits & !(1 << 31) } else { bits };
            if of.negate { bits ^ 1 << 31 } else { bits }
        }
        NumberType::Signed | NumberType::Unsigned => {
            let value = if of.absolute { (bits as i32).unsigned_abs() } else { bits };
            if of.negate { value.wrapping_neg() } else { value }
        }
    }
}
