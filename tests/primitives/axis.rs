//! Reductions, scans, sorts and gathers along an axis, against the plain-Rust reference of each line.

use crate::support;

use brooklet::primitives::{self, ArgsortAxis, ArgsortAxisOptions, ReduceAxis, ScanAxis, SortAxis, SortAxisOptions};
use brooklet::{Device, Layout, Operator, Shape, Texel, reference};
use proptest::prelude::*;
use support::level::is_quick;
use support::{SPECIAL, bits, builder, each_dialect, fitting, held, noise, open, runs_here};

/// Shapes with the axis along which they are taken: lines of lengths around powers of two and blocks, few and many, beside each other and
/// one after the other.
fn shapes() -> Vec<(Shape, i32)> {
    const QUICK: [usize; 9] = [1, 2, 3, 8, 9, 17, 64, 65, 513];
    const ALL: [usize; 18] = [1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 33, 63, 64, 65, 129, 513, 1025];
    let lengths = if is_quick() { QUICK.iter() } else { ALL.iter() }.copied();
    let mut shapes = Vec::new();
    for (number, length) in lengths.enumerate() {
        let (few, some) = ([1, 2, 3][number % 3], [4, 5, 6][number % 3]);
        shapes.push((Shape::from([some, length]), -1));
        shapes.push((Shape::from([length, some]), 0));
        shapes.push((Shape::from([few, length, some]), 1));
        if !is_quick() {
            shapes.push((Shape::from([length]), 0));
            shapes.push((Shape::from([few, some, length, few]), -2));
            shapes.push((Shape::from([length, 3, few]), -3));
        }
    }
    shapes.extend([([0, 3], 1), ([3, 0], 0), ([0, 3], 0), ([0, 0], 1)].map(|(shape, axis)| (Shape::from(shape), axis)));
    shapes
}

/// Whole numbers, of which many are equal.
fn few(count: usize, seed: u64, largest: f32) -> Vec<f32> {
    noise(count, seed).iter().map(|v| (v * largest).round() + 0.0).collect()
}

/// Compares floats by their bits.
fn same(got: &[f32], wanted: &[f32], what: &str) {
    let differs = bits(got).iter().zip(bits(wanted)).position(|(a, b)| *a != b);
    assert_eq!((got.len(), differs), (wanted.len(), None), "{what}");
}

fn reduces(device: &Device) -> impl Iterator<Item = ReduceAxis> {
    ReduceAxis::ALL.into_iter().filter(|method| runs_here(device, method.name(), method.runs_on(device)))
}

fn check_reduce<T: Texel + PartialEq>(
    device: &Device,
    values: &[T],
    shape: Shape,
    axis: i32,
    op: &Operator<T>,
    layout: Layout,
) {
    let stream = device.upload_with(shape, layout, values).unwrap();
    let expected = reference::reduce_axis(values, shape, op, axis);
    for method in reduces(device) {
        let what = format!("{method:?} of {shape} along {axis} by {}", op.name());
        let reduced = match (&expected, primitives::reduce_axis_by(&stream, op, axis, method)) {
            (Ok(_), reduced) => reduced,
            (Err(wanted), reduced) => {
                assert_eq!(reduced.unwrap_err().to_string(), wanted.to_string(), "{what}");
                continue;
            }
        };
        let Some(reduced) = fitting(reduced) else { continue };
        assert_eq!(reduced.shape().rank(), (shape.rank() - 1).max(1), "{what}");
        assert!(reduced.read().unwrap() == *expected.as_ref().unwrap(), "{what}");
    }
}

#[test]
fn lines_of_all_lengths_are_reduced() {
    each_dialect(|device| {
        for (number, (shape, axis)) in shapes().into_iter().enumerate() {
            let layout = if number % 2 == 0 { Layout::Packed } else { Layout::Plain };
            let values = few(shape.count(), 1, 9.0);
            check_reduce(device, &values, shape, axis, &Operator::sum(), layout);
            check_reduce(device, &values, shape, axis, &Operator::max(), layout);
            let last = Operator::new("last", "b", |_: f32, b: f32| b);
            check_reduce(device, &values, shape, axis, &last, layout);
            let vectors: Vec<[f32; 3]> = values.iter().map(|&v| [v, 1.0, -v]).collect();
            check_reduce(device, &vectors, shape, axis, &Operator::sum(), Layout::Plain);
        }
    });
}

