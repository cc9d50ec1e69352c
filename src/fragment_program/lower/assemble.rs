//! Assembles a program from its interpolated coordinates, instructions, operands and registers.

use rustc_hash::FxHashMap;

use crate::fragment_program::{
    Coordinate, FragmentProgram, InstructionSet, Linear, NumberType, Opcode, Sampler, Scalar, Shape, Test,
    TextureTarget, Uniform,
};
use crate::ir::{Attribute, Kernel, Math};
use crate::syntax::Span;

use super::fold;
use super::graph::{Graph, Node, NodeId, PresetRegister, Ref};
use super::linear::{Parts, linear};
use super::moves;
use super::pack::{Packing, Vectors};
use super::predicate::predicate;
use super::schedule::{Line, Schedule};
use super::steps::{Constants, Reg, RequestedRegister, Source, Step, flow};
use super::usage::{Usage, distribute, fuse};

/// A fragment program, and where its constants are.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Lowered {
    pub program: FragmentProgram,
    /// For each constant of the kernel, its register `program.local[n]`, if the program reads it.
    pub registers: Vec<Option<usize>>,
}

/// The number of interpolated coordinates of a chip.
const INTERPOLANTS: usize = 8;

/// The results of a fragment program.
pub struct ProgramResults {
    /// The components of each colour.
    pub colors: Vec<Vec<Ref>>,
    /// The depth, if it is written.
    pub depth: Option<Ref>,
    /// Whether the fragment is discarded, if it may be.
    pub discard: Option<Ref>,
}

/// Assembles the program that computes these results of a graph.
pub fn assemble(graph: Graph, kernel: &Kernel, set: InstructionSet, results: &ProgramResults) -> FragmentProgram {
    assemble_program(graph, kernel, set, results, None, Vectors::Source).program
}

/// Assembles a program whose constants may have registers of their own. `asked` has the register that each is to have, if it matters.
/// `vectors` says which operations become one instruction.
pub fn assemble_program(
    mut graph: Graph,
    kernel: &Kernel,
    set: InstructionSet,
    results: &ProgramResults,
    asked: Option<&[RequestedRegister]>,
    vectors: Vectors,
) -> Lowered {
    let block = std::mem::take(&mut graph.block);
    let outputs = &results.colors;
    let roots: Vec<Ref> = outputs.iter().flatten().chain(&results.depth).chain(&results.discard).copied().collect();
    let usage = Usage::of(&graph, &block, &roots);
    // An ARB program reads the fragment's position as an interpolated coordinate, so it has one less.
    // A fragment program has the coordinates that its draw gives it: no pass makes others for it.
    let max = if asked.is_some() { 0 } else { INTERPOLANTS - usize::from(set == InstructionSet::Arb) };
    let (coordinates, parts) = interpolate(&mut graph, &usage, max);
    let usage = Usage::of(&graph, &block, &roots);
    fuse(&mut graph, &usage);
    if asked.is_some() {
        distribute(&mut graph, &usage);
    }
    let usage = Usage::of(&graph, &block, &roots);
    let packing = Packing::of(&graph, &block, &usage, outputs, &coordinates, vectors);
    let lines = Schedule::of(&graph, &usage, &packing, &block, set == InstructionSet::Arb);
    let mut assembler = Assembler {
        graph: &graph,
        packing: &packing,
        usage: &usage,
        set,
        constants: Constants::default(),
        coordinates: Vec::new(),
        samplers: Vec::new(),
        steps: Vec::new(),
        given: asked.is_some(),
        registers: packing.registers.len(),
        spans: Vec::new(),
        asked: (Reg::Position, vec![0]),
    };
    let mut given: Vec<usize> = packing
        .registers
        .iter()
        .filter_map(|register| match register.given {
            Some(PresetRegister::Constant(constant)) => Some(constant),
            _ => None,
        })
        .collect();
    given.sort_unstable();
    let registers = assembler.constants.reserve(&given, asked.unwrap_or_default());
    for parts in &parts {
        let components =
            [Some(&parts[0]), Some(&parts[1]), None, None].map(|part| part.map(|part: &Parts| assembler.linear(part)));
        let attribute = Attribute::TexCoord(assembler.coordinates.len());
        assembler.coordinates.push(Coordinate { attribute, components });
    }
    for line in &lines {
        assembler.line(line);
    }
    assembler.outputs(outputs, &block);
    assembler.depth(results.depth);
    assembler.discard(results.discard);
    if asked.is_some() {
        assembler.steps = moves::merge(assembler.steps, set);
    }
    if set == InstructionSet::Nv30 {
        assembler.steps = predicate(assembler.steps, asked.is_some());
    }
    if set == InstructionSet::Nv30 && asked.is_some() {
        assembler.nv30();
    }
    Lowered { program: assembler.finish(kernel, outputs.len()), registers }
}

