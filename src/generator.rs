//! Counter-based generators of random numbers, on integers: Philox4x32-10, and the round keys of Feistel networks.
//!
//! A counter-based generator has no state. It maps the number of a block and a key to the words of the block, so that every block can
//! be computed by itself.

/// The multipliers of Philox4x32.
const PHILOX_MULTIPLIERS: [u32; 2] = [0xD251_1F53, 0xCD9E_8D57];
/// The numbers that Philox adds to its key after each round.
const PHILOX_WEYL: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];

/// Computes a block of Philox4x32-10: four random words for a counter and a key. Salmon, Moraes, Dror and Shaw, *Parallel Random
/// Numbers: As Easy as 1, 2, 3*, 2011.
///
/// ```
/// use brooklet::reference::philox;
/// assert_eq!(philox([0; 4], [0; 2]), [0x6627_E8D5, 0xE169_C58D, 0xBC57_AC4C, 0x9B00_DBD8]);
/// ```
pub fn philox(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    let ([mut a, mut b, mut c, mut d], mut key) = (counter, key);
    for _ in 0..10 {
        let [first, second] =
            [(PHILOX_MULTIPLIERS[0], a), (PHILOX_MULTIPLIERS[1], c)].map(|(x, y)| u64::from(x) * u64::from(y));
        let high = |product: u64| (product >> 32) as u32;
        [a, b, c, d] = [high(second) ^ b ^ key[0], second as u32, high(first) ^ d ^ key[1], first as u32];
        key = [key[0].wrapping_add(PHILOX_WEYL[0]), key[1].wrapping_add(PHILOX_WEYL[1])];
    }
    [a, b, c, d]
}

/// Splits a seed into the two words of a key, the lower word first.
pub(crate) fn key_of(seed: u64) -> [u32; 2] {
    [seed as u32, (seed >> 32) as u32]
}

/// The number of rounds of a Feistel network. After 10 rounds, each bit of a block changes with a probability of one half if a bit
/// of the counter changes; two more are a margin.
pub(crate) const ROUNDS: usize = 12;

/// A generalized Feistel network of eight words. A round multiplies four of the words by constants and adds a key. It keeps the lower
/// halves of the products, and adds the upper halves to the other four words, which change places. All numbers stay so small that
/// floats hold them exactly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Feistel {
    /// The number of bits of a word.
    pub bits: u32,
    /// The multipliers of a round: odd numbers, so that a round can be inverted.
    pub multipliers: [u32; 4],
}

impl Feistel {
    /// Words of 12 bits, whose products have 24.
    pub const TWELVE: Feistel = Feistel { bits: 12, multipliers: [0xD25, 0xCD9, 0x9E3, 0xBB7] };
    /// Words of 8 bits, whose products have 16.
    pub const EIGHT: Feistel = Feistel { bits: 8, multipliers: [0xD3, 0xCD, 0x9F, 0xBB] };

    /// Returns the keys of all rounds for a seed: words of [`philox`], cut to the size of the network's words.
    pub fn round_keys(self, seed: u64) -> [[u32; 4]; ROUNDS] {
        std::array::from_fn(|round| philox([round as u32, 0, 0, 0], key_of(seed)).map(|word| word >> (32 - self.bits)))
    }

    /// Returns the integer up to which floats must be exact: the products of a round are smaller.
    pub const fn exact(self) -> u32 {
        1 << (2 * self.bits)
    }
}

/// A generator of random numbers. The methods of [`primitives::Random`](crate::primitives::Random) have the same names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Generator {
    /// Philox4x32-10. The key is the seed, and the counter is the number of the block.
    Philox,
    /// A Feistel network of eight words of 12 bits.
    Feistel12,
    /// A Feistel network of eight words of 8 bits.
    Feistel8,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The known answers of Random123, the library of the paper's authors.
    #[test]
    fn philox_gives_the_known_answers() {
        let ones = u32::MAX;
        assert_eq!(philox([0; 4], [0; 2]), [0x6627_E8D5, 0xE169_C58D, 0xBC57_AC4C, 0x9B00_DBD8]);
        assert_eq!(philox([ones; 4], [ones; 2]), [0x408F_276D, 0x41C8_3B0E, 0xA20B_C7C6, 0x6D54_51FD]);
        let digits_of_pi = ([0x243F_6A88, 0x85A3_08D3, 0x1319_8A2E, 0x0370_7344], [0xA409_3822, 0x299F_31D0]);
        assert_eq!(philox(digits_of_pi.0, digits_of_pi.1), [0xD16C_FE09, 0x94FD_CCEB, 0x5001_E420, 0x2412_6EA1]);
    }

    #[test]
    fn numbers_of_a_network_stay_exact() {
        for network in [Feistel::TWELVE, Feistel::EIGHT] {
            let largest = (1 << network.bits) - 1;
            for multiplier in network.multipliers {
                assert!(multiplier % 2 == 1 && multiplier <= largest);
                assert!(multiplier * largest + largest < network.exact());
            }
            let keys = network.round_keys(0x0123_4567_89AB_CDEF);
            assert!(keys.as_flattened().iter().all(|key| *key <= largest));
            assert_ne!(keys, network.round_keys(0x0123_4567_89AB_CDEE));
            assert_ne!(keys, network.round_keys(0x1123_4567_89AB_CDEF));
        }
    }
}
