//! Ranges: the smallest and the largest number that a value can have.

/// How a column or row is represented.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// The centre, as a float.
    Middle,
    /// The index, as a float.
    Float,
    /// The index, as an integer.
    Integer,
}

/// A range that certainly contains a value. The value is an integer, or a float that is neither NaN nor negative zero. The chip can
/// represent both ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Range {
    pub low: f64,
    pub high: f64,
    /// Whether the value has no fraction.
    pub whole: bool,
    /// Whether the value is an integer rather than a float.
    pub integer: bool,
}

impl Range {
    pub fn floats(low: f64, high: f64, whole: bool) -> Range {
        Range { low, high, whole, integer: false }
    }

    pub fn integers(low: f64, high: f64) -> Option<Range> {
        let fits = low >= f64::from(i32::MIN) && high <= f64::from(i32::MAX);
        fits.then_some(Range { low, high, whole: true, integer: true })
    }

    /// Returns the range of columns or rows, from the first to the last.
    pub fn of_places((first, last): (usize, usize), form: Form) -> Range {
        let middle = if form == Form::Middle { 0.5 } else { 0.0 };
        Range {
            low: first as f64 + middle,
            high: last as f64 + middle,
            whole: form != Form::Middle,
            integer: form == Form::Integer,
        }
    }

    /// Returns the bits of the only number in the range, or `None` if it contains several.
    pub fn only(self) -> Option<u32> {
        (self.low == self.high).then_some(match self.integer {
            true => self.low as i64 as u32,
            false => (self.low as f32).to_bits(),
        })
    }

    pub fn union(self, other: Range) -> Range {
        let whole = self.whole && other.whole;
        Range { low: self.low.min(other.low), high: self.high.max(other.high), whole, ..self }
    }

    /// Returns the range if it is whole and within ±`limit`, which is the limit up to which a chip's sums and products are exact.
    pub fn exact(self, limit: f64) -> Option<Range> {
        (self.whole && self.low >= -limit && self.high <= limit).then_some(self)
    }

    pub fn product(self, other: Range) -> Range {
        let ends = [self.low * other.low, self.low * other.high, self.high * other.low, self.high * other.high];
        let (low, high) = ends.iter().fold((f64::MAX, f64::MIN), |(low, high), &end| (low.min(end), high.max(end)));
        Range { low, high, whole: self.whole && other.whole, ..self }
    }

    pub fn sum(self, other: Range) -> Range {
        let whole = self.whole && other.whole;
        Range { low: self.low + other.low, high: self.high + other.high, whole, ..self }
    }

    pub fn negated(self) -> Range {
        Range { low: -self.high, high: -self.low, ..self }
    }
}
