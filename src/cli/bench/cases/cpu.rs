//! Plain Rust on the CPU, on one core and on all: what the other families have to beat. Loops are written so that a compiler
//! can use the wide registers of the processor, and sorts are those of the fastest crate beside the standard library's.

use rayon::prelude::*;
use rdst::RadixSort;

use brooklet::{Error, Operator, reference};

use super::{Cases, Data};

/// Elements that one core does at a time: as much as its caches hold.
const CHUNK: usize = 1 << 14;
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
pub fn cases<'a>(cases: &mut Cases<'a>, data: &'a Data) {
    map(cases, data);
    reduce(cases, data);
    scan(cases, data);
    sort(cases, data);
    search(cases, data);
    filter(cases, data);
}

fn map<'a>(cases: &mut Cases<'a>, data: &'a Data) {
    let saxpy = || Ok(data.whole.iter().zip(&data.whole).map(|(x, y)| 2.0 * x + y).collect::<Vec<f32>>());
    let right = |got: Vec<f32>| Ok(got.iter().zip(&data.whole).all(|(got, x)| *got == 3.0 * x));
    cases.add(("map", "cpu", "saxpy", "slice"), 12 * data.n, saxpy, right);
}

fn reduce<'a>(cases: &mut Cases<'a>, data: &'a Data) {
    let bytes = 4 * data.n;
    let max = largest(&data.x);
    let right = move |got: f32| Ok(got == max);
    cases.add(("reduce", "cpu", "fold", "slice"), bytes, || Ok(largest(&data.x)), right);
    let parallel = || Ok(data.x.par_chunks(CHUNK).map(largest).reduce(|| f32::MIN, f32::max));
    cases.add(("reduce", "cpu", "fold-rayon", "slice"), bytes, parallel, right);
}

fn scan<'a>(cases: &mut Cases<'a>, data: &'a Data) {
    let bytes = 8 * data.n;
    let right = |got: Vec<f32>| Ok(got == reference::scan(&data.whole, &Operator::sum()));
    let serial = || {
        let mut sums = vec![0.0; data.n];
        running(&data.whole, 0.0, &mut sums);
        Ok(sums)
    };
    cases.add(("scan", "cpu", "serial", "slice"), bytes, serial, right);
    let parallel = || {
        let x = &data.whole;
        let mut before: Vec<f32> = x.par_chunks(CHUNK).map(sum).collect();
        let mut all = 0.0;
        before.iter_mut().for_each(|own| all += std::mem::replace(own, all));
        let mut sums = vec![0.0; data.n];
        let chunks = sums.par_chunks_mut(CHUNK).zip(x.par_chunks(CHUNK)).zip(&before);
        chunks.for_each(|((sums, x), before)| running(x, *before, sums));
        Ok(sums)
    };
    cases.add(("scan", "cpu", "chunks-rayon", "slice"), bytes, parallel, right);
}

fn sort<'a>(cases: &mut Cases<'a>, data: &'a Data) {
    let by = |sort: fn(&mut Vec<f32>)| {
        move || -> Result<Vec<f32>, Error> {
            let mut keys = data.x.clone();
            sort(&mut keys);
            Ok(keys)
        }
    };
    let mut add = |method, sort| {
        let right = |got: Vec<f32>| Ok(got == data.sorted);
        cases.add(("sort", "cpu", method, "slice"), 8 * data.n, by(sort), right);
    };
    add("sort-unstable", |keys| keys.sort_unstable_by(f32::total_cmp));
    add("sort-unstable-rayon", |keys| keys.par_sort_unstable_by(f32::total_cmp));
    add("radsort", |keys| radsort::sort(keys));
    add("rdst-rayon", |keys| keys.radix_sort_unstable());
}

fn search<'a>(cases: &mut Cases<'a>, data: &'a Data) {
    let right = |got: Vec<f32>| Ok(got == reference::lower_bound(&data.sorted, &data.queries));
    let bytes = 8 * data.queries.len();
    let sorted = &data.sorted;
    let position = move |query: &f32| sorted.partition_point(|element| element < query) as f32;
    let one = move || Ok(data.queries.iter().map(position).collect::<Vec<f32>>());
    cases.add(("search", "cpu", "partition-point", "slice"), bytes, one, right);
    let parallel = move || Ok(data.queries.par_iter().with_min_len(1 << 10).map(position).collect::<Vec<f32>>());
    cases.add(("search", "cpu", "partition-point-rayon", "slice"), bytes, parallel, right);
}

fn filter<'a>(cases: &mut Cases<'a>, data: &'a Data) {
    let bytes = 6 * data.n;
    let right = |got: Vec<f32>| Ok(got == reference::compact(&data.records));
    let one = || {
        let mut kept = vec![0.0; data.n + 1];
        let count = keep(&data.records, &mut kept);
        kept.truncate(count);
        Ok(kept)
    };
    cases.add(("filter", "cpu", "filter", "slice"), bytes, one, right);
    let parallel = || {
        let records = &data.records;
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
        Ok(kept)
    };
    cases.add(("filter", "cpu", "filter-rayon", "slice"), bytes, parallel, right);
}
