//! Random numbers, on slices.

use crate::generator::{Feistel, ROUNDS, key_of, philox};

pub use crate::generator::Generator;

/// Generates random numbers from 0 to 1, without 1, like [`primitives::random`](crate::primitives::random()): the same numbers, bit
/// for bit.
///
/// ```
/// use brooklet::reference::{Generator, random};
/// let numbers = random(1000, 7, Generator::Philox);
/// assert!(numbers.iter().all(|x| (0.0..1.0).contains(x)));
/// assert_eq!(random(3, 7, Generator::Philox), numbers[..3]);
/// assert_ne!(random(1000, 8, Generator::Philox), numbers);
/// ```
pub fn random(count: usize, seed: u64, generator: Generator) -> Vec<f32> {
    let size = 1.0 / (1u64 << generator.precision()) as f32;
    let number = move |block: [u32; 4]| block.map(|n| (n >> (generator.bits() - generator.precision())) as f32 * size);
    blocks(count, seed, generator).flat_map(number).take(count).collect()
}

/// Generates random numbers with a normal distribution, of mean 0 and standard deviation 1, like
/// [`primitives::random`](crate::primitives::random()): by the transform of Box and Muller, here in double precision.
///
/// ```
/// use brooklet::reference::{Generator, random_normal};
/// let numbers = random_normal(10_000, 7, Generator::Philox);
/// assert!(numbers.iter().sum::<f32>().abs() / 10_000.0 < 0.03);
/// ```
pub fn random_normal(count: usize, seed: u64, generator: Generator) -> Vec<f32> {
    let (all, size) = ((1u64 << generator.bits()) as f64, (1u64 << generator.precision()) as f64);
    let pair = |radius: u32, angle: u32| {
        let radius = (-2.0 * ((f64::from(radius) + 0.5) / all).ln()).sqrt();
        let angle = std::f64::consts::TAU * f64::from(angle >> (generator.bits() - generator.precision())) / size;
        [(radius * angle.cos()) as f32, (radius * angle.sin()) as f32]
    };
    let four = move |[a, b, c, d]: [u32; 4]| [pair(a, b), pair(c, d)].into_iter().flatten();
    blocks(count, seed, generator).flat_map(four).take(count).collect()
}

/// Generates random words of 32 bits, like [`primitives::random_bits`](crate::primitives::random_bits()).
///
/// ```
/// use brooklet::reference::{Generator, random_bits};
/// assert_eq!(random_bits(2, 0, Generator::Philox), [0x6627_E8D5, 0xE169_C58D]);
/// ```
pub fn random_bits(count: usize, seed: u64, generator: Generator) -> Vec<u32> {
    if generator == Generator::Philox {
        return blocks(count, seed, generator).flatten().take(count).collect();
    }
    // Two blocks give the upper and the lower halves of four words.
    let half = generator.bits() - 16;
    let all: Vec<[u32; 4]> = blocks(2 * count.next_multiple_of(4), seed, generator).collect();
    let words =
        all.as_chunks::<2>().0.iter().flat_map(|[high, low]| (0..4).map(|k| (high[k] >> half) << 16 | low[k] >> half));
    words.take(count).collect()
}

impl Generator {
    /// Returns the number of random bits of each of the four numbers of a block.
    fn bits(self) -> u32 {
        match self {
            Generator::Philox => 32,
            Generator::Feistel12 => 24,
            Generator::Feistel8 => 16,
        }
    }

    /// Returns the number of bits of a uniform number: as many as fit into a float.
    fn precision(self) -> u32 {
        self.bits().min(24)
    }
}

/// Returns as many blocks of four numbers as hold `count`.
fn blocks(count: usize, seed: u64, generator: Generator) -> impl Iterator<Item = [u32; 4]> {
    let network = match generator {
        Generator::Philox => None,
        Generator::Feistel12 => Some(Feistel::TWELVE),
        Generator::Feistel8 => Some(Feistel::EIGHT),
    };
    let network = network.map(|network| (network, network.round_keys(seed)));
    (0..count.div_ceil(4) as u32).map(move |block| match &network {
        None => philox([block, 0, 0, 0], key_of(seed)),
        Some((network, keys)) => network.block(block, keys),
    })
}

