//! Lowers integer arithmetic, on positions and ints. These are integers if the chip supports them, otherwise floats with integer
//! values.

use crate::fragment_program::{InstructionSet, NumberType, Opcode, Uniform};
use crate::ir::{Binary, Type};

use super::LowerError;
use super::builder::Builder;
use super::graph::{Node, Rate, Ref};

impl Builder<'_> {
    /// Returns the kind in which numbers of this type are computed.
    pub fn kind(&self, ty: Type) -> NumberType {
        match ty {
            Type::Int(_) | Type::Index | Type::AbstractInt if self.set.integers() => NumberType::Signed,
            Type::Uint(_) if self.set.integers() => NumberType::Unsigned,
            _ => NumberType::Float,
        }
    }

    /// Returns an integer literal of this type.
    pub fn int_literal(&mut self, value: i64, ty: Type) -> Ref {
        match self.kind(ty) {
            NumberType::Float => self.graph.float(value as f32),
            _ => self.graph.literal(value as u32),
        }
    }

    /// Returns `-a`, for any type.
    pub fn minus(&mut self, a: Ref, ty: Type) -> Ref {
        match self.kind(ty) {
            NumberType::Float => Ref { negate: !a.negate, ..a },
            kind => {
                let zero = self.graph.literal(0);
                self.graph.alu(Opcode::Sub, kind, &[zero, a])
            }
        }
    }

    /// Compares an integer with a literal. Returns the flag.
    pub fn int_equals(&mut self, number: Ref, value: i32, ty: Type) -> Ref {
        let value = self.int_literal(value.into(), ty);
        let kind = self.kind(ty);
        self.compare_whole(Binary::Equal, kind, number, value)
    }

    fn is(&self, a: Ref, value: i32, ty: Type) -> bool {
        match self.kind(ty) {
            NumberType::Float => self.graph.literal_float(a) == Some(value as f32),
            kind => self.graph.literal_bits(a, kind) == Some(value as u32),
        }
    }

    /// Returns the sum of two integers.
    pub fn add_whole(&mut self, a: Ref, b: Ref, ty: Type) -> Ref {
        if self.is(b, 0, ty) {
            return a;
        }
        if self.is(a, 0, ty) {
            return b;
        }
        let kind = self.kind(ty);
        // Literals are added, so that the neighbour of a neighbour takes a single addition.
        if let (Some(x), Node::Alu(Opcode::Add, inner, of)) = (self.small_literal(b, kind), self.graph.node(a.node))
            && *inner == kind
            && a.plain()
        {
            let of = of.clone();
            for (part, rest) in [(of[1], of[0]), (of[0], of[1])] {
                if let Some(y) = self.small_literal(part, kind) {
                    let sum = self.int_literal(x + y, ty);
                    return self.add_whole(rest, sum, ty);
                }
            }
        }
        self.graph.alu(Opcode::Add, kind, &[a, b])
    }

    /// Returns an integer literal that is small enough for exact sums.
    fn small_literal(&self, of: Ref, kind: NumberType) -> Option<i64> {
        let value = match kind {
            NumberType::Float => {
                let value = self.graph.literal_float(of)?;
                (value == value.trunc() && value.abs() <= 65536.0).then_some(value as i64)?
            }
            _ => i64::from(self.graph.literal_bits(of, kind)? as i32),
        };
        (value.abs() <= 65536).then_some(value)
    }

    pub fn subtract_whole(&mut self, a: Ref, b: Ref, ty: Type) -> Ref {
        let kind = self.kind(ty);
        if let Some(value) = self.small_literal(b, kind) {
            let less = self.int_literal(-value, ty);
            return self.add_whole(a, less, ty);
        }
        match kind {
            NumberType::Float => self.graph.alu(Opcode::Add, kind, &[a, Ref { negate: !b.negate, ..b }]),
            kind => self.graph.alu(Opcode::Sub, kind, &[a, b]),
        }
    }

    pub fn multiply_whole(&mut self, a: Ref, b: Ref, ty: Type) -> Ref {
        for (one, other) in [(a, b), (b, a)] {
            if self.is(one, 1, ty) {
                return other;
            }
            if self.is(one, 0, ty) {
                return one;
            }
        }
        let kind = self.kind(ty);
        self.graph.alu(Opcode::Mul, kind, &[a, b])
    }

    /// Lowers a binary operator on integers whose result is an integer.
    pub fn int_operator(&mut self, operator: Binary, a: Ref, b: Ref, ty: Type) -> Result<Ref, LowerError> {
        let kind = self.kind(ty);
        Ok(match operator {
            Binary::Add => self.add_whole(a, b, ty),
            Binary::Subtract => self.subtract_whole(a, b, ty),
            Binary::Multiply => self.multiply_whole(a, b, ty),
            Binary::Divide | Binary::Remainder if kind == NumberType::Float => {
                self.library(if operator == Binary::Divide { "int_divide" } else { "int_remainder" }, &[a, b])?
            }
            Binary::Divide | Binary::Remainder if self.set != InstructionSet::Plain => {
                self.chip_division(operator, a, b, ty)
            }
            _ if kind == NumberType::Float => {
                return Err(LowerError::Lacks { what: "operators on bits", span: self.graph.span });
            }
            _ => {
                let opcode = match operator {
                    Binary::Divide => Opcode::Div,
                    Binary::Remainder => Opcode::Mod,
                    Binary::And => Opcode::And,
                    Binary::Or => Opcode::Or,
                    Binary::Xor => Opcode::Xor,
                    Binary::ShiftLeft => Opcode::Shl,
                    _ => Opcode::Shr,
                };
                self.graph.alu(opcode, kind, &[a, b])
            }
        })
    }

    /// Lowers a division or remainder for chips. Chips differ in the result of a division by 0 and the remainder of negative numbers,
    /// so these cases are computed explicitly.
    fn chip_division(&mut self, operator: Binary, a: Ref, b: Ref, ty: Type) -> Ref {
        let kind = self.kind(ty);
        let quotient = self.graph.alu(Opcode::Div, kind, &[a, b]);
        let result = match operator {
            Binary::Divide => quotient,
            _ => {
                let product = self.graph.alu(Opcode::Mul, kind, &[quotient, b]);
                self.graph.alu(Opcode::Sub, kind, &[a, product])
            }
        };
        if self.graph.literal_bits(b, kind).is_some_and(|bits| bits != 0) {
            return result;
        }
        let zero = self.graph.literal(0);
        let none = self.compare(Binary::Equal, kind, b, zero);
        self.select(none, zero, result)
    }

    /// Lowers a / b for two positions, rounded down. Neither is negative, and b is not 0.
    pub fn quotient(&mut self, a: Ref, b: Ref) -> Ref {
        let ty = Type::Index;
        if self.is(b, 1, ty) {
            return a;
        }
        let literal = self.literal_index(b).filter(|b| *b > 0);
        if let Some(divisor) = literal
            && let Some((quotient, rest)) = self.multiple(a, divisor, 8)
        {
            let rest = self.int_literal(rest.div_euclid(divisor), ty);
            return self.add_whole(quotient, rest, ty);
        }
        let power = literal.filter(|b| (*b as u64).is_power_of_two());
        match (self.kind(ty), power) {
            (NumberType::Float, Some(divisor)) => {
                // The product is exact.
                let inverse = self.graph.float(1.0 / divisor as f32);
                let product = self.graph.alu(Opcode::Mul, NumberType::Float, &[a, inverse]);
                self.graph.alu(Opcode::Flr, NumberType::Float, &[product])
            }
            (NumberType::Float, None) => {
                let inverse = self.graph.alu(Opcode::Rcp, NumberType::Float, &[b]);
                self.quotient_by(a, b, inverse)
            }
            (kind, Some(divisor)) => {
                let bits = self.int_literal(divisor.ilog2().into(), ty);
                self.graph.alu(Opcode::Shr, kind, &[a, bits])
            }
            (kind, None) => self.graph.alu(Opcode::Div, kind, &[a, b]),
        }
    }

    /// Lowers the remainder of a position divided by a power of two.
    pub fn remainder(&mut self, a: Ref, divisor: u32) -> Ref {
        let ty = Type::Index;
        if let Some((_, rest)) = self.multiple(a, divisor.into(), 8) {
            return self.int_literal(rest.rem_euclid(divisor.into()), ty);
        }
        if self.kind(ty) != NumberType::Float {
            let mask = self.int_literal(i64::from(divisor) - 1, ty);
            return self.graph.alu(Opcode::And, self.kind(ty), &[a, mask]);
        }
        let by = self.int_literal(divisor.into(), ty);
        let quotient = self.quotient(a, by);
        let minus = self.int_literal(-i64::from(divisor), ty);
        let back = self.graph.alu(Opcode::Mul, NumberType::Float, &[quotient, minus]);
        self.graph.alu(Opcode::Add, NumberType::Float, &[back, a])
    }

    /// Returns the value of a position that is a literal.
    fn literal_index(&self, of: Ref) -> Option<i64> {
        match self.kind(Type::Index) {
            NumberType::Float => {
                self.graph.literal_float(of).filter(|value| value.trunc() == *value).map(|value| value as i64)
            }
            kind => self.graph.literal_bits(of, kind).map(|bits| i64::from(bits as i32)),
        }
    }

    /// Splits a position into a multiple of the divisor and a literal. Returns the factor and the literal, or `None` if a few nested
    /// sums do not have this form. Such a position needs no division.
    fn multiple(&mut self, number: Ref, divisor: i64, depth: usize) -> Option<(Ref, i64)> {
        let ty = Type::Index;
        let kind = self.kind(ty);
        if let Some(value) = self.literal_index(number) {
            return Some((self.int_literal(0, ty), value));
        }
        match self.graph.node(number.node).clone() {
            Node::Alu(Opcode::Mul, inner, of) if inner == kind && number.plain() => {
                let (factor, other) = match (self.literal_index(of[0]), self.literal_index(of[1])) {
                    (Some(factor), _) => (factor, of[1]),
                    (_, Some(factor)) => (factor, of[0]),
                    _ => return None,
                };
                if factor % divisor != 0 {
                    return None;
                }
                let factor = self.int_literal(factor / divisor, ty);
                Some((self.multiply_whole(other, factor, ty), 0))
            }
            Node::Alu(Opcode::Add, inner, of) if inner == kind && number.plain() && depth > 0 => {
                let (a, x) = self.multiple(of[0], divisor, depth - 1)?;
                let (b, y) = self.multiple(of[1], divisor, depth - 1)?;
                Some((self.add_whole(a, b, ty), x + y))
            }
            _ => None,
        }
    }

    /// Computes a quotient with the reciprocal of the divisor. The result may be off by one, which the remainder shows, and which is
    /// then corrected.
    fn quotient_by(&mut self, a: Ref, b: Ref, inverse: Ref) -> Ref {
        let float = NumberType::Float;
        let half = self.graph.float(0.5);
        // This is (a + 1/2) / b. If 1/2 / b is the same for the whole pass, it costs no instruction, so the two terms are divided
        // separately.
        let near = match self.graph.rate(inverse.node) {
            Rate::Fragment => {
                let more = self.graph.alu(Opcode::Add, float, &[a, half]);
                self.graph.alu(Opcode::Mul, float, &[more, inverse])
            }
            _ => {
                let start = self.graph.alu(Opcode::Mul, float, &[half, inverse]);
                let product = self.graph.alu(Opcode::Mul, float, &[a, inverse]);
                self.graph.alu(Opcode::Add, float, &[product, start])
            }
        };
        let whole = self.graph.alu(Opcode::Flr, float, &[near]);
        let back = self.graph.alu(Opcode::Mul, float, &[whole, Ref { negate: !b.negate, ..b }]);
        let rest = self.graph.alu(Opcode::Add, float, &[back, a]);
        let zero = self.graph.float(0.0);
        let above = self.compare_whole(Binary::GreaterEqual, float, rest, b);
        let below = self.compare_whole(Binary::Less, float, rest, zero);
        let off = self.graph.alu(Opcode::Add, float, &[above, Ref { negate: true, ..below }]);
        self.graph.alu(Opcode::Add, float, &[whole, off])
    }

    /// Returns a float truncated towards 0.
    pub fn truncated(&mut self, a: Ref) -> Ref {
        if self.is_whole(a) {
            return a;
        }
        let size = self.absolute(a);
        let size = self.graph.alu(Opcode::Flr, NumberType::Float, &[size]);
        self.graph.alu(Opcode::Cmp, NumberType::Float, &[a, Ref { negate: true, ..size }, size])
    }

    /// Whether the value of a float is certainly an integer.
    fn is_whole(&self, a: Ref) -> bool {
        self.is_whole_within(a, 6)
    }

    fn is_whole_within(&self, a: Ref, depth: usize) -> bool {
        use Opcode::*;
        let whole = |of: &[Ref]| depth > 0 && of.iter().all(|part| self.is_whole_within(*part, depth - 1));
        match self.graph.node(a.node) {
            Node::Literal(bits) => f32::from_bits(*bits).trunc() == f32::from_bits(*bits),
            Node::Place(_) => true,
            Node::Leaf(Uniform::Constant { constant, .. }) => {
                let ty = self.kernel.interface.constants[*constant].ty;
                ty.is_integer() || ty.is_bool() || ty == Type::Index
            }
            Node::Leaf(leaf) => leaf.is_whole(),
            Node::Alu(Flr | Slt | Sge | Sgt | Sle | Seq | Sne, NumberType::Float, _) => true,
            Node::Alu(Add | Mul | Min | Max | Abs, NumberType::Float, of) => whole(of),
            Node::Alu(Cmp, NumberType::Float, of) => whole(&of[1..]),
            _ => false,
        }
    }

    /// Converts one component from one type to another.
    pub fn convert(&mut self, a: Ref, from: Type, to: Type) -> Result<Ref, LowerError> {
        let (from, to) = (from.scalar(), to.scalar());
        if from == to {
            return Ok(a);
        }
        let (before, after) = (self.kind(from), self.kind(to));
        let integral = |ty: Type| ty.is_integer() || ty == Type::Index || ty == Type::AbstractInt;
        Ok(match (from, to) {
            (_, Type::Bool(_)) if from.is_bool() => a,
            (_, Type::Bool(_)) => {
                let zero = self.graph.literal(0);
                self.compare(Binary::NotEqual, before, a, zero)
            }
            (Type::Bool(_), _) if after == NumberType::Float => a,
            (Type::Bool(_), _) => self.graph.alu(Opcode::Trunc, after, &[a]),
            (Type::Float(_), _) if integral(to) => match after {
                NumberType::Float => self.truncated(a),
                kind => self.graph.alu(Opcode::Trunc, kind, &[a]),
            },
            _ if integral(from) && to.is_float() => match before {
                // Positions are only read and compared, so the sign of a zero does not matter.
                NumberType::Float if from == Type::Index => a,
                NumberType::Float => self.without_minus_zero(a),
                kind => self.graph.alu(Opcode::I2f, kind, &[a]),
            },
            // Conversions between integers do not change the bits.
            _ => a,
        })
    }

    /// Turns -0 into 0, because integers have only one zero.
    fn without_minus_zero(&mut self, a: Ref) -> Ref {
        let safe = a.plain()
            && match self.graph.node(a.node) {
                Node::Place(_) | Node::Literal(_) | Node::Leaf(_) => true,
                // A sum is -0 only if both operands are.
                Node::Alu(Opcode::Add, _, of) => of.iter().any(|part| {
                    part.plain() && matches!(self.graph.node(part.node), Node::Place(_) | Node::Leaf(_))
                        || self.graph.literal_float(*part).is_some_and(|value| value != 0.0)
                }),
                _ => false,
            };
        if safe {
            return a;
        }
        let zero = self.graph.float(0.0);
        self.graph.alu(Opcode::Add, NumberType::Float, &[a, zero])
    }
}
