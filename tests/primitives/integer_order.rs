//! Merges, selections, scatters and sorts along an axis of integers against plain Rust, over their whole range.

use crate::integers::{Whole, at, keys, numbers, order};
use crate::support;

use brooklet::primitives::{self, ArgsortAxis, ArgsortAxisOptions, Merge, SortAxis, SortAxisOptions, TopOptions};
use brooklet::{Device, Operator};
use support::{each_dialect, fitting};

fn sorted<K: Whole>(count: usize, seed: u64) -> Vec<K> {
    let keys = keys(count, seed);
    at(&keys, &order(&keys, false))
}

fn check_merge<K: Whole>(device: &Device, a: usize, b: usize) {
    let (first, second) = (sorted::<K>(a, 3), sorted::<K>(b, 4));
    let all = [&first[..], &second[..]].concat();
    let expected = order(&all, false);
    let (one, two) = (device.upload(&first).unwrap(), device.upload(&second).unwrap());
    let place = |start: usize, count: usize| (0..count).map(|i| (start + i) as f32).collect::<Vec<f32>>();
    let of_one = device.upload(&place(0, a)).unwrap();
    let of_two = device.upload(&place(a, b)).unwrap();
    for method in Merge::ALL.into_iter().filter(|method| method.runs_on(device)) {
        let what = format!("{method:?} of {a} and {b} {}", std::any::type_name::<K>());
        let Some(merged) = fitting(primitives::merge_by(&one, &two, method)) else { continue };
        assert_eq!(merged.read().unwrap(), at(&all, &expected), "{what}");
        let pairs = primitives::merge_pairs_by((&one, &of_one), (&two, &of_two), method).unwrap();
        assert_eq!(pairs.0.read().unwrap(), at(&all, &expected), "{what}");
        // Of equal keys, those of the first list come first.
        assert_eq!(numbers(pairs.1.read().unwrap()), expected, "{what}");
    }
}

#[test]
fn integers_are_merged() {
    each_dialect(|device| {
        for (a, b) in [(0, 0), (0, 3), (3, 0), (1, 1), (5, 2), (64, 65), (300, 200)] {
            check_merge::<i32>(device, a, b);
            check_merge::<u32>(device, a, b);
            check_merge::<i64>(device, a, b);
            check_merge::<u64>(device, a, b);
        }
    });
}

fn check_top<K: Whole>(device: &Device, count: usize) {
    let all = keys::<K>(count, 9);
    let stream = device.upload(&all).unwrap();
    for smallest in [false, true] {
        let expected = order(&all, !smallest);
        for k in [0, 1, 3, count] {
            let options = if smallest { TopOptions::default().smallest() } else { TopOptions::default() };
            let (values, positions) = primitives::top_with(&stream, k, options).unwrap();
            assert_eq!(values.read().unwrap(), at(&all, &expected[..k]), "top {k} of {count}");
            assert_eq!(numbers(positions.read().unwrap()), expected[..k], "top {k} of {count}");
        }
    }
    assert_eq!(primitives::argmax(&stream).unwrap(), order(&all, true)[0]);
    assert_eq!(primitives::argmin(&stream).unwrap(), order(&all, false)[0]);
}

#[test]
fn the_largest_integers_are_selected() {
    each_dialect(|device| {
        for n in [3, 65, 5000] {
            check_top::<i32>(device, n);
            check_top::<u64>(device, n);
        }
    });
}

/// The lines of an array of two axes.
fn lines<K: Copy>(data: &[K], [rows, columns]: [usize; 2], axis: i32) -> Vec<Vec<K>> {
    match axis {
        0 => (0..columns).map(|j| (0..rows).map(|i| data[i * columns + j]).collect()).collect(),
        _ => data.chunks(columns).map(<[K]>::to_vec).collect(),
    }
}