impl Feistel {
    /// Computes a block: four numbers of two words each.
    fn block(self, counter: u32, keys: &[[u32; 4]; ROUNDS]) -> [u32; 4] {
        let (bits, mask) = (self.bits, (1 << self.bits) - 1);
        let [x, y, z] = [0, 1, 2].map(|k| counter >> (k * bits) & mask);
        let (mut a, mut b) = match bits {
            12 => ([x, y, x, y], [y, x, x, y]),
            _ => ([x, y, z, x], [y, z, x, z]),
        };
        for key in keys {
            let products: [u32; 4] = std::array::from_fn(|k| self.multipliers[k] * a[k] + key[k]);
            let sums: [u32; 4] = std::array::from_fn(|k| ((products[k] >> bits) + b[k]) & mask);
            (a, b) = ([sums[1], sums[2], sums[3], sums[0]], products.map(|product| product & mask));
        }
        std::array::from_fn(|k| a[k] << bits | b[k])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shorter_lists_begin_longer_ones() {
        for generator in [Generator::Philox, Generator::Feistel12, Generator::Feistel8] {
            let (numbers, bits) = (random(101, 5, generator), random_bits(101, 5, generator));
            let normals = random_normal(101, 5, generator);
            for count in [0, 1, 2, 3, 4, 5, 63, 100] {
                assert_eq!(random(count, 5, generator), numbers[..count]);
                assert_eq!(random_bits(count, 5, generator), bits[..count]);
                assert_eq!(random_normal(count, 5, generator), normals[..count]);
            }
        }
    }

    /// A network is a permutation of its blocks, so no two blocks of a seed are alike.
    #[test]
    fn no_block_comes_twice() {
        for (network, count) in [(Feistel::TWELVE, 1 << 16), (Feistel::EIGHT, 1 << 17)] {
            let keys = network.round_keys(3);
            let mut all: Vec<[u32; 4]> = (0..count).map(|counter| network.block(counter, &keys)).collect();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), count as usize);
        }
    }

    /// A bit of the counter changes each bit of a block with a probability of one half.
    #[test]
    fn networks_have_the_avalanche_effect() {
        const SAMPLES: u32 = 2048;
        for network in [Feistel::TWELVE, Feistel::EIGHT] {
            let mut changes = vec![0u32; 24 * 2 * 4 * network.bits as usize];
            for sample in 0..SAMPLES {
                let keys = network.round_keys(u64::from(sample) / 64);
                let counter = sample.wrapping_mul(2_654_435_761) >> 8;
                let block = network.block(counter, &keys);
                let others = (0..24).map(|bit| network.block(counter ^ 1 << bit, &keys));
                let bits = |pair: (u32, u32)| (0..2 * network.bits).map(move |bit| (pair.0 ^ pair.1) >> bit & 1);
                let bits = others.flat_map(|other| block.into_iter().zip(other).collect::<Vec<_>>()).flat_map(bits);
                changes.iter_mut().zip(bits).for_each(|(changes, bit)| *changes += bit);
            }
            let (mean, deviation) = (f64::from(SAMPLES) / 2.0, f64::from(SAMPLES).sqrt() / 2.0);
            let score = |changes: &u32| (f64::from(*changes) - mean) / deviation;
            assert!(changes.iter().all(|changes| score(changes).abs() < 5.0), "{network:?}");
        }
    }

    #[test]
    fn normal_numbers_are_finite() {
        for generator in [Generator::Philox, Generator::Feistel12, Generator::Feistel8] {
            assert!(random_normal(1 << 16, 1, generator).iter().all(|x| x.abs() < 7.0));
        }
    }
}
