//! The random numbers of all tests, those in `src` among them: the same in each run.
#![allow(dead_code, reason = "each user takes its own part")]

/// A generator, by its state, which is not 0: xorshift (Marsaglia 2003).
pub struct Random(pub u64);

impl Random {
    /// The generator of a seed; seeds beside each other give numbers that have nothing in common.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// 64 bits, of which the high ones look most random.
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A word.
    pub fn word(&mut self) -> u32 {
        (self.bits() >> 32) as u32
    }

    /// A number from 0 to `end`, without `end`; 0 where that is 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.bits() >> 33) as usize % end.max(1)
    }

    /// Whether one of so many draws is this one.
    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// One of these.
    pub fn of<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())]
    }

    /// A number from 0 to 1, without 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }
}
