//! Searches against the plain-Rust reference.

use crate::support;

use brooklet::fragment_program::Chip;
use brooklet::primitives::{self, PrimitiveError, Search, SearchIndex};
use brooklet::{Device, Error, Layout, Stream, reference};
use proptest::prelude::*;
use support::{builder, each_dialect, fitting, noise, open};

fn check(device: &Device, sorted: &[f32], queries: &[f32]) {
    for (of_sorted, of_queries) in [(Layout::Plain, Layout::Plain), (Layout::Packed, Layout::Packed)] {
        let elements = device.upload_with(sorted.len(), of_sorted, sorted).unwrap();
        let asked = device.upload_with(queries.len(), of_queries, queries).unwrap();
        let (lower, upper) = (reference::lower_bound(sorted, queries), reference::upper_bound(sorted, queries));
        assert_eq!(primitives::search(&elements, &asked).unwrap().read().unwrap(), lower);
        for method in Search::ALL {
            let search = || primitives::lower_bound_by(&elements, &asked, method);
            let (got, trace) = device.traced(search);
            let Some(got) = fitting(got) else { continue };
            assert_eq!(got.read().unwrap(), lower, "{method:?}");
            let passes = (!queries.is_empty()) as usize;
            let index = match method {
                Search::BinarySearch | Search::EarlyZ => 0,
                // The index, of more than four; and plain elements are packed.
                Search::IndexPyramid => {
                    (sorted.len() > 4) as usize + (of_sorted == Layout::Plain && !sorted.is_empty()) as usize
                }
            };
            if method != Search::EarlyZ {
                assert_eq!(support::passes_of_kernels(&trace), index + passes, "{method:?}");
            }
            let got = primitives::upper_bound_by(&elements, &asked, method).unwrap();
            assert_eq!(got.read().unwrap(), upper, "{method:?}");
        }
        assert_eq!(primitives::lower_bound(&elements, &asked).unwrap().read().unwrap(), lower);
        let index = SearchIndex::new(&elements).unwrap();
        for _ in 0..2 {
            assert_eq!(index.lower_bound(&asked).unwrap().read().unwrap(), lower);
            assert_eq!(index.upper_bound(&asked).unwrap().read().unwrap(), upper);
        }
    }
}

/// Sorted elements, many of them equal.
fn sorted(count: usize, seed: u64) -> Vec<f32> {
    let few: Vec<f32> = noise(count, seed).iter().map(|v| (v * 20.0).round() + 0.0).collect();
    reference::sort(&few, false)
}

#[test]
fn elements_of_all_sizes_and_queries_of_all_kinds() {
    each_dialect(|device| {
        for n in support::sizes() {
            let elements = sorted(n, n as u64);
            // Below, above, equal and between; repeated.
            let mut queries: Vec<f32> = (-25..=25).map(|i| i as f32 / 1.25).collect();
            queries.extend(&elements[..n.min(40)]);
            queries.extend([f32::NEG_INFINITY, f32::INFINITY, -0.0, 0.0, f32::MAX, f32::MIN]);
            check(device, &elements, &queries);
        }
    });
}

#[test]
fn among_no_elements_every_query_belongs_at_zero() {
    each_dialect(|device| {
        check(device, &[], &[1.0, f32::INFINITY]);
        check(device, &[], &[]);
        check(device, &[1.0], &[]);
    });
}

#[test]
fn infinities_are_elements_like_others() {
    each_dialect(|device| {
        let elements = [f32::NEG_INFINITY, f32::NEG_INFINITY, -1.0, 0.0, f32::MAX, f32::INFINITY, f32::INFINITY];
        check(device, &elements, &elements);
        check(device, &[f32::INFINITY; 9], &elements);
    });
}

#[test]
fn arrays_are_searched_in_c_order() {
    for dialect in support::dialects() {
        let device = open(builder(dialect).largest_texture(32));
        let elements = sorted(3 * 100, 1);
        let stream = device.upload_shaped([3, 100], &elements).unwrap();
        let queries = device.upload_shaped([2, 3], &[-3.0, 0.5, 7.0, 20.0, -20.0, 1.0]).unwrap();
        let lower = primitives::lower_bound(&stream, &queries).unwrap();
        assert_eq!(lower.shape(), queries.shape());
        assert_eq!(lower.read().unwrap(), reference::lower_bound(&elements, &queries.read().unwrap()));
    }
}

#[test]
fn more_elements_than_floats_count_are_refused() {
    for dialect in support::dialects() {
        let device = open(Device::builder().dialect(dialect));
        if device.features().exact_integer <= 1 << 24 {
            support::lacks(&device, "positions beyond 2^24");
            continue;
        }
        let many: Stream<f32> = device.stream((1 << 24) + 1).unwrap();
        let queries = device.upload(&[1.0]).unwrap();
        assert!(matches!(
            primitives::lower_bound(&many, &queries),
            Err(Error::Primitive(PrimitiveError::FloatAddress { .. }))
        ));
        assert!(matches!(SearchIndex::new(&many), Err(Error::Primitive(PrimitiveError::FloatAddress { .. }))));
    }
}

