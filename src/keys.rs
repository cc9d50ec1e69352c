//! Keys of few bits: which integers an argsort makes of keys.

use crate::error::PrimitiveError;

/// The maximum number of bits of a key: floats hold integers of 24 bits exactly.
const MAX_BITS: u32 = 24;

/// The range of keys that an argsort by few bits divides into steps of equal size. Keys beyond the range count as the nearest end.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum KeyRange {
    /// From the smallest key to the largest one. Both are reduced on the device, and not read back. They must be finite.
    #[default]
    Own,
    /// From the first number to the second one, which must be finite and larger.
    Between(f32, f32),
    /// The keys are integers from 0 to 2^bits - 1, and are taken as they are.
    Integers,
}

/// Which integers an argsort makes of keys.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct KeyBits {
    pub bits: u32,
    pub range: KeyRange,
}

impl KeyBits {
    /// Returns an error if the number of bits or the range is invalid.
    pub fn check(self) -> Result<(), PrimitiveError> {
        if !(1..=MAX_BITS).contains(&self.bits) {
            return Err(PrimitiveError::KeyBits { bits: self.bits, max: MAX_BITS });
        }
        match self.range {
            KeyRange::Between(from, to) if !(from < to && from.is_finite() && to.is_finite()) => {
                Err(PrimitiveError::KeyRange { from, to })
            }
            _ => Ok(()),
        }
    }
}
