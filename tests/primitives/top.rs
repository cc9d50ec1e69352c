//! Selections of the largest and smallest elements against the plain-Rust reference.

use crate::support;

use brooklet::primitives::{self, Top, TopOptions};
use brooklet::{Device, Layout, reference};
use proptest::prelude::*;
use support::{SPECIAL, builder, each_dialect, fitting, noise, open};

/// Keys of which many are equal.
fn few(count: usize, seed: u64) -> Vec<f32> {
    noise(count, seed).iter().map(|v| (v * 3.0).round() + 0.0).collect()
}

fn methods(device: &Device) -> Vec<Top> {
    Top::ALL.into_iter().filter(|method| support::runs_here(device, method.name(), method.runs_on(device))).collect()
}

fn check(device: &Device, keys: &[f32], k: usize, layout: Layout) {
    let stream = device.upload_with(keys.len(), layout, keys).unwrap();
    for smallest in [false, true] {
        let (values, positions) = reference::top(keys, k, smallest);
        let options = if smallest { TopOptions::default().smallest() } else { TopOptions::default() };
        let named = methods(device).into_iter().map(|method| options.method(method));
        for options in named.chain([options]) {
            let Some((own, at)) = fitting(primitives::top_with(&stream, k, options)) else { continue };
            assert_eq!((own.len(), own.layout(), at.layout()), (k, layout, layout));
            assert_eq!(at.read().unwrap(), positions, "{options:?}: {k} of {}", keys.len());
            assert_eq!(
                support::bits(&own.read().unwrap()),
                support::bits(&values),
                "{options:?}: {k} of {}",
                keys.len()
            );
        }
    }
    if keys.is_empty() {
        return;
    }
    let expected = |smallest| reference::top(keys, 1, smallest).1[0] as usize;
    if let Some(largest) = fitting(primitives::argmax(&stream)) {
        assert_eq!(largest, expected(false), "argmax of {} {layout}", keys.len());
    }
    if let Some(smallest) = fitting(primitives::argmin(&stream)) {
        assert_eq!(smallest, expected(true), "argmin of {} {layout}", keys.len());
    }
}

#[test]
fn lists_of_all_sizes_and_layouts() {
    each_dialect(|device| {
        for n in support::sizes() {
            let layouts = if n % 2 == 0 { [Layout::Plain, Layout::Packed] } else { [Layout::Packed, Layout::Plain] };
            for k in [0, 1, n / 3, n] {
                if k <= n {
                    check(device, &noise(n, n as u64), k, layouts[0]);
                    check(device, &few(n, n as u64), k, layouts[1]);
                }
            }
        }
    });
}

/// Lists that are so long that groups of both sizes compete, over up to three rounds, with and without elements past the last group.
#[test]
fn rounds_of_a_tournament() {
    each_dialect(|device| {
        for (n, k) in [(4097, 1), (4160, 60), (5000, 3), (8191, 127), (16384, 2), (20001, 100), (70_000, 5)] {
            check(device, &noise(n, n as u64), k, Layout::Packed);
            check(device, &few(n, 3), k, Layout::Packed);
            let ascending: Vec<f32> = (0..n).map(|i| i as f32).collect();
            check(device, &ascending, k, Layout::Plain);
        }
    });
}

#[test]
fn infinities_and_zeros_compete_like_others() {
    let special: Vec<f32> = SPECIAL.iter().copied().filter(|v| !v.is_subnormal()).collect();
    each_dialect(|device| {
        for n in [3, 10, 33, 100, 5000] {
            let keys: Vec<f32> = (0..n).map(|i| special[(i * 7 + n) % special.len()]).collect();
            check(device, &keys, n.min(40), Layout::Packed);
        }
        for zeros in [[0.0, -0.0], [-0.0, 0.0]] {
            let keys: Vec<f32> = (0..4200).map(|i| zeros[i / 100 % 2]).collect();
            check(device, &keys, 9, Layout::Packed);
        }
        check(device, &[f32::NEG_INFINITY; 4100], 2, Layout::Packed);
    });
}

#[test]
fn nan_is_larger_than_all_numbers_where_there_are_integers() {
    each_dialect(|device| {
        if support::chip().is_some() || !support::has_integers(device) {
            return;
        }
        let mut keys = noise(4500, 8);
        keys[4000] = f32::NAN;
        keys[4400] = f32::INFINITY;
        let x = device.upload_with(keys.len(), Layout::Packed, &keys).unwrap();
        for method in [Top::Sort, Top::Tournament] {
            let (_, positions) = primitives::top_by(&x, 2, method).unwrap();
            assert_eq!(positions.read().unwrap(), [4000.0, 4400.0], "{method:?}");
        }
        assert_eq!(primitives::argmax(&x).unwrap(), 4000);
    });
}

#[test]
fn a_tournament_reads_all_elements_once_and_nothing_back() {
    each_dialect(|device| {
        if support::chip().is_some() || device.limits().targets < 8 {
            return;
        }
        let keys = noise(1 << 16, 2);
        let x = device.upload_with(keys.len(), Layout::Packed, &keys).unwrap();
        let (_, trace) = device.traced(|| primitives::top(&x, 10).unwrap());
        let passes: Vec<&str> = trace.passes().map(|pass| &*pass.kernel).collect();
        assert_eq!(trace.events.len(), passes.len(), "something is read back");
        assert_eq!(passes.iter().filter(|name| name.starts_with("top_groups")).count(), 1);
        let (_, trace) = device.traced(|| primitives::argmax(&x).unwrap());
        assert_eq!(trace.passes().count(), 5); // 65536, 1024, 16, and down again
    });
}

#[test]
fn what_cannot_be_is_refused() {
    let device = open(builder(support::dialects()[0]));
    let x = device.upload(&[1.0, 2.0]).unwrap();
    assert_eq!(
        primitives::top(&x, 3).unwrap_err().to_string(),
        "the top 3 of 2 elements are wanted: there must be at least as many elements"
    );
    let none = device.upload::<f32>(&[]).unwrap();
    assert_eq!(
        primitives::argmin(&none).unwrap_err().to_string(),
        "a reduction of no elements by `argmin` has no value; of the built-in operators only sum and product have one"
    );
}

proptest! {
    #![proptest_config(support::cases(12, 200))]

    #[test]
    fn random_keys_and_shapes(rows in 1usize..128, columns in 1usize..128, seed in any::<u64>(), part in 1usize..200) {
        let keys = few(rows * columns, seed);
        let k = keys.len().div_ceil(part);
        for dialect in support::dialects() {
            let device = open(builder(dialect).largest_texture(128));
            let stream = device.upload_shaped([rows, columns], &keys).unwrap();
            for method in methods(&device) {
                let Some((values, positions)) = fitting(primitives::top_by(&stream, k, method)) else { continue };
                let expected = reference::top(&keys, k, false);
                prop_assert_eq!(positions.read().unwrap(), expected.1);
                prop_assert_eq!(values.read().unwrap(), expected.0);
            }
        }
    }
}
