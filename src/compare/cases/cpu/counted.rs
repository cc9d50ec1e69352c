//! Orders of few keys, histograms and groups: methods that count or sum by key.

use rustc_hash::FxHashMap;

/// The number of keys of 12 bits: those of the first example of `argsort`.
const KEYS: usize = 1 << 12;
/// The number of bins in the first example of `histogram`. They divide the range from -1 to 1.
const BINS: usize = 256;

/// Returns the positions of keys of 12 bits in order, by counting each key.
pub fn order(keys: &[f32]) -> Vec<f32> {
    let mut places = [0usize; KEYS];
    for key in keys {
        places[*key as usize % KEYS] += 1;
    }
    let mut before = 0;
    for place in &mut places {
        before += std::mem::replace(place, before);
    }
    let mut order = vec![0.0; keys.len()];
    for (position, key) in keys.iter().enumerate() {
        let place = &mut places[*key as usize % KEYS];
        order[*place] = position as f32;
        *place += 1;
    }
    order
}

/// Writes the running sums of a chunk, which start anew at each flag. The first segment starts from `before`.
pub fn segments(x: &[f32], heads: &[f32], before: f32, sums: &mut [f32]) {
    let mut sum = before;
    for ((x, head), own) in x.iter().zip(heads).zip(sums) {
        sum = if *head == 0.0 { sum + x } else { *x };
        *own = sum;
    }
}

/// Counts the elements of each bin, in four tables, so that equal neighbours need not wait for each other.
pub fn histogram(x: &[f32]) -> [u32; BINS] {
    let mut tables = [[0u32; BINS + 1]; 4];
    let (fours, rest) = x.as_chunks::<4>();
    for four in fours {
        for (table, x) in tables.iter_mut().zip(four) {
            table[bin_of(*x)] += 1;
        }
    }
    rest.iter().for_each(|x| tables[0][bin_of(*x)] += 1);
    std::array::from_fn(|bin| tables.iter().map(|table| table[bin]).sum())
}

/// Returns the bin of an element, or [`BINS`] if it is out of range. The last bin is closed. The edges are multiples of 1/128, and a product
/// with 128 is exact.
fn bin_of(x: f32) -> usize {
    let steps = x * (BINS as f32 / 2.0);
    let whole = steps as i32;
    let below = whole - i32::from(whole as f32 > steps);
    if (-1.0..=1.0).contains(&x) { ((below + BINS as i32 / 2) as usize).min(BINS - 1) } else { BINS }
}

pub fn floats(counts: &[u32]) -> Vec<f32> {
    counts.iter().map(|count| *count as f32).collect()
}

/// The sum of the values of each key.
#[derive(Default)]
pub struct Sums(FxHashMap<u32, f32>);

impl Sums {
    /// Adds up the values. -0 and 0 are one key.
    pub fn of(keys: &[f32], values: &[f32]) -> Sums {
        let mut sums = Sums::default();
        for (key, value) in keys.iter().zip(values) {
            *sums.0.entry((key + 0.0).to_bits()).or_default() += value;
        }
        sums
    }

    /// Counts each key.
    pub fn counts(keys: &[f32]) -> Sums {
        let mut counts = Sums::default();
        for key in keys {
            *counts.0.entry((key + 0.0).to_bits()).or_default() += 1.0;
        }
        counts
    }

    /// Adds the sums of the elements that follow.
    #[cfg(not(target_family = "wasm"))]
    pub fn and(mut self, next: Sums) -> Sums {
        next.0.into_iter().for_each(|(key, sum)| *self.0.entry(key).or_default() += sum);
        self
    }

    /// Returns the keys in ascending order, followed by their sums.
    pub fn sorted(self) -> Vec<f32> {
        let mut all: Vec<(f32, f32)> = self.0.into_iter().map(|(key, sum)| (f32::from_bits(key), sum)).collect();
        all.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        all.iter().map(|(key, _)| *key).chain(all.iter().map(|(_, sum)| *sum)).collect()
    }
}