fn check_axes<K: Whole>(device: &Device, shape: [usize; 2]) {
    let all = keys::<K>(shape[0] * shape[1], 7);
    let stream = device.upload_shaped(shape, &all).unwrap();
    for (axis, descending) in [(0, false), (1, true), (1, false), (0, true)] {
        let orders: Vec<Vec<usize>> = lines(&all, shape, axis).iter().map(|line| order(line, descending)).collect();
        let own = lines(&all, shape, axis);
        let expected: Vec<Vec<K>> = own.iter().zip(&orders).map(|(line, order)| at(line, order)).collect();
        for method in SortAxis::ALL.into_iter().filter(|method| method.runs_on(device)) {
            let (by_places, by_keys) = match method {
                SortAxis::Bitonic => (ArgsortAxis::Bitonic, SortAxis::Bitonic),
                SortAxis::Merge => (ArgsortAxis::Merge, SortAxis::Merge),
            };
            let options = ArgsortAxisOptions::default().method(by_places);
            let options = if descending { options.descending() } else { options };
            let Some(found) = fitting(primitives::argsort_axis_with(&stream, axis, options)) else { continue };
            assert_eq!(lines(&numbers(found.read().unwrap()), shape, axis), orders, "{method:?} of {shape:?}");
            let options = SortAxisOptions::default().method(by_keys);
            let options = if descending { options.descending() } else { options };
            let found = primitives::sort_axis_with(&stream, axis, options).unwrap();
            assert_eq!(lines(&found.read().unwrap(), shape, axis), expected, "{method:?} of {shape:?}");
        }
        let firsts = |lines: &[Vec<usize>]| lines.iter().map(|line| line[0]).collect::<Vec<usize>>();
        if descending {
            let (values, places) = primitives::top_axis(&stream, 1, axis).unwrap();
            assert_eq!(values.read().unwrap(), expected.iter().map(|line| line[0]).collect::<Vec<K>>());
            assert_eq!(numbers(places.read().unwrap()), firsts(&orders));
            assert_eq!(numbers(primitives::argmax_axis(&stream, axis).unwrap().read().unwrap()), firsts(&orders));
        } else {
            assert_eq!(numbers(primitives::argmin_axis(&stream, axis).unwrap().read().unwrap()), firsts(&orders));
            let least = primitives::reduce_axis(&stream, &Operator::integer_min(), axis).unwrap();
            assert_eq!(least.read().unwrap(), expected.iter().map(|line| line[0]).collect::<Vec<K>>());
        }
    }
}

#[test]
fn integers_are_sorted_along_an_axis() {
    each_dialect(|device| {
        for shape in [[1, 1], [1, 5], [5, 1], [3, 4], [17, 65]] {
            check_axes::<i32>(device, shape);
            check_axes::<u32>(device, shape);
            check_axes::<i64>(device, shape);
            check_axes::<u64>(device, shape);
        }
    });
}

#[test]
fn integers_are_scattered_and_their_slices_taken() {
    each_dialect(|device| {
        let (all, new) = (keys::<i64>(12, 1), keys::<i64>(3, 2));
        let into = device.upload_shaped([3, 4], &all).unwrap();
        let positions = device.upload(&[11.0, 0.0, 11.0]).unwrap();
        let values = device.upload(&new).unwrap();
        let mut expected = all.clone();
        (expected[11], expected[0]) = (new[2], new[1]);
        assert_eq!(primitives::put(&into, &positions, &values).unwrap().read().unwrap(), expected);
        let op = Operator::<i64>::integer_sum();
        let sums = primitives::put_with(&into, &positions, &values, &op).unwrap().read().unwrap();
        assert_eq!(sums[11], all[11].wrapping_add(new[0]).wrapping_add(new[2]));
        assert_eq!((sums[0], &sums[1..11]), (all[0].wrapping_add(new[1]), &all[1..11]));
        let places = device.upload(&[2.0, 2.0]).unwrap();
        let rows = primitives::take_axis(&into, &places, 0).unwrap();
        assert_eq!(rows.read().unwrap(), [&all[8..], &all[8..]].concat());
        let weight = device.upload(&[1.0, 0.0, 1.0]).unwrap();
        let kept = primitives::select(primitives::map(device, "w > 0.5").input("w", &weight)).unwrap();
        let rows = kept.partition_axis(&into, 0).unwrap();
        assert_eq!(rows.read().unwrap(), [&all[..4], &all[8..], &all[4..8]].concat());
    });
}
