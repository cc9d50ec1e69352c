//! Assembles a program: interpolated coordinates, instructions with their operands, registers.

use rustc_hash::FxHashMap;

use crate::fragment_program::{
    Component, Coordinate, Destination, Guard, Instruction, InstructionSet, Kind, Linear, Opcode, Operand, Program,
    Register, Sampler, Scalar, Shape, Test, TextureTarget, Uniform,
};
use crate::ir::Module;
use crate::syntax::Span;

use super::fold;
use super::graph::{Block, Graph, Item, Node, NodeId, Rate, Ref};
use super::linear::{Parts, linear};
use super::pack::Packing;
use super::registers::{Interval, Place, allocate};
use super::schedule::{Line, Schedule};
use super::steps::{Constants, Reg, Source, Step};
use super::usage::{Usage, fuse};

/// Interpolated coordinates that a chip has.
const INTERPOLANTS: usize = 8;

/// The program of a graph whose results these are.
pub fn assemble(mut graph: Graph, module: &Module, set: InstructionSet, outputs: &[Vec<Ref>]) -> Program {
    let block = std::mem::take(&mut graph.block);
    let roots: Vec<Ref> = outputs.iter().flatten().copied().collect();
    let usage = Usage::of(&graph, &block, &roots);
    let (coordinates, parts) = interpolate(&mut graph, &usage, set);
    let usage = Usage::of(&graph, &block, &roots);
    fuse(&mut graph, &usage);
    let usage = Usage::of(&graph, &block, &roots);
    let packing = Packing::of(&graph, &block, &usage, outputs, &coordinates);
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
        registers: packing.registers.len(),
        spans: Vec::new(),
        asked: (Reg::Position, 0),
    };
    for parts in &parts {
        let components =
            [Some(&parts[0]), Some(&parts[1]), None, None].map(|part| part.map(|part: &Parts| assembler.linear(part)));
        assembler.coordinates.push(Coordinate { number: assembler.coordinates.len(), components });
    }
    for line in &lines {
        assembler.line(line);
    }
    assembler.outputs(outputs, &block);
    assembler.finish(module, outputs.len())
}

