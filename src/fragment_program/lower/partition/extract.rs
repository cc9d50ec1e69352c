//! Extracts a part of a kernel as a separate graph. It reads the numbers that earlier passes have stored from textures.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::fragment_program::lower::graph::{Graph, Node, NodeId, Rate, Ref};
use crate::fragment_program::lower::usage::operands;
use crate::fragment_program::{InstructionSet, Measure, NumberType, Opcode, TextureTarget, Uniform};

use super::order::OrderedKernel;

/// Where each number is stored: the index of the intermediate texture, and the component.
pub type Stored = FxHashMap<NodeId, (usize, usize)>;

/// How a pass addresses textures.
#[derive(Clone, Copy)]
pub struct Addressing {
    pub set: InstructionSet,
    /// Whether texture coordinates are in texels.
    pub rectangles: bool,
    /// What a row is multiplied by.
    pub inverse_height: Measure,
    /// The number of inputs of the kernel. Intermediate textures are numbered after these.
    pub inputs: usize,
}

/// Returns a graph that computes these numbers with the instructions from `start` on. Numbers from earlier instructions are read from
/// textures, or recomputed.
pub fn extract(
    whole: &OrderedKernel,
    start: usize,
    stored: &Stored,
    addressing: Addressing,
    wanted: &[Vec<Ref>],
) -> (Graph, Vec<Vec<Ref>>) {
    let mut needed: FxHashSet<NodeId> = FxHashSet::default();
    // The coordinates of fetches that are linear in the fragment's position. They are copied with all their operands, so that they are
    // recognized as linear again.
    let mut coordinates: FxHashSet<NodeId> = FxHashSet::default();
    let mut read: Vec<NodeId> = Vec::new();
    let mut open: Vec<(NodeId, bool)> = wanted.iter().flatten().map(|r| (r.node, false)).collect();
    while let Some((id, is_coordinate)) = open.pop() {
        let set = if is_coordinate { &mut coordinates } else { &mut needed };
        if !set.insert(id) {
            continue;
        }
        if !is_coordinate && is_stored(whole, id, start) {
            read.push(id);
            continue;
        }
        let linear = is_coordinate || whole.linear.contains(&id);
        open.extend(operands(whole.graph.node(id)).map(|of| (of, linear)));
    }
    let mut copy = Copy { from: whole.graph, to: Graph::default(), plain: Vec::new(), coordinates: Vec::new() };
    copy.plain = vec![None; whole.graph.len()];
    copy.coordinates = vec![None; whole.graph.len()];
    read.sort_by_key(|id| stored[id]);
    for texels in read.chunk_by(|a, b| stored[a].0 == stored[b].0) {
        let fetch = intermediate(&mut copy.to, addressing, stored[&texels[0]].0);
        for id in texels {
            copy.plain[id.0 as usize] = Some(copy.to.add(Node::Texel(fetch, stored[id].1 as u8)));
        }
    }
    let mut all: Vec<NodeId> = needed.union(&coordinates).copied().collect();
    all.sort();
    for id in all {
        if coordinates.contains(&id) {
            copy.node(id, true, true);
        }
        if needed.contains(&id) && copy.plain[id.0 as usize].is_none() {
            copy.node(id, false, whole.linear.contains(&id));
        }
    }
    let outputs = wanted.iter().map(|refs| refs.iter().map(|r| copy.reference(*r, false)).collect()).collect();
    (copy.to, outputs)
}

/// Whether a pass that starts at `start` reads a number from a texture.
fn is_stored(whole: &OrderedKernel, id: NodeId, start: usize) -> bool {
    whole.instruction_of.get(&id).is_some_and(|number| *number < start) && !whole.is_repeated(id)
}

/// The state of copying nodes to another graph.
struct Copy<'a> {
    from: &'a Graph,
    to: Graph,
    /// The copy of each node. `coordinates` has its copy as a part of the coordinates of linear fetches.
    plain: Vec<Option<NodeId>>,
    coordinates: Vec<Option<NodeId>>,
}

impl Copy<'_> {
    fn reference(&self, of: Ref, is_coordinate: bool) -> Ref {
        let map = if is_coordinate { &self.coordinates } else { &self.plain };
        Ref { node: map[of.node.0 as usize].expect("operands come before what is made of them"), ..of }
    }

    /// Copies a node. Its operands have been copied already.
    fn node(&mut self, id: NodeId, is_coordinate: bool, of_coordinates: bool) {
        let map = |of: &[Ref]| of.iter().map(|r| self.reference(*r, of_coordinates)).collect::<Vec<Ref>>();
        let node = match self.from.node(id) {
            Node::Alu(opcode, kind, of) => Node::Alu(*opcode, *kind, map(of)),
            Node::Fetch { input, opcode, target, at } => {
                Node::Fetch { input: *input, opcode: *opcode, target: *target, at: map(at) }
            }
            Node::Texel(fetch, component) => {
                Node::Texel(self.reference(Ref::new(*fetch), is_coordinate).node, *component)
            }
            other => other.clone(),
        };
        self.to.span = self.from.span_of(id);
        self.to.group = self.from.group_of(id);
        let new = self.to.add(node);
        let map = if is_coordinate { &mut self.coordinates } else { &mut self.plain };
        map[id.0 as usize] = Some(new);
    }
}

/// Adds a fetch from an intermediate texture at the fragment's own position. The texture has the same size as the render targets.
fn intermediate(graph: &mut Graph, addressing: Addressing, number: usize) -> NodeId {
    let input = addressing.inputs + number;
    let places = [0, 1].map(|axis| Ref::new(graph.add(Node::Place(axis))));
    if addressing.set.integers() {
        let (opcode, target) = (Opcode::Txf, TextureTarget::TwoD);
        return graph.add(Node::Fetch { input, opcode, target, at: places.to_vec() });
    }
    let float = NumberType::Float;
    let half = graph.float(0.5);
    let at = [(places[0], Measure::InverseWidth), (places[1], addressing.inverse_height)].map(|(place, measure)| {
        if addressing.rectangles {
            return graph.alu(Opcode::Add, float, &[place, half]);
        }
        let inverse = Ref::new(graph.add(Node::Leaf(Uniform::Output(measure))));
        let start = graph.alu(Opcode::Mul, float, &[half, inverse]);
        let product = graph.alu(Opcode::Mul, float, &[place, inverse]);
        graph.alu(Opcode::Add, float, &[product, start])
    });
    let target = if addressing.rectangles { TextureTarget::Rectangle } else { TextureTarget::TwoD };
    debug_assert!(at.iter().all(|r| graph.rate(r.node) == Rate::Fragment));
    graph.add(Node::Fetch { input, opcode: Opcode::Tex, target, at: at.to_vec() })
}
