//! Segmented scans, groups, gathers, scatters and merges on compute shaders against the plain-Rust reference.

use crate::each;
use crate::support;
use crate::support::level::sample;

use brooklet::catalog::{self, Options};
use brooklet::compute::{self, Group, Merge, Put, SegmentedScan};
use brooklet::{Class, Device, Element, Layout, Operator, Texel, reference};
use proptest::prelude::*;
use support::{bits, builder, noise, open};

/// Around runs of 256 elements, tiles of 2048 and of 1024, and those of small groups; two and three levels of parts.
const EDGES: [usize; 21] =
    [0, 1, 2, 3, 7, 8, 31, 32, 33, 127, 129, 255, 256, 257, 1023, 1025, 2047, 2048, 2049, 4097, 70_001];

fn edges(device: &Device) -> impl Iterator<Item = usize> {
    let invocations = device.compute().unwrap().invocations;
    let max = if invocations > 32 { usize::MAX } else { 2100 };
    sample(EDGES, invocations, 3).filter(move |n| *n <= max)
}

/// Whole numbers, of which many are equal.
fn few(count: usize, seed: u64, largest: f32) -> Vec<f32> {
    noise(count, seed).iter().map(|v| (v * largest).round() + 0.0).collect()
}

/// Flags of which about one in `every` is set.
fn flags(count: usize, seed: u64, every: f32) -> Vec<f32> {
    noise(count, seed).iter().map(|v| f32::from(v.abs() * every < 1.0)).collect()
}

fn scans<T: Texel + Element>(device: &Device, values: &[T], heads: &[f32], op: &Operator<T>) {
    let (x, marks) = (device.upload_buffer(values).unwrap(), device.upload_buffer(heads).unwrap());
    let expected = reference::segmented_scan(values, heads, op);
    for method in SegmentedScan::ALL {
        let scanned = compute::segmented_scan_by(&x, &marks, op, method).unwrap().read().unwrap();
        assert!(scanned == expected, "{method:?} of {} by {}", values.len(), op.name());
    }
}

#[test]
fn segments_are_scanned() {
    let last = Operator::new("last", "b", |_: f32, b: f32| b);
    let first = Operator::new("first", "a", |a: f32, _: f32| a);
    each(|device| {
        for n in edges(device) {
            let values = few(n, 1, 9.0);
            for every in [1.0, 3.0, 100.0, 1.0e9] {
                scans(device, &values, &flags(n, 2, every), &Operator::sum());
            }
            scans(device, &values, &flags(n, 3, 300.0), &last);
            scans(device, &values, &flags(n, 3, 300.0), &first);
            let vectors: Vec<[f32; 3]> = values.iter().map(|&v| [v, 1.0, -v]).collect();
            scans(device, &vectors, &flags(n, 4, 40.0), &Operator::sum());
        }
    });
}

fn groups(device: &Device, keys: &[f32]) {
    let values = few(keys.len(), 11, 50.0);
    let vectors: Vec<[f32; 2]> = values.iter().map(|&v| [v, -v]).collect();
    let (stream, payload) = (device.upload_buffer(keys).unwrap(), device.upload_buffer(&values).unwrap());
    let (expected_keys, expected) = reference::group(keys, &values, &Operator::sum());
    let (_, expected_vectors) = reference::group(keys, &vectors, &Operator::min());
    for method in Group::ALL {
        let (distinct, sums) = compute::group_by(&stream, &payload, &Operator::sum(), method).unwrap();
        assert_eq!((distinct.read().unwrap(), sums.read().unwrap()), (expected_keys.clone(), expected.clone()));
        let twos = device.upload_with(keys.len(), Layout::Plain, &vectors).unwrap();
        let (_, least) = compute::group_by(&stream, &twos, &Operator::min(), method).unwrap();
        assert_eq!(least.read().unwrap(), expected_vectors);
    }
    let found = compute::unique(&stream).unwrap();
    assert_eq!((found.keys.read().unwrap(), found.counts.read().unwrap()), reference::unique(keys));
    let found = compute::run_lengths(&stream).unwrap();
    assert_eq!((found.keys.read().unwrap(), found.counts.read().unwrap()), reference::run_lengths(keys));
    let (distinct, sums) = compute::group_sorted(&stream, &payload, &Operator::sum()).unwrap();
    assert_eq!(distinct.read().unwrap(), reference::run_lengths(keys).0);
    assert_eq!(sums.read().unwrap().iter().sum::<f32>(), values.iter().sum::<f32>());
}