/// Finds fetches whose coordinates are linear in the fragment's position, and replaces these by interpolated coordinates. `max` is the
/// maximum number of these. Returns the number of each fetch's coordinate, and the coordinates.
pub fn interpolate(graph: &mut Graph, usage: &Usage, max: usize) -> (FxHashMap<NodeId, usize>, Vec<[Parts; 2]>) {
    let mut coordinates = FxHashMap::default();
    let mut all: Vec<[Parts; 2]> = Vec::new();
    for number in 0..graph.len() {
        let id = NodeId(number as u32);
        if !usage.needed(id) {
            continue;
        }
        let Node::Fetch { input, opcode: Opcode::Tex, target, at } = graph.node(id).clone() else { continue };
        let [x, y] = at[..] else { continue };
        let (Some(x), Some(y)) = (linear(graph, x), linear(graph, y)) else { continue };
        let known = all.iter().position(|known| *known == [x, y]);
        if known.is_none() && all.len() == max {
            continue;
        }
        let number = known.unwrap_or_else(|| {
            all.push([x, y]);
            all.len() - 1
        });
        graph.replace(id, Node::Fetch { input, opcode: Opcode::Tex, target, at: Vec::new() });
        coordinates.insert(id, number);
    }
    (coordinates, all)
}

pub struct Assembler<'a> {
    pub graph: &'a Graph,
    pub packing: &'a Packing,
    pub usage: &'a Usage,
    pub set: InstructionSet,
    pub constants: Constants,
    pub coordinates: Vec<Coordinate>,
    pub samplers: Vec<Sampler>,
    pub steps: Vec<Step>,
    /// Whether constants and textures have the numbers that the program says.
    pub given: bool,
    /// The number of virtual registers.
    pub registers: usize,
    pub spans: Vec<Span>,
    /// The components of the condition code that hold the last condition. They are given as components of the register that was written
    /// together with the condition code.
    pub asked: (Reg, Vec<u8>),
}

