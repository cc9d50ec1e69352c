//! Merges of sorted lists against the plain-Rust reference.

use crate::support;

use brooklet::primitives::{self, Merge};
use brooklet::{Device, Layout, reference};
use proptest::prelude::*;
use support::{bits, builder, each_dialect, fitting, noise, open};

/// Whole numbers in ascending order, of which many are equal.
fn few(count: usize, seed: u64, largest: f32) -> Vec<f32> {
    reference::sort(&noise(count, seed).iter().map(|v| (v * largest).round() + 0.0).collect::<Vec<_>>(), false)
}

fn check(device: &Device, a: &[f32], b: &[f32], layouts: [Layout; 2]) {
    let upload = |list: &[f32], layout| device.upload_with(list.len(), layout, list).unwrap();
    let (first, second) = (upload(a, layouts[0]), upload(b, layouts[1]));
    let packed = layouts == [Layout::Packed; 2];
    let layout = if packed { Layout::Packed } else { Layout::Plain };
    let numbers = |from: usize, count: usize| (from..from + count).map(|i| i as f32).collect::<Vec<_>>();
    let (of_a, of_b) = (numbers(0, a.len()), numbers(a.len(), b.len()));
    let pairs = |values: &[f32]| values.iter().map(|&v| [v, -v]).collect::<Vec<_>>();
    let (twos_a, twos_b) = (device.upload(&pairs(&of_a)).unwrap(), device.upload(&pairs(&of_b)).unwrap());
    let (ones_a, ones_b) = (upload(&of_a, layouts[0]), upload(&of_b, layouts[1]));
    let (keys, values) = reference::merge_pairs((a, &of_a), (b, &of_b));
    for method in Merge::ALL {
        let what = format!("{method:?} of {} and {}, {layouts:?}", a.len(), b.len());
        let Some(merged) = fitting(primitives::merge_by(&first, &second, method)) else { continue };
        assert_eq!((merged.len(), merged.layout()), (keys.len(), layout), "{what}");
        assert!(bits(&merged.read().unwrap()) == bits(&keys), "{what}");
        let found = fitting(primitives::merge_pairs_by((&first, &ones_a), (&second, &ones_b), method));
        if let Some((merged, moved)) = found {
            assert_eq!([merged.layout(), moved.layout()], [layout; 2], "{what}");
            assert!(bits(&merged.read().unwrap()) == bits(&keys), "{what}");
            assert!(moved.read().unwrap() == values, "{what}");
        }
        let found = fitting(primitives::merge_pairs_by((&first, &twos_a), (&second, &twos_b), method));
        if let Some((_, moved)) = found {
            assert!(moved.read().unwrap() == pairs(&values), "{what}, vectors");
        }
    }
}

const LAYOUTS: [[Layout; 2]; 4] = [
    [Layout::Packed, Layout::Packed],
    [Layout::Plain, Layout::Plain],
    [Layout::Packed, Layout::Plain],
    [Layout::Plain, Layout::Packed],
];

#[test]
fn lists_of_all_sizes_are_merged() {
    each_dialect(|device| {
        for (number, n) in support::sizes().enumerate() {
            let layouts = LAYOUTS[number % 4];
            for other in [n, n / 3, 1, 2 * n + 3] {
                check(device, &few(n, 1, 9.0), &few(other, 2, 9.0), layouts);
                check(device, &few(other, 3, 1000.0), &few(n, 4, 1000.0), layouts);
            }
        }
    });
}

#[test]
fn lists_that_do_not_interleave_are_merged() {
    each_dialect(|device| {
        for layouts in LAYOUTS {
            let low: Vec<f32> = (0..300).map(|i| i as f32).collect();
            let high: Vec<f32> = (300..437).map(|i| i as f32).collect();
            check(device, &low, &high, layouts);
            check(device, &high, &low, layouts);
            check(device, &[7.0; 200], &[7.0; 131], layouts);
            check(device, &[], &high, layouts);
            check(device, &low, &[], layouts);
            check(device, &[], &[], layouts);
        }
    });
}

