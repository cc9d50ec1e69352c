//! Ranges of integers as a device without integers computes them, without wraparound.

use crate::ir::{Binary, Type};

/// A range of integers, including both ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub low: i128,
    pub high: i128,
}

impl Range {
    /// Returns the range of a single integer.
    pub fn of(value: impl Into<i128>) -> Range {
        let value = value.into();
        Range { low: value, high: value }
    }

    /// Returns the range from the smaller of two integers to the larger.
    pub fn between(a: impl Into<i128>, b: impl Into<i128>) -> Range {
        let (a, b) = (a.into(), b.into());
        Range { low: a.min(b), high: a.max(b) }
    }

    /// Returns the range of all values of a type. Positions go from -`exact` to `exact`.
    pub fn of_type(ty: Type, exact: i128) -> Range {
        match ty {
            Type::Uint(_) => Range::between(0, u32::MAX),
            Type::Index => Range::between(-exact, exact),
            _ => Range::between(i32::MIN, i32::MAX),
        }
    }

    /// Returns the integer, if the range holds only one.
    pub fn single(self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }

    pub fn within(self, outer: Range) -> bool {
        outer.low <= self.low && self.high <= outer.high
    }

    /// Returns the intersection of two ranges. If it is empty, returns the end of `other` that is nearest to this range.
    pub fn intersect(self, other: Range) -> Range {
        let within = |value: i128| value.clamp(other.low, other.high);
        Range { low: within(self.low), high: within(self.high) }
    }

    pub fn join(self, other: Range) -> Range {
        Range { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// Returns the largest absolute value in the range.
    pub fn size(self) -> i128 {
        self.low.abs().max(self.high.abs())
    }

    pub fn negated(self) -> Range {
        Range { low: -self.high, high: -self.low }
    }

    pub fn absolute(self) -> Range {
        let least = if self.low <= 0 && self.high >= 0 { 0 } else { self.low.abs().min(self.high.abs()) };
        Range { low: least, high: self.size() }
    }

    /// Returns the range of the results of `of`, computed from its results at the ends of both ranges. `of` is monotonic in each operand.
    fn over(self, other: Range, of: impl Fn(i128, i128) -> i128) -> Range {
        let ends =
            [of(self.low, other.low), of(self.low, other.high), of(self.high, other.low), of(self.high, other.high)];
        let [first, rest @ ..] = ends.map(Range::of);
        rest.into_iter().fold(first, Range::join)
    }

    /// Returns the range of an operator's results; `None` if they are not integers.
    pub fn operate(self, operator: Binary, other: Range) -> Option<Range> {
        // Shift counts are taken modulo 32.
        let count = if other.within(Range::between(0, 31)) { other } else { Range::between(0, 31) };
        Some(match operator {
            Binary::Add => self.over(other, |a, b| a + b),
            Binary::Subtract => self.over(other, |a, b| a - b),
            Binary::Multiply => self.over(other, |a, b| a * b),
            Binary::Divide => match (self.single(), other.single()) {
                (Some(a), Some(b)) => Range::of(a.checked_div(b).unwrap_or(0)),
                _ => Range::between(-self.size(), self.size()),
            },
            Binary::Remainder => match (self.single(), other.single()) {
                (Some(a), Some(b)) => Range::of(a.checked_rem(b).unwrap_or(0)),
                _ => {
                    let max = self.size().min((other.size() - 1).max(0));
                    Range { low: if self.low < 0 { -max } else { 0 }, high: if self.high > 0 { max } else { 0 } }
                }
            },
            Binary::ShiftLeft => self.over(count, |a, b| a << b),
            Binary::ShiftRight => self.over(count, |a, b| a >> b),
            Binary::And | Binary::Or | Binary::Xor => self.bits(operator, other),
            _ => return None,
        })
    }

    fn bits(self, operator: Binary, other: Range) -> Range {
        if let (Some(a), Some(b)) = (self.single(), other.single()) {
            return Range::of(match operator {
                Binary::And => a & b,
                Binary::Or => a | b,
                _ => a ^ b,
            });
        }
        let positive = |range: Range| range.low >= 0;
        if operator == Binary::And && (positive(self) || positive(other)) {
            let ends = [self, other].into_iter().filter(|range| positive(*range)).map(|range| range.high);
            return Range { low: 0, high: ends.min().unwrap_or(0) };
        }
        // The result has no more bits than the larger operand.
        let all = (self.size().max(other.size()) as u128 + 1).next_power_of_two() as i128;
        Range { low: if positive(self) && positive(other) { 0 } else { -all }, high: all - 1 }
    }

    /// Returns whether a comparison is true for all values of the ranges or false for all; `None` if it is neither.
    pub fn compare(self, operator: Binary, other: Range) -> Option<bool> {
        let less = |a: Range, b: Range| match () {
            () if a.high < b.low => Some(true),
            () if a.low >= b.high => Some(false),
            () => None,
        };
        let equal = match (self.single(), other.single()) {
            (Some(a), Some(b)) => Some(a == b),
            _ if self.high < other.low || other.high < self.low => Some(false),
            _ => None,
        };
        match operator {
            Binary::Less => less(self, other),
            Binary::Greater => less(other, self),
            Binary::LessEqual => less(other, self).map(|greater| !greater),
            Binary::GreaterEqual => less(self, other).map(|less| !less),
            Binary::Equal => equal,
            Binary::NotEqual => equal.map(|equal| !equal),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The range of an operation holds the result for any two numbers of its operands' ranges.
    #[test]
    fn ranges_hold_all_results() {
        use Binary::*;
        let ranges = [(0, 0), (-3, 5), (1, 4), (-6, -2), (7, 9), (0, 12)].map(|(low, high)| Range { low, high });
        for operator in [Add, Subtract, Multiply, Divide, Remainder, And, Or, Xor, ShiftLeft, ShiftRight] {
            for (a, b) in ranges.into_iter().flat_map(|a| ranges.map(|b| (a, b))) {
                let whole = a.operate(operator, b).unwrap();
                for (x, y) in (a.low..=a.high).flat_map(|x| (b.low..=b.high).map(move |y| (x, y))) {
                    let value = match operator {
                        ShiftLeft => x << (y & 31),
                        ShiftRight => x >> (y & 31),
                        _ => Range::of(x).operate(operator, Range::of(y)).unwrap().low,
                    };
                    assert!(
                        Range::of(value).within(whole),
                        "{x} {} {y} is {value}, and not in {whole:?}",
                        operator.sign()
                    );
                }
            }
        }
    }

    #[test]
    fn comparisons_hold_where_all_pairs_agree() {
        use Binary::*;
        let ranges = [(0, 0), (-3, 5), (5, 5), (5, 8), (9, 9)].map(|(low, high)| Range { low, high });
        for operator in [Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual] {
            for (a, b) in ranges.into_iter().flat_map(|a| ranges.map(|b| (a, b))) {
                let one = |x: i128, y: i128| match operator {
                    Less => x < y,
                    LessEqual => x <= y,
                    Greater => x > y,
                    GreaterEqual => x >= y,
                    Equal => x == y,
                    _ => x != y,
                };
                let pairs = (a.low..=a.high).flat_map(|x| (b.low..=b.high).map(move |y| (x, y)));
                let all: Vec<bool> = pairs.map(|(x, y)| one(x, y)).collect();
                let agreed = all.iter().all(|held| *held == all[0]).then_some(all[0]);
                assert_eq!(a.compare(operator, b), agreed, "{a:?} {} {b:?}", operator.sign());
            }
        }
    }
}
