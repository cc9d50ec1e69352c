//! Reductions, scans and sorts along an axis on compute shaders against the plain-Rust reference.

use crate::each;
use crate::support;
use crate::support::level::sample;

use brooklet::compute::{self, Axis, ReduceAxis, ScanAxis, SortAxis, SortAxisOptions};
use brooklet::{Device, Element, Layout, Operator, Shape, Texel, reference};
use support::{bits, noise};

/// Lines of none, one, two and more elements, around powers of two, around runs and tiles, beside others and alone; long ones only where
/// work groups are large.
fn shapes(device: &Device) -> impl Iterator<Item = Vec<usize>> {
    let lengths = [0, 1, 2, 3, 4, 7, 8, 9, 31, 33, 63, 64, 65, 255, 256, 257, 1023, 1024, 1025, 2049, 5000];
    let invocations = device.compute().unwrap().invocations;
    let lines = sample(lengths, invocations, 4).flat_map(|length| [[3, length], [length, 3]]);
    let others: [&[usize]; 7] = [&[5], &[4, 5, 6], &[2, 300, 3], &[300, 40], &[2, 1, 3, 2], &[0, 4], &[70_001, 2]];
    let max = if invocations > 32 { usize::MAX } else { 1600 };
    lines.map(Vec::from).chain(others.map(<[usize]>::to_vec)).filter(move |of| of.iter().product::<usize>() <= max)
}

/// The axes of a shape, each from the start or from the end.
fn axes(extents: &[usize]) -> impl Iterator<Item = i32> + use<> {
    let rank = extents.len() as i32;
    (0..rank).map(move |axis| if axis % 2 == 0 { axis } else { axis - rank })
}

fn whole(count: usize, seed: u64) -> Vec<f32> {
    noise(count, seed).iter().map(|v| (v * 9.0).round() + 0.0).collect()
}

fn shape(extents: &[usize]) -> Shape {
    Shape::try_from(extents).unwrap()
}

/// Reduces and scans by all methods, and compares bit for bit.
fn reduces<T: Texel + Element + PartialEq>(device: &Device, of: Shape, axis: i32, x: &[T], op: &Operator<T>) {
    let buffer = device.upload_buffer(x).unwrap();
    let along = Axis::of(of, axis);
    let case = format!("{} of {of} along {axis}", op.name());
    let wanted = reference::reduce_axis(x, of, op, axis).map_err(|error| error.to_string());
    for method in ReduceAxis::ALL {
        let found = compute::reduce_axis_by(&buffer, op, along, method).and_then(|found| found.read());
        assert!(found.map_err(|error| error.to_string()) == wanted, "{method:?}: {case}");
    }
    for method in ScanAxis::ALL {
        let found = compute::scan_axis_by(&buffer, op, along, method).unwrap().read().unwrap();
        assert!(found == reference::scan_axis(x, of, op, axis).unwrap(), "{method:?}: {case}");
        // Without an identity it is refused, even where there is no element.
        if x.is_empty() && op.name() == "affine" {
            continue;
        }
        let wanted = reference::exclusive_scan_axis(x, of, op, axis).map_err(|error| error.to_string());
        let found = compute::exclusive_scan_axis_by(&buffer, op, along, method).and_then(|found| found.read());
        assert!(found.map_err(|error| error.to_string()) == wanted, "{method:?}: exclusive {case}");
    }
}

#[test]
fn lines_are_reduced_and_scanned() {
    // Neither commutes.
    let first = Operator::<f32>::new("first", "a + 0.0 * b", |a, b| a + 0.0 * b).identity(0.0);
    let affine = Operator::<[f32; 2]>::new("affine", "vec2(a.x * b.x, a.y * b.x + b.y)", |a, b| {
        [a[0] * b[0], a[1] * b[0] + b[1]]
    });
    each(|device| {
        for extents in shapes(device) {
            let of = shape(&extents);
            let x = whole(of.count(), 1);
            let pairs: Vec<[f32; 2]> = x.iter().map(|v| [1.0 - 2.0 * (v.abs() % 2.0), *v]).collect();
            for axis in axes(&extents) {
                reduces(device, of, axis, &x, &Operator::sum());
                reduces(device, of, axis, &x, &Operator::max());
                reduces(device, of, axis, &x, &first);
                reduces(device, of, axis, &pairs, &affine);
            }
        }
    });
}