#[test]
fn results_lack_the_axis() {
    each_dialect(|device| {
        let x = device.upload_shaped([2, 3, 4], &few(24, 2, 9.0)).unwrap();
        for (axis, extents) in [(0, [3, 4]), (1, [2, 4]), (2, [2, 3]), (-1, [2, 3]), (-3, [3, 4])] {
            let Some(sums) = fitting(primitives::reduce_axis(&x, &Operator::sum(), axis)) else { continue };
            assert_eq!(sums.shape().extents(), extents);
        }
        let list = device.upload(&[1.0, 2.0]).unwrap();
        let Some(sum) = fitting(primitives::reduce_axis(&list, &Operator::sum(), 0)) else { return };
        assert_eq!((sum.shape().extents(), sum.read().unwrap()), (&[1][..], vec![3.0]));
    });
}

#[test]
fn axes_that_are_none_are_errors() {
    let device = open(builder(support::dialects()[0]));
    let x = device.upload_shaped([2, 3], &[0.0; 6]).unwrap();
    for axis in [2, -3, i32::MAX, i32::MIN] {
        let wanted = format!("there is no axis {axis}: a stream of 2 × 3 has 2 axes, 0 to 1 or -2 to -1");
        let sum = Operator::sum();
        let errors = [
            primitives::reduce_axis(&x, &sum, axis).map(drop),
            primitives::mean_axis(&x, axis).map(drop),
            primitives::scan_axis(&x, &sum, axis).map(drop),
            primitives::exclusive_scan_axis(&x, &sum, axis).map(drop),
            primitives::sort_axis(&x, axis).map(drop),
            primitives::argsort_axis(&x, axis).map(drop),
            primitives::take_axis(&x, &x, axis).map(drop),
            primitives::take_along_axis(&x, &x, axis).map(drop),
        ];
        for error in errors {
            assert_eq!(error.unwrap_err().to_string(), wanted);
        }
    }
    let list = device.upload(&[1.0]).unwrap();
    let error = primitives::sort_axis(&list, 1).unwrap_err().to_string();
    assert_eq!(error, "there is no axis 1: a stream of 1 has 1 axis, 0 or -1");
}

#[test]
fn means_are_sums_divided() {
    each_dialect(|device| {
        let values = few(60, 3, 99.0);
        let x = device.upload_shaped([5, 12], &values).unwrap();
        let Some(means) = fitting(primitives::mean_axis(&x, 1)) else { return };
        for (mean, row) in means.read().unwrap().iter().zip(values.chunks(12)) {
            let wanted: f64 = row.iter().map(|v| f64::from(*v)).sum::<f64>() / 12.0;
            assert!((f64::from(*mean) - wanted).abs() <= 4.0 * support::roundoff() * 99.0, "{mean}, not {wanted}");
        }
        let none = device.stream::<f32>([2, 0]).unwrap();
        let error = primitives::mean_axis(&none, 1).unwrap_err().to_string();
        assert!(error.starts_with("a reduction of no elements by `mean` has no value"), "{error}");
    });
}

fn check_scan<T: Texel + PartialEq>(
    device: &Device,
    values: &[T],
    shape: Shape,
    axis: i32,
    op: &Operator<T>,
    layout: Layout,
) {
    let stream = device.upload_with(shape, layout, values).unwrap();
    for method in ScanAxis::ALL {
        let what = format!("{method:?} of {shape} along {axis} by {}", op.name());
        if let Some(scanned) = fitting(primitives::scan_axis_by(&stream, op, axis, method)) {
            assert_eq!((scanned.shape(), scanned.layout()), (shape, layout), "{what}");
            assert!(scanned.read().unwrap() == reference::scan_axis(values, shape, op, axis).unwrap(), "{what}");
        }
        if op.identity_element().is_none() {
            continue;
        }
        if let Some(scanned) = fitting(primitives::exclusive_scan_axis_by(&stream, op, axis, method)) {
            let wanted = reference::exclusive_scan_axis(values, shape, op, axis).unwrap();
            assert!(scanned.read().unwrap() == wanted, "{what}, exclusive");
        }
    }
}

