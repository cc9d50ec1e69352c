//! The same methods on all cores. A page in a browser has only one.

use rayon::prelude::*;
use rdst::RadixSort;

use super::counted::{self, Sums};
use super::{keep, lines, position, running, runs, sum};

/// The number of elements that one core processes at a time. They fit its caches.
const CHUNK: usize = 1 << 14;

pub fn largest(x: &[f32]) -> f32 {
    x.par_chunks(CHUNK).map(super::largest).reduce(|| f32::MIN, f32::max)
}

pub fn sums(x: &[f32]) -> Vec<f32> {
    let mut before: Vec<f32> = x.par_chunks(CHUNK).map(sum).collect();
    let mut all = 0.0;
    before.iter_mut().for_each(|own| all += std::mem::replace(own, all));
    let mut sums = vec![0.0; x.len()];
    let chunks = sums.par_chunks_mut(CHUNK).zip(x.par_chunks(CHUNK)).zip(&before);
    chunks.for_each(|((sums, x), before)| running(x, *before, sums));
    sums
}

pub fn sort(keys: &mut [f32]) {
    keys.par_sort_unstable_by(f32::total_cmp);
}

pub fn sort_by_digits(keys: &mut [f32]) {
    keys.radix_sort_unstable();
}

pub fn positions(sorted: &[f32], queries: &[f32]) -> Vec<f32> {
    queries.par_iter().with_min_len(1 << 10).map(|query| position(sorted, query)).collect()
}

pub fn random(count: usize) -> Vec<f32> {
    let mut numbers = vec![0.0; count];
    let chunks = numbers.par_chunks_mut(CHUNK).enumerate();
    chunks.for_each(|(chunk, numbers)| super::random(chunk * (CHUNK / 4), numbers));
    numbers
}

pub fn kept(records: &[f32]) -> Vec<f32> {
    let count = |chunk: &[f32]| chunk.iter().map(|v| usize::from(*v != f32::INFINITY)).sum::<usize>();
    let counts: Vec<usize> = records.par_chunks(CHUNK).map(count).collect();
    let mut kept = vec![0.0; counts.iter().sum()];
    let mut rest = &mut kept[..];
    let mut places = Vec::with_capacity(counts.len());
    for count in counts {
        let (own, others) = rest.split_at_mut(count);
        places.push(own);
        rest = others;
    }
    places.into_par_iter().zip(records.par_chunks(CHUNK)).for_each_init(
        || vec![0.0; CHUNK + 1],
        |room, (own, chunk)| {
            keep(chunk, room);
            own.copy_from_slice(&room[..own.len()]);
        },
    );
    kept
}

/// Sorts words of a key of 12 bits and its position.
pub fn order(keys: &[f32]) -> Vec<f32> {
    let mut words: Vec<u64> = vec![0; keys.len()];
    words.par_iter_mut().zip(keys.par_iter().enumerate()).with_min_len(CHUNK).for_each(|(word, (position, key))| {
        *word = (*key as u64) << 32 | position as u64;
    });
    words.radix_sort_unstable();
    words.par_iter().with_min_len(CHUNK).map(|word| *word as u32 as f32).collect()
}

/// Scans segments, chunk by chunk, from the sum of the segment that ends in each chunk.
pub fn segments(x: &[f32], heads: &[f32]) -> Vec<f32> {
    let ends = x.par_chunks(CHUNK).zip(heads.par_chunks(CHUNK)).map(|(x, heads)| {
        let head = heads.iter().rposition(|head| *head != 0.0);
        (head.is_some(), sum(&x[head.unwrap_or(0)..]))
    });
    let mut carried = 0.0;
    let mut before: Vec<f32> = Vec::new();
    for (starts, sum) in ends.collect::<Vec<_>>() {
        before.push(carried);
        carried = if starts { sum } else { carried + sum };
    }
    let mut sums = vec![0.0; x.len()];
    let chunks = sums.par_chunks_mut(CHUNK).zip(x.par_chunks(CHUNK)).zip(heads.par_chunks(CHUNK)).zip(&before);
    chunks.for_each(|(((sums, x), heads), before)| counted::segments(x, heads, *before, sums));
    sums
}

/// Sums values by key: first those of each chunk.
pub fn groups(keys: &[f32], values: &[f32]) -> Vec<f32> {
    let chunk = by_core(keys.len());
    let parts = keys.par_chunks(chunk).zip(values.par_chunks(chunk));
    together(parts.map(|(keys, values)| Sums::of(keys, values)).collect())
}

/// Counts each key: first those of each chunk.
pub fn counts(keys: &[f32]) -> Vec<f32> {
    together(keys.par_chunks(by_core(keys.len())).map(Sums::counts).collect())
}

/// Returns the number of elements for each core, if all get as many.
fn by_core(count: usize) -> usize {
    count.div_ceil(rayon::current_num_threads()).max(CHUNK)
}

fn together(parts: Vec<Sums>) -> Vec<f32> {
    parts.into_iter().fold(Sums::default(), Sums::and).sorted()
}

/// Finds runs of equal neighbours: the ends of those that end in each chunk.
pub fn run_lengths(x: &[f32]) -> Vec<f32> {
    let of_chunk = |chunk: usize| runs::ends(x, chunk * CHUNK..((chunk + 1) * CHUNK).min(x.len()));
    let parts: Vec<Vec<u32>> = (0..x.len().div_ceil(CHUNK)).into_par_iter().map(of_chunk).collect();
    runs::of_ends(x, &parts.concat())
}

pub fn taken(elements: &[f32], positions: &[f32]) -> Vec<f32> {
    positions.par_iter().with_min_len(CHUNK).map(|position| super::taken(elements, position)).collect()
}

/// Returns what a method makes of each row.
pub fn of_lines(x: &[f32], of: fn(&[f32]) -> Vec<f32>) -> Vec<Vec<f32>> {
    let length = lines::length(x.len());
    x.par_chunks_exact(length).with_min_len(CHUNK.div_ceil(length)).map(of).collect()
}

/// Counts the elements of each bin: first those of each chunk.
pub fn histogram(x: &[f32]) -> Vec<f32> {
    let add = |mut all: [u32; 256], own: [u32; 256]| {
        all.iter_mut().zip(own).for_each(|(all, own)| *all += own);
        all
    };
    let counts = x.par_chunks(CHUNK).map(counted::histogram).reduce(|| [0; 256], add);
    counted::floats(&counts)
}

/// Returns what a method makes of an array, of whose rows each core writes a strip.
pub fn strips(count: usize, width: usize, method: impl Fn(usize, &mut [f32]) + Sync) -> Vec<f32> {
    let mut results = vec![0.0; count];
    let rows = (CHUNK / width.max(1)).max(1);
    let strips = results.par_chunks_mut(rows * width.max(1)).enumerate();
    strips.for_each(|(number, strip)| method(number * rows, strip));
    results
}
