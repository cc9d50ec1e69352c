//! Segmented scans, groups, distinct keys and gathers against the plain-Rust reference.

use crate::support;

use brooklet::catalog::{self, Options, Primitive};
use brooklet::primitives::{self, Group, RunLengths, SegmentedScan};
use brooklet::{Class, Device, Layout, Operator, Texel, reference};
use proptest::prelude::*;
use support::{builder, each_dialect, fitting, noise, open};

/// Whole numbers, of which many are equal.
fn few(count: usize, seed: u64, largest: f32) -> Vec<f32> {
    noise(count, seed).iter().map(|v| (v * largest).round() + 0.0).collect()
}

/// Flags of which about one in `every` is set.
fn flags(count: usize, seed: u64, every: f32) -> Vec<f32> {
    noise(count, seed).iter().map(|v| f32::from(v.abs() * every < 1.0)).collect()
}

fn check_scan<T: Texel + PartialEq>(device: &Device, values: &[T], heads: &[f32], op: &Operator<T>, layout: Layout) {
    let stream = device.upload_with(values.len(), layout, values).unwrap();
    let marks = device.upload_with(heads.len(), layout, heads).unwrap();
    let expected = reference::segmented_scan(values, heads, op);
    for method in SegmentedScan::ALL {
        let Some(scanned) = fitting(primitives::segmented_scan_by(&stream, &marks, op, method)) else { continue };
        assert_eq!((scanned.shape(), scanned.layout()), (stream.shape(), layout));
        let scanned = scanned.read().unwrap();
        let differs = scanned.iter().zip(&expected).position(|(a, b)| a != b);
        assert_eq!(
            differs,
            None,
            "{method:?} of {} by {}: {:?}",
            values.len(),
            op.name(),
            differs.map(|at| scanned[at])
        );
    }
}

#[test]
fn segments_of_all_sizes_are_scanned() {
    each_dialect(|device| {
        for (number, n) in support::sizes().enumerate() {
            let layout = if number % 2 == 0 { Layout::Packed } else { Layout::Plain };
            let values = few(n, 1, 9.0);
            for every in [1.0, 3.0, 100.0, 1.0e9] {
                check_scan(device, &values, &flags(n, 2, every), &Operator::sum(), layout);
            }
            check_scan(device, &values, &flags(n, 3, 20.0), &Operator::max(), layout);
            let vectors: Vec<[f32; 3]> = values.iter().map(|&v| [v, 1.0, -v]).collect();
            check_scan(device, &vectors, &flags(n, 4, 9.0), &Operator::sum(), Layout::Plain);
        }
    });
}

#[test]
fn operators_need_not_commute() {
    let last = Operator::new("last", "b", |_: f32, b: f32| b);
    let first = Operator::new("first", "a", |a: f32, _: f32| a);
    each_dialect(|device| {
        for n in [1, 2, 8, 9, 63, 64, 65, 300] {
            let values: Vec<f32> = (0..n).map(|i| i as f32).collect();
            for op in [&last, &first] {
                check_scan(device, &values, &flags(n, 7, 12.0), op, Layout::Plain);
            }
        }
    });
}

#[test]
fn sums_of_fractions_are_as_exact_as_they_say() {
    each_dialect(|device| {
        if support::chip().is_some() {
            return;
        }
        let values = noise(20_000, 8);
        let heads = flags(20_000, 9, 3000.0);
        let (x, marks) = (device.upload(&values).unwrap(), device.upload(&heads).unwrap());
        let exact = segmented(&values, &heads, |v| f64::from(*v));
        let sizes = segmented(&values, &heads, |v| f64::from(v.abs()));
        // 5000, 625, 79 and 10 sums: 9 passes of the pyramid. ⌈log2 20000⌉ is 15.
        for (method, roundings) in [(SegmentedScan::Pyramid, 3.0 * 9.0 + 14.0), (SegmentedScan::HillisSteele, 15.0)] {
            let sums = primitives::segmented_scan_by(&x, &marks, &Operator::sum(), method).unwrap().read().unwrap();
            for (at, sum) in sums.iter().enumerate() {
                let bound = roundings * support::roundoff() * sizes[at];
                assert!((f64::from(*sum) - exact[at]).abs() <= bound, "{method:?} at {at}: {sum}, not {}", exact[at]);
            }
        }
    });
}

/// The sums of each segment in double precision.
fn segmented(values: &[f32], heads: &[f32], of: impl Fn(&f32) -> f64) -> Vec<f64> {
    let mut sum = 0.0;
    let sums = values.iter().zip(heads).map(|(value, head)| {
        sum = if *head != 0.0 { of(value) } else { sum + of(value) };
        sum
    });
    sums.collect()
}