#[test]
fn lines_of_all_lengths_are_scanned() {
    each_dialect(|device| {
        for (number, (shape, axis)) in shapes().into_iter().enumerate() {
            let layout = if number % 2 == 0 { Layout::Packed } else { Layout::Plain };
            let values = few(shape.count(), 1, 9.0);
            check_scan(device, &values, shape, axis, &Operator::sum(), layout);
            // The second of two does not commute, and has no identity.
            check_scan(device, &values, shape, axis, &Operator::new("last", "b", |_: f32, b: f32| b), layout);
            let vectors: Vec<[f32; 2]> = values.iter().map(|&v| [v, -v]).collect();
            // The identity of the minimum is an infinity, which not all chips have.
            let op = if support::chip().is_none() { Operator::min() } else { Operator::sum() };
            check_scan(device, &vectors, shape, axis, &op, Layout::Plain);
        }
    });
}

#[test]
fn sums_of_fractions_are_as_exact_as_they_say() {
    each_dialect(|device| {
        if support::chip().is_some() {
            return;
        }
        // ⌈log8 3000⌉ is 4, ⌈log64 3000⌉ is 2, and ⌈log2 3000⌉ is 12.
        let shape = Shape::from([3000, 7]);
        let values = noise(shape.count(), 8);
        let x = device.upload_shaped(shape, &values).unwrap();
        let column = |of: usize| values.iter().skip(of).step_by(7).map(|v| f64::from(*v));
        for (method, roundings) in [(ReduceAxis::Brook, 7.0 * 4.0), (ReduceAxis::Runs, 14.0 * 2.0)] {
            let sums = primitives::reduce_axis_by(&x, &Operator::sum(), 0, method).unwrap().read().unwrap();
            for (of, sum) in sums.iter().enumerate() {
                let bound = roundings * support::roundoff() * column(of).map(f64::abs).sum::<f64>();
                assert!((f64::from(*sum) - column(of).sum::<f64>()).abs() <= bound, "{method:?}: {sum}");
            }
        }
        for (method, roundings) in [(ScanAxis::Pyramid, 8.0 * 7.0), (ScanAxis::HillisSteele, 12.0)] {
            let sums = primitives::scan_axis_by(&x, &Operator::sum(), 0, method).unwrap().read().unwrap();
            for of in 0..7 {
                let (mut exact, mut size) = (0.0, 0.0);
                for (value, sum) in column(of).zip(sums.iter().skip(of).step_by(7)) {
                    (exact, size) = (exact + value, size + value.abs());
                    let bound = roundings * support::roundoff() * size;
                    assert!((f64::from(*sum) - exact).abs() <= bound, "{method:?}: {sum}, not {exact}");
                }
            }
        }
    });
}

fn check_sort(device: &Device, keys: &[f32], shape: Shape, axis: i32, layout: Layout) {
    let stream = device.upload_with(shape, layout, keys).unwrap();
    for descending in [false, true] {
        let what =
            |method: &dyn std::fmt::Debug| format!("{method:?} of {shape} along {axis}, descending {descending}");
        for method in SortAxis::ALL {
            if !runs_here(device, method.name(), method.runs_on(device)) {
                continue;
            }
            let mut options = SortAxisOptions::default().method(method);
            options = if descending { options.descending() } else { options };
            let Some(sorted) = fitting(primitives::sort_axis_with(&stream, axis, options)) else { continue };
            assert_eq!((sorted.shape(), sorted.layout()), (shape, layout), "{}", what(&method));
            let (sorted, wanted) =
                (sorted.read().unwrap(), reference::sort_axis(keys, shape, axis, descending).unwrap());
            assert_eq!(sorted, wanted, "{}", what(&method));
            // -0 and 0 are equal above. Each line has the bits that it had.
            let (got, had) = (lines_of(&bits(&sorted), shape, axis), lines_of(&bits(keys), shape, axis));
            assert_eq!(got, had, "{}", what(&method));
        }
        for method in ArgsortAxis::ALL {
            if !runs_here(device, method.name(), method.runs_on(device)) {
                continue;
            }
            let mut options = ArgsortAxisOptions::default().method(method);
            options = if descending { options.descending() } else { options };
            let Some(order) = fitting(primitives::argsort_axis_with(&stream, axis, options)) else { continue };
            assert_eq!((order.shape(), order.layout()), (shape, layout), "{}", what(&method));
            let wanted = reference::argsort_axis(keys, shape, axis, descending).unwrap();
            assert_eq!(order.read().unwrap(), wanted, "{}", what(&method));
        }
    }
}

