//! Simplifies operations: replaces an operation by an existing value or a cheaper operation. The result is the same, bit for bit.

use crate::fragment_program::Test;
use crate::ir::Math;

use super::code::Code;
use super::graph::{Graph, Origin, Value};
use super::range::{Form, Range};

pub(super) const ONE: u32 = 1f32.to_bits();
const MINUS_HALF: u32 = (-0.5f32).to_bits();
const NEGATIVE_ZERO: u32 = (-0.0f32).to_bits();

/// Returns the reciprocal of a power of two, if both are normal numbers.
fn reciprocal_of_power(bits: u32) -> Option<u32> {
    let x = f32::from_bits(bits);
    (x.is_normal() && bits & 0x7F_FFFF == 0 && (1.0 / x).is_normal()).then_some((1.0 / x).to_bits())
}

impl Graph {
    fn negated(&self, value: Value) -> Option<Value> {
        match self.origin(value) {
            Origin::Made(Code::Neg, [inner, ..]) if self.origin(inner) != Origin::Home => Some(inner),
            _ => None,
        }
    }

    /// Returns whether a product with 1, or a sum with 0, equals the value itself. It does not if the value may be a denormal, which
    /// would be flushed to zero.
    fn stays(&self, value: Value) -> bool {
        self.numbers.ieee || self.float(value).is_some()
    }

    pub(super) fn is(&self, value: Value, bits: u32) -> bool {
        self.bits(value) == Some(bits)
    }

    /// Returns the value 1 or 0 as the result of a comparison that is known to hold or not.
    fn answer(&mut self, holds: bool) -> Option<Value> {
        Some(self.literal(if holds { ONE } else { 0 }))
    }

    /// Returns an existing value that equals the result of an operation, or the value of another operation with the same result.
    pub fn simplified(&mut self, code: Code, operands: &[Value]) -> Option<Value> {
        match (code, operands) {
            (Code::Move, &[a]) => Some(a),
            (Code::Neg, &[a]) => self.negated(a),
            (
                Code::Add | Code::Subtract | Code::Multiply | Code::MultiplyAdd | Code::MultiplySubtract | Code::Divide,
                _,
            ) => self.simple_arithmetic(code, operands),
            (Code::Select, &[mask, a, b]) => match (a == b, self.bits(mask)) {
                (true, _) | (_, Some(u32::MAX)) => Some(a),
                (_, Some(0)) => Some(b),
                _ => None,
            },
            (Code::Choose | Code::Compare, &[a, b, c]) => match b == c {
                true => Some(b),
                false => self.condition(code, a).map(|holds| if holds { b } else { c }),
            },
            (Code::Floor | Code::Trunc | Code::Ceil | Code::Round, &[a]) => self.rounded(code, a),
            // The conversion drops the fraction of the centre, which gives the index.
            (Code::ToInt(true), &[a]) => match self.origin(a) {
                Origin::Column(Form::Middle | Form::Float) => Some(self.source(Origin::Column(Form::Integer))),
                Origin::Row(Form::Middle | Form::Float) => Some(self.source(Origin::Row(Form::Integer))),
                _ => match self.operation(a)? {
                    (Code::ToFloat(true), [inner, ..]) if self.float(a).is_some() => Some(inner),
                    _ => None,
                },
            },
            (Code::ToFloat(true), &[a]) => match self.origin(a) {
                Origin::Column(Form::Integer) => Some(self.source(Origin::Column(Form::Float))),
                Origin::Row(Form::Integer) => Some(self.source(Origin::Row(Form::Float))),
                _ => match self.operation(a)? {
                    (Code::ToInt(true), [inner, ..]) if self.float(inner).is_some_and(|x| x.whole) => Some(inner),
                    _ => None,
                },
            },
            (Code::Less | Code::GreaterEqual | Code::Equal | Code::NotEqual, &[a, b]) => self.compared(code, a, b),
            (Code::Min | Code::Max, &[a, b]) => {
                let (x, y) = (self.float(a)?, self.float(b)?);
                self.one_side(code == Code::Min, (a, x), (b, y))
            }
            (Code::Math(Math::Fmod), &[a, b]) => {
                let bits = self.bits(b).filter(|&bits| f32::from_bits(bits) >= 1.0)?;
                let reciprocal = self.literal(reciprocal_of_power(bits)?);
                Some(self.make(Code::RemainderByPower, &[a, b, reciprocal]))
            }
            (Code::Test(Test::True), _) => Some(self.literal(u32::MAX)),
            (Code::Test(Test::False), _) => Some(self.literal(0)),
            _ => self.simple_integers(code, operands),
        }
    }