#[test]
fn passes_of_a_pyramid() {
    each_dialect(|device| {
        if support::chip().is_some() {
            return;
        }
        let values = few(1 << 14, 1, 9.0);
        let (stream, heads) = (device.upload(&values).unwrap(), device.upload(&flags(1 << 14, 2, 9.0)).unwrap());
        let scan = || primitives::segmented_scan_by(&stream, &heads, &Operator::sum(), SegmentedScan::Pyramid).unwrap();
        let (_, trace) = device.traced(scan);
        let own = trace.passes().filter(|pass| pass.kernel.starts_with("segment_")).count();
        // Plain streams are packed and unpacked. Levels of 2^12, 2^9 and 2^6 sums: 3 up, and 3 and the stream down.
        assert_eq!((own, trace.passes().count()), (3 + 4, 3 + 4 + 3));
        // Vectors: ⌈log8 2^14⌉ is 5; 4 levels of sums and 4 of flags, and 5 passes down.
        let vectors = device.upload(&values.iter().map(|&v| [v, 1.0]).collect::<Vec<_>>()).unwrap();
        let sum = Operator::sum();
        let scan = || primitives::segmented_scan_by(&vectors, &heads, &sum, SegmentedScan::Pyramid).unwrap();
        let (_, trace) = device.traced(scan);
        assert_eq!(trace.passes().count(), 4 + 4 + 5);
    });
}

fn check_group(device: &Device, keys: &[f32], layout: Layout) {
    let values = few(keys.len(), 11, 50.0);
    let stream = device.upload_with(keys.len(), layout, keys).unwrap();
    let payload = device.upload_with(keys.len(), layout, &values).unwrap();
    for op in [Operator::sum(), Operator::min()] {
        let Some((distinct, reduced)) = fitting(primitives::group_by(&stream, &payload, &op, Group::SortScanGather))
        else {
            continue;
        };
        let (expected_keys, expected) = reference::group(keys, &values, &op);
        assert_eq!(distinct.read().unwrap(), expected_keys);
        assert_eq!(reduced.read().unwrap(), expected, "{}", op.name());
    }
    if let Some(found) = fitting(primitives::unique(&stream)) {
        let (distinct, counts) = reference::unique(keys);
        assert_eq!((found.keys.read().unwrap(), found.counts.read().unwrap()), (distinct, counts));
    }
    if let Some(found) = fitting(primitives::run_lengths(&stream)) {
        assert_eq!((found.keys.read().unwrap(), found.counts.read().unwrap()), reference::run_lengths(keys));
    }
}

#[test]
fn groups_of_all_sizes() {
    each_dialect(|device| {
        for (number, n) in support::sizes().enumerate() {
            let layout = if number % 2 == 0 { Layout::Packed } else { Layout::Plain };
            check_group(device, &few(n, 5, 4.0), layout);
            check_group(device, &vec![7.0; n], layout);
            check_group(device, &(0..n).map(|i| -(i as f32)).collect::<Vec<_>>(), layout);
        }
        check_group(device, &[0.0, -0.0, f32::INFINITY, 0.0, f32::NEG_INFINITY, f32::INFINITY], Layout::Plain);
    });
}

#[test]
fn groups_take_these_passes() {
    each_dialect(|device| {
        if support::chip().is_some() {
            return;
        }
        let keys: Vec<f32> = (0..1 << 14).map(|i| (i / 100) as f32).collect();
        let values = few(1 << 14, 1, 9.0);
        let packed = |x: &[f32]| device.upload_with(x.len(), Layout::Packed, x).unwrap();
        let (keys, values) = (packed(&keys), packed(&values));
        // Counts of 2^10 groups of sixteen, 2^6 and 4 sums of these, the walk, and the results.
        let (_, trace) = device.traced(|| primitives::run_lengths(&keys).unwrap());
        assert_eq!(support::passes_of_kernels(&trace), 5);
        assert_eq!(trace.readbacks().count(), 1);
        // And levels of 2^12, 2^9 and 2^6 sums, up and down.
        let (_, trace) = device.traced(|| primitives::group_sorted(&keys, &values, &Operator::sum()).unwrap());
        assert_eq!(support::passes_of_kernels(&trace), 5 + 6);
        assert_eq!(trace.readbacks().count(), 1);
    });
}

