//! Argsorts against the plain-Rust reference.

use crate::support;

use brooklet::primitives::{self, Argsort, ArgsortOptions, KeyRange};
use brooklet::{Device, Layout, reference};
use proptest::prelude::*;
use support::{SPECIAL, builder, each_dialect, fitting, noise, open};

/// Keys of which many are equal.
fn few(count: usize, seed: u64) -> Vec<f32> {
    noise(count, seed).iter().map(|v| (v * 3.0).round() + 0.0).collect()
}

/// The methods that the device runs.
fn methods(device: &Device) -> Vec<Argsort> {
    Argsort::ALL
        .into_iter()
        .filter(|method| support::runs_here(device, method.name(), method.runs_on(device)))
        .collect()
}

/// Whether the method takes keys of few bits alone.
fn sorts_words(method: Argsort) -> bool {
    matches!(method, Argsort::MergeWords | Argsort::MergeBlocks)
}

/// Fails at the first position that differs.
fn same(order: &[f32], expected: &[f32], what: &dyn Fn() -> String) {
    assert_eq!(order.len(), expected.len(), "{}", what());
    let differs = order.iter().zip(expected).position(|(got, expected)| got != expected);
    if let Some(at) = differs {
        panic!("{}: {} instead of {} at {at}", what(), order[at], expected[at]);
    }
}

fn check(device: &Device, keys: &[f32], layout: Layout) {
    let stream = device.upload_with(keys.len(), layout, keys).unwrap();
    for method in methods(device).into_iter().filter(|method| !sorts_words(*method)) {
        for descending in [false, true] {
            let options = ArgsortOptions::default().method(method);
            let options = if descending { options.descending() } else { options };
            let Some(order) = fitting(primitives::argsort_with(&stream, options)) else { continue };
            assert_eq!((order.shape(), order.layout()), (stream.shape(), layout));
            let what = || format!("{method:?} of {}", keys.len());
            same(&order.read().unwrap(), &reference::argsort(keys, descending), &what);
        }
    }
}

/// Compares sorts by integers of this many bits with the reference.
fn check_bits(device: &Device, keys: &[f32], bits: u32, layout: Layout) {
    let stream = device.upload_with(keys.len(), layout, keys).unwrap();
    let position_bits = keys.len().next_power_of_two().ilog2();
    for method in
        methods(device).into_iter().filter(|method| *method != Argsort::MergeWords || bits + position_bits <= 32)
    {
        for descending in [false, true] {
            let options = ArgsortOptions::default().method(method).bits(bits, KeyRange::Integers);
            let options = if descending { options.descending() } else { options };
            let Some(order) = fitting(primitives::argsort_with(&stream, options)) else { continue };
            let quantized = reference::quantized(keys, bits, (0.0, (1u32 << bits) as f32));
            let expected = reference::argsort(&quantized, descending);
            same(&order.read().unwrap(), &expected, &|| format!("{method:?} of {} by {bits} bits", keys.len()));
        }
    }
}

#[test]
fn lists_of_all_sizes_and_layouts() {
    each_dialect(|device| {
        for n in support::sizes() {
            check(device, &noise(n, n as u64), if n % 2 == 0 { Layout::Plain } else { Layout::Packed });
            check(device, &few(n, n as u64), if n % 2 == 0 { Layout::Packed } else { Layout::Plain });
        }
    });
}

#[test]
fn infinities_and_zeros_are_keys_like_others() {
    let special: Vec<f32> = SPECIAL.iter().copied().filter(|v| !v.is_subnormal()).collect();
    each_dialect(|device| {
        for n in [3, 10, 33, 100] {
            let keys: Vec<f32> = (0..n).map(|i| special[(i * 7 + n) % special.len()]).collect();
            check(device, &keys, Layout::Packed);
        }
    });
}

#[test]
fn integers_of_any_number_of_bits() {
    each_dialect(|device| {
        for (number, n) in support::sizes().enumerate() {
            for bits in [1, 8, 12, 24] {
                let last = (1u32 << bits) as f32 - 1.0;
                let mut keys: Vec<f32> = noise(n, n as u64).iter().map(|v| (v.abs() * last).floor()).collect();
                keys.iter_mut().step_by(7).for_each(|key| *key = last);
                let layout = if (number + bits) % 2 == 0 { Layout::Packed } else { Layout::Plain };
                check_bits(device, &keys, bits as u32, layout);
            }
        }
    });
}

#[test]
fn words_of_32_bits_are_merged_as_halves() {
    each_dialect(|device| {
        for n in [2usize, 3, 64, 65, 128, 129, 1000, 1024, 1025, 5000] {
            let position_bits = n.next_power_of_two().ilog2();
            // Words of less than 32 bits, and of 32: keys have at most 24 of them.
            for bits in [31 - position_bits, 32 - position_bits].map(|bits| bits.min(24)) {
                let last = (1u32 << bits) as f32 - 1.0;
                let mut keys: Vec<f32> = noise(n, 5).iter().map(|v| (v.abs() * last).floor()).collect();
                keys[n - 1] = last;
                keys[n / 2] = last;
                check_bits(device, &keys, bits, if n % 2 == 0 { Layout::Packed } else { Layout::Plain });
            }
        }
    });
}