    /// Simplifies the rounding of a number that is known to have no fraction, or whose rounded value is known.
    fn rounded(&mut self, code: Code, a: Value) -> Option<Value> {
        match self.origin(a) {
            // The centre rounded down is the index.
            Origin::Column(Form::Middle) if code == Code::Floor || code == Code::Trunc => {
                Some(self.source(Origin::Column(Form::Float)))
            }
            Origin::Row(Form::Middle) if code == Code::Floor || code == Code::Trunc => {
                Some(self.source(Origin::Row(Form::Float)))
            }
            _ => self.float(a).filter(|range| range.whole).map(|_| a),
        }
    }

    fn simple_integers(&mut self, code: Code, operands: &[Value]) -> Option<Value> {
        match (code, operands) {
            (Code::IntMin(true) | Code::IntMax(true), &[a, b]) => {
                let (x, y) = (self.integer(a)?, self.integer(b)?);
                self.one_side(matches!(code, Code::IntMin(_)), (a, x), (b, y))
            }
            (Code::IntLess(true) | Code::IntLessOne(true), &[a, b]) => {
                let (x, y) = (self.integer(a)?, self.integer(b)?);
                let holds = if x.high < y.low {
                    true
                } else if x.low >= y.high {
                    false
                } else {
                    return None;
                };
                match code {
                    Code::IntLess(_) => Some(self.literal(if holds { u32::MAX } else { 0 })),
                    _ => self.answer(holds),
                }
            }
            (Code::IntAdd | Code::Or | Code::Xor, &[a, b]) if self.is(a, 0) => Some(b),
            (Code::IntAdd | Code::IntSubtract | Code::Or | Code::Xor | Code::AndNot, &[a, b]) if self.is(b, 0) => {
                Some(a)
            }
            (Code::IntMultiply, &[a, b]) if self.is(a, 1) => Some(b),
            (Code::IntMultiply, &[a, b]) if self.is(b, 1) => Some(a),
            (Code::IntMultiply | Code::And, &[a, b]) if self.is(a, 0) || self.is(b, 0) => Some(self.literal(0)),
            (Code::And, &[a, b]) if self.is(b, u32::MAX) => Some(a),
            (Code::And, &[a, b]) if self.is(a, u32::MAX) => Some(b),
            _ => None,
        }
    }

    /// Returns whether the condition of a selection holds, if that is known.
    fn condition(&mut self, code: Code, a: Value) -> Option<bool> {
        if let Some(bits) = self.bits(a) {
            // The selection between 1 and 0 is evaluated in the chip's arithmetic, which may treat a denormal as zero.
            return Some((self.numbers.evaluate)(&mut self.scratch, code, &[bits, 1, 0]) == 1);
        }
        let range = self.float(a)?;
        match code {
            Code::Choose if range.low > 0.0 => Some(true),
            Code::Choose if range.high <= 0.0 => Some(false),
            Code::Compare if range.high < 0.0 => Some(true),
            Code::Compare if range.low >= 0.0 => Some(false),
            _ => None,
        }
    }

    /// Returns the smaller or the larger of two numbers, if their ranges decide which one that is.
    fn one_side(&self, smaller: bool, (a, x): (Value, Range), (b, y): (Value, Range)) -> Option<Value> {
        match (x.high <= y.low, y.high <= x.low) {
            (true, _) => Some(if smaller { a } else { b }),
            (_, true) => Some(if smaller { b } else { a }),
            _ => None,
        }
    }

    fn compared(&mut self, code: Code, a: Value, b: Value) -> Option<Value> {
        let (x, y) = (self.float(a)?, self.float(b)?);
        let (below, above) = (x.high < y.low, x.low > y.high);
        match code {
            Code::Less if below || x.low >= y.high => self.answer(below),
            Code::GreaterEqual if below || x.low >= y.high => self.answer(!below),
            Code::Equal | Code::NotEqual if below || above => self.answer(code == Code::NotEqual),
            // `flag != 0` and `flag == 1` are the flag itself.
            Code::NotEqual if self.is(b, 0) && self.is_flag(a) => Some(a),
            Code::Equal if self.is(b, ONE) && self.is_flag(a) => Some(a),
            Code::NotEqual if self.is(a, 0) && self.is_flag(b) => Some(b),
            Code::Equal if self.is(a, ONE) && self.is_flag(b) => Some(b),
            _ => None,
        }
    }

