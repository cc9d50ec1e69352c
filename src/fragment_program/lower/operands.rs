//! Turns scalars into operands. Scalars in different registers are first copied into one register.

use crate::fragment_program::{Coordinate, NumberType, Opcode, Scalar};
use crate::ir::Attribute;

use super::assemble::Assembler;
use super::graph::{Node, NodeId, PresetRegister, Rate, Ref};
use super::steps::{Reg, Source, Step};

impl Assembler<'_> {
    /// Returns the register that a virtual register of the packing is: itself, or one that the program is given.
    fn register_of(&mut self, number: usize) -> Reg {
        match self.packing.registers[number].given {
            None => Reg::Virtual(number),
            Some(PresetRegister::Attribute(Attribute::Position)) => Reg::Position,
            Some(PresetRegister::Attribute(attribute)) => {
                let known = self.coordinates.iter().position(|own| own.attribute == attribute);
                Reg::Coordinate(known.unwrap_or_else(|| {
                    self.coordinates.push(Coordinate { attribute, components: [None; 4] });
                    self.coordinates.len() - 1
                }))
            }
            Some(PresetRegister::Constant(constant)) => Reg::Parameter(self.constants.given[&constant]),
        }
    }

    /// Returns an operand with these scalars. They are copied first if they are in different registers.
    pub fn source(&mut self, refs: &[Ref], kind: NumberType) -> Source {
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
                    reg: self.register_of(homes[0].0),
                    components,
                    absolute: first.absolute,
                    negate: first.negate,
                };
            }
        }
        if let Some(source) = self.beside(refs, kind) {
            return source;
        }
        // Each distinct number is copied once. All numbers from the same register are copied by one instruction.
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

    /// Returns an operand with these scalars, if the register of one of them has components reserved for copies of the others.
    pub fn beside(&mut self, refs: &[Ref], kind: NumberType) -> Option<Source> {
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

    /// Copies numbers into components of a register, with one instruction for each source register.
    pub fn copy_into(&mut self, target: Reg, numbers: &[(usize, Ref)], kind: NumberType) {
        if let Some(step) = self.placed(target, numbers, kind) {
            self.push(step);
            return;
        }
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
            // The bits are copied unchanged, unless a modifier changes the sign.
            self.push(Step::new(Opcode::Mov, kind, Some((target, components)), vec![source]));
        }
    }

    /// Returns one instruction that copies the fragment's position and literals together: the position times 1 or 0, plus the literals.
    fn placed(&mut self, target: Reg, numbers: &[(usize, Ref)], kind: NumberType) -> Option<Step> {
        let place = |r: &Ref| match self.graph.node(r.node) {
            Node::Preset(PresetRegister::Attribute(Attribute::Position), component) if r.plain() => Some(*component),
            _ => None,
        };
        let first = numbers.iter().find_map(|(_, r)| place(r))?;
        let mut literals = Vec::new();
        for (_, r) in numbers {
            literals.push(match place(r) {
                Some(_) => 0.0,
                None => self.graph.literal_float(*r).filter(|value| value.is_finite())?,
            });
        }
        if self.packing.grouped.is_none()
            || kind != NumberType::Float
            || numbers.iter().all(|(_, r)| place(r).is_some())
        {
            return None;
        }
        let positions = numbers.iter().map(|(_, r)| place(r).unwrap_or(first)).collect();
        let factors: Vec<f32> = numbers.iter().map(|(_, r)| if place(r).is_some() { 1.0 } else { 0.0 }).collect();
        let all: Vec<Scalar> = factors.iter().chain(&literals).map(|value| Scalar::Literal(value.to_bits())).collect();
        let (number, components) = self.constants.parameter(&all, kind);
        let (factors, literals) = components.split_at(numbers.len());
        let constant = |components: &[u8]| Source {
            reg: Reg::Parameter(number),
            components: components.to_vec(),
            absolute: false,
            negate: false,
        };
        let position = Source { reg: Reg::Position, components: positions, absolute: false, negate: false };
        let written = numbers.iter().map(|(component, _)| *component as u8).collect();
        let sources = vec![position, constant(factors), constant(literals)];
        Some(Step::new(Opcode::Mad, kind, Some((target, written)), sources))
    }

    /// Emits copies with the semantics of parallel assignment: one copy may read what another one overwrites.
    pub fn copies(&mut self, copies: &[(NodeId, Ref)]) {
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
        let mut single = Vec::new();
        // The register, the kind, and the numbers with their components.
        type Copied = (usize, NumberType, Vec<(usize, Ref)>);
        let mut vectors: Vec<Copied> = Vec::new();
        for ((target, from), source) in copies.iter().zip(sources) {
            let (register, component) = self.packing.home(*target);
            let kind = self.kind_of_bits(*from);
            if source.is_some() || self.packing.grouped.is_none() {
                single.push(((target, from), source));
                continue;
            }
            match vectors.iter_mut().find(|(own, own_kind, _)| (*own, *own_kind) == (register, kind)) {
                Some((.., numbers)) => numbers.push((component, *from)),
                None => vectors.push((register, kind, vec![(component, *from)])),
            }
        }
        for (register, kind, numbers) in vectors {
            self.copy_into(Reg::Virtual(register), &numbers, kind);
        }
        for ((target, from), source) in single {
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

    /// Returns the kind of a copy: integers for literals that cannot be written as floats, otherwise floats.
    pub fn kind_of_bits(&self, of: Ref) -> NumberType {
        match self.graph.literal_bits(of, NumberType::Float) {
            Some(bits) if self.set.integers() && bits != 0 && !f32::from_bits(bits).is_normal() => NumberType::Signed,
            _ => NumberType::Float,
        }
    }

    /// Returns an operand with integer coordinates followed by the level, 0, which `TXF` reads from w.
    pub fn with_level(&mut self, source: Source) -> Source {
        let register = self.registers;
        self.registers += 1;
        let count = source.components.len() as u8;
        let target = |components: Vec<u8>| Some((Reg::Virtual(register), components));
        self.push(Step::new(Opcode::Mov, NumberType::Signed, target((0..count).collect()), vec![source]));
        let (number, components) = self.constants.parameter(&[Scalar::Literal(0)], NumberType::Signed);
        let zero = Source { reg: Reg::Parameter(number), components, absolute: false, negate: false };
        self.push(Step::new(Opcode::Mov, NumberType::Signed, target(vec![count]), vec![zero]));
        let components = match count {
            2 => vec![0, 1, 2, 2],
            3 => vec![0, 1, 2, 3],
            _ => vec![0, 1, 1, 1],
        };
        Source { reg: Reg::Virtual(register), components, absolute: false, negate: false }
    }
}