/// Whether this is an order of the keys in which only those are out of order that are closer than a step, with equals in order.
fn is_nearly_sorted(keys: &[f32], order: &[f32], step: f32) -> bool {
    let mut places: Vec<usize> = order.iter().map(|position| *position as usize).collect();
    let sorted = places.windows(2).all(|pair| {
        let (a, b) = (keys[pair[0]], keys[pair[1]]);
        a <= b + step && (a.to_bits() != b.to_bits() || pair[0] < pair[1])
    });
    places.sort_unstable();
    sorted && places.into_iter().eq(0..keys.len())
}

#[test]
fn ranges_are_divided_into_steps() {
    each_dialect(|device| {
        for n in [1, 2, 5, 100, 1000] {
            let keys = noise(n, 3);
            let stream = device.upload_with(n, Layout::Packed, &keys).unwrap();
            for (range, size) in
                [(KeyRange::Own, 2.0), (KeyRange::Between(-1.0, 1.0), 2.0), (KeyRange::Between(-4.0, 4.0), 8.0)]
            {
                for method in methods(device) {
                    let options = ArgsortOptions::default().method(method).bits(10, range);
                    let Some(order) = fitting(primitives::argsort_with(&stream, options)) else { continue };
                    let order = order.read().unwrap();
                    assert!(is_nearly_sorted(&keys, &order, size / 1023.0), "{method:?} {range:?} of {n}: {order:?}");
                }
            }
            // Keys beyond the range tie.
            let options = ArgsortOptions::default().bits(4, KeyRange::Between(2.0, 3.0));
            let order = primitives::argsort_with(&stream, options).unwrap().read().unwrap();
            assert!(order.into_iter().eq((0..n).map(|i| i as f32)));
        }
        let equal = device.upload(&[2.5; 70]).unwrap();
        let order = primitives::argsort_with(&equal, ArgsortOptions::default().bits(8, KeyRange::Own)).unwrap();
        assert!(order.read().unwrap().into_iter().eq((0..70).map(|i| i as f32)));
    });
}

#[test]
fn passes_are_those_of_the_sorts() {
    each_dialect(|device| {
        if support::chip().is_some() || device.limits().targets < 8 {
            return;
        }
        let keys: Vec<f32> = (0..1 << 14).map(|i| (i * 5 % 4096) as f32).collect();
        let stream = device.upload_with(keys.len(), Layout::Packed, &keys).unwrap();
        let options = |method| ArgsortOptions::default().method(method).bits(12, KeyRange::Integers);
        // Runs of 64 words or 32 pairs are merged.
        let merges = |method| match method {
            Argsort::MergeWords => 1 + 8 + 1,
            // One block of words.
            Argsort::MergeBlocks => 1 + 8 + 1,
            Argsort::Merge => 1 + 1 + 9 + 1,
            Argsort::BitonicPacked => 1 + 1 + 36 + 1,
            Argsort::Bitonic | Argsort::BitonicFloat => 1 + 105,
            // Of three digits, each with counts at seven levels. The keys' integers come first, and the result is packed last.
            Argsort::MipRadix => 1 + 3 * (7 + 1) + 1,
            Argsort::Rank => 1 + 2,
        };
        for method in methods(device) {
            let (_, trace) = device.traced(|| primitives::argsort_with(&stream, options(method)).unwrap());
            assert_eq!(trace.passes().count(), merges(method), "{method:?}");
            assert!(trace.events.len() == trace.passes().count(), "{method:?} reads something back");
        }
    });
}

#[test]
fn blocks_of_words_are_merged_as_pairs() {
    each_dialect(|device| {
        if !Argsort::MergeBlocks.runs_on(device) {
            return;
        }
        // Blocks of 2^7, 2^9 and 2^11 keys.
        for bits in [24, 22, 20] {
            let block = 1usize << (31 - bits);
            for n in [block - 1, block, block + 1, 2 * block, 2 * block + 3, 3 * block, 5 * block - 2, 8 * block + 1] {
                let last = (1u32 << bits) as f32 - 1.0;
                let mut keys: Vec<f32> = few(n, n as u64).iter().map(|v| (v.abs() / 3.0 * last).floor()).collect();
                keys.iter_mut().zip(noise(n, 3)).step_by(2).for_each(|(key, v)| *key = (v.abs() * last).floor());
                let layout = if n % 2 == 0 { Layout::Packed } else { Layout::Plain };
                let stream = device.upload_with(n, layout, &keys).unwrap();
                for descending in [false, true] {
                    let options = ArgsortOptions::default().method(Argsort::MergeBlocks);
                    let options = options.bits(bits, KeyRange::Integers);
                    let options = if descending { options.descending() } else { options };
                    let order = primitives::argsort_with(&stream, options).unwrap().read().unwrap();
                    let expected = reference::argsort(&keys, descending);
                    same(&order, &expected, &|| format!("blocks of {block}: {n} keys of {bits} bits"));
                }
            }
        }
        assert_eq!(Argsort::fastest(device, 1 << 20, Some(16)), Argsort::MergeBlocks);
        assert_eq!(Argsort::fastest(device, 1 << 20, Some(21)), Argsort::Merge);
    });
}

