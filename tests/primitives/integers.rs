//! Sorts, groups and searches by integers against plain Rust, over their whole range.

use crate::support;

use brooklet::primitives::{self, Argsort, ArgsortOptions, Key, KeyRange, Sort, SortOptions};
use brooklet::{Device, Operator, Stored, reference};
use proptest::prelude::*;
use support::{each_dialect, fitting};

/// A mixture of bits (the finalizer of SplitMix64, after Steele, Lea and Flood 2014).
fn mixed(number: u64) -> u64 {
    let mut x = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Integers of a type, from all of its range: a kind of key that the tests compare.
pub trait Whole: Key + Ord + Copy {
    const ENDS: &'static [Self];
    fn of(bits: u64) -> Self;
}

macro_rules! whole {
    ($($type:ident $ends:expr;)*) => {$(
        impl Whole for $type {
            const ENDS: &'static [$type] = &$ends;
            fn of(bits: u64) -> $type {
                bits as $type
            }
        }
    )*};
}
whole! {
    i32 [i32::MIN, i32::MIN + 1, -16_777_217, -16_777_216, -65_537, -65_536, -1, 0, 1, 65_535, 65_536, 16_777_216, 16_777_217, i32::MAX - 1, i32::MAX];
    u32 [0, 1, 65_535, 65_536, 16_777_216, 16_777_217, (1 << 31) - 1, 1 << 31, (1 << 31) + 1, u32::MAX - 1, u32::MAX];
    i64 [i64::MIN, i64::MIN + 1, -(1 << 48) - 1, -(1 << 48), -(1 << 32) - 1, -(1 << 32), -1, 0, 1, (1 << 32) - 1, 1 << 32, (1 << 53) + 1, i64::MAX - 1, i64::MAX];
    u64 [0, 1, (1 << 32) - 1, 1 << 32, (1 << 53) + 1, (1 << 63) - 1, 1 << 63, (1 << 63) + 1, u64::MAX - 1, u64::MAX];
}

/// Keys of all magnitudes, of which every third ties with another, with the ends of the range.
pub fn keys<K: Whole>(count: usize, seed: u64) -> Vec<K> {
    let key = |i: usize| match i % 4 {
        0 => K::ENDS[mixed(seed + i as u64) as usize % K::ENDS.len()],
        1 => K::of(mixed(seed + i as u64 / 8)),
        2 => K::of(mixed(seed + i as u64) % 5),
        _ => K::of((mixed(seed + i as u64) as i64 >> (mixed(i as u64) % 64)) as u64),
    };
    (0..count).map(key).collect()
}

pub fn order<K: Whole>(keys: &[K], descending: bool) -> Vec<usize> {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by(|&a, &b| if descending { keys[b].cmp(&keys[a]) } else { keys[a].cmp(&keys[b]) });
    order
}

pub fn at<T: Copy>(values: &[T], order: &[usize]) -> Vec<T> {
    order.iter().map(|&i| values[i]).collect()
}

pub fn numbers(positions: Vec<f32>) -> Vec<usize> {
    positions.into_iter().map(|position| position as usize).collect()
}

fn check<K: Whole>(device: &Device, keys: &[K]) {
    let stream = device.upload(keys).unwrap();
    assert_eq!(stream.read().unwrap(), keys);
    let records: Vec<[f32; 3]> = (0..keys.len()).map(|i| [i as f32, 0.5, -(i as f32)]).collect();
    let payload = device.upload(&records).unwrap();
    for method in Sort::WITH_PAYLOAD
        .into_iter()
        .filter(|method| support::runs_here(device, method.name(), method.runs_on(device)))
    {
        for descending in [false, true] {
            let expected = order(keys, descending);
            let what = format!("{method:?} of {} {}, descending: {descending}", keys.len(), std::any::type_name::<K>());
            let options = SortOptions::default().method(method);
            let options = if descending { options.descending() } else { options };
            if let Some(sorted) = fitting(primitives::sort_with(&stream, options)) {
                assert_eq!(sorted.read().unwrap(), at(keys, &expected), "{what}");
            }
            if let Some((sorted, moved)) = fitting(primitives::sort_pairs_with(&stream, &payload, options)) {
                assert_eq!(sorted.read().unwrap(), at(keys, &expected), "pairs by {what}");
                assert_eq!(moved.read().unwrap(), at(&records, &expected), "payload of {what}");
            }
            let options = ArgsortOptions::default().method(Argsort::like(method).unwrap());
            let options = if descending { options.descending() } else { options };
            if let Some(found) = fitting(primitives::argsort_with(&stream, options)) {
                assert_eq!(numbers(found.read().unwrap()), expected, "argsort by {what}");
            }
        }
    }
}

fn check_all(device: &Device, count: usize, seed: u64) {
    check(device, &keys::<i32>(count, seed));
    check(device, &keys::<u32>(count, seed));
    check(device, &keys::<i64>(count, seed));
    check(device, &keys::<u64>(count, seed));
}

#[test]
fn integers_sort_exactly_by_every_method() {
    each_dialect(|device| {
        for n in [0, 1, 2, 3, 5, 31, 32, 33, 64, 65, 257, 1000] {
            check_all(device, n, n as u64);
        }
    });
}

#[test]
fn many_integers_sort_exactly() {
    each_dialect(|device| {
        for n in [4095, 4097, 20_000] {
            let keys = keys::<i32>(n, 5);
            let wide = self::keys::<u64>(n, 6);
            let sorted = primitives::sort(&device.upload(&keys).unwrap()).unwrap();
            assert_eq!(sorted.read().unwrap(), at(&keys, &order(&keys, false)));
            let found = primitives::argsort(&device.upload(&wide).unwrap()).unwrap();
            assert_eq!(numbers(found.read().unwrap()), order(&wide, false));
        }
    });
}

#[test]
fn shapes_stay_and_payloads_may_be_integers() {
    each_dialect(|device| {
        let keys = keys::<i32>(12, 1);
        let shaped = device.upload_shaped([3, 4], &keys).unwrap();
        let wide: Vec<i64> = keys.iter().map(|key| i64::from(*key) << 20).collect();
        let wide_stream = device.upload_shaped([3, 4], &wide).unwrap();
        let (sorted, moved) = primitives::sort_pairs(&shaped, &wide_stream).unwrap();
        assert_eq!((sorted.shape(), moved.shape()), ([3, 4].into(), [3, 4].into()));
        assert_eq!(moved.read().unwrap(), at(&wide, &order(&keys, false)));
        // An integer payload moves with keys of floats by every method, too.
        let floats: Vec<f32> = keys.iter().map(|key| *key as f32).collect();
        let floats_stream = device.upload_shaped([3, 4], &floats).unwrap();
        for method in Sort::WITH_PAYLOAD.into_iter().filter(|method| method.runs_on(device)) {
            let options = SortOptions::default().method(method).stable();
            let Some((_, moved)) = fitting(primitives::sort_pairs_with(&floats_stream, &wide_stream, options)) else {
                continue;
            };
            let mut expected: Vec<usize> = (0..12).collect();
            expected.sort_by(|&a, &b| floats[a].total_cmp(&floats[b]));
            assert_eq!(moved.read().unwrap(), at(&wide, &expected), "{method:?}");
        }
        assert_eq!(primitives::argsort(&shaped).unwrap().shape(), [3, 4].into());
    });
}

#[test]
fn few_bits_of_integers_are_compared_as_floats() {
    each_dialect(|device| {
        let keys: Vec<i32> = (0..300).map(|i| (mixed(i) % 4096) as i32).collect();
        let options = ArgsortOptions::default().bits(12, KeyRange::Integers);
        let found = primitives::argsort_with(&device.upload(&keys).unwrap(), options).unwrap();
        assert_eq!(numbers(found.read().unwrap()), order(&keys, false));
    });
}

fn check_groups<K: Whole>(device: &Device, keys: &[K]) {
    let stream = device.upload(keys).unwrap();
    let values: Vec<f32> = (0..keys.len()).map(|i| (i % 10) as f32).collect();
    let mut distinct: Vec<K> = keys.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let unique = primitives::unique(&stream).unwrap();
    assert_eq!(unique.keys.read().unwrap(), distinct);
    let counts: Vec<usize> = distinct.iter().map(|key| keys.iter().filter(|k| *k == key).count()).collect();
    assert_eq!(numbers(unique.counts.read().unwrap()), counts);
    let op = Operator::sum();
    let (found, sums) = primitives::group(&stream, &device.upload(&values).unwrap(), &op).unwrap();
    assert_eq!(found.read().unwrap(), distinct);
    let sum = |key: &K| keys.iter().zip(&values).filter(|(k, _)| *k == key).map(|(_, value)| value).sum::<f32>();
    assert_eq!(sums.read().unwrap(), distinct.iter().map(sum).collect::<Vec<f32>>());
    let lower = primitives::lower_bound(&unique.keys, &stream).unwrap().read().unwrap();
    let upper = primitives::upper_bound(&unique.keys, &stream).unwrap().read().unwrap();
    let expected: Vec<usize> = keys.iter().map(|key| distinct.binary_search(key).unwrap()).collect();
    assert_eq!(numbers(lower), expected);
    assert_eq!(numbers(upper), expected.iter().map(|position| position + 1).collect::<Vec<usize>>());
}

#[test]
fn groups_and_searches_by_integers() {
    each_dialect(|device| {
        for n in [0, 1, 2, 3, 40, 257] {
            check_groups(device, &keys::<i32>(n, 3));
            check_groups(device, &keys::<u32>(n, 4));
            check_groups(device, &keys::<i64>(n, 5));
            check_groups(device, &keys::<u64>(n, 6));
        }
    });
}

fn check_values<T: Whole>(device: &Device, count: usize, sum: Option<Operator<T>>) {
    let values = keys::<T>(count, 11);
    let stream = device.upload(&values).unwrap();
    // Groups of many sizes, of which some reach over several blocks of a scan.
    let groups: Vec<i32> = (0..count).map(|i| (mixed(i as u64).leading_zeros() as i32) - 1).collect();
    let groups_stream = device.upload(&groups).unwrap();
    for op in [Operator::integer_max(), Operator::integer_min()].into_iter().chain(sum) {
        let (found, combined) = primitives::group(&groups_stream, &stream, &op).unwrap();
        let (expected_keys, expected) = reference::group(&groups, &values, &op);
        assert_eq!(found.read().unwrap(), expected_keys, "{op:?}");
        assert_eq!(combined.read().unwrap(), expected, "{op:?} of {count} {}", std::any::type_name::<T>());
    }
}

#[test]
fn integers_are_combined_exactly() {
    each_dialect(|device| {
        for n in [0, 1, 2, 9, 64, 65, 700] {
            check_values::<i32>(device, n, None);
            check_values::<u32>(device, n, None);
            check_values(device, n, Some(Operator::<i64>::integer_sum()));
            check_values(device, n, Some(Operator::<u64>::integer_sum()));
        }
    });
}

#[test]
fn references_are_those_of_rust() {
    let keys = keys::<i64>(50, 2);
    assert_eq!(reference::sort(&keys, true), at(&keys, &order(&keys, true)));
    assert_eq!(numbers(reference::argsort(&keys, true)), order(&keys, true));
}

#[test]
fn bounds_of_integers_that_are_not_there() {
    each_dialect(|device| {
        let sorted = [i64::MIN, -(1 << 40), 5, 5, 1 << 40];
        let stream = device.upload(&sorted).unwrap();
        let queries = [i64::MIN, i64::MIN + 1, -(1 << 40) - 1, -(1 << 40) + 1, 4, 5, 6, (1 << 40) + 1, i64::MAX];
        let queries_stream = device.upload(&queries).unwrap();
        let lower = numbers(primitives::lower_bound(&stream, &queries_stream).unwrap().read().unwrap());
        let upper = numbers(primitives::upper_bound(&stream, &queries_stream).unwrap().read().unwrap());
        let partition = |below: &dyn Fn(i64, i64) -> bool| -> Vec<usize> {
            queries.iter().map(|query| sorted.partition_point(|x| below(*x, *query))).collect()
        };
        assert_eq!(lower, partition(&|x, query| x < query));
        assert_eq!(upper, partition(&|x, query| x <= query));
        let none = device.upload::<i64>(&[]).unwrap();
        assert_eq!(primitives::lower_bound(&none, &queries_stream).unwrap().read().unwrap(), [0.0; 9]);
    });
}

/// The number of floats of an element is what the documentation says.
#[test]
fn digits_of_integers() {
    assert_eq!([i32::COMPONENTS, u32::COMPONENTS].map(|c| c.count()), [2, 2]);
    assert_eq!([i64::COMPONENTS, u64::COMPONENTS].map(|c| c.count()), [4, 4]);
}

proptest! {
    #![proptest_config(support::cases(6, 60))]

    #[test]
    fn random_integers(keys in prop::collection::vec(any::<i32>(), 0..300), wide in prop::collection::vec(any::<i64>(), 0..300)) {
        each_dialect(|device| {
            check(device, &keys);
            check(device, &wide);
        });
    }
}
