//! Simplifies selections, as they come from branches and from statements behind a `return`.

use crate::fragment_program::{NumberType, Opcode};
use crate::ir::Math;

use super::builder::Builder;
use super::graph::{Node, Ref};

/// The maximum number of flags that are known from one condition.
const MAX_FACTS: usize = 16;
/// The depth to which operands are looked through.
const DEPTH: usize = 6;

impl Builder<'_> {
    /// Simplifies the values of all variables where a condition is known.
    pub(super) fn assume(&mut self, condition: Ref, holds: bool) {
        if !self.given_constants {
            return;
        }
        let mut facts = vec![(condition, holds)];
        let mut next = 0;
        while let Some(&(flag, holds)) = facts.get(next).filter(|_| next < MAX_FACTS) {
            next += 1;
            if let Some(inner) = self.negated(flag) {
                facts.push((inner, !holds));
            }
            if let (true, Node::Alu(opcode, NumberType::Float, of)) = (flag.plain(), self.graph.node(flag.node))
                && (*opcode == Opcode::Mul && holds || *opcode == Opcode::Max && !holds)
                && of.iter().all(|part| self.is_flag(*part, DEPTH))
            {
                facts.extend(of.iter().map(|part| (*part, holds)));
            }
        }
        for slot in 0..self.slots.len() {
            self.slots[slot] = self.known_by(&facts, self.slots[slot], DEPTH);
        }
    }

    /// Returns what a number is where these flags are known.
    fn known_by(&mut self, facts: &[(Ref, bool)], of: Ref, depth: usize) -> Ref {
        if let Some((_, holds)) = facts.iter().find(|(flag, _)| *flag == of) {
            return self.literal_flag(*holds);
        }
        let mut of = of;
        for (flag, holds) in facts.iter().filter(|(flag, _)| self.negated(*flag).is_none()) {
            of = self.where_known(*flag, *holds, of);
        }
        let Node::Alu(opcode, NumberType::Float, parts) = self.graph.node(of.node).clone() else { return of };
        if depth == 0 || !of.plain() {
            return of;
        }
        if let Some(inner) = self.negated(of) {
            let known = self.known_by(facts, inner, depth - 1);
            return if known == inner { of } else { self.not(known) };
        }
        if !matches!(opcode, Opcode::Mul | Opcode::Max) || !parts.iter().all(|part| self.is_flag(*part, DEPTH)) {
            return of;
        }
        let (a, b) = (self.known_by(facts, parts[0], depth - 1), self.known_by(facts, parts[1], depth - 1));
        match opcode {
            _ if (a, b) == (parts[0], parts[1]) => of,
            Opcode::Mul => self.and(a, b),
            _ => self.or(a, b),
        }
    }

    /// Returns what a number is where the flag is known: if it is a selection by the same flag, what that selects.
    pub(super) fn where_known(&self, flag: Ref, holds: bool, of: Ref) -> Ref {
        let chooses = self.chooses(flag);
        let mut of = of;
        for _ in 0..DEPTH {
            match self.graph.node(of.node) {
                Node::Alu(Opcode::Cmp, NumberType::Float, operands) if of.plain() && operands[0] == chooses => {
                    of = if holds { operands[1] } else { operands[2] };
                }
                _ => break,
            }
        }
        of
    }

    /// Returns a selection between truth values, of which one is known or is the flag itself, as a product or a maximum. Returns `None` if
    /// it is none.
    pub(super) fn flags_selected(&mut self, flag: Ref, a: Ref, b: Ref) -> Option<Ref> {
        if !self.given_constants || !self.is_flag(flag, DEPTH) {
            return None;
        }
        let a = if a == flag { self.literal_flag(true) } else { a };
        let b = if b == flag { self.literal_flag(false) } else { b };
        if a == b {
            return Some(a);
        }
        let bit =
            |builder: &Self, of: Ref| builder.graph.literal_float(of).filter(|value| *value == 0.0 || *value == 1.0);
        match (bit(self, a), bit(self, b)) {
            (Some(1.0), Some(0.0)) => Some(flag),
            (Some(0.0), Some(1.0)) => Some(self.not(flag)),
            (Some(1.0), _) if self.is_flag(b, DEPTH) => Some(self.or(flag, b)),
            (_, Some(0.0)) if self.is_flag(a, DEPTH) => Some(self.and(flag, a)),
            _ => self.counted(flag, a, b),
        }
    }

    /// Returns `flag ? b + 1 : b` and its like as a sum.
    fn counted(&mut self, flag: Ref, a: Ref, b: Ref) -> Option<Ref> {
        let Node::Alu(Opcode::Add, NumberType::Float, of) = self.graph.node(a.node) else { return None };
        let more = match (a.plain(), of[0] == b, of[1] == b) {
            (true, true, _) => of[1],
            (true, _, true) => of[0],
            _ => return None,
        };
        let step = self.graph.literal_float(more).filter(|step| step.is_finite())?;
        let part = match step {
            1.0 => flag,
            -1.0 => Ref { negate: true, ..flag },
            _ => self.scaled(flag, step),
        };
        Some(self.graph.alu(Opcode::Add, NumberType::Float, &[part, b]))
    }

    /// Returns the opposite of a comparison with 0 if a selection tests that without a further instruction.
    pub(super) fn opposite(&mut self, flag: Ref) -> Option<Ref> {
        let Node::Alu(opcode, NumberType::Float, of) = self.graph.node(flag.node) else { return None };
        let (opcode, a, b) = (*opcode, of[0], of[1]);
        let is_zero = |of: Ref| self.graph.literal_float(of) == Some(0.0);
        let opposite = match opcode {
            Opcode::Sge => [a, b],
            Opcode::Sle => [b, a],
            _ => return None,
        };
        // For NaN, both would be false.
        let certain = is_zero(a) && self.is_number(b) || is_zero(b) && self.is_number(a);
        (self.given_constants && flag.plain() && certain)
            .then(|| self.graph.alu(Opcode::Slt, NumberType::Float, &opposite))
    }

    /// Whether a number certainly is not NaN.
    fn is_number(&self, of: Ref) -> bool {
        match self.graph.node(of.node) {
            Node::Alu(Opcode::Max | Opcode::Min, _, of) => {
                of.iter().any(|part| self.graph.literal_float(*part).is_some())
            }
            Node::Alu(Opcode::Math(Math::Saturate), ..) => true,
            _ => false,
        }
    }

    /// Whether a number certainly is 0 or 1.
    fn is_flag(&self, of: Ref, depth: usize) -> bool {
        use Opcode::*;
        if let Some(value) = self.graph.literal_float(of) {
            return value == 0.0 || value == 1.0;
        }
        let all = |of: &[Ref]| depth > 0 && of.iter().all(|part| self.is_flag(*part, depth - 1));
        of.plain()
            && match self.graph.node(of.node) {
                Node::Alu(Slt | Sge | Sgt | Sle | Seq | Sne, NumberType::Float, _) => true,
                Node::Alu(Mul | Max | Min, NumberType::Float, of) => all(of),
                Node::Alu(Cmp, NumberType::Float, of) => all(&of[1..]),
                _ => self.negated(of).is_some_and(|inner| depth > 0 && self.is_flag(inner, depth - 1)),
            }
    }
}
