//! Finishes a program: writes the results, allocates registers, and encodes the instructions.

use rustc_hash::FxHashMap;

use crate::fragment_program::counts::live_ranges;
use crate::fragment_program::{
    Component, Destination, FragmentProgram, Guard, Instruction, InstructionSet, NumberType, Opcode, Operand, Register,
    Shape,
};
use crate::ir::Kernel;

use super::assemble::Assembler;
use super::graph::{Block, Item, Node, NodeId, Rate, Ref};
use super::halves::halves;
use super::registers::{Interval, Place, allocate};
use super::steps::{Reg, Step, flow};

impl Assembler<'_> {
    /// Writes the results to the render targets. If a result is not read by anything else, the instruction that computes it writes the
    /// render target directly.
    pub fn outputs(&mut self, outputs: &[Vec<Ref>], block: &Block) {
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
                    self.copy_into(Reg::Output(target), &numbers, NumberType::Float);
                }
            }
        }
    }

    /// Writes the depth, which is the third component of its register.
    pub fn depth(&mut self, depth: Option<Ref>) {
        if let Some(depth) = depth {
            self.copy_into(Reg::Depth, &[(2, depth)], NumberType::Float);
        }
    }

    /// Discards the fragment if a truth value is true.
    pub fn discard(&mut self, discard: Option<Ref>) {
        let Some(flag) = discard else { return };
        let source = self.source(&[Ref { negate: !flag.negate, ..flag }], NumberType::Float);
        self.push(Step { sources: vec![source], ..flow(Opcode::Kil) });
    }

    /// Returns the register that contains exactly these numbers in this order, if nothing else reads it.
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

    pub fn finish(self, kernel: &Kernel, outputs: usize) -> FragmentProgram {
        let places = allocate(&self.intervals(), &self.nodes());
        let parameters = self.constants.registers();
        let encoded = self.steps.iter().map(|step| encode(step, &places.places));
        let instructions = encoded.filter(|instruction| !self.given || !stays(instruction)).collect();
        FragmentProgram {
            name: kernel.name.clone(),
            set: self.set,
            about: kernel.about.clone(),
            uniforms: self.constants.uniforms,
            parameters,
            states: Vec::new(),
            coordinates: self.coordinates,
            samplers: self.samplers,
            temporaries: places.temporaries,
            outputs,
            instructions,
            files: kernel.files.clone(),
        }
    }

    /// Returns the live ranges of the virtual registers, and the components that each needs.
    fn intervals(&self) -> FxHashMap<usize, Interval> {
        let ranges = live_ranges(self.steps.iter().map(|step| {
            let registers = step.sources.iter().map(|source| source.reg).chain(step.target.iter().map(|(reg, _)| *reg));
            (step.opcode, registers.filter_map(Reg::virtual_number))
        }));
        let counted = self.set == InstructionSet::Arb;
        let halves = halves(self.set, &self.steps);
        let mut intervals: FxHashMap<usize, Interval> = FxHashMap::default();
        for step in &self.steps {
            let Some((Reg::Virtual(register), components)) = &step.target else { continue };
            let width = components.iter().map(|c| usize::from(*c) + 1).max().unwrap_or(1);
            let texel = step.opcode.shape() == Shape::Texture;
            // What is fetched or unpacked arrives in certain components.
            let fixed =
                if texel || step.opcode.unpacks() { components.iter().fold(0, |mask, c| mask | 1 << c) } else { 0 };
            let (start, end) = ranges[register];
            let new = Interval { start, end, width, fixed, alone: texel && counted, half: halves.contains(register) };
            let interval = intervals.entry(*register).or_insert(new);
            interval.width = interval.width.max(width);
        }
        intervals
    }

    /// Returns the lines that start a new texture indirection, provided that register allocation adds none.
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

/// Whether an instruction moves numbers to where they are.
fn stays(instruction: &Instruction) -> bool {
    let Instruction { opcode: Opcode::Mov, kind: NumberType::Float, destination: Some(to), .. } = instruction else {
        return false;
    };
    let [from] = instruction.sources[..] else { return false };
    let same = |lane: usize| to.mask >> lane & 1 == 0 || from.swizzle[lane] == Component::of(lane);
    let changes = instruction.saturate || instruction.sets_condition || from.absolute || from.negate != 0;
    from.register == to.register && (0..4).all(same) && !changes
}

/// Encodes a step as an instruction with its allocated registers.
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
        Reg::Depth => Register::Depth,
    };
    let written: Vec<u8> = match &step.target {
        Some((reg, components)) => components.iter().map(|c| place(*reg, *c)).collect(),
        // Only the condition code is written, from its first component on.
        None => (0..step.sources.iter().map(|source| source.components.len()).max().unwrap_or(1) as u8).collect(),
    };
    let by_place = step.opcode.shape() == Shape::Vector || step.target.is_none();
    let sources = step.sources.iter().map(|source| {
        let own: Vec<u8> = source.components.iter().map(|c| place(source.reg, *c)).collect();
        let mut swizzle = [Component::of(usize::from(own[own.len() - 1])); 4];
        match by_place && own.len() > 1 {
            // A component that is not written reads the same component as the first one.
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
        saturate: step.saturate,
        sets_condition: step.sets_condition,
        destination,
        guard: step.guard.map(|test| {
            let (reg, asked) = &step.asked;
            let asked: Vec<Component> =
                asked.iter().map(|component| Component::of(usize::from(place(*reg, *component)))).collect();
            let mut swizzle = [asked[0]; 4];
            if asked.len() > 1 {
                written.iter().zip(&asked).for_each(|(at, from)| swizzle[usize::from(*at)] = *from);
            }
            Guard { test, swizzle }
        }),
        sources: sources.collect(),
        sampler: step.sampler,
        spans: step.spans.clone(),
    }
}