/// Of lists that are not sorted, the order is unspecified, but nothing outside them is read.
#[test]
fn lists_that_are_not_sorted_yield_elements_of_theirs() {
    each_dialect(|device| {
        for layouts in LAYOUTS {
            for n in [3, 64, 257] {
                let (a, b): (Vec<_>, Vec<_>) = (0..n).map(|i| ((i * 7 % n) as f32, -((i * 5 % n) as f32))).unzip();
                let upload = |list: &[f32], layout| device.upload_with(list.len(), layout, list).unwrap();
                let (first, second) = (upload(&a, layouts[0]), upload(&b, layouts[1]));
                for method in Merge::ALL {
                    let Some(merged) = fitting(primitives::merge_by(&first, &second, method)) else { continue };
                    let merged = merged.read().unwrap();
                    let strange = merged.iter().find(|v| v.fract() != 0.0 || v.abs() >= n as f32);
                    assert_eq!((merged.len(), strange), (2 * n, None), "{method:?} of {n}, {layouts:?}");
                }
            }
        }
    });
}

#[test]
fn zeros_tie_and_keep_their_signs() {
    each_dialect(|device| {
        // On the emulated chips, not all zeros have a sign.
        if support::chip().is_some() {
            return;
        }
        let a = [f32::NEG_INFINITY, -1.0, 0.0, -0.0, -0.0, 0.0, 1.0, f32::INFINITY];
        let b = [f32::NEG_INFINITY, -0.0, 0.0, 0.0, -0.0, f32::INFINITY, f32::INFINITY];
        for layouts in LAYOUTS {
            check(device, &a, &b, layouts);
            check(device, &b, &a, layouts);
        }
    });
}

#[test]
fn the_fastest_merge_takes_what_sort_makes() {
    each_dialect(|device| {
        if !device.features().integers {
            return;
        }
        let special =
            [1.0, f32::NAN, f32::from_bits(3), f32::from_bits(0x8000_0002), f32::INFINITY, -2.5, f32::from_bits(1)];
        let keys: Vec<f32> = special.repeat(30);
        let upload = |keys: &[f32]| device.upload_with(keys.len(), Layout::Packed, keys).unwrap();
        let (a, b) = keys.split_at(97);
        let (a, b) = (primitives::sort(&upload(a)).unwrap(), primitives::sort(&upload(b)).unwrap());
        let merged = primitives::merge_by(&a, &b, Merge::MergePath).unwrap().read().unwrap();
        let sorted = primitives::sort(&upload(&keys)).unwrap().read().unwrap();
        assert_eq!(bits(&merged), bits(&sorted));
    });
}

#[test]
fn passes_of_a_merge() {
    each_dialect(|device| {
        if support::chip().is_some() {
            return;
        }
        let (a, b) = (device.upload(&few(5000, 1, 900.0)).unwrap(), device.upload(&few(3000, 2, 900.0)).unwrap());
        for (method, passes) in [(Merge::RankSearch, 6), (Merge::MergePath, 5)] {
            let (_, trace) = device.traced(|| primitives::merge_by(&a, &b, method).unwrap());
            assert_eq!(trace.passes().count(), passes, "{method:?}");
        }
        for (method, passes) in [(Merge::RankSearch, 7), (Merge::MergePath, 7)] {
            let (_, trace) = device.traced(|| primitives::merge_pairs_by((&a, &a), (&b, &b), method).unwrap());
            assert_eq!(trace.passes().count(), passes, "{method:?}");
        }
    });
}

#[test]
fn a_payload_has_the_shape_of_its_keys() {
    each_dialect(|device| {
        let (two, three) = (device.upload(&[1.0, 2.0]).unwrap(), device.upload(&[1.0, 2.0, 3.0]).unwrap());
        assert_eq!(
            primitives::merge_pairs((&two, &two), (&three, &two)).unwrap_err().to_string(),
            "keys and payload of a merge: `keys` is 3, `values` is 2; they must have the same shape"
        );
    });
}

proptest! {
    #![proptest_config(support::cases(10, 200))]

    #[test]
    fn random_merges(first in 0usize..900, second in 0usize..900, seed in any::<u64>(), largest in 0u8..60) {
        let (a, b) = (few(first, seed, f32::from(largest)), few(second, seed ^ 1, f32::from(largest)));
        for dialect in support::dialects() {
            let device = open(builder(dialect).largest_texture(64));
            check(&device, &a, &b, LAYOUTS[seed as usize % 4]);
        }
    }
}
