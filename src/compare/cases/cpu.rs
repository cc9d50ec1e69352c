//! Plain Rust on the CPU, on one core and on all: what the other families have to beat. Loops are written so that a compiler
//! can use the wide registers of the processor, and sorts are those of the fastest crate beside the standard library's.

use crate::{Error, Operator, reference};

use super::Cases;
use super::data::Data;

/// Accumulators, so that one addition or comparison need not wait for the one before it.
const WIDE: usize = 32;

/// The largest, by many accumulators. A comparison takes an instruction, which f32::max does not: it has NaN to think of.
fn largest(x: &[f32]) -> f32 {
    let (chunks, rest) = x.as_chunks::<WIDE>();
    let mut most = [f32::MIN; WIDE];
    for chunk in chunks {
        for (most, x) in most.iter_mut().zip(chunk) {
            *most = if *x > *most { *x } else { *most };
        }
    }
    most.into_iter().chain(rest.iter().copied()).fold(f32::MIN, f32::max)
}

/// The running sum of a chunk from what is before it, by eights: the sums within each do not wait for those before.
fn running(x: &[f32], before: f32, sums: &mut [f32]) {
    let mut before = before;
    let (eights, rest) = x.as_chunks::<8>();
    let (of_eights, of_rest) = sums.as_chunks_mut::<8>();
    for (x, sums) in eights.iter().zip(of_eights) {
        let mut own = *x;
        for offset in [1, 2, 4] {
            let shifted = own;
            for k in offset..8 {
                own[k] = shifted[k] + shifted[k - offset];
            }
        }
        for k in 0..8 {
            sums[k] = own[k] + before;
        }
        before = sums[7];
    }
    for (x, sum) in rest.iter().zip(of_rest) {
        before += x;
        *sum = before;
    }
}

/// The sum, by many accumulators.
#[cfg(not(target_family = "wasm"))]
fn sum(x: &[f32]) -> f32 {
    let (chunks, rest) = x.as_chunks::<WIDE>();
    let mut sums = [0.0; WIDE];
    for chunk in chunks {
        for (sum, x) in sums.iter_mut().zip(chunk) {
            *sum += x;
        }
    }
    sums.into_iter().chain(rest.iter().copied()).sum()
}

/// What is kept of a chunk, and how many: each element is written, and overwritten unless it is kept, so that nothing has to
/// be foreseen.
fn keep(x: &[f32], kept: &mut [f32]) -> usize {
    let mut place = 0;
    for value in x {
        kept[place] = *value;
        place += usize::from(*value != f32::INFINITY);
    }
    place
}

/// All cases.
pub fn cases(cases: &mut Cases<Data>) {
    map(cases);
    reduce(cases);
    scan(cases);
    sort(cases);
    search(cases);
    filter(cases);
}

fn map(cases: &mut Cases<Data>) {
    let saxpy = |data: &Data| Ok(data.whole.iter().zip(&data.whole).map(|(x, y)| 2.0 * x + y).collect::<Vec<f32>>());
    let right = |data: &Data, got: Vec<f32>| Ok(got.iter().zip(&data.whole).all(|(got, x)| *got == 3.0 * x));
    let bytes = 12 * cases.data.n;
    cases.add(("map", "cpu", "saxpy", "slice"), bytes, saxpy, right);
}

fn reduce(cases: &mut Cases<Data>) {
    let bytes = 4 * cases.data.n;
    let max = largest(&cases.data.x);
    let right = move |_: &Data, got: f32| Ok(got == max);
    cases.add(("reduce", "cpu", "fold", "slice"), bytes, |data| Ok(largest(&data.x)), right);
    #[cfg(not(target_family = "wasm"))]
    cases.add(("reduce", "cpu", "fold-rayon", "slice"), bytes, |data| Ok(on_all_cores::largest(&data.x)), right);
}

fn scan(cases: &mut Cases<Data>) {
    let bytes = 8 * cases.data.n;
    let right = |data: &Data, got: Vec<f32>| Ok(got == reference::scan(&data.whole, &Operator::sum()));
    let serial = |data: &Data| {
        let mut sums = vec![0.0; data.n];
        running(&data.whole, 0.0, &mut sums);
        Ok(sums)
    };
    cases.add(("scan", "cpu", "serial", "slice"), bytes, serial, right);
    #[cfg(not(target_family = "wasm"))]
    cases.add(("scan", "cpu", "chunks-rayon", "slice"), bytes, |data| Ok(on_all_cores::sums(&data.whole)), right);
}

fn sort(cases: &mut Cases<Data>) {
    let bytes = 8 * cases.data.n;
    let mut add = |method, sort: fn(&mut Vec<f32>)| {
        let by = move |data: &Data| -> Result<Vec<f32>, Error> {
            let mut keys = data.x.clone();
            sort(&mut keys);
            Ok(keys)
        };
        let right = |data: &Data, got: Vec<f32>| Ok(got == data.sorted);
        cases.add(("sort", "cpu", method, "slice"), bytes, by, right);
    };
    add("sort-unstable", |keys| keys.sort_unstable_by(f32::total_cmp));
    #[cfg(not(target_family = "wasm"))]
    add("sort-unstable-rayon", |keys| on_all_cores::sort(keys));
    add("radsort", |keys| radsort::sort(keys));
    #[cfg(not(target_family = "wasm"))]
    add("rdst-rayon", |keys| on_all_cores::sort_by_digits(keys));
}

fn search(cases: &mut Cases<Data>) {
    let right = |data: &Data, got: Vec<f32>| Ok(got == reference::lower_bound(&data.sorted, &data.queries));
    let bytes = 8 * cases.data.queries.len();
    let one = |data: &Data| Ok(data.queries.iter().map(|query| position(&data.sorted, query)).collect::<Vec<f32>>());
    cases.add(("search", "cpu", "partition-point", "slice"), bytes, one, right);
    #[cfg(not(target_family = "wasm"))]
    {
        let parallel = |data: &Data| Ok(on_all_cores::positions(&data.sorted, &data.queries));
        cases.add(("search", "cpu", "partition-point-rayon", "slice"), bytes, parallel, right);
    }
}

/// The first place whose element is not smaller.
fn position(sorted: &[f32], query: &f32) -> f32 {
    sorted.partition_point(|element| element < query) as f32
}

fn filter(cases: &mut Cases<Data>) {
    let bytes = 6 * cases.data.n;
    let right = |data: &Data, got: Vec<f32>| Ok(got == reference::compact(&data.records));
    let one = |data: &Data| {
        let mut kept = vec![0.0; data.n + 1];
        let count = keep(&data.records, &mut kept);
        kept.truncate(count);
        Ok(kept)
    };
    cases.add(("filter", "cpu", "filter", "slice"), bytes, one, right);
    #[cfg(not(target_family = "wasm"))]
    cases.add(("filter", "cpu", "filter-rayon", "slice"), bytes, |data| Ok(on_all_cores::kept(&data.records)), right);
}

/// The same on all cores. A page in a browser has but one.
#[cfg(not(target_family = "wasm"))]
mod on_all_cores {
    use rayon::prelude::*;
    use rdst::RadixSort;

    use super::{keep, position, running, sum};

    /// Elements that one core does at a time: as much as its caches hold.
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
}