/// The numbers of passes that the guide has for 2^20 elements.
#[test]
fn methods_take_the_listed_passes() {
    let device = support::device(support::dialects()[0]);
    // They depend on the methods of sorts and filters that are the device's.
    if support::chip().is_some() || !device.features().integers || device.limits().targets < 8 {
        return;
    }
    let n = 1 << 20;
    let (equal, different) = (few(n, 1, 9.0), noise(n, 1));
    let count = |primitive: &Primitive, method, layout| {
        let x = if primitive.name == "quantile" { &different } else { &equal };
        let inputs = primitive.inputs.iter().filter(|input| !input.optional);
        let inputs: Vec<_> = inputs.map(|_| device.upload_with(n, layout, x).unwrap()).collect();
        let inputs: Vec<_> = inputs.iter().collect();
        let draw = || primitive.draw(Some(method), &inputs, &Options::default()).unwrap();
        device.traced(draw).1.passes().count()
    };
    let mut listed = Vec::new();
    let mut counted = Vec::new();
    // Fewer elements are ranked at once with a driver in software, so that a tournament takes more passes.
    let software = device.info().class == Class::Software;
    let left_out = |name: &str| name.starts_with("bitonic") || name == "mip-radix" || name == "tournament" && software;
    let names = ["sort", "argsort", "put", "top", "quantile", "unique", "run-lengths", "take"];
    for primitive in names.map(|name| catalog::find(name).unwrap()) {
        let methods = primitive.fragment.methods.iter().filter(|method| primitive.fragment.runs_on(method, &device));
        // Words need keys of few bits.
        let methods = methods.filter(|method| !left_out(method.name) && !method.name.starts_with("merge-"));
        for method in methods.filter(|method| method.max_elements >= n) {
            let [packed, plain] = [Layout::Packed, Layout::Plain].map(|layout| count(primitive, method.name, layout));
            let passes = if packed == plain { format!("{plain}") } else { format!("{packed} packed, {plain} plain") };
            listed.push((primitive.name, method.name, method.of_2_20.to_owned()));
            counted.push((primitive.name, method.name, passes));
        }
    }
    assert_eq!(listed, counted);
}

#[test]
fn one_render_target_is_enough() {
    for dialect in support::dialects() {
        let device = open(builder(dialect).max_targets(1));
        for n in support::level::sample([1, 2, 5, 64, 300, 2000], 0, 3) {
            check_group(&device, &few(n, 5, 3.0), Layout::Packed);
            check_group(&device, &few(n, 5, 3.0), Layout::Plain);
        }
    }
}

#[test]
fn keys_that_are_not_numbers_are_groups_by_themselves() {
    each_dialect(|device| {
        if support::chip().is_some() {
            return;
        }
        let keys = [f32::NAN, f32::NAN, 1.0, 1.0, f32::NAN, f32::INFINITY, f32::INFINITY];
        let lengths = [1.0, 1.0, 2.0, 1.0, 2.0];
        for layout in [Layout::Packed, Layout::Plain] {
            let stream = device.upload_with(keys.len(), layout, &keys).unwrap();
            assert_eq!(primitives::run_lengths(&stream).unwrap().counts.read().unwrap(), lengths);
            let ones = device.upload_with(keys.len(), layout, &[1.0; 7]).unwrap();
            let (_, sums) = primitives::group_sorted(&stream, &ones, &Operator::sum()).unwrap();
            assert_eq!(sums.read().unwrap(), lengths);
        }
    });
}

#[test]
fn denormals_are_keys_of_their_own() {
    let tiny = |n: i32| f32::from_bits(n.unsigned_abs()).copysign(n as f32);
    each_dialect(|device| {
        // Without integers, the device decides how denormals compare.
        if !device.features().integers {
            return;
        }
        for count in [6, 100, 1000] {
            let keys: Vec<f32> = (0..count).map(|i| if i % 7 == 0 { -0.0 } else { tiny(i * 5 % 11 - 5) }).collect();
            let mut sorted = keys.clone();
            sorted.sort_by(|a, b| a.partial_cmp(b).unwrap());
            let (expected, counts) = reference::unique(&sorted);
            let zero = |keys: Vec<f32>| keys.into_iter().map(|key| key + 0.0).collect::<Vec<_>>();
            let ones = vec![1.0; keys.len()];
            for layout in [Layout::Packed, Layout::Plain] {
                let stream = device.upload_with(keys.len(), layout, &keys).unwrap();
                for method in RunLengths::ALL.into_iter().filter(|method| method.runs_on(device)) {
                    let Some(unique) = fitting(primitives::unique_by(&stream, method)) else { continue };
                    assert_eq!(zero(unique.keys.read().unwrap()), zero(expected.clone()), "{method:?} of {count}");
                    assert_eq!(unique.counts.read().unwrap(), counts, "{method:?} of {count}");
                }
                let values = device.upload_with(ones.len(), layout, &ones).unwrap();
                let Some((found, sums)) = fitting(primitives::group(&stream, &values, &Operator::sum())) else {
                    continue;
                };
                assert_eq!(zero(found.read().unwrap()), zero(expected.clone()), "a group of {count}");
                assert_eq!(sums.read().unwrap(), counts, "a group of {count}");
                // Two numbers a value take the passes of other kernels.
                let pairs = device.upload(&vec![[1.0, 2.0]; keys.len()]).unwrap();
                let Some((_, sums)) = fitting(primitives::group(&stream, &pairs, &Operator::sum())) else { continue };
                assert_eq!(sums.read().unwrap(), counts.iter().map(|n| [*n, 2.0 * n]).collect::<Vec<_>>());
            }
        }
    });
}