#[test]
fn a_million_elements_are_searched() {
    each_dialect(|device| {
        let elements: Vec<f32> = (0..1 << 20).map(|i| (i / 3) as f32).collect();
        check(device, &elements, &[-1.0, 0.0, 1.0, 77_777.0, 77_777.5, 349_525.0, 349_524.0, 1e9]);
    });
}

/// Returns the number of rounds after which [`Search::EarlyZ`] knows the lower bound of a query.
fn rounds(sorted: &[f32], query: f32) -> usize {
    let n = sorted.len();
    let (mut low, mut high) = (1, n - 1);
    let mut ends = (sorted[0], sorted[n - 1]);
    if sorted[0] >= query || sorted[n - 1] < query {
        return 1;
    }
    for round in 1.. {
        if low >= high {
            return round;
        }
        let (gap, span) = ((high - low) as f32, ends.1 - ends.0);
        let share = if span > 0.0 { ((query - ends.0) / span).clamp(0.0, 1.0) } else { 0.5 };
        let guess = ((low + (share * (gap + 1.0)) as usize) - 1).clamp(low, high - 1);
        let mut probe = |at: usize, low: &mut usize, high: &mut usize| {
            let right = sorted[at] < query;
            if *low < *high {
                match right {
                    true => (*low, ends.0) = (at + 1, sorted[at]),
                    false => (*high, ends.1) = (at, sorted[at]),
                }
            }
            right
        };
        let (first, last, reach) = (low, high - 1, gap.sqrt() as usize + 1);
        let right = probe(guess, &mut low, &mut high);
        let beyond = if right { (guess + reach).min(last) } else { guess.saturating_sub(reach).max(first) };
        probe(beyond.clamp(low, (high.max(1) - 1).max(low)).min(n - 1), &mut low, &mut high);
        probe(((low + high) / 2).min(n - 1), &mut low, &mut high);
        if low >= high {
            return round;
        }
    }
    unreachable!()
}

#[test]
fn early_z_skips_what_is_found() {
    let sorted = reference::sort(&noise(5000, 3), false);
    let queries = noise(32 * 24, 4);
    let taken: Vec<usize> = queries.iter().map(|query| rounds(&sorted, *query)).collect();
    let most = *taken.iter().max().unwrap();
    // It would be 13 for halving.
    assert!((3..8).contains(&most), "{most}");
    let drawn = |chip: Chip| -> Vec<u64> {
        let device = Device::emulated(chip).unwrap();
        let (elements, asked) = (device.upload(&sorted).unwrap(), device.upload_shaped([32, 24], &queries).unwrap());
        let (found, trace) = device.traced(|| primitives::lower_bound_by(&elements, &asked, Search::EarlyZ).unwrap());
        assert_eq!(found.read().unwrap(), reference::lower_bound(&sorted, &queries));
        // After the last rounds that draw, one draws nothing, and one more is drawn before that is known. Where a query keeps the depth test
        // from skipping, those are counted that are found, so that it is known a round before.
        let more = if device.info().early_z_in_queries { 2 } else { 1 };
        assert_eq!(trace.passes().filter(|pass| pass.kernel == "search_found").count(), most + more);
        trace.passes().filter(|pass| pass.kernel == "search_round").map(|pass| pass.cost.fragments).collect()
    };
    let exact = drawn(Chip::None);
    // A query is drawn once more after it is found.
    let wanted = |round: usize| taken.iter().filter(|taken| round <= **taken).count() as u64;
    assert_eq!(exact, (0..most + 3).map(wanted).collect::<Vec<_>>());
    // Others skip blocks of fragments.
    let exact: u64 = exact.iter().sum();
    for (chip, rounds) in [(Chip::G80, most + 3), (Chip::R520, most + 2)] {
        let blocks: u64 = drawn(chip).iter().sum();
        assert!(exact < blocks && blocks < (rounds * queries.len()) as u64, "{chip}: {exact}, {blocks}");
    }
}

#[test]
fn any_elements_and_queries() {
    let devices = support::devices();
    let (elements, queries) = (prop::collection::vec(-9i32..9, 0..300), prop::collection::vec(-10i32..10, 0..50));
    proptest!(support::cases(6, 24), |(elements in elements, queries in queries)| {
        let mut elements: Vec<f32> = elements.into_iter().map(|v| v as f32).collect();
        elements.sort_by(f32::total_cmp);
        let queries: Vec<f32> = queries.into_iter().map(|v| v as f32).collect();
        for device in &devices {
            check(device, &elements, &queries);
        }
    });
}
