//! Keys: whole numbers in the order of the numbers of a column.

use crate::fragment_operations::Compare;
use crate::machine::Device;

/// The number of bits of the lower half of a key.
pub const LOWER_BITS: u32 = 16;

/// The largest whole number whose bits are summed.
pub const LARGEST: u32 = (1 << 24) - 1;

/// How the numbers of a table become keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keys {
    /// By their bits, in the order of numbers: 32-bit keys of all floats.
    Bits,
    /// They are whole numbers from 0 to this one, and their own keys, on devices without integers.
    Whole(u32),
}

impl Keys {
    pub fn of(device: &Device) -> Keys {
        let features = device.features();
        match features.integers {
            true => Keys::Bits,
            false => Keys::Whole(features.exact_integer.saturating_sub(1).min(LARGEST)),
        }
    }

    /// Returns the number of bits of the upper half of a key.
    pub fn upper_bits(self) -> u32 {
        match self {
            Keys::Bits => 16,
            Keys::Whole(limit) => (u32::BITS - limit.leading_zeros()).saturating_sub(LOWER_BITS),
        }
    }

    /// Returns the largest whole number that this device sums.
    pub fn largest(self) -> u32 {
        match self {
            Keys::Bits => LARGEST,
            Keys::Whole(limit) => limit,
        }
    }

    /// Returns the comparison of keys that says the same as one of numbers with a constant, and the key of that constant. Whole numbers
    /// compare with a constant between two of them, or beyond all, as with the next smaller one.
    pub fn comparison(self, compare: Compare, constant: f32) -> (Compare, u32) {
        let limit = match self {
            Keys::Bits => return (compare, key_of(constant)),
            Keys::Whole(limit) => limit,
        };
        let floor = constant.floor();
        if floor == constant && (0.0..=limit as f32).contains(&constant) {
            return (compare, constant as u32);
        }
        match compare {
            Compare::Equal | Compare::Never => (Compare::Never, 0),
            Compare::NotEqual | Compare::Always => (Compare::Always, 0),
            Compare::Less | Compare::LessOrEqual if floor < 0.0 => (Compare::Never, 0),
            Compare::Greater | Compare::GreaterOrEqual if floor < 0.0 => (Compare::Always, 0),
            Compare::Less | Compare::LessOrEqual => (Compare::LessOrEqual, (floor as u32).min(limit)),
            Compare::Greater | Compare::GreaterOrEqual => (Compare::Greater, (floor as u32).min(limit)),
        }
    }

    /// Returns the number with this key.
    pub fn number(self, key: u32) -> f32 {
        match self {
            Keys::Bits => {
                let order = (key ^ 1 << 31) as i32;
                f32::from_bits((order ^ (order >> 31) & 0x7fff_ffff) as u32)
            }
            Keys::Whole(_) => key as f32,
        }
    }
}

/// Returns the key of a float, as the kernel makes it.
fn key_of(number: f32) -> u32 {
    let bits = if number == 0.0 { 0 } else { number.to_bits() as i32 };
    (bits ^ (bits >> 31) & 0x7fff_ffff) as u32 ^ 1 << 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_bits_are_in_the_order_of_their_numbers() {
        let numbers = [f32::NEG_INFINITY, f32::MIN, -1.5, -1e-45, 0.0, 1e-45, 1.0, 1.5, f32::MAX, f32::INFINITY];
        let keys = numbers.map(key_of);
        assert!(keys.is_sorted_by(|a, b| a < b), "{keys:?}");
        assert_eq!(keys.map(|key| Keys::Bits.number(key)), numbers);
        assert_eq!(key_of(-0.0), key_of(0.0));
    }

    #[test]
    fn whole_numbers_compare_with_constants_between_them() {
        let keys = Keys::Whole(131_071);
        assert_eq!((keys.upper_bits(), Keys::Whole(LARGEST).upper_bits(), Keys::Bits.upper_bits()), (1, 8, 16));
        let constants =
            [f32::NEG_INFINITY, -1.0, -0.5, -0.0, 0.5, 7.0, 7.25, 131_071.0, 131_072.0, 1e30, f32::INFINITY];
        for constant in constants {
            for compare in Compare::ALL {
                let (by_keys, key) = keys.comparison(compare, constant);
                for number in [0u32, 1, 6, 7, 8, 131_070, 131_071] {
                    let wanted = compare.holds(number as f32, constant);
                    assert_eq!(by_keys.holds(number, key), wanted, "{number} {compare} {constant}");
                }
            }
        }
    }
}
