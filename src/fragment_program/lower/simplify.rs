//! Simplifies selections, as they come from branches and from statements behind a `return`.

use crate::fragment_program::{NumberType, Opcode};

use super::builder::Builder;
use super::graph::{Node, Ref};

/// The depth to which operands are looked through.
const DEPTH: usize = 6;

impl Builder<'_> {
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
        let bit = |builder: &Self, of: Ref| builder.graph.literal_float(of).filter(|value| *value == 0.0 || *value == 1.0);
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
