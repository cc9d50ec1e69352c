//! Adapts a program to the rules of NV_fragment_program: `KIL` tests the condition code, and an instruction reads at most one constant and
//! at most one attribute.

use rustc_hash::FxHashMap;

use crate::fragment_program::{NumberType, Opcode, Scalar, Test};

use super::assemble::Assembler;
use super::halves::{round_flags, round_results};
use super::steps::{Class, Reg, Source, Step};

impl Assembler<'_> {
    /// Adapts the steps.
    pub fn nv30(&mut self) {
        self.discards();
        let steps = std::mem::take(&mut self.steps);
        // The copies of constants and attributes.
        let mut copies = Copies::default();
        for mut step in steps {
            self.one_vector(&mut step);
            for which in [Which::Constant, Which::Attribute] {
                self.one_of(which, &mut step, &mut copies);
            }
            self.steps.push(step);
        }
        round_flags(&mut self.steps, &self.constants);
        round_results(&mut self.steps, &self.constants);
    }

    /// Lets `KIL` test the condition code in place of an operand.
    fn discards(&mut self) {
        let Some(at) = self.steps.iter().position(|step| step.opcode == Opcode::Kil && !step.sources.is_empty()) else {
            return;
        };
        // The flag is 1 or 0, and the operand is its negation.
        let source = self.steps[at].sources.remove(0);
        let last = at.checked_sub(1).map(|last| &mut self.steps[last]);
        let set = last.filter(|last| {
            let written = Some((source.reg, source.components.clone()));
            last.target == written && last.opcode.shape() != crate::fragment_program::Shape::Texture
        });
        let test = if source.negate { Test::Greater } else { Test::Less };
        if let Some(last) = set.filter(|last| last.guard.is_none() && !last.sets_condition) {
            last.sets_condition = true;
            self.steps[at].asked = (source.reg, source.components);
            self.steps[at].guard = Some(test);
            return;
        }
        let spans = self.steps[at].spans.clone();
        let set = Step { sets_condition: true, spans, ..Step::new(Opcode::Mov, NumberType::Float, None, vec![source]) };
        self.steps[at].asked = (Reg::Position, vec![0]);
        self.steps[at].guard = Some(Test::Less);
        self.steps.insert(at, set);
    }

    /// Puts the literals of a step into one vector if they fit.
    fn one_vector(&mut self, step: &mut Step) {
        let literal = |source: &Source| match source.reg {
            Reg::Parameter(number) if self.constants.parameters[number].0 == Class::Floats => Some(number),
            _ => None,
        };
        let mut numbers: Vec<usize> = step.sources.iter().filter_map(literal).collect();
        numbers.sort_unstable();
        numbers.dedup();
        if numbers.len() < 2 {
            return;
        }
        let read = |source: &Source, number: usize| -> Vec<Scalar> {
            let own = &self.constants.parameters[number].1;
            source.components.iter().filter_map(|component| own.get(usize::from(*component)).copied()).collect()
        };
        let wanted: Vec<(usize, Vec<Scalar>)> = step
            .sources
            .iter()
            .enumerate()
            .filter_map(|(at, source)| Some((at, read(source, literal(source)?))))
            .collect();
        let mut distinct: Vec<Scalar> = Vec::new();
        for scalar in wanted.iter().flat_map(|(_, scalars)| scalars) {
            if !distinct.contains(scalar) {
                distinct.push(*scalar);
            }
        }
        if distinct.len() > 4 {
            return;
        }
        let (number, places) = self.constants.parameter(&distinct, NumberType::Float);
        for (at, scalars) in wanted {
            let place = |scalar: &Scalar| distinct.iter().position(|known| known == scalar).map(|known| places[known]);
            step.sources[at].reg = Reg::Parameter(number);
            step.sources[at].components = scalars.iter().filter_map(place).collect();
        }
    }

    /// Copies constants or attributes that a step reads beside another one.
    fn one_of(&mut self, which: Which, step: &mut Step, copies: &mut Copies) {
        let mut read: Vec<usize> = step.sources.iter().filter_map(|source| which.number(source.reg)).collect();
        read.sort_unstable();
        read.dedup();
        if read.len() < 2 {
            return;
        }
        // What is copied already stays copied, and one of the others is read as it is.
        let count = |number: usize| self.count(which.register(number));
        read.sort_by_key(|number| (copies.contains_key(&(which, *number, count(*number))), *number));
        for &number in &read[1..] {
            let (reg, count) = (which.register(number), self.count(which.register(number)));
            let copy = *copies.entry((which, number, count)).or_insert_with(|| {
                let copy = self.registers;
                self.registers += 1;
                let components: Vec<u8> = (0..count).collect();
                let source = Source { reg, components: components.clone(), absolute: false, negate: false };
                let target = Some((Reg::Virtual(copy), components));
                let spans = step.spans.clone();
                self.steps.push(Step { spans, ..Step::new(Opcode::Mov, NumberType::Float, target, vec![source]) });
                copy
            });
            for source in step.sources.iter_mut().filter(|source| which.number(source.reg) == Some(number)) {
                source.reg = Reg::Virtual(copy);
            }
        }
    }

    /// Returns the number of components of a constant or an attribute.
    fn count(&self, register: Reg) -> u8 {
        match register {
            Reg::Parameter(number) => self.constants.parameters[number].1.len().max(1) as u8,
            _ => 4,
        }
    }
}

/// The virtual registers with copies of constants and attributes. Literals may be added to a constant after it is copied, so that a copy
/// is known by the number of its components, too.
type Copies = FxHashMap<(Which, usize, u8), usize>;

/// What an instruction reads at most one of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Which {
    Constant,
    Attribute,
}

impl Which {
    /// Returns the number of a register, if it is one of these.
    fn number(self, register: Reg) -> Option<usize> {
        match (self, register) {
            (Which::Constant, Reg::Parameter(number)) => Some(number),
            (Which::Attribute, Reg::Position) => Some(0),
            (Which::Attribute, Reg::Coordinate(number)) => Some(number + 1),
            _ => None,
        }
    }

    /// Returns the register with this number.
    fn register(self, number: usize) -> Reg {
        match (self, number) {
            (Which::Constant, number) => Reg::Parameter(number),
            (Which::Attribute, 0) => Reg::Position,
            (Which::Attribute, number) => Reg::Coordinate(number - 1),
        }
    }
}