#[test]
fn keys_are_grouped() {
    each(|device| {
        for n in edges(device) {
            groups(device, &few(n, 5, 4.0));
            groups(device, &vec![7.0; n]);
            groups(device, &(0..n).map(|i| -(i as f32)).collect::<Vec<_>>());
        }
        groups(device, &[0.0, -0.0, f32::INFINITY, 0.0, f32::NEG_INFINITY, f32::INFINITY]);
        groups(device, &[1.0e-40, 2.0e-40, 1.0e-40, 0.0, -1.0e-40]);
    });
}

fn puts<T: Texel + Element>(device: &Device, into: &[T], at: &[f32], values: &[T], op: &Operator<T>) {
    let (target, payload) = (device.upload_buffer(into).unwrap(), device.upload_buffer(values).unwrap());
    let places = device.upload_buffer(at).unwrap();
    for method in Put::ALL {
        let result = compute::put_by(&target, &places, &payload, method).unwrap().read().unwrap();
        assert!(result == reference::put(into, at, values), "{method:?} of {} to {}", at.len(), into.len());
    }
    let result = compute::put_with(&target, &places, &payload, op).unwrap().read().unwrap();
    assert!(result == reference::put_with(into, at, values, op), "{} to {} by {}", at.len(), into.len(), op.name());
    // What it was called with is as it was.
    assert!(target.read().unwrap() == into);
}

/// Positions among `elements`, and a few beyond them on either side.
fn positions(count: usize, elements: usize, seed: u64) -> Vec<f32> {
    noise(count, seed).iter().map(|v| ((v * 0.55 + 0.5) * elements as f32).floor()).collect()
}

#[test]
fn values_are_put_and_taken() {
    let last = Operator::new("last", "b", |_: f32, b: f32| b);
    each(|device| {
        for n in edges(device) {
            let into = few(n, 1, 50.0);
            for count in [n, n / 3 + 1, 2 * n] {
                puts(device, &into, &positions(count, n, 2), &few(count, 3, 50.0), &Operator::sum());
            }
            puts(device, &into, &vec![(n / 2) as f32; n], &few(n, 4, 50.0), &last);
            let vectors: Vec<[f32; 3]> = into.iter().map(|&v| [v, 1.0, -v]).collect();
            puts(device, &vectors, &positions(n, n, 5), &vectors, &Operator::max());
            if n > 0 {
                let at: Vec<f32> = positions(2 * n, n, 6).iter().map(|at| at.clamp(0.0, n as f32 - 1.0)).collect();
                let (x, places) = (device.upload_buffer(&vectors).unwrap(), device.upload_buffer(&at).unwrap());
                assert!(compute::take(&x, &places).unwrap().read().unwrap() == reference::take(&vectors, &at));
            }
        }
        let odd = [f32::NAN, -1.0, 4.0, 1.0e30, f32::NEG_INFINITY, 1.5];
        puts(device, &[1.0, 2.0, 3.0, 4.0], &odd, &[9.0, 9.0, 9.0, 9.0, 9.0, 7.0], &Operator::sum());
        let (none, one) = (device.upload_buffer::<f32>(&[]).unwrap(), device.upload_buffer(&[0.0]).unwrap());
        let error = compute::take(&none, &one).unwrap_err().to_string();
        assert_eq!(error, "1 elements are to be taken from a stream that has none");
        let error = compute::put(&one, &one, &none).unwrap_err().to_string();
        assert!(error.contains("`positions` is 1, `values` is 0"), "{error}");
    });
}

fn merges(device: &Device, a: &[f32], b: &[f32]) {
    let (first, second) = (device.upload_buffer(a).unwrap(), device.upload_buffer(b).unwrap());
    for method in Merge::ALL {
        let merged = compute::merge_by(&first, &second, method).unwrap().read().unwrap();
        assert!(bits(&merged) == bits(&reference::merge(a, b)), "{method:?} of {} and {}", a.len(), b.len());
    }
}

#[test]
fn lists_are_merged() {
    let sorted = |n, seed, largest| reference::sort(&few(n, seed, largest), false);
    each(|device| {
        for n in edges(device) {
            for other in [n, n / 3, 1, 2 * n + 3] {
                merges(device, &sorted(n, 1, 9.0), &sorted(other, 2, 9.0));
                merges(device, &sorted(other, 3, 1000.0), &sorted(n, 4, 1000.0));
            }
            let rising: Vec<f32> = (0..2 * n).map(|i| i as f32).collect();
            merges(device, &rising[..n], &rising[n..]);
            merges(device, &rising[n..], &rising[..n]);
        }
        let special = [f32::NEG_INFINITY, -1.0e-40, -0.0, 0.0, 0.0, -0.0, 1.0e-40, 1.0, f32::INFINITY, f32::NAN];
        merges(device, &special, &special);
    });
}