/// Gives fetches whose coordinates are linear in the place interpolated ones, as many as there are.
fn interpolate(graph: &mut Graph, usage: &Usage, set: InstructionSet) -> (FxHashMap<NodeId, usize>, Vec<[Parts; 2]>) {
    let mut coordinates = FxHashMap::default();
    let mut all: Vec<[Parts; 2]> = Vec::new();
    // One is kept for the place itself, where it is no register of its own.
    let most = INTERPOLANTS - usize::from(set == InstructionSet::Arb);
    for number in 0..graph.len() {
        let id = NodeId(number as u32);
        if !usage.needed(id) {
            continue;
        }
        let Node::Fetch { input, opcode: Opcode::Tex, target, at } = graph.node(id).clone() else { continue };
        let (Some(x), Some(y)) = (linear(graph, at[0]), linear(graph, at[1])) else { continue };
        let known = all.iter().position(|known| *known == [x, y]);
        if known.is_none() && all.len() == most {
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

struct Assembler<'a> {
    graph: &'a Graph,
    packing: &'a Packing,
    usage: &'a Usage,
    set: InstructionSet,
    constants: Constants,
    coordinates: Vec<Coordinate>,
    samplers: Vec<Sampler>,
    steps: Vec<Step>,
    /// How many registers without numbers there are.
    registers: usize,
    spans: Vec<Span>,
    /// The component of the condition code that says what was asked for last, as the component of a register that was written
    /// with it.
    asked: (Reg, u8),
}

impl Assembler<'_> {
    fn linear(&mut self, parts: &Parts) -> Linear {
        let [across, down, start] = parts.map(|part| self.constants.uniform(self.graph, part));
        Linear { across, down, start }
    }

    fn push(&mut self, mut step: Step) {
        step.spans.clone_from(&self.spans);
        if step.guard.is_some() {
            step.asked = self.asked;
        }
        self.steps.push(step);
    }

    /// An operand of these numbers, with copies where they do not lie together.
    fn source(&mut self, refs: &[Ref], kind: Kind) -> Source {
        let fragment = |r: &Ref| self.graph.rate(r.node) == Rate::Fragment;
        if !refs.iter().any(fragment) {
            let scalars: Vec<_> = refs.iter().map(|r| self.constants.scalar(self.graph, *r, kind)).collect();
            let (number, components) = self.constants.parameter(&scalars, kind);
            return Source { reg: Reg::Parameter(number), components, absolute: false, negate: false };
        }
        let first = refs[0];
        let modifiers = (first.absolute, first.negate);
        if refs.iter().all(fragment) && refs.iter().all(|r| (r.absolute, r.negate) == modifiers) {
            let homes: Vec<_> = refs.iter().map(|r| self.packing.home(r.node)).collect();
            if homes.iter().all(|home| home.0 == homes[0].0) {
                let components = homes.iter().map(|home| home.1 as u8).collect();
                return Source {
                    reg: Reg::Virtual(homes[0].0),
                    components,
                    absolute: first.absolute,
                    negate: first.negate,
                };
            }
        }
        if let Some(source) = self.beside(refs, kind) {
            return source;
        }
        // Distinct numbers, each copied once, those of one register by one instruction.
        let mut distinct: Vec<Ref> = Vec::new();
        for r in refs {
            if !distinct.contains(r) {
                distinct.push(*r);
            }
        }
        let register = self.registers;
        self.registers += 1;
        self.copy_into(Reg::Virtual(register), &distinct.iter().copied().enumerate().collect::<Vec<_>>(), kind);
        let at = |r: &Ref| distinct.iter().position(|known| known == r).unwrap_or(0) as u8;
        Source {
            reg: Reg::Virtual(register),
            components: refs.iter().map(at).collect(),
            absolute: false,
            negate: false,
        }
    }

    /// An operand of numbers of which one's register has room for copies of the others.
    fn beside(&mut self, refs: &[Ref], kind: Kind) -> Option<Source> {
        let fragment = |r: &Ref| self.graph.rate(r.node) == Rate::Fragment && r.plain();
        if !refs.iter().all(fragment) {
            return None;
        }
        let homes: Vec<usize> = refs.iter().map(|r| self.packing.home(r.node).0).collect();
        let component = |register: usize, r: &Ref| match self.packing.home(r.node) {
            (own, component) if own == register => Some((component, false)),
            _ => self.packing.registers[register].copy(r.node).map(|component| (component, true)),
        };
        let register = homes.into_iter().find(|home| refs.iter().all(|r| component(*home, r).is_some()))?;
        let places: Vec<(usize, bool)> = refs.iter().filter_map(|r| component(register, r)).collect();
        let mut copied: Vec<(usize, Ref)> = Vec::new();
        for (r, (component, copy)) in refs.iter().zip(&places) {
            if *copy && !copied.contains(&(*component, *r)) {
                copied.push((*component, *r));
            }
        }
        self.copy_into(Reg::Virtual(register), &copied, kind);
        let components = places.iter().map(|(component, _)| *component as u8).collect();
        Some(Source { reg: Reg::Virtual(register), components, absolute: false, negate: false })
    }

    /// Copies numbers into components of a register, by as few instructions as there are registers that they come from.
    fn copy_into(&mut self, target: Reg, numbers: &[(usize, Ref)], kind: Kind) {
        let mut open: Vec<(usize, Ref)> = numbers.to_vec();
        while let Some(&(_, first)) = open.first() {
            let from = |r: Ref| match self.graph.rate(r.node) {
                Rate::Fragment => Some((self.packing.home(r.node).0, r.absolute, r.negate)),
                _ => None,
            };
            let own = from(first);
            let (now, later): (Vec<_>, Vec<_>) = open.iter().partition(|(_, r)| from(*r) == own);
            open = later;
            let refs: Vec<Ref> = now.iter().map(|(_, r)| *r).collect();
            let source = self.source(&refs, kind);
            let components = now.iter().map(|(component, _)| *component as u8).collect();
            // Bits are copied as they are, unless a sign changes.
            self.push(Step::new(Opcode::Mov, kind, Some((target, components)), vec![source]));
        }
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

    /// Puts a truth value into the condition code.
    fn condition(&mut self, condition: Ref) {
        if self.graph.rate(condition.node) == Rate::Fragment {
            let (register, component) = self.packing.home(condition.node);
            // What has just been computed says it by itself.
            if condition.plain()
                && let Some(last) = self.steps.last_mut()
                && last.target == Some((Reg::Virtual(register), vec![component as u8]))
                && last.opcode.shape() != Shape::Texture
            {
                last.sets_condition = true;
                self.asked = (Reg::Virtual(register), component as u8);
                return;
            }
        }
        self.asked = (Reg::Position, 0);
        let source = self.source(&[condition], Kind::Float);
        self.push(Step { sets_condition: true, ..Step::new(Opcode::Mov, Kind::Float, None, vec![source]) });
    }

    fn leave(&mut self) {
        self.push(Step { guard: Some(Test::Equal), ..flow(Opcode::Brk) });
    }

    /// A loop that only `BRK` leaves. Chips whose loops have at most 255 iterations run one in another, and leave both.
    fn begin_loop(&mut self) {
        for _ in 0..if self.counted_loops() { 2 } else { 1 } {
            let mut step = flow(Opcode::Rep);
            if self.counted_loops() {
                let (number, components) = self.constants.parameter(&[Scalar::Literal(255f32.to_bits())], Kind::Float);
                step.sources.push(Source { reg: Reg::Parameter(number), components, absolute: false, negate: false });
            }
            self.push(step);
        }
    }

    fn counted_loops(&self) -> bool {
        matches!(self.set, InstructionSet::Nv40 | InstructionSet::R520)
    }

    fn end_loop(&mut self, condition: Ref) {
        self.push(flow(Opcode::EndRep));
        if self.counted_loops() {
            // It says whether the inner loop was left, or had no iterations any more.
            self.condition(condition);
            self.leave();
            self.push(flow(Opcode::EndRep));
        }
    }

    /// Copies that happen all at once: what one writes another may read.
    fn copies(&mut self, copies: &[(NodeId, Ref)]) {
        let targets: Vec<NodeId> = copies.iter().map(|(target, _)| *target).collect();
        let mut sources: Vec<Option<Source>> = Vec::new();
        for (_, from) in copies {
            let crosses = copies.len() > 1 && targets.contains(&from.node);
            sources.push(match crosses {
                true => {
                    let register = self.registers;
                    self.registers += 1;
                    self.copy_into(Reg::Virtual(register), &[(0, *from)], self.kind_of_bits(*from));
                    Some(Source { reg: Reg::Virtual(register), components: vec![0], absolute: false, negate: false })
                }
                false => None,
            });
        }
        for ((target, from), source) in copies.iter().zip(sources) {
            let (register, component) = self.packing.home(*target);
            let kind = self.kind_of_bits(*from);
            let source = match source {
                Some(source) => source,
                None => self.source(&[*from], kind),
            };
            let target = Some((Reg::Virtual(register), vec![component as u8]));
            self.push(Step::new(Opcode::Mov, kind, target, vec![source]));
        }
    }

    /// How bits are copied: as integers, where they are of the text and no float that could be written.
    fn kind_of_bits(&self, of: Ref) -> Kind {
        match self.graph.literal_bits(of, Kind::Float) {
            Some(bits) if self.set.integers() && bits != 0 && !f32::from_bits(bits).is_normal() => Kind::Signed,
            _ => Kind::Float,
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
                    Shape::Dot => all[0].chunks(all[0].len() / 2).map(<[Ref]>::to_vec).collect(),
                    _ => (0..all[0].len()).map(|k| all.iter().map(|of| of[k]).collect()).collect(),
                };
                let read_as = fold::read_as(opcode, kind);
                let sources = operands.iter().map(|refs| self.source(refs, read_as)).collect();
                self.push(Step::new(opcode, kind, target, sources));
            }
            other => unreachable!("{other:?} is not computed"),
        }
    }

    /// The column and row of the fragment, from where its middle is.
    fn place(&mut self, nodes: &[NodeId], target: Option<(Reg, Vec<u8>)>) {
        let components: Vec<u8> =
            nodes.iter().map(|node| u8::from(self.graph.node(*node) == &Node::Place(1))).collect();
        let position = |reg: Reg| Source { reg, components: components.clone(), absolute: false, negate: false };
        let step = match self.set {
            InstructionSet::Arb => {
                // An interpolated coordinate may be a little off: its whole part is not.
                let [one, zero] = [1.0f32, 0.0].map(|value| self.constants.put(Uniform::Literal(value.to_bits())));
                let across = Linear { across: one, down: zero, start: zero };
                let down = Linear { across: zero, down: one, start: zero };
                let number = self.coordinates.len();
                self.coordinates.push(Coordinate { number, components: [Some(across), Some(down), None, None] });
                Step::new(Opcode::Flr, Kind::Float, target, vec![position(Reg::Coordinate(number))])
            }
            set if set.integers() => Step::new(Opcode::Trunc, Kind::Signed, target, vec![position(Reg::Position)]),
            _ => {
                let scalar = Scalar::Literal((-0.5f32).to_bits());
                let (number, _) = self.constants.parameter(&[scalar], Kind::Float);
                let own = self.constants.parameters[number].1.iter().position(|known| *known == scalar).unwrap_or(0);
                let half = Source {
                    reg: Reg::Parameter(number),
                    components: vec![own as u8; nodes.len()],
                    absolute: false,
                    negate: false,
                };
                Step::new(Opcode::Add, Kind::Float, target, vec![position(Reg::Position), half])
            }
        };
        self.push(step);
    }

    fn fetch(&mut self, node: NodeId, input: usize, opcode: Opcode, kind: TextureTarget, at: &[Ref]) {
        let sampler = match self.samplers.iter().position(|s| s.input == input && s.target == kind) {
            Some(known) => known,
            None => {
                self.samplers.push(Sampler { unit: self.samplers.len(), input, target: kind });
                self.samplers.len() - 1
            }
        };
        let (register, _) = self.packing.home(node);
        let mut components: Vec<u8> =
            self.packing.registers[register].members.iter().map(|member| self.packing.home(*member).1 as u8).collect();
        components.sort_unstable();
        let mut source = match self.packing.coordinate(node) {
            Some(number) => {
                Source { reg: Reg::Coordinate(number), components: vec![0, 1], absolute: false, negate: false }
            }
            None if opcode == Opcode::Txf => self.source(at, Kind::Signed),
            None => self.source(at, Kind::Float),
        };
        if opcode == Opcode::Txf && self.set != InstructionSet::Plain {
            source = self.with_level(source);
        } else if source.absolute || source.negate {
            // Texture instructions of some chips read their coordinates as they are.
            let copy = self.registers;
            self.registers += 1;
            let components: Vec<u8> = (0..source.components.len() as u8).collect();
            self.push(Step::new(
                Opcode::Mov,
                Kind::Float,
                Some((Reg::Virtual(copy), components.clone())),
                vec![source],
            ));
            source = Source { reg: Reg::Virtual(copy), components, absolute: false, negate: false };
        }
        let target = Some((Reg::Virtual(register), components));
        self.push(Step { sampler: Some(sampler), ..Step::new(opcode, Kind::Float, target, vec![source]) });
    }

    /// Whole coordinates with the level, 0, behind them: `TXF` takes it from w.
    fn with_level(&mut self, source: Source) -> Source {
        let register = self.registers;
        self.registers += 1;
        let count = source.components.len() as u8;
        let target = |components: Vec<u8>| Some((Reg::Virtual(register), components));
        self.push(Step::new(Opcode::Mov, Kind::Signed, target((0..count).collect()), vec![source]));
        let (number, components) = self.constants.parameter(&[Scalar::Literal(0)], Kind::Signed);
        let zero = Source { reg: Reg::Parameter(number), components, absolute: false, negate: false };
        self.push(Step::new(Opcode::Mov, Kind::Signed, target(vec![count]), vec![zero]));
        let components = match count {
            2 => vec![0, 1, 2, 2],
            3 => vec![0, 1, 2, 3],
            _ => vec![0, 1, 1, 1],
        };
        Source { reg: Reg::Virtual(register), components, absolute: false, negate: false }
    }

    /// Writes the results: where nothing else reads them, their instructions write the render target themselves.
    fn outputs(&mut self, outputs: &[Vec<Ref>], block: &Block) {
        self.spans.clear();
        for (target, refs) in outputs.iter().enumerate() {
            match self.own_register(refs, block) {
                Some(register) => {
                    for step in &mut self.steps {
                        if let Some((reg, _)) = &mut step.target
                            && *reg == Reg::Virtual(register)
                        {
                            *reg = Reg::Output(target);
                        }
                    }
                }
                None => {
                    let numbers: Vec<(usize, Ref)> = refs.iter().copied().enumerate().collect();
                    self.copy_into(Reg::Output(target), &numbers, Kind::Float);
                }
            }
        }
    }

    /// The register that holds exactly these numbers in their order, where nothing else reads them.
    fn own_register(&self, refs: &[Ref], block: &Block) -> Option<usize> {
        let in_block = |node: NodeId| block.0.iter().any(|item| matches!(item, Item::Node(own) if *own == node));
        let alone = |r: &Ref| {
            r.plain()
                && self.usage.count(r.node) == 1
                && matches!(self.graph.node(r.node), Node::Alu(..))
                && self.graph.rate(r.node) == Rate::Fragment
                && in_block(r.node)
        };
        if !refs.iter().all(alone) {
            return None;
        }
        let (register, _) = self.packing.home(refs[0].node);
        let members = &self.packing.registers[register].members;
        (members.len() == refs.len() && members.iter().zip(refs).all(|(member, r)| *member == r.node))
            .then_some(register)
    }

    fn finish(self, module: &Module, outputs: usize) -> Program {
        let places = allocate(&self.intervals(), &self.nodes());
        let parameters = self.constants.registers();
        let instructions = self.steps.iter().map(|step| encode(step, &places.places)).collect();
        Program {
            name: module.name.clone(),
            set: self.set,
            about: module.about.clone(),
            uniforms: self.constants.uniforms,
            parameters,
            coordinates: self.coordinates,
            samplers: self.samplers,
            temporaries: places.temporaries,
            outputs,
            instructions,
            files: module.files.clone(),
        }
    }

    /// The stretches in which registers are in use.
    fn intervals(&self) -> FxHashMap<usize, Interval> {
        let mut intervals: FxHashMap<usize, Interval> = FxHashMap::default();
        let counted = self.set == InstructionSet::Arb;
        for (line, step) in self.steps.iter().enumerate() {
            for source in &step.sources {
                if let Reg::Virtual(register) = source.reg
                    && let Some(interval) = intervals.get_mut(&register)
                {
                    interval.end = line;
                }
            }
            if let Some((Reg::Virtual(register), components)) = &step.target {
                let width = components.iter().map(|c| usize::from(*c) + 1).max().unwrap_or(1);
                let texel = step.opcode.shape() == Shape::Texture;
                let fixed = if texel { components.iter().fold(0, |mask, c| mask | 1 << c) } else { 0 };
                let new = Interval { start: line, end: line, width, fixed, alone: texel && counted };
                let interval = intervals.entry(*register).or_insert(new);
                interval.end = line;
                interval.width = interval.width.max(width);
            }
        }
        // What comes into a loop and is read in it is wanted in each iteration.
        let mut open: Vec<usize> = Vec::new();
        let mut loops: Vec<(usize, usize)> = Vec::new();
        for (line, step) in self.steps.iter().enumerate() {
            match step.opcode {
                Opcode::Rep => open.push(line),
                Opcode::EndRep => loops.extend(open.pop().map(|start| (start, line))),
                _ => {}
            }
        }
        for (start, end) in loops {
            for interval in intervals.values_mut() {
                if interval.start < start && interval.end > start {
                    interval.end = interval.end.max(end);
                }
            }
        }
        intervals
    }

    /// The lines at which a new texture indirection begins, if registers are chosen well.
    fn nodes(&self) -> Vec<usize> {
        let mut nodes = Vec::new();
        let mut last_was_texture = false;
        for (line, step) in self.steps.iter().enumerate() {
            let texture = step.opcode.shape() == Shape::Texture;
            if texture && !last_was_texture {
                nodes.push(line);
            }
            last_was_texture = texture;
        }
        nodes
    }
}

