//! Scheduling: orders the instructions of a program.
//!
//! In general, they keep the order of the kernel. On chips that count texture indirections, independent texture instructions are
//! grouped. The first group contains those that depend on no other texture instruction. Then come the computation of the coordinates of
//! the next group, that group, and so on. All other instructions come last.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::syntax::Span;

use super::graph::{Block, Graph, Item, Merged, Node, NodeId, Rate, Ref};
use super::pack::Packing;
use super::usage::{Usage, operands};

/// A step of a program, before register allocation.
#[derive(Clone, Debug)]
pub enum Line {
    /// Computes the nodes of a bundle.
    Bundle(usize),
    /// Copies numbers into merged values, with the semantics of parallel assignment.
    Copy(Vec<(NodeId, Ref)>),
    If(Ref, Span),
    Else,
    EndIf,
    /// Begins a loop.
    Loop(Span),
    Leave(Ref),
    EndLoop(Ref),
}

/// Orders the needed nodes of a block.
pub struct Schedule<'a> {
    graph: &'a Graph,
    usage: &'a Usage,
    packing: &'a Packing,
    done: FxHashSet<usize>,
    /// The ordered lines so far.
    pub lines: Vec<Line>,
}

impl<'a> Schedule<'a> {
    pub fn of(graph: &'a Graph, usage: &'a Usage, packing: &'a Packing, block: &Block, phases: bool) -> Vec<Line> {
        let mut schedule = Schedule { graph, usage, packing, done: FxHashSet::default(), lines: Vec::new() };
        if phases {
            schedule.phases(block);
        }
        schedule.block(block);
        schedule.lines
    }

    /// Orders straight-line code by its results. Each result comes after everything that it depends on.
    pub fn of_roots(graph: &'a Graph, usage: &'a Usage, packing: &'a Packing, roots: &[Ref]) -> Vec<Line> {
        let mut schedule = Schedule { graph, usage, packing, done: FxHashSet::default(), lines: Vec::new() };
        roots.iter().for_each(|root| schedule.emit(root.node));
        schedule.lines
    }

    /// Emits a node, after the operands that it depends on.
    fn emit(&mut self, node: NodeId) {
        if self.graph.rate(node) != Rate::Fragment {
            return;
        }
        let node = match self.graph.node(node) {
            Node::Merge(_) | Node::Preset(..) => return,
            Node::Texel(fetch, _) => *fetch,
            _ => node,
        };
        let first = self.packing.bundle(node);
        // The worklist contains bundles, each with a flag that says whether its operands have been visited.
        let mut open = vec![(first, false)];
        while let Some((bundle, ready)) = open.pop() {
            if self.done.contains(&bundle) {
                continue;
            }
            if ready {
                self.done.insert(bundle);
                self.lines.push(Line::Bundle(bundle));
                continue;
            }
            open.push((bundle, true));
            for &member in self.packing.bundles[bundle].iter().rev() {
                let mut before: Vec<NodeId> = operands(self.graph.node(member)).collect();
                if self.packing.coordinate(member).is_some() {
                    before.clear();
                }
                for of in before.into_iter().rev() {
                    let of = match self.graph.node(of) {
                        Node::Texel(fetch, _) => *fetch,
                        Node::Merge(_) | Node::Preset(..) => continue,
                        _ if self.graph.rate(of) != Rate::Fragment => continue,
                        _ => of,
                    };
                    let of = self.packing.bundle(of);
                    if !self.done.contains(&of) {
                        open.push((of, false));
                    }
                }
            }
        }
    }

    fn block(&mut self, block: &Block) {
        for item in &block.0 {
            match item {
                Item::Node(node) if !self.usage.needed(*node) => {}
                Item::Node(node) => self.emit(*node),
                Item::If { condition, then, otherwise, merges, span } => {
                    if !self.usage.leaves(merges, &[then, otherwise]) {
                        continue;
                    }
                    self.emit(condition.node);
                    self.lines.push(Line::If(*condition, *span));
                    self.block(then);
                    self.copies(merges, |merged| merged.first);
                    let before = self.lines.len();
                    self.lines.push(Line::Else);
                    self.block(otherwise);
                    self.copies(merges, |merged| merged.second);
                    if self.lines.len() == before + 1 {
                        self.lines.pop();
                    }
                    self.lines.push(Line::EndIf);
                }
                Item::Loop { header, condition, body, carried, span } => {
                    self.copies(carried, |merged| merged.first);
                    self.lines.push(Line::Loop(*span));
                    self.block(header);
                    self.emit(condition.node);
                    self.lines.push(Line::Leave(*condition));
                    self.block(body);
                    self.copies(carried, |merged| merged.second);
                    self.lines.push(Line::EndLoop(*condition));
                }
            }
        }
    }

    fn copies(&mut self, merges: &[Merged], from: impl Fn(&Merged) -> Ref) {
        let needed = merges.iter().filter(|merged| self.usage.needed(merged.node));
        let copies: Vec<(NodeId, Ref)> =
            needed.map(|merged| (merged.node, from(merged))).filter(|(node, from)| Ref::new(*node) != *from).collect();
        if !copies.is_empty() {
            self.lines.push(Line::Copy(copies));
        }
    }

    /// Emits the texture instructions of straight-line code, in groups of independent ones.
    fn phases(&mut self, block: &Block) {
        let mut phase: FxHashMap<NodeId, u32> = FxHashMap::default();
        let mut fetches: Vec<(u32, NodeId)> = Vec::new();
        // In this order, each node comes after its operands.
        for number in 0..self.graph.len() {
            let id = NodeId(number as u32);
            if !self.usage.needed(id) || self.graph.rate(id) != Rate::Fragment {
                continue;
            }
            let before = operands(self.graph.node(id)).filter_map(|of| phase.get(&of).copied()).max().unwrap_or(0);
            let own = match self.graph.node(id) {
                Node::Fetch { .. } if self.packing.coordinate(id).is_some() => 0,
                Node::Fetch { .. } => before + 1,
                _ => before,
            };
            if matches!(self.graph.node(id), Node::Fetch { .. }) {
                fetches.push((own, id));
            }
            phase.insert(id, own);
        }
        let straight = block.0.iter().all(|item| matches!(item, Item::Node(_)));
        if !straight {
            return;
        }
        fetches.sort_by_key(|(phase, _)| *phase);
        for group in fetches.chunk_by(|a, b| a.0 == b.0) {
            for (_, fetch) in group {
                if self.packing.coordinate(*fetch).is_none() {
                    let at: Vec<NodeId> = operands(self.graph.node(*fetch)).collect();
                    at.into_iter().for_each(|of| self.emit(of));
                }
            }
            for (_, fetch) in group {
                self.emit(*fetch);
            }
        }
    }
}