/// The bits of each line, in order.
fn lines_of(numbers: &[u32], shape: Shape, axis: i32) -> Vec<Vec<u32>> {
    let axis = shape.axis(axis).unwrap();
    let inner: usize = shape.extents()[axis + 1..].iter().product();
    let length = shape.extents()[axis];
    let mut lines = vec![Vec::new(); numbers.len().checked_div(length).unwrap_or(0)];
    for (index, number) in numbers.iter().enumerate() {
        lines[index / (inner * length) * inner + index % inner].push(*number);
    }
    lines.iter_mut().for_each(|line| line.sort_unstable());
    lines
}

#[test]
fn lines_of_all_lengths_are_sorted() {
    each_dialect(|device| {
        for (number, (shape, axis)) in shapes().into_iter().enumerate() {
            let layout = if number % 2 == 0 { Layout::Packed } else { Layout::Plain };
            check_sort(device, &few(shape.count(), 5, [3.0, 6.0e4][number % 2]), shape, axis, layout);
        }
    });
}

#[test]
fn special_keys_are_sorted_along_an_axis() {
    // A device may compare denormals as zeros, so none is among these.
    let special: Vec<f32> = SPECIAL.iter().copied().filter(|v| !v.is_subnormal() && held(*v) == *v).collect();
    each_dialect(|device| {
        if support::chip().is_some() {
            return;
        }
        let keys: Vec<f32> = (0..special.len() * 21).map(|i| special[i * 7 % special.len()]).collect();
        for (shape, axis) in [([21, special.len()], 1), ([special.len(), 21], 0), ([special.len(), 21], 1)] {
            check_sort(device, &keys, shape.into(), axis, Layout::Plain);
        }
    });
}

#[test]
fn merging_compares_denormals_and_zeros_by_their_bits() {
    each_dialect(|device| {
        if !runs_here(device, "merge", SortAxis::Merge.runs_on(device)) {
            return;
        }
        let keys = [1.0e-40, 0.0, -0.0, -1.0e-40, 5.0e-40, f32::MIN_POSITIVE];
        let x = device.upload_shaped([6, 1], &keys).unwrap();
        let options = SortAxisOptions::default().method(SortAxis::Merge);
        let sorted = primitives::sort_axis_with(&x, 0, options).unwrap().read().unwrap();
        same(&sorted, &[-1.0e-40, -0.0, 0.0, 1.0e-40, 5.0e-40, f32::MIN_POSITIVE], "by merging");
    });
}

#[test]
fn passes_depend_on_the_length_of_a_line_only() {
    each_dialect(|device| {
        if support::chip().is_some() || !runs_here(device, "merge", SortAxis::Merge.runs_on(device)) {
            return;
        }
        let rows = device.upload_shaped([4, 1024], &noise(4096, 1)).unwrap();
        let columns = device.upload_shaped([1024, 12], &noise(1024 * 12, 1)).unwrap();
        let sum = Operator::sum();
        for (x, axis) in [(&rows, 1), (&columns, 0)] {
            let count = |run: &dyn Fn()| device.traced(run).1.passes().count();
            assert_eq!(count(&|| drop(primitives::reduce_axis_by(x, &sum, axis, ReduceAxis::Brook).unwrap())), 4);
            assert_eq!(count(&|| drop(primitives::reduce_axis_by(x, &sum, axis, ReduceAxis::Runs).unwrap())), 2);
            assert_eq!(count(&|| drop(primitives::scan_axis_by(x, &sum, axis, ScanAxis::HillisSteele).unwrap())), 10);
            assert_eq!(count(&|| drop(primitives::scan_axis_by(x, &sum, axis, ScanAxis::Pyramid).unwrap())), 7);
            let sort = |method| primitives::sort_axis_with(x, axis, SortAxisOptions::default().method(method)).unwrap();
            assert_eq!(count(&|| drop(sort(SortAxis::Bitonic))), 55);
            assert_eq!(count(&|| drop(sort(SortAxis::Merge))), 6);
            let options = ArgsortAxisOptions::default();
            let argsort = |method| primitives::argsort_axis_with(x, axis, options.method(method)).unwrap();
            assert_eq!(count(&|| drop(argsort(ArgsortAxis::Bitonic))), 55);
            assert_eq!(count(&|| drop(argsort(ArgsortAxis::Merge))), 7);
        }
    });
}