    fn simple_arithmetic(&mut self, code: Code, operands: &[Value]) -> Option<Value> {
        match (code, operands) {
            (Code::Add, &[a, b]) => match (self.negated(a), self.negated(b)) {
                (_, Some(b)) => Some(self.make(Code::Subtract, &[a, b])),
                (Some(a), None) => Some(self.make(Code::Subtract, &[b, a])),
                _ => self.sum(a, b).or_else(|| self.sum(b, a)),
            },
            (Code::Subtract, &[a, b]) => match self.negated(b) {
                Some(b) => Some(self.make(Code::Add, &[a, b])),
                None if self.is(b, 0) && self.stays(a) => Some(a),
                None if a == b && self.float(a).is_some() => Some(self.literal(0)),
                None => None,
            },
            (Code::Multiply, &[a, b]) => match (self.negated(a), self.negated(b)) {
                (Some(a), Some(b)) => Some(self.make(Code::Multiply, &[a, b])),
                // The operand that is the same for all fragments is negated, which costs nothing per fragment.
                (Some(a), None) if self.is_uniform(b) && !self.is_uniform(a) => {
                    let b = self.make(Code::Neg, &[b]);
                    Some(self.make(Code::Multiply, &[a, b]))
                }
                (None, Some(b)) if self.is_uniform(a) && !self.is_uniform(b) => {
                    let a = self.make(Code::Neg, &[a]);
                    Some(self.make(Code::Multiply, &[a, b]))
                }
                _ => self.product(a, b).or_else(|| self.product(b, a)),
            },
            (Code::MultiplyAdd | Code::MultiplySubtract, &[a, b, c]) => {
                let other = if code == Code::MultiplyAdd { Code::MultiplySubtract } else { Code::MultiplyAdd };
                match (self.negated(a), self.negated(b)) {
                    (Some(a), _) => return Some(self.make(other, &[a, b, c])),
                    (_, Some(b)) => return Some(self.make(other, &[a, b, c])),
                    _ => {}
                }
                if let (Code::MultiplyAdd, Some(c)) = (code, self.negated(c)) {
                    return Some(self.make(Code::MultiplyDifference, &[a, b, c]));
                }
                let product = match (self.bits(a), self.bits(b)) {
                    (Some(_), Some(_)) if self.numbers.ieee => Some(self.make(Code::Multiply, &[a, b])),
                    _ => self.product(a, b).or_else(|| self.product(b, a)),
                };
                let sum = if code == Code::MultiplyAdd { Code::Add } else { Code::Subtract };
                product.map(|product| match sum {
                    Code::Add => self.make(Code::Add, &[product, c]),
                    _ => self.make(Code::Subtract, &[c, product]),
                })
            }
            (Code::Divide, &[a, b]) if self.numbers.ieee => {
                let reciprocal = self.literal(reciprocal_of_power(self.bits(b)?)?);
                Some(self.make(Code::Multiply, &[a, reciprocal]))
            }
            _ => None,
        }
    }

    /// Simplifies a + b in those cases in which b determines the result.
    fn sum(&mut self, a: Value, b: Value) -> Option<Value> {
        if self.is(b, 0) && self.float(a).is_some() || self.is(b, NEGATIVE_ZERO) && self.stays(a) {
            return Some(a);
        }
        // The centre minus one half is the index.
        match self.origin(a) {
            Origin::Column(Form::Middle) if self.is(b, MINUS_HALF) => Some(self.source(Origin::Column(Form::Float))),
            Origin::Row(Form::Middle) if self.is(b, MINUS_HALF) => Some(self.source(Origin::Row(Form::Float))),
            _ => None,
        }
    }

    /// Simplifies a · b in those cases in which b determines the result.
    fn product(&mut self, a: Value, b: Value) -> Option<Value> {
        if self.is(b, ONE) && self.stays(a) {
            return Some(a);
        }
        if self.is(b, 0) && self.float(a).is_some_and(|range| range.low >= 0.0) {
            return Some(b);
        }
        // A small integer times a constant times a power of two becomes the integer times the product of both constants, unless
        // something overflows or underflows.
        let power = self.bits(b).filter(|&bits| self.numbers.ieee && reciprocal_of_power(bits).is_some())?;
        let (Code::Multiply, [x, y, ..]) = self.operation(a)? else { return None };
        let constant = f32::from_bits(self.bits(y)?);
        let (small, both) = (self.float(x)?.exact(self.numbers.exact).is_some(), constant * f32::from_bits(power));
        if !small || !(1e-30..1e30).contains(&both.abs()) || !(1e-30..1e20).contains(&constant.abs()) {
            return None;
        }
        let both = self.literal(both.to_bits());
        Some(self.make(Code::Multiply, &[x, both]))
    }
}