/// Sorts by all methods, and compares bit for bit.
fn sorts(device: &Device, of: Shape, axis: i32, keys: &[f32]) {
    let buffer = device.upload_buffer(keys).unwrap();
    for (method, descending) in SortAxis::ALL.into_iter().flat_map(|method| [(method, false), (method, true)]) {
        let options = SortAxisOptions::default().method(method);
        let options = if descending { options.descending() } else { options };
        let case = format!("{method:?} of {of} along {axis}, descending: {descending}");
        let found = compute::argsort_axis_with(&buffer, Axis::of(of, axis), options).unwrap().read().unwrap();
        let wanted = reference::argsort_axis(keys, of, axis, descending).unwrap();
        assert!(found == wanted, "order by {case}");
        let found = compute::sort_axis_with(&buffer, Axis::of(of, axis), options).unwrap().read().unwrap();
        assert!(bits(&found) == bits(&reference::sort_axis(keys, of, axis, descending).unwrap()), "{case}");
    }
}

#[test]
fn lines_are_sorted_stably() {
    let special = [f32::NEG_INFINITY, -1.0e-40, -0.0, 0.0, 1.0, f32::INFINITY, 2.0, -2.0, 1.0e-40, -0.0];
    each(|device| {
        for extents in shapes(device) {
            let of = shape(&extents);
            for axis in axes(&extents) {
                sorts(device, of, axis, &whole(of.count(), 2));
            }
        }
        for extents in [[2, 5], [5, 2], [10, 7], [7, 10]] {
            let keys: Vec<f32> = (0..extents[0] * extents[1]).map(|i| special[i * 7 % special.len()]).collect();
            sorts(device, extents.into(), 0, &keys);
            sorts(device, extents.into(), -1, &keys);
        }
    });
}

#[test]
fn what_is_not_a_number_comes_last() {
    each(|device| {
        let keys = device.upload_buffer(&[1.0, f32::NAN, 0.0, f32::INFINITY, f32::NAN, -1.0]).unwrap();
        for method in SortAxis::ALL {
            let options = SortAxisOptions::default().method(method);
            let order =
                |options| compute::argsort_axis_with(&keys, Axis::of([2, 3], 1), options).unwrap().read().unwrap();
            assert_eq!(order(options), [2.0, 0.0, 1.0, 2.0, 0.0, 1.0]);
            assert_eq!(order(options.descending()), [0.0, 2.0, 1.0, 0.0, 2.0, 1.0]);
        }
    });
}

#[test]
fn streams_keep_their_layout() {
    each(|device| {
        let x = whole(35, 5);
        for layout in [Layout::Plain, Layout::Packed] {
            let stream = device.upload_with([5, 7], layout, &x).unwrap();
            let sums = compute::reduce_axis(&stream, &Operator::sum(), 0).unwrap();
            assert_eq!((sums.shape(), sums.layout()), ([7].into(), layout));
            assert_eq!(sums.read().unwrap(), reference::reduce_axis(&x, [5, 7].into(), &Operator::sum(), 0).unwrap());
            let sorted = compute::sort_axis(&stream, -1).unwrap();
            assert_eq!((sorted.shape(), sorted.layout()), ([5, 7].into(), layout));
            let scanned = compute::scan_axis(&stream, &Operator::max(), -1).unwrap();
            assert_eq!((scanned.shape(), scanned.layout()), ([5, 7].into(), layout));
        }
    });
}

#[test]
fn axes_that_are_not_there_are_refused() {
    each(|device| {
        let x = device.upload_buffer(&[1.0, 2.0, 3.0]).unwrap();
        let said = compute::sort_axis(&x, 1).unwrap_err().to_string();
        assert_eq!(said, reference::sort_axis(&[1.0, 2.0, 3.0], 3.into(), 1, false).unwrap_err().to_string());
        let said = compute::scan_axis(&x, &Operator::sum(), Axis::of([2, 2], 0)).unwrap_err().to_string();
        assert_eq!(
            said,
            "data along an axis: `the data` is 3, `the shape of the axis` is 2 × 2; they must have the same shape"
        );
    });
}

#[test]
fn dispatches_of_lines_of_1024() {
    for dialect in support::dialects() {
        let device = support::device(dialect);
        if !support::has_compute(&device) || device.compute().unwrap().invocations < 512 {
            continue;
        }
        let x = device.upload_buffer(&noise(1 << 20, 1)).unwrap();
        let along = Axis::of([1024, 1024], -1);
        let count = |run: &dyn Fn()| device.traced(run).1.dispatches().count();
        let reduce = |method| drop(compute::reduce_axis_by(&x, &Operator::max(), along, method).unwrap());
        assert_eq!(ReduceAxis::ALL.map(|method| count(&|| reduce(method))), [2, 1]);
        let scan = |method| drop(compute::scan_axis_by(&x, &Operator::max(), along, method).unwrap());
        assert_eq!(ScanAxis::ALL.map(|method| count(&|| scan(method))), [3, 1]);
        let options = |method| SortAxisOptions::default().method(method);
        let sort = |method| drop(compute::sort_axis_with(&x, along, options(method)).unwrap());
        assert_eq!(SortAxis::ALL.map(|method| count(&|| sort(method))), [1, 21, 27]);
    }
}