impl Assembler<'_> {
    fn linear(&mut self, parts: &Parts) -> Linear {
        let [across, down, start] = parts.map(|part| self.constants.uniform(self.graph, part, NumberType::Float));
        Linear { across, down, start }
    }

    pub fn push(&mut self, mut step: Step) {
        step.spans.clone_from(&self.spans);
        if step.guard.is_some() {
            step.asked = self.asked.clone();
        }
        self.steps.push(step);
    }

    fn line(&mut self, line: &Line) {
        match line {
            Line::Bundle(bundle) => self.bundle(*bundle),
            Line::Copy(copies) => self.copies(copies),
            Line::If(condition, span) => {
                self.spans = vec![*span];
                self.condition(*condition);
                self.push(Step { guard: Some(Test::NotEqual), ..flow(Opcode::If) });
            }
            Line::Else => self.push(flow(Opcode::Else)),
            Line::EndIf => self.push(flow(Opcode::EndIf)),
            Line::Loop(span) => {
                self.spans = vec![*span];
                self.begin_loop();
            }
            Line::Leave(condition) => {
                self.condition(*condition);
                self.leave();
            }
            Line::EndLoop(condition) => self.end_loop(*condition),
        }
    }

    fn bundle(&mut self, bundle: usize) {
        let nodes = &self.packing.bundles[bundle];
        let first = nodes[0];
        self.spans = vec![self.graph.span_of(first)];
        for node in &nodes[1..] {
            let span = self.graph.span_of(*node);
            if !self.spans.contains(&span) {
                self.spans.push(span);
            }
        }
        let (register, _) = self.packing.home(first);
        let components: Vec<u8> = nodes.iter().map(|node| self.packing.home(*node).1 as u8).collect();
        let target = Some((Reg::Virtual(register), components));
        match self.graph.node(first).clone() {
            Node::Place(_) => self.place(nodes, target),
            Node::Fetch { input, opcode, target: kind, at } => self.fetch(first, input, opcode, kind, &at),
            Node::Alu(opcode, kind, _) => {
                let of = |node: NodeId| match self.graph.node(node) {
                    Node::Alu(_, _, of) => of.clone(),
                    _ => Vec::new(),
                };
                let all: Vec<Vec<Ref>> = nodes.iter().map(|node| of(*node)).collect();
                let operands: Vec<Vec<Ref>> = match opcode.shape() {
                    Shape::Dot => all[0].chunks(all[0].len() / opcode.operands()).map(<[Ref]>::to_vec).collect(),
                    _ => (0..all[0].len()).map(|k| all.iter().map(|of| of[k]).collect()).collect(),
                };
                let read_as = fold::read_as(opcode, kind);
                let sources = operands.iter().map(|refs| self.source(refs, read_as)).collect();
                // A chip clamps the result of any instruction.
                let step = match opcode {
                    Opcode::Math(Math::Saturate) if self.set != InstructionSet::Plain => {
                        Step { saturate: true, ..Step::new(Opcode::Mov, kind, target, sources) }
                    }
                    _ => Step::new(opcode, kind, target, sources),
                };
                self.push(step);
            }
            other => unreachable!("{other:?} is not computed"),
        }
    }

    /// Emits the column and row of the fragment, computed from its centre.
    fn place(&mut self, nodes: &[NodeId], target: Option<(Reg, Vec<u8>)>) {
        let components: Vec<u8> =
            nodes.iter().map(|node| u8::from(self.graph.node(*node) == &Node::Place(1))).collect();
        let position = |reg: Reg| Source { reg, components: components.clone(), absolute: false, negate: false };
        let step = match self.set {
            InstructionSet::Arb => {
                // An interpolated coordinate may be slightly inexact, but its integer part is exact.
                let [one, zero] = [1.0f32, 0.0].map(|value| self.constants.put(Uniform::Literal(value.to_bits())));
                let across = Linear { across: one, down: zero, start: zero };
                let down = Linear { across: zero, down: one, start: zero };
                let number = self.coordinates.len();
                let attribute = Attribute::TexCoord(number);
                self.coordinates.push(Coordinate { attribute, components: [Some(across), Some(down), None, None] });
                Step::new(Opcode::Flr, NumberType::Float, target, vec![position(Reg::Coordinate(number))])
            }
            set if set.integers() => {
                Step::new(Opcode::Trunc, NumberType::Signed, target, vec![position(Reg::Position)])
            }
            _ => {
                let scalar = Scalar::Literal((-0.5f32).to_bits());
                let (number, _) = self.constants.parameter(&[scalar], NumberType::Float);
                let own = self.constants.parameters[number].1.iter().position(|known| *known == scalar).unwrap_or(0);
                let half = Source {
                    reg: Reg::Parameter(number),
                    components: vec![own as u8; nodes.len()],
                    absolute: false,
                    negate: false,
                };
                Step::new(Opcode::Add, NumberType::Float, target, vec![position(Reg::Position), half])
            }
        };
        self.push(step);
    }

    /// Returns the index of the sampler that reads an input. If constants have registers of their own, so have textures.
    fn sampler(&mut self, input: usize, target: TextureTarget) -> usize {
        let known = self.samplers.iter().position(|known| known.input == input && known.target == target);
        known.unwrap_or_else(|| {
            let unit = if self.given { input } else { self.samplers.len() };
            self.samplers.push(Sampler { unit, input, target });
            self.samplers.len() - 1
        })
    }

    fn fetch(&mut self, node: NodeId, input: usize, opcode: Opcode, kind: TextureTarget, at: &[Ref]) {
        let sampler = (!opcode.unpacks()).then(|| self.sampler(input, kind));
        let (register, _) = self.packing.home(node);
        let mut components: Vec<u8> =
            self.packing.registers[register].members.iter().map(|member| self.packing.home(*member).1 as u8).collect();
        components.sort_unstable();
        if opcode == Opcode::Txd || opcode.unpacks() {
            let operands: Vec<&[Ref]> = at.chunks((at.len() / opcode.operands()).max(1)).collect();
            let sources = operands.into_iter().map(|operand| self.source(operand, NumberType::Float)).collect();
            let target = Some((Reg::Virtual(register), components));
            self.push(Step { sampler, ..Step::new(opcode, NumberType::Float, target, sources) });
            return;
        }
        let mut source = match self.packing.coordinate(node) {
            Some(number) => {
                Source { reg: Reg::Coordinate(number), components: vec![0, 1], absolute: false, negate: false }
            }
            None if opcode == Opcode::Txf => self.source(at, NumberType::Signed),
            None => self.source(at, NumberType::Float),
        };
        if opcode == Opcode::Txf && self.set != InstructionSet::Plain {
            source = self.with_level(source);
        } else if source.absolute || source.negate {
            // On some chips, texture instructions do not support modifiers of their coordinates.
            let copy = self.registers;
            self.registers += 1;
            let components: Vec<u8> = (0..source.components.len() as u8).collect();
            self.push(Step::new(
                Opcode::Mov,
                NumberType::Float,
                Some((Reg::Virtual(copy), components.clone())),
                vec![source],
            ));
            source = Source { reg: Reg::Virtual(copy), components, absolute: false, negate: false };
        }
        let target = Some((Reg::Virtual(register), components));
        self.push(Step { sampler, ..Step::new(opcode, NumberType::Float, target, vec![source]) });
    }
}
