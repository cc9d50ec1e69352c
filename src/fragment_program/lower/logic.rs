//! Lowers truth values and selections. On every chip, truth values are the floats 1 and 0, as its comparisons return them.

use std::collections::BTreeSet;

use crate::fragment_program::{InstructionSet, NumberType, Opcode};
use crate::ir::Binary;

use super::builder::{Builder, UniformLeaf};
use super::graph::{Node, Ref};

/// The bits of 1.0. As a mask, they turn the result -1 of an integer comparison into 1.0.
const ONE: u32 = 0x3f80_0000;

impl Builder<'_> {
    /// Returns `!flag`.
    pub fn not(&mut self, flag: Ref) -> Ref {
        if let Some(inner) = self.negated(flag) {
            return inner;
        }
        let one = self.graph.float(1.0);
        self.graph.alu(Opcode::Add, NumberType::Float, &[one, Ref { negate: !flag.negate, ..flag }])
    }

    /// Returns the operand of a flag that is a negation.
    pub(super) fn negated(&self, flag: Ref) -> Option<Ref> {
        let Node::Alu(Opcode::Add, NumberType::Float, of) = self.graph.node(flag.node) else { return None };
        let (a, b) = (of[0], of[1]);
        let (one, other) = if self.graph.literal_float(b) == Some(1.0) { (b, a) } else { (a, b) };
        let is = flag.plain() && self.graph.literal_float(one) == Some(1.0) && other.negate && !other.absolute;
        is.then_some(Ref { negate: false, ..other })
    }

    /// Returns `a && b`.
    pub fn and(&mut self, a: Ref, b: Ref) -> Ref {
        match (self.truth(a), self.truth(b)) {
            (Some(false), _) | (_, Some(true)) => a,
            (_, Some(false)) | (Some(true), _) => b,
            _ if a == b => a,
            _ => self.graph.alu(Opcode::Mul, NumberType::Float, &[a, b]),
        }
    }

    /// Returns `a || b`.
    pub fn or(&mut self, a: Ref, b: Ref) -> Ref {
        match (self.truth(a), self.truth(b)) {
            (Some(true), _) | (_, Some(false)) => a,
            (_, Some(true)) | (Some(false), _) => b,
            _ if a == b => a,
            _ => self.graph.alu(Opcode::Max, NumberType::Float, &[a, b]),
        }
    }

    /// Lowers `a == b` or `a != b` of truth values. `a != b` is the square of their difference.
    pub fn same_flags(&mut self, operator: Binary, a: Ref, b: Ref) -> Ref {
        match (self.truth(a), self.truth(b)) {
            (Some(holds), _) if holds == (operator == Binary::Equal) => return b,
            (_, Some(holds)) if holds == (operator == Binary::Equal) => return a,
            (Some(_), _) => return self.not(b),
            (_, Some(_)) => return self.not(a),
            _ => {}
        }
        let difference = self.graph.alu(Opcode::Add, NumberType::Float, &[a, Ref { negate: !b.negate, ..b }]);
        let square = self.graph.alu(Opcode::Mul, NumberType::Float, &[difference, difference]);
        if operator == Binary::Equal { self.not(square) } else { square }
    }

    /// Compares two integers. Their difference is exact, so a selection may use its sign.
    pub fn compare_whole(&mut self, operator: Binary, kind: NumberType, a: Ref, b: Ref) -> Ref {
        let flag = self.compare(operator, kind, a, b);
        if self.set == InstructionSet::Arb
            && matches!(self.graph.node(flag.node), Node::Alu(Opcode::Slt | Opcode::Sge, ..))
        {
            self.whole_flags.insert(flag.node);
        }
        flag
    }

    /// Compares two numbers.
    pub fn compare(&mut self, operator: Binary, kind: NumberType, a: Ref, b: Ref) -> Ref {
        let arb = self.set == InstructionSet::Arb;
        let (opcode, a, b) = match operator {
            Binary::Less => (Opcode::Slt, a, b),
            Binary::GreaterEqual => (Opcode::Sge, a, b),
            Binary::Greater if arb => (Opcode::Slt, b, a),
            Binary::LessEqual if arb => (Opcode::Sge, b, a),
            Binary::Greater => (Opcode::Sgt, a, b),
            Binary::LessEqual => (Opcode::Sle, a, b),
            Binary::Equal if arb => {
                // Two numbers are equal if and only if each is greater than or equal to the other.
                let first = self.graph.alu(Opcode::Sge, NumberType::Float, &[a, b]);
                let second = self.graph.alu(Opcode::Sge, NumberType::Float, &[b, a]);
                return self.and(first, second);
            }
            Binary::NotEqual if arb => {
                let equal = self.compare(Binary::Equal, kind, a, b);
                return self.not(equal);
            }
            Binary::Equal => (Opcode::Seq, a, b),
            _ => (Opcode::Sne, a, b),
        };
        let flag = self.graph.alu(opcode, kind, &[a, b]);
        match kind {
            NumberType::Float => flag,
            _ => {
                let one = self.graph.literal(ONE);
                self.graph.alu(Opcode::And, NumberType::Signed, &[flag, one])
            }
        }
    }

    /// Lowers `flag ? a : b`. The values may have any type.
    pub fn select(&mut self, flag: Ref, a: Ref, b: Ref) -> Ref {
        match self.truth(flag) {
            Some(true) => return a,
            Some(false) => return b,
            None if a == b => return a,
            None => {}
        }
        if let Some(inner) = self.negated(flag).or_else(|| self.opposite(flag)) {
            return self.select(inner, b, a);
        }
        let (a, b) = match self.given_constants {
            true => (self.where_known(flag, true, a), self.where_known(flag, false, b)),
            false => (a, b),
        };
        if a == b {
            return a;
        }
        if let Some(simple) = self.flags_selected(flag, a, b) {
            return simple;
        }
        if self.graph.literal_bits(a, NumberType::Float) == Some(ONE)
            && self.graph.literal_bits(b, NumberType::Float) == Some(0)
            && flag.plain()
        {
            return flag;
        }
        if self.whole_flags.contains(&flag.node)
            && let Node::Alu(opcode, _, of) = self.graph.node(flag.node).clone()
        {
            let difference =
                self.graph.alu(Opcode::Add, NumberType::Float, &[of[0], Ref { negate: !of[1].negate, ..of[1] }]);
            let (below, above) = if opcode == Opcode::Slt { (a, b) } else { (b, a) };
            return self.graph.alu(Opcode::Cmp, NumberType::Float, &[difference, below, above]);
        }
        // An integer comparison returns 0 or -1, which becomes a flag by a mask. A selection can use the unmasked result.
        if let Node::Alu(Opcode::And, NumberType::Signed, of) = self.graph.node(flag.node).clone()
            && self.graph.literal_bits(of[1], NumberType::Signed) == Some(ONE)
            && flag.plain()
            && a.plain()
            && b.plain()
        {
            return self.graph.alu(Opcode::Cmp, NumberType::Signed, &[of[0], a, b]);
        }
        // An integer literal may have bits that cannot be written as a float. In that case, an integer selection is used. The flag's
        // bits are those of 1.0 or 0.0, and negated as an integer, those of 1.0 are below 0.
        let integer = |r: Ref| {
            self.graph
                .literal_bits(r, NumberType::Float)
                .is_some_and(|bits| !f32::from_bits(bits).is_normal() && bits != 0)
        };
        if self.set.integers() && (integer(a) || integer(b)) && a.plain() && b.plain() {
            return self.graph.alu(Opcode::Cmp, NumberType::Signed, &[Ref { negate: true, ..flag }, a, b]);
        }
        let chooses = self.chooses(flag);
        self.graph.alu(Opcode::Cmp, NumberType::Float, &[chooses, a, b])
    }

    /// Returns what a selection tests for a flag: a number that is below 0 if the flag is set. If the flag is a comparison with 0, that is
    /// the compared number.
    pub(super) fn chooses(&self, flag: Ref) -> Ref {
        match self.graph.node(flag.node) {
            Node::Alu(Opcode::Slt, NumberType::Float, of) if self.graph.literal_float(of[1]) == Some(0.0) => of[0],
            Node::Alu(Opcode::Slt | Opcode::Sgt, NumberType::Float, of) => {
                let below = matches!(self.graph.node(flag.node), Node::Alu(Opcode::Slt, ..));
                let (zero, other) = if below { (of[0], of[1]) } else { (of[1], of[0]) };
                match self.graph.literal_float(zero) == Some(0.0) {
                    true => Ref { negate: !other.negate, ..other },
                    false => Ref { negate: true, ..flag },
                }
            }
            _ => Ref { negate: true, ..flag },
        }
    }

    /// Returns the constants and measures that a uniform expression depends on.
    pub fn leaves(&self, of: Ref) -> BTreeSet<UniformLeaf> {
        let mut leaves = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut open = vec![of.node];
        while let Some(id) = open.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.graph.node(id) {
                Node::Leaf(leaf) => {
                    leaves.insert(leaf.clone());
                }
                Node::Alu(_, _, of) => open.extend(of.iter().map(|r| r.node)),
                _ => {}
            }
        }
        leaves
    }
}