/// Of lists that are not sorted, the result is unspecified, but nothing outside them is read.
#[test]
fn lists_that_are_not_sorted_yield_elements_of_theirs() {
    each(|device| {
        for n in edges(device) {
            let (a, b): (Vec<_>, Vec<_>) = (0..n).map(|i| ((i * 7 % n) as f32, -((i * 5 % n) as f32))).unzip();
            let (first, second) = (device.upload_buffer(&a).unwrap(), device.upload_buffer(&b).unwrap());
            for (first, second) in [(&first, &first), (&first, &second), (&second, &first)] {
                for method in Merge::ALL {
                    let merged = compute::merge_by(first, second, method).unwrap().read().unwrap();
                    let strange = merged.iter().find(|v| v.fract() != 0.0 || v.abs() >= n as f32);
                    assert_eq!((merged.len(), strange), (2 * n, None), "{method:?} of {n}");
                }
            }
        }
    });
}

#[test]
fn dispatches_at_2_20() {
    for dialect in support::dialects() {
        let device = support::device(dialect);
        if !support::has_compute(&device) || device.compute().unwrap().invocations < 256 {
            continue;
        }
        let n = 1 << 20;
        let x = device.upload_buffer(&few(n, 1, 9.0)).unwrap();
        let at = device.upload_buffer(&(0..n).map(|i| (i * 7 % n) as f32).collect::<Vec<_>>()).unwrap();
        let sorted = device.upload_buffer(&(0..n).map(|i| i as f32).collect::<Vec<_>>()).unwrap();
        let count = |run: &dyn Fn()| device.traced(run).1.dispatches().count().to_string();
        let listed = |table: &[brooklet::catalog::MethodInfo], method: usize| table[method].of_2_20;
        use brooklet::catalog::Methods;
        for method in SegmentedScan::ALL {
            let run = || drop(compute::segmented_scan_by(&x, &at, &Operator::sum(), method).unwrap());
            assert_eq!(count(&run), listed(SegmentedScan::TABLE, method as usize), "{method:?}");
        }
        for method in Group::ALL {
            let run = || drop(compute::group_by(&at, &x, &Operator::sum(), method).unwrap());
            assert_eq!(count(&run), listed(Group::TABLE, method as usize), "{method:?}");
        }
        for method in Merge::ALL {
            let run = || drop(compute::merge_by(&sorted, &sorted, method).unwrap());
            assert_eq!(count(&run), listed(Merge::TABLE, method as usize), "{method:?}");
        }
        for name in ["unique", "run-lengths", "take"] {
            let primitive = catalog::find(name).unwrap();
            let inputs = &[&x, &at][..primitive.inputs.len()];
            let methods = primitive.compute.as_ref().unwrap().methods;
            let run = |method| drop(primitive.dispatch(Some(method), inputs, &Options::default()).unwrap());
            let counted: Vec<_> = methods.iter().map(|method| count(&|| run(method.name))).collect();
            assert_eq!(counted, methods.iter().map(|method| method.of_2_20).collect::<Vec<_>>(), "{name}");
        }
        let run = || drop(compute::put(&x, &at, &x).unwrap());
        assert_eq!(count(&run), listed(Put::TABLE, 0));
        let run = || drop(compute::put_with(&x, &at, &x, &Operator::sum()).unwrap());
        let dispatches = if device.info().class == Class::Hardware { "19" } else { "18" };
        assert_eq!(count(&run), dispatches);
    }
}

proptest! {
    #![proptest_config(support::cases(10, 100))]

    #[test]
    fn random_data(n in 0usize..3000, count in 0usize..3000, seed in any::<u64>(), largest in 0u8..60) {
        for dialect in support::dialects() {
            let device = open(builder(dialect).max_invocations(32));
            if !support::has_compute(&device) {
                continue;
            }
            let keys = few(n, seed, f32::from(largest));
            scans(&device, &keys, &flags(n, seed ^ 1, f32::from(largest) + 1.0), &Operator::sum());
            groups(&device, &keys);
            puts(&device, &keys, &positions(count, n, seed ^ 2), &few(count, seed ^ 3, 9.0), &Operator::sum());
            merges(&device, &reference::sort(&keys, false), &reference::sort(&few(count, seed ^ 4, 20.0), false));
        }
    }
}