fn flow(opcode: Opcode) -> Step {
    Step::new(opcode, Kind::Float, None, Vec::new())
}

/// The instruction with its registers.
fn encode(step: &Step, places: &FxHashMap<usize, Place>) -> Instruction {
    let place = |reg: Reg, component: u8| match reg {
        Reg::Virtual(register) => places[&register].components[usize::from(component)],
        _ => component,
    };
    let register = |reg: Reg| match reg {
        Reg::Virtual(register) => Register::Temporary(places[&register].temporary),
        Reg::Parameter(number) => Register::Parameter(number),
        Reg::Coordinate(number) => Register::Coordinate(number),
        Reg::Position => Register::Position,
        Reg::Output(number) => Register::Output(number),
    };
    let written: Vec<u8> = match &step.target {
        Some((reg, components)) => components.iter().map(|c| place(*reg, *c)).collect(),
        None => vec![0],
    };
    let by_place = step.opcode.shape() == Shape::Vector || step.target.is_none();
    let sources = step.sources.iter().map(|source| {
        let own: Vec<u8> = source.components.iter().map(|c| place(source.reg, *c)).collect();
        let mut swizzle = [Component::of(usize::from(own[own.len() - 1])); 4];
        match by_place && own.len() > 1 {
            // A component that nothing is computed for reads what the first one does.
            true => {
                swizzle = [Component::of(usize::from(own[0])); 4];
                for (at, from) in written.iter().zip(&own) {
                    swizzle[usize::from(*at)] = Component::of(usize::from(*from));
                }
            }
            false => {
                for (at, from) in own.iter().enumerate() {
                    swizzle[at] = Component::of(usize::from(*from));
                }
            }
        }
        let negate = if source.negate { 15 } else { 0 };
        Operand { register: register(source.reg), swizzle, absolute: source.absolute, negate }
    });
    let destination = step.target.as_ref().map(|(reg, _)| Destination {
        register: register(*reg),
        mask: written.iter().fold(0, |mask, c| mask | 1 << c),
    });
    Instruction {
        opcode: step.opcode,
        kind: step.kind,
        saturate: false,
        sets_condition: step.sets_condition,
        destination,
        guard: step
            .guard
            .map(|test| Guard { test, swizzle: [Component::of(usize::from(place(step.asked.0, step.asked.1))); 4] }),
        sources: sources.collect(),
        sampler: step.sampler,
        spans: step.spans.clone(),
    }
}
