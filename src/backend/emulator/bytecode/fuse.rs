//! Fuses an operation with the operations that compute its operands. The result is the same, bit for bit.

use super::code::Code;
use super::graph::{Graph, Value};
use super::simplify::ONE;

const HALF: u32 = 0.5f32.to_bits();
const MINUS_ONE: u32 = (-1.0f32).to_bits();

impl Graph {
    /// Returns the value of a single operation that replaces an operation and those that compute its operands. Returns `None` if there
    /// is no such operation. If nothing else needs the replaced operations, they become dead code.
    pub fn fused(&mut self, code: Code, operands: &[Value]) -> Option<Value> {
        let first = self.operation(*operands.first()?)?;
        Some(match (code, operands, first) {
            (Code::Compare, &[_, b, c], (Code::Neg, [a, ..])) => self.make(Code::Choose, &[a, b, c]),
            (Code::Choose, &[_, b, c], (Code::Less, [x, y, ..])) if self.is_nearest([x, y], b, c) => {
                let (_, [x, ..]) = self.operation(b)?;
                self.make(Code::Nearest, &[x])
            }
            (Code::Choose, &[_, c, d], (Code::Less, [a, b, ..])) => self.make(Code::ChooseLess, &[a, b, c, d]),
            (Code::Choose, &[_, c, d], (Code::GreaterEqual, [a, b, ..])) => {
                self.make(Code::ChooseGreaterEqual, &[a, b, c, d])
            }
            // The condition is a negated flag, so the results are swapped.
            (Code::Choose, &[_, c, d], (Code::NotEqual, [a, b, ..])) if self.is(b, ONE) && self.is_flag(a) => {
                self.make(Code::Choose, &[a, d, c])
            }
            (Code::Choose, &[_, c, d], (Code::Equal, [a, b, ..])) if self.is(b, 0) && self.is_flag(a) => {
                self.make(Code::Choose, &[a, d, c])
            }
            (Code::Choose, &[_, c, d], (Code::IntLessOne(signed), [a, b, ..])) => {
                self.make(Code::ChooseIntLess(signed), &[a, b, c, d])
            }
            // The condition is the conjunction of two flags, which are tested one after the other.
            (Code::Choose, &[_, c, d], (Code::Multiply, [a, b, ..])) if self.is_flag(a) && self.is_flag(b) => {
                let (Code::IntLessOne(signed), [x, y, ..]) = self.operation(a)? else { return None };
                let inner = self.make(Code::Choose, &[b, c, d]);
                self.make(Code::ChooseIntLess(signed), &[x, y, inner, d])
            }
            (Code::Choose, &[_, c, d], (Code::Equal, [a, b, ..])) => self.make(Code::ChooseEqual, &[a, b, c, d]),
            (Code::Choose, &[_, c, d], (Code::NotEqual, [a, b, ..])) => self.make(Code::ChooseEqual, &[a, b, d, c]),
            (Code::Floor, _, (Code::Multiply, [a, b, ..])) => self.make(Code::FloorOfProduct, &[a, b]),
            (Code::Min, &[_, high], (Code::Max, [a, b, ..])) => self.make(Code::Clamp, &[a, b, high]),
            // The squared difference of two flags says whether they differ.
            (Code::Multiply, &[a, b], (Code::Subtract, [x, y, ..])) if a == b && self.is_flag(x) && self.is_flag(y) => {
                self.make(Code::NotEqual, &[x, y])
            }
            (Code::Multiply, &[a, b], (Code::Add, [x, y, ..]))
                if a == b && self.is_flag(x) && self.is(y, MINUS_ONE) =>
            {
                let one = self.literal(ONE);
                self.make(Code::NotEqual, &[x, one])
            }
            (Code::And, &[_, mask], (Code::IntLess(signed), [a, b, ..])) if self.is(mask, ONE) => {
                self.make(Code::IntLessOne(signed), &[a, b])
            }
            // The conversion to an integer drops the fraction anyway.
            (Code::ToInt(signed), _, (Code::Trunc, [a, ..])) => self.make(Code::ToInt(signed), &[a]),
            _ => return None,
        })
    }

    /// Returns whether `x < y ? low : high` rounds to the nearest integer. Its form must be x - floor x < 0.5 ? floor x : floor x + 1.
    fn is_nearest(&self, [x, y]: [Value; 2], low: Value, high: Value) -> bool {
        let Some((Code::Floor, [number, ..])) = self.operation(low) else { return false };
        let fraction = matches!(self.operation(x), Some((Code::Subtract, [a, b, ..])) if (a, b) == (number, low));
        let above = matches!(self.operation(high), Some((Code::Add, [a, b, ..])) if a == low && self.is(b, ONE));
        self.is(y, HALF) && fraction && above
    }
}
