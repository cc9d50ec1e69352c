//! Range analysis: finds the range of a value over all fragments, if it can be known.

use crate::ir::Math;

use super::code::Code;
use super::graph::{Graph, NONE, Value};
use super::range::Range;

impl Graph {
    /// Returns the range of a float.
    pub fn float(&self, value: Value) -> Option<Range> {
        if let Some(bits) = self.bits(value) {
            let x = f32::from_bits(bits);
            let known = x.is_normal() || bits == 0;
            return known.then(|| Range::floats(f64::from(x), f64::from(x), x.fract() == 0.0));
        }
        self.ranges[value.0 as usize].filter(|range| !range.integer)
    }

    /// Returns the range of a signed integer.
    pub fn integer(&self, value: Value) -> Option<Range> {
        if let Some(bits) = self.bits(value) {
            let x = f64::from(bits as i32);
            return Range::integers(x, x);
        }
        self.ranges[value.0 as usize].filter(|range| range.integer)
    }

    /// Returns whether a value is a float that is certainly 0 or 1.
    pub fn is_flag(&self, value: Value) -> bool {
        self.float(value).is_some_and(|range| range.whole && range.low >= 0.0 && range.high <= 1.0)
    }

    /// Returns the range of a monotonically increasing function of a range. `whole` says whether its results are integers.
    fn growing(&mut self, code: Code, x: Range, rest: &[Value], whole: bool) -> Option<Range> {
        let mut bits = [0; 4];
        for (bits, &operand) in bits[1..].iter_mut().zip(rest) {
            *bits = self.bits(operand)?;
        }
        let mut end = |x: f64| {
            bits[0] = (x as f32).to_bits();
            let found = (self.numbers.evaluate)(&mut self.scratch, code, &bits[..rest.len() + 1]);
            Some(f32::from_bits(found)).filter(|end| end.is_normal() || end.to_bits() == 0).map(f64::from)
        };
        Some(Range::floats(end(x.low)?, end(x.high)?, whole))
    }

    /// Returns the range of an operation's result.
    pub fn range_of(&mut self, code: Code, operands: &[Value]) -> Option<Range> {
        let mut of = [NONE; 4];
        of[..operands.len()].copy_from_slice(operands);
        let [a, b, c, d] = of;
        let flag = Some(Range::floats(0.0, 1.0, true));
        let not_below_zero = |range: &Range| range.low >= 0.0;
        match code {
            Code::Less | Code::GreaterEqual | Code::Equal | Code::NotEqual | Code::IntLessOne(_) => flag,
            Code::Add => self.float(a)?.sum(self.float(b)?).exact(self.numbers.exact),
            Code::Subtract => self.float(a)?.sum(self.float(b)?.negated()).exact(self.numbers.exact),
            Code::Multiply if a == b => {
                let range = self.float(a)?;
                let size = range.low.abs().max(range.high.abs());
                Range::floats(0.0, size * size, range.whole).exact(self.numbers.exact)
            }
            Code::Multiply => {
                let (x, y) = (self.float(a).filter(not_below_zero)?, self.float(b).filter(not_below_zero)?);
                match (x.product(y).exact(self.numbers.exact), self.bits(a), self.bits(b)) {
                    (Some(range), ..) => Some(range),
                    (_, None, Some(_)) => self.growing(code, x, &[b], false),
                    (_, Some(_), None) => self.growing(code, y, &[a], false),
                    _ => None,
                }
            }
            // The product may be negative zero, but its sum with c cannot be.
            Code::MultiplyAdd => {
                let product = self.float(a)?.product(self.float(b)?).exact(self.numbers.exact)?;
                product.sum(self.float(c)?).exact(self.numbers.exact)
            }
            Code::MultiplySubtract => {
                let product = self.float(a)?.product(self.float(b)?).exact(self.numbers.exact)?;
                product.negated().sum(self.float(c)?).exact(self.numbers.exact)
            }
            Code::MultiplyDifference => {
                let product = self.float(a)?.product(self.float(b)?).exact(self.numbers.exact)?;
                // The product must not be negative zero, because -0 - 0 is -0, while 0 - 0 is 0.
                self.float(a).zip(self.float(b)).filter(|(a, b)| not_below_zero(a) && not_below_zero(b))?;
                product.sum(self.float(c)?.negated()).exact(self.numbers.exact)
            }
            Code::FloorOfProduct if self.bits(b).is_some() && self.float(b).is_some_and(|b| b.low > 0.0) => {
                let x = self.float(a).filter(not_below_zero)?;
                self.growing(code, x, &[b], true)?.exact(self.numbers.exact)
            }
            Code::Floor | Code::Trunc => {
                let x = self.float(a).filter(not_below_zero)?;
                self.growing(code, x, &[], true)?.exact(self.numbers.exact)
            }
            Code::Min | Code::Max => {
                let (x, y) = (self.float(a)?, self.float(b)?);
                let either = if code == Code::Min { f64::min } else { f64::max };
                Some(Range::floats(either(x.low, y.low), either(x.high, y.high), x.whole && y.whole))
            }
            Code::Clamp => {
                let (x, low, high) = (self.float(a)?, self.float(b)?, self.float(c)?);
                let ends = [(x.low, low.low, high.low), (x.high, low.high, high.high)];
                let [low_end, high_end] = ends.map(|(x, low, high)| x.max(low).min(high));
                Some(Range::floats(low_end, high_end, x.whole && low.whole && high.whole))
            }
            Code::Math(Math::Fmod) | Code::RemainderByPower => {
                let (x, y) = (self.float(a).filter(not_below_zero)?, self.float(b).filter(|y| y.low > 0.0)?);
                let whole = x.whole && y.whole;
                Some(Range::floats(0.0, x.high.min(if whole { y.high - 1.0 } else { y.high }), whole))
            }
            Code::Choose | Code::Compare => Some(self.float(b)?.union(self.float(c)?)),
            Code::ChooseLess | Code::ChooseGreaterEqual | Code::ChooseEqual | Code::ChooseIntLess(_) => {
                Some(self.float(c)?.union(self.float(d)?))
            }
            Code::ToFloat(true) => {
                let x = self.integer(a)?;
                Range::floats(x.low, x.high, true).exact(self.numbers.exact)
            }
            Code::ToInt(true) => {
                let x = self.float(a)?;
                Range::integers(x.low.trunc(), x.high.trunc())
            }
            _ => self.range_of_integers(code, [a, b]),
        }
    }

    /// Returns the range of the result of an operation on integers.
    fn range_of_integers(&mut self, code: Code, [a, b]: [Value; 2]) -> Option<Range> {
        let not_below_zero = |range: &Range| range.low >= 0.0;
        match code {
            Code::IntAdd => {
                let sum = self.integer(a)?.sum(self.integer(b)?);
                Range::integers(sum.low, sum.high)
            }
            Code::IntSubtract => {
                let difference = self.integer(a)?.sum(self.integer(b)?.negated());
                Range::integers(difference.low, difference.high)
            }
            Code::IntMultiply => {
                let product = self.integer(a)?.product(self.integer(b)?);
                Range::integers(product.low, product.high)
            }
            Code::IntMin(true) | Code::IntMax(true) => {
                let (x, y) = (self.integer(a)?, self.integer(b)?);
                let either = if matches!(code, Code::IntMin(_)) { f64::min } else { f64::max };
                Range::integers(either(x.low, y.low), either(x.high, y.high))
            }
            Code::And => {
                let (x, y) = (self.integer(a).filter(not_below_zero)?, self.integer(b).filter(not_below_zero)?);
                Range::integers(0.0, x.high.min(y.high))
            }
            _ => None,
        }
    }
}
