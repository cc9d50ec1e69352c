//! Selections and partitions against the plain-Rust reference, and that against std.

use crate::support;
use crate::support::level::sample;

use brooklet::primitives::{self, PrimitiveError};
use brooklet::{Error, Layout, LayoutError, Stream, Texel, reference};
use support::{SPECIAL, builder, each_dialect, fitting, noise, open};

fn bytes<T: Texel>(elements: &[T]) -> Vec<u8> {
    bytemuck::cast_slice(elements).to_vec()
}

fn layouts(n: usize) -> [Layout; 2] {
    if n.is_multiple_of(2) { [Layout::Packed, Layout::Plain] } else { [Layout::Plain, Layout::Packed] }
}

#[test]
fn the_reference_partitions_as_std_does() {
    for n in support::sizes() {
        let x = noise(n, n as u64);
        for limit in [-2.0, -0.5, 0.0, 0.9, 2.0] {
            let (kept, others): (Vec<f32>, Vec<f32>) = x.iter().partition(|x| **x > limit);
            let count = kept.len();
            assert_eq!(reference::partition(&x, |x| *x > limit), ([kept, others].concat(), count));
        }
    }
}

#[test]
fn partitions_of_all_sizes_and_densities() {
    each_dialect(|device| {
        for n in support::sizes() {
            let x = noise(n, n as u64);
            for (keep, limit) in [("x > -2.0", -2.0), ("x > -0.5", -0.5), ("x > 0.8", 0.8), ("x > 2.0", 2.0)] {
                let (expected, count) = reference::partition(&x, |x| *x > limit);
                let stream = device.upload_with(n, layouts(n)[0], &x).unwrap();
                let Some((partitioned, kept)) = fitting(primitives::partition(&stream, keep)) else { continue };
                assert_eq!((partitioned.shape().extents(), kept), (&[n][..], count));
                assert_eq!(partitioned.layout(), stream.layout());
                assert_eq!(partitioned.read().unwrap(), expected, "{n} {keep}");
            }
        }
    });
}

#[test]
fn partitions_keep_the_bits_and_count_once() {
    each_dialect(|device| {
        for n in sample([3, 17, 130, 1 << 12], 0, 2) {
            let x: Vec<f32> = (0..n).map(|i| support::held(SPECIAL[i * 5 % SPECIAL.len()])).collect();
            for layout in [Layout::Packed, Layout::Plain] {
                let stream = device.upload_with(n, layout, &x).unwrap();
                let (found, trace) = device.traced(|| primitives::partition(&stream, "x > 0.25"));
                let Some((partitioned, kept)) = fitting(found) else { continue };
                let expected = reference::partition(&x, |x| *x > 0.25);
                assert!(bytes(&partitioned.read().unwrap()) == bytes(&expected.0), "{n} {layout}");
                assert_eq!(kept, expected.1);
                if support::chip().is_none() && layout == Layout::Packed && n == 1 << 12 {
                    // Counts of 2^8 groups of sixteen and their 16 sums, two walks, and the last pass.
                    assert_eq!((support::passes_of_kernels(&trace), trace.readbacks().count()), (5, 1));
                }
            }
            let pairs: Vec<[f32; 2]> = x.iter().map(|&x| [x, 1.0]).collect();
            let stream = device.upload(&pairs).unwrap();
            let Some((partitioned, kept)) = fitting(primitives::partition(&stream, "x.x > 0.25")) else { continue };
            let expected = reference::partition(&pairs, |x| x[0] > 0.25);
            assert!(bytes(&partitioned.read().unwrap()) == bytes(&expected.0));
            assert_eq!(kept, expected.1);
        }
    });
}

#[test]
fn every_method_partitions_the_same() {
    each_dialect(|device| {
        for n in sample([1, 2, 16, 17, 65, 300], 0, 2) {
            let x = noise(n, 3);
            let stream = device.upload(&x).unwrap();
            for method in support::filters(device) {
                let Some((partitioned, kept)) = fitting(primitives::partition_by(&stream, "x < 0.2", method)) else {
                    continue;
                };
                assert_eq!((partitioned.read().unwrap(), kept), reference::partition(&x, |x| *x < 0.2), "{method:?}");
            }
        }
    });
}