#[test]
fn order_is_kept_within_groups() {
    let last = Operator::new("last", "b", |_: f32, b: f32| b);
    let first = Operator::new("first", "a", |a: f32, _: f32| a);
    each_dialect(|device| {
        for n in support::level::sample([1usize, 3, 17, 300, 5000], 0, 2) {
            for length in [1, 2, 3, 7, 1000] {
                let keys: Vec<f32> = (0..n).map(|i| (i / length) as f32).collect();
                let values: Vec<f32> = (0..n).map(|i| i as f32).collect();
                let (keys, values) = (device.upload(&keys).unwrap(), device.upload(&values).unwrap());
                let ends = |op| fitting(primitives::group_sorted(&keys, &values, op)).map(|(_, x)| x.read().unwrap());
                let groups = n.div_ceil(length);
                if let Some(found) = ends(&first) {
                    assert_eq!(found, (0..groups).map(|i| (i * length) as f32).collect::<Vec<_>>());
                }
                if let Some(found) = ends(&last) {
                    assert_eq!(found, (0..groups).map(|i| (n.min((i + 1) * length) - 1) as f32).collect::<Vec<_>>());
                }
            }
        }
    });
}

#[test]
fn elements_are_taken_bit_for_bit() {
    each_dialect(|device| {
        for n in [1, 2, 100, 1000] {
            let values = noise(n, 1);
            let vectors: Vec<[f32; 2]> = values.iter().map(|&v| [v, -v]).collect();
            let positions: Vec<f32> = noise(2 * n, 2).iter().map(|v| (v.abs() * n as f32).floor()).collect();
            let at = device.upload_with(2 * n, Layout::Packed, &positions).unwrap();
            let taken = primitives::take(&device.upload(&values).unwrap(), &at).unwrap();
            assert_eq!(support::bits(&taken.read().unwrap()), support::bits(&reference::take(&values, &positions)));
            let taken = primitives::take(&device.upload(&vectors).unwrap(), &at).unwrap();
            assert_eq!(taken.read().unwrap(), reference::take(&vectors, &positions));
        }
        let (none, one) = (device.upload::<f32>(&[]).unwrap(), device.upload(&[0.0]).unwrap());
        assert_eq!(primitives::take(&one, &none).unwrap().len(), 0);
        let error = primitives::take(&none, &one).unwrap_err();
        assert_eq!(error.to_string(), "1 elements are to be taken from a stream that has none");
    });
}

#[test]
fn streams_of_different_shapes_are_refused() {
    each_dialect(|device| {
        let (two, three) = (device.upload(&[1.0, 2.0]).unwrap(), device.upload(&[1.0, 2.0, 3.0]).unwrap());
        assert_eq!(
            primitives::segmented_scan(&two, &three, &Operator::sum()).unwrap_err().to_string(),
            "values and flags of a segmented scan: `values` is 2, `heads` is 3; they must have the same shape"
        );
        assert_eq!(
            primitives::group(&two, &three, &Operator::sum()).unwrap_err().to_string(),
            "keys and values of groups: `keys` is 2, `values` is 3; they must have the same shape"
        );
    });
}

proptest! {
    #![proptest_config(support::cases(10, 200))]

    #[test]
    fn random_segments_and_groups(rows in 1usize..30, columns in 1usize..30, seed in any::<u64>(), largest in 0u8..60) {
        let n = rows * columns;
        let (keys, values) = (few(n, seed, f32::from(largest)), few(n, seed ^ 1, 9.0));
        let heads = flags(n, seed ^ 2, f32::from(largest) + 1.0);
        for dialect in support::dialects() {
            let device = open(builder(dialect).largest_texture(64));
            check_group(&device, &keys, Layout::Plain);
            check_scan(&device, &values, &heads, &Operator::sum(), Layout::Packed);
        }
    }
}