#[test]
fn one_render_target_is_enough_to_sort_lines() {
    for dialect in support::dialects() {
        let device = open(builder(dialect).max_targets(1));
        for (shape, axis) in [([5, 100], 1), ([100, 5], 0)] {
            check_sort(&device, &few(500, 4, 30.0), shape.into(), axis, Layout::Plain);
        }
    }
}

#[test]
fn slices_and_elements_are_taken() {
    each_dialect(|device| {
        let shape = Shape::from([4, 5, 3]);
        let values = few(60, 9, 500.0);
        let vectors: Vec<[f32; 3]> = values.iter().map(|&v| [v, 0.5, -v]).collect();
        for layout in [Layout::Plain, Layout::Packed] {
            let x = device.upload_with(shape, layout, &values).unwrap();
            let v = device.upload_shaped(shape, &vectors).unwrap();
            for (axis, length) in [(0, 4), (1, 5), (-1, 3)] {
                // The last place is beyond the axis.
                for places in [vec![], vec![1.0], vec![2.0, 0.0, 2.0, 1.0, 0.0, 9.0]] {
                    let at = device.upload_with(places.len(), layout, &places).unwrap();
                    let Some(taken) = fitting(primitives::take_axis(&x, &at, axis)) else { continue };
                    assert_eq!(taken.shape().extents()[shape.axis(axis).unwrap()], places.len());
                    same(
                        &taken.read().unwrap(),
                        &reference::take_axis(&values, shape, &places, axis).unwrap(),
                        "floats",
                    );
                    let taken = primitives::take_axis(&v, &at, axis).unwrap().read().unwrap();
                    assert_eq!(taken, reference::take_axis(&vectors, shape, &places, axis).unwrap());
                }
                let places: Vec<f32> = (0..60).map(|i| (i * 7 % length) as f32).collect();
                let at = device.upload_with(shape, layout, &places).unwrap();
                let Some(taken) = fitting(primitives::take_along_axis(&v, &at, axis)) else { continue };
                assert_eq!(taken.read().unwrap(), reference::take_along_axis(&vectors, shape, &places, axis).unwrap());
            }
        }
        let x = device.upload_shaped([2, 3], &values[..6]).unwrap();
        let at = device.upload_shaped([3, 2], &values[..6]).unwrap();
        let error = primitives::take_along_axis(&x, &at, 0).unwrap_err().to_string();
        assert_eq!(
            error,
            "values and places along an axis: `values` is 2 × 3, `places` is 3 × 2; they must have the same shape"
        );
        let none = device.stream::<f32>([0, 3]).unwrap();
        let error = primitives::take_axis(&none, &device.upload(&[0.0]).unwrap(), 0).unwrap_err().to_string();
        assert_eq!(error, "1 elements are to be taken from a stream that has none");
    });
}

#[test]
fn fewer_elements_are_taken_from_each_line() {
    each_dialect(|device| {
        let x = device.upload_shaped([2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
        let at = device.upload_shaped([2, 1], &[2.0, 0.0]).unwrap();
        let Some(taken) = fitting(primitives::take_along_axis(&x, &at, 1)) else { return };
        assert_eq!((taken.shape().extents(), taken.read().unwrap()), (&[2, 1][..], vec![3.0, 4.0]));
    });
}

/// Extents of 1 to 4 dimensions, and an axis of them.
fn any_shape() -> impl Strategy<Value = (Vec<usize>, i32)> {
    let extents = prop::collection::vec(0..9usize, 1..=4);
    (extents, 0..4usize, prop_oneof![1..40usize, 1..200usize]).prop_map(|(mut extents, axis, length)| {
        let axis = axis % extents.len();
        extents[axis] = length;
        let from_end = axis as i32 - extents.len() as i32;
        (extents, if length % 2 == 0 { axis as i32 } else { from_end })
    })
}

proptest! {
    #![proptest_config(support::cases(12, 200))]

    #[test]
    fn any_shape_is_taken_along_any_axis((extents, axis) in any_shape(), seed in 0..1000u64) {
        let shape = Shape::try_from(extents.as_slice()).unwrap();
        let values = few(shape.count(), seed, 20.0);
        let layout = if seed % 2 == 0 { Layout::Packed } else { Layout::Plain };
        each_dialect(|device| {
            check_reduce(device, &values, shape, axis, &Operator::sum(), layout);
            check_scan(device, &values, shape, axis, &Operator::sum(), layout);
            check_sort(device, &values, shape, axis, layout);
        });
    }
}