#[test]
fn long_runs_are_merged_where_they_were_searched_beforehand() {
    each_dialect(|device| {
        let many = [
            (Argsort::Merge, (1 << 17) + 5, ArgsortOptions::default()),
            (Argsort::MergeWords, (1 << 18) + 1, ArgsortOptions::default().bits(12, KeyRange::Integers)),
        ];
        for (method, n, options) in many.into_iter().filter(|(method, ..)| method.runs_on(device)) {
            let keys: Vec<f32> = (0..n).map(|i| (i * 4093 % 4095) as f32).collect();
            let stream = device.upload_with(n, Layout::Packed, &keys).unwrap();
            let (order, trace) = device.traced(|| primitives::argsort_with(&stream, options.method(method)).unwrap());
            same(&order.read().unwrap(), &reference::argsort(&keys, false), &|| format!("{method:?} of {n}"));
            assert!(trace.passes().any(|pass| pass.kernel == "sort_starts"));
        }
    });
}

#[test]
fn passes_of_blocks() {
    each_dialect(|device| {
        if support::chip().is_some() || device.limits().targets < 8 || !Argsort::MergeBlocks.runs_on(device) {
            return;
        }
        let keys: Vec<f32> = (0..1 << 14).map(|i| (i * 5 % 4096) as f32).collect();
        let stream = device.upload_with(keys.len(), Layout::Packed, &keys).unwrap();
        let options = ArgsortOptions::default().method(Argsort::MergeBlocks).bits(20, KeyRange::Integers);
        let (_, trace) = device.traced(|| primitives::argsort_with(&stream, options).unwrap());
        // Blocks of 512 texels of words, from runs of 16; then three merges of runs of 1024 texels of pairs and more.
        assert_eq!(trace.passes().count(), 1 + 5 + 1 + 3 + 1);
    });
}

#[test]
fn what_cannot_be_is_refused() {
    let device = open(builder(support::dialects()[0]));
    let keys = device.upload(&noise(1000, 1)).unwrap();
    let refused = |options: ArgsortOptions| primitives::argsort_with(&keys, options).unwrap_err().to_string();
    for bits in [0, 25] {
        assert_eq!(
            refused(ArgsortOptions::default().bits(bits, KeyRange::Own)),
            format!(
                "keys of {bits} bits cannot be sorted by: the number of bits must be from 1 to 24, or left out to compare whole floats"
            )
        );
    }
    assert_eq!(
        refused(ArgsortOptions::default().bits(8, KeyRange::Between(1.0, 1.0))),
        "1 to 1 is not a range of keys: both numbers must be finite, and the second must be larger"
    );
    assert_eq!(
        refused(ArgsortOptions::default().method(Argsort::MergeWords)),
        "merge-words sorts words of 32 bits, but a key of 32 bits and a position of 10 bits take 42: use merge, or fewer bits"
    );
    assert_eq!(
        refused(ArgsortOptions::default().method(Argsort::MergeBlocks)),
        "merge-blocks sorts words of 32 bits, but a key of 32 bits and a position of 10 bits take 42: use merge, or fewer bits"
    );
    let many = device.upload(&noise(16385, 1)).unwrap();
    assert_eq!(
        primitives::argsort_by(&many, Argsort::Rank).unwrap_err().to_string(),
        "the method rank compares every key with all others, and takes up to 16384 keys; there are 16385: use merge"
    );
    assert_eq!(
        refused(ArgsortOptions::default().method(Argsort::MergeWords).bits(23, KeyRange::Own)),
        "merge-words sorts words of 32 bits, but a key of 23 bits and a position of 10 bits take 33: use merge, or fewer bits"
    );
}

proptest! {
    #![proptest_config(support::cases(12, 200))]

    #[test]
    fn random_keys_and_shapes(rows in 1usize..40, columns in 1usize..40, seed in any::<u64>(), bits in 1u32..24) {
        let keys = few(rows * columns, seed);
        let last = (1u32 << bits) as f32 - 1.0;
        let integers: Vec<f32> = noise(rows * columns, seed).iter().map(|v| (v.abs() * last).floor()).collect();
        for dialect in support::dialects() {
            let device = open(builder(dialect).largest_texture(64));
            let stream = device.upload_shaped([rows, columns], &keys).unwrap();
            for method in methods(&device).into_iter().filter(|method| !sorts_words(*method)) {
                let options = ArgsortOptions::default().method(method).descending();
                let Some(order) = fitting(primitives::argsort_with(&stream, options)) else { continue };
                prop_assert_eq!(order.shape(), stream.shape());
                same(&order.read().unwrap(), &reference::argsort(&keys, true), &|| format!("{method:?}"));
            }
            check_bits(&device, &integers, bits, Layout::Packed);
        }
    }
}