/// Checks what a selection takes from a stream.
fn check<T: Texel>(selection: &primitives::Selection, stream: &Stream<T>, x: &[T], flags: &[bool]) {
    let of = |wanted: bool| x.iter().zip(flags).filter(move |(_, flag)| **flag == wanted).map(|(x, _)| *x);
    let (kept, all): (Vec<T>, Vec<T>) = (of(true).collect(), of(true).chain(of(false)).collect());
    assert_eq!((selection.kept(), selection.records()), (kept.len(), x.len()));
    let taken = selection.take(stream).unwrap();
    assert_eq!((taken.shape().extents(), taken.layout()), (&[kept.len()][..], stream.layout()));
    assert!(bytes(&taken.read().unwrap()) == bytes(&kept));
    assert!(bytes(&selection.partition(stream).unwrap().read().unwrap()) == bytes(&all));
}

#[test]
fn a_condition_on_several_streams_takes_records_of_every_type() {
    each_dialect(|device| {
        for n in support::sizes() {
            let (x, w) = (noise(n, 1), noise(n, 2));
            let flags: Vec<bool> = x.iter().zip(&w).map(|(x, w)| x + 0.5 > *w).collect();
            let [first, second] = layouts(n);
            let (a, b) = (device.upload_with(n, first, &x).unwrap(), device.upload_with(n, second, &w).unwrap());
            let condition = primitives::map(device, "x + half > w").input("x", &a).input("w", &b).constant("half", 0.5);
            let Some(selection) = fitting(primitives::select(condition)) else { continue };
            check(&selection, &a, &x, &flags);
            check(&selection, &b, &w, &flags);
            let special: Vec<f32> = (0..n).map(|i| support::held(SPECIAL[i % SPECIAL.len()])).collect();
            for layout in [first, second] {
                check(&selection, &device.upload_with(n, layout, &special).unwrap(), &special, &flags);
            }
            let two: Vec<[f32; 2]> = (0..n).map(|i| [i as f32, x[i]]).collect();
            check(&selection, &device.upload(&two).unwrap(), &two, &flags);
            let three: Vec<[f32; 3]> = (0..n).map(|i| [i as f32, x[i], w[i]]).collect();
            check(&selection, &device.upload(&three).unwrap(), &three, &flags);
            let four: Vec<[f32; 4]> = (0..n).map(|i| [i as f32, x[i], w[i], special[i]]).collect();
            check(&selection, &device.upload(&four).unwrap(), &four, &flags);
        }
    });
}

#[test]
fn arrays_are_taken_in_c_order() {
    for dialect in support::dialects() {
        let device = open(builder(dialect).largest_texture(64));
        for (a, b) in [(1, 9), (5, 7), (3, 200)] {
            let x = noise(a * b, 4);
            let stream = device.upload_shaped([a, b], &x).unwrap();
            let Some((partitioned, kept)) = fitting(primitives::partition(&stream, "x > 0.1")) else { continue };
            assert_eq!((partitioned.read().unwrap(), kept), reference::partition(&x, |x| *x > 0.1));
        }
    }
}

#[test]
fn what_cannot_be_selected_is_an_error() {
    each_dialect(|device| {
        let (x, y) = (device.upload(&[1.0, 2.0]).unwrap(), device.upload(&[1.0, 2.0, 3.0]).unwrap());
        let say = |result: Result<primitives::Selection, Error>| result.err().unwrap().to_string();
        let both = primitives::map(device, "x > y").input("x", &x).input("y", &y);
        assert_eq!(
            say(primitives::select(both)),
            "the streams of a filter: `x` is 2, `y` is 3; they must have the same shape"
        );
        let said = say(primitives::select(primitives::map(device, "x > z").input("x", &x)));
        assert!(said.starts_with("kernel `filter` does not compile\nerror[K0302]: there is no `z`"), "{said}");
        let said = say(primitives::select(primitives::map(device, "x + 1").input("x", &x)));
        assert!(said.contains("expected a `bool`, found a `float`\n --> expression:1:1\n"), "{said}");
        if let Some(selection) = fitting(primitives::select(primitives::map(device, "x > 1").input("x", &x))) {
            let said = selection.take(&y).err().unwrap().to_string();
            assert_eq!(said, "a selection: `the condition` is 2, `the values` is 3; they must have the same shape");
        }
        let many: Stream<f32> = match device.stream((1 << 24) + 1) {
            Ok(many) => many,
            Err(Error::Layout(LayoutError::TooLarge { .. } | LayoutError::Inexact { .. })) => return,
            Err(error) => panic!("{error}"),
        };
        let result = primitives::partition(&many, "x > 0.0");
        assert!(matches!(result, Err(Error::Primitive(PrimitiveError::FloatAddress { .. }))));
    });
}
