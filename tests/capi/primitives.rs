//! Primitives: results, and what is refused in words.

use brooklet::capi::*;

use crate::calls::*;

#[test]
fn map_computes_numbers_and_vectors() {
    for runtime in RUNTIMES {
        let device = open(runtime);
        let x = upload(device, 1, &[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        let y = upload(device, 1, &[2, 3], &[10.0, 20.0, 30.0, 40.0, 50.0, 60.0]);
        let z = made(|z| map("alpha * x + y", &[("x", x), ("y", y)], &[("alpha", &[2.0])], z));
        assert_eq!(extents(z), [2, 3]);
        assert_eq!(element(z), (BROOKLET_FLOAT, 4));
        assert_eq!(read(z), [12.0, 24.0, 36.0, 48.0, 60.0, 72.0]);

        // Vectors of each size, in and out.
        for components in 1..=4 {
            let data: Vec<f32> = (0..5 * components).map(|value| value as f32).collect();
            let v = upload(device, components, &[5], &data);
            assert_eq!(read(v), data);
            let twice = made(|twice| map("v * s", &[("v", v)], &[("s", &vec![2.0; components as usize])], twice));
            assert_eq!(element(twice), (components, 4 * u64::from(components)));
            assert_eq!(read(twice), data.iter().map(|value| 2.0 * value).collect::<Vec<_>>());
        }
        let v = upload(device, 2, &[2], &[3.0, 4.0, 6.0, 8.0]);
        assert_eq!(read(made(|l| map("length(v)", &[("v", v)], &[], l))), [5.0, 10.0]);
        // One stream, twice.
        assert_eq!(read(made(|z| map("a * b", &[("a", v), ("b", v)], &[], z))), [9.0, 16.0, 36.0, 64.0]);
        ok(unsafe { brooklet_device_finish(device) });
    }
}

#[test]
fn reduce_scan_and_filter() {
    for runtime in RUNTIMES {
        let device = open(runtime);
        let x = numbers(device, &[3.0, 1.0, 4.0, 1.0, 5.0]);
        let reduce = |name: &str| {
            let mut value = 0.0;
            ok(unsafe { brooklet_reduce(x, c(name).as_ptr(), &mut value, 1) });
            value
        };
        for (name, value) in
            [("sum", 14.0), ("add", 14.0), ("product", 60.0), ("multiply", 60.0), ("min", 1.0), ("max", 5.0)]
        {
            assert_eq!(reduce(name), value, "{name}");
        }
        assert!((reduce("mean") - 2.8f32).abs() < 1e-6);
        let v = upload(device, 3, &[2], &[1.0, 2.0, 3.0, 10.0, 20.0, 30.0]);
        let mut sums = [0.0; 3];
        ok(unsafe { brooklet_reduce(v, c("sum").as_ptr(), sums.as_mut_ptr(), 3) });
        assert_eq!(sums, [11.0, 22.0, 33.0]);

        let scan = |stream, name: &str, exclusive| {
            made(|made| unsafe { brooklet_scan(stream, c(name).as_ptr(), exclusive, made) })
        };
        assert_eq!(read(scan(x, "sum", 0)), [3.0, 4.0, 8.0, 9.0, 14.0]);
        assert_eq!(read(scan(x, "add", 1)), [0.0, 3.0, 4.0, 8.0, 9.0]);
        assert_eq!(read(scan(x, "max", 0)), [3.0, 3.0, 4.0, 4.0, 5.0]);
        assert_eq!(read(scan(v, "sum", 0)), [1.0, 2.0, 3.0, 11.0, 22.0, 33.0]);

        let keep = |stream, keep: &str| made(|made| unsafe { brooklet_filter(stream, c(keep).as_ptr(), made) });
        let kept = keep(x, "x > 2.0");
        assert_eq!((extents(kept), read(kept)), (vec![3], vec![3.0, 4.0, 5.0]));
        assert_eq!(read(keep(v, "x.y > 10.0")), [10.0, 20.0, 30.0]);
        assert_eq!(extents(keep(x, "x > 9.0")), [0]);
        let mut kept = 0;
        let parts = made(|made| unsafe { brooklet_partition(x, c("x < 3.5").as_ptr(), &mut kept, made) });
        assert_eq!((read(parts), kept), (vec![3.0, 1.0, 1.0, 4.0, 5.0], 3));
        let gaps = numbers(device, &[f32::INFINITY, 1.0, f32::INFINITY, 2.0]);
        assert_eq!(read(made(|made| unsafe { brooklet_filter(gaps, std::ptr::null(), made) })), [1.0, 2.0]);
    }
}

#[test]
fn random_numbers() {
    for runtime in RUNTIMES {
        let device = open(runtime);
        let random = |normal| {
            let extents = [3, 50];
            made(|made| unsafe { brooklet_random(device, extents.as_ptr(), 2, 7, normal, made) })
        };
        let uniform = random(0);
        assert_eq!((extents(uniform), element(uniform)), (vec![3, 50], (BROOKLET_FLOAT, 4)));
        let numbers = read(uniform);
        assert!(numbers.iter().all(|x| (0.0..1.0).contains(x)) && numbers != read(random(1)));
        assert_eq!(read(random(0)), numbers, "the same seed");
        let (mut upper, mut lower) = (0, 0);
        ok(unsafe { brooklet_random_bits(device, [150].as_ptr(), 1, 7, &mut upper, &mut lower) });
        // A uniform number has the upper bits of a word, or of its upper half.
        let halves = [read(upper), read(lower)];
        assert!(halves.iter().flatten().all(|half| (0.0..65_536.0).contains(half) && half.fract() == 0.0));
        assert!(halves[0] != halves[1]);
    }
}

#[test]
fn sort_and_search() {
    for runtime in RUNTIMES {
        let device = open(runtime);
        let keys = numbers(device, &[3.0, 1.0, 2.0, 1.0]);
        let values = upload(device, 2, &[4], &[0.0, 10.0, 1.0, 11.0, 2.0, 12.0, 3.0, 13.0]);
        let none = std::ptr::null_mut();
        let sorted = made(|sorted| unsafe { brooklet_sort(keys, 0, 0, sorted, none) });
        assert_eq!(read(sorted), [1.0, 1.0, 2.0, 3.0]);
        let descending = made(|sorted| unsafe { brooklet_sort(keys, 0, BROOKLET_SORT_DESCENDING, sorted, none) });
        assert_eq!(read(descending), [3.0, 2.0, 1.0, 1.0]);
        let (mut own, mut with) = (0, 0);
        ok(unsafe { brooklet_sort(keys, values, BROOKLET_SORT_STABLE, &mut own, &mut with) });
        assert_eq!(read(own), [1.0, 1.0, 2.0, 3.0]);
        assert_eq!(read(with), [1.0, 11.0, 3.0, 13.0, 2.0, 12.0, 0.0, 10.0]);
        let flags = BROOKLET_SORT_STABLE | BROOKLET_SORT_DESCENDING;
        ok(unsafe { brooklet_sort(keys, keys, flags, &mut own, &mut with) });
        assert_eq!((read(own), read(with)), (vec![3.0, 2.0, 1.0, 1.0], vec![3.0, 2.0, 1.0, 1.0]));

        let order =
            |flags, bits, from, to| read(made(|order| unsafe { brooklet_argsort(keys, flags, bits, from, to, order) }));
        assert_eq!(order(0, 0, 0.0, 0.0), [1.0, 3.0, 2.0, 0.0]);
        assert_eq!(order(BROOKLET_SORT_DESCENDING, 8, 0.0, 0.0), [0.0, 2.0, 1.0, 3.0]);
        assert_eq!(order(0, 1, 0.0, 4.0), [1.0, 3.0, 0.0, 2.0]);

        let queries = numbers(device, &[1.0, 0.0, 2.5, 9.0]);
        for (upper, positions) in [(0, [0.0, 0.0, 3.0, 4.0]), (1, [2.0, 0.0, 3.0, 4.0])] {
            let found = made(|found| unsafe { brooklet_search(sorted, queries, upper, found) });
            assert_eq!(read(found), positions);
        }
    }
}

/// A stream of integers of a type.
fn integers<T: bytemuck::Pod>(device: Handle, ty: u32, data: &[T]) -> Handle {
    let extents = [data.len() as u64];
    let bytes = size_of_val(data) as u64;
    made(|stream| unsafe {
        brooklet_integers_new(device, ty, extents.as_ptr(), 1, data.as_ptr().cast(), bytes, stream)
    })
}

fn read_integers<T: bytemuck::Pod>(stream: Handle, ty: u32, count: usize) -> Vec<T> {
    let mut data = vec![T::zeroed(); count];
    let bytes = size_of_val(&data[..]) as u64;
    ok(unsafe { brooklet_integers_read(stream, ty, data.as_mut_ptr().cast(), bytes) });
    data
}

fn check_integers<T: bytemuck::Pod + Ord + std::fmt::Debug>(device: Handle, ty: u32, data: &[T]) {
    let keys = integers(device, ty, data);
    let mut expected: Vec<usize> = (0..data.len()).collect();
    expected.sort_by_key(|i| data[*i]);
    let in_order: Vec<T> = expected.iter().map(|i| data[*i]).collect();
    let none = std::ptr::null_mut();
    let sorted = made(|sorted| unsafe { brooklet_sort_integers(keys, ty, 0, 0, sorted, none) });
    assert_eq!(read_integers::<T>(sorted, ty, data.len()), in_order);
    let order = made(|order| unsafe { brooklet_argsort_integers(keys, ty, 0, order) });
    assert_eq!(read(order), expected.iter().map(|i| *i as f32).collect::<Vec<f32>>());
    let (mut first, mut second) = (0, 0);
    ok(unsafe { brooklet_sort_integers(keys, ty, keys, BROOKLET_SORT_DESCENDING, &mut first, &mut second) });
    let reversed: Vec<T> = in_order.iter().rev().copied().collect();
    assert_eq!(read_integers::<T>(first, ty, data.len()), reversed);
    assert_eq!(read_integers::<T>(second, ty, data.len()), reversed);
    ok(unsafe { brooklet_top_integers(keys, ty, 3, 0, &mut first, &mut second) });
    assert_eq!(read_integers::<T>(first, ty, 3), reversed[..3]);
    let positions: Vec<usize> = read(second).into_iter().map(|at| at as usize).collect();
    assert_eq!(positions.iter().map(|at| data[*at]).collect::<Vec<_>>(), reversed[..3]);
    ok(unsafe { brooklet_top_integers(keys, ty, 2, BROOKLET_TOP_SMALLEST, &mut first, &mut second) });
    assert_eq!(read_integers::<T>(first, ty, 2), in_order[..2]);
    let merged = made(|merged| unsafe { brooklet_merge_integers(sorted, sorted, ty, merged) });
    assert_eq!(
        read_integers::<T>(merged, ty, 2 * data.len()),
        in_order.iter().flat_map(|x| [*x, *x]).collect::<Vec<_>>()
    );
    let mut distinct = in_order.clone();
    distinct.dedup();
    ok(unsafe { brooklet_unique_integers(keys, ty, &mut first, &mut second) });
    assert_eq!(read_integers::<T>(first, ty, distinct.len()), distinct);
    let counts: Vec<f32> = distinct.iter().map(|x| data.iter().filter(|y| *y == x).count() as f32).collect();
    assert_eq!(read(second), counts);
    let found = made(|found| unsafe { brooklet_search_integers(first, keys, ty, 0, found) });
    let places: Vec<f32> = data.iter().map(|x| distinct.binary_search(x).unwrap() as f32).collect();
    assert_eq!(read(found), places);
    let ones = numbers(device, &vec![1.0; data.len()]);
    ok(unsafe { brooklet_group_integers(keys, ty, ones, c("sum").as_ptr(), &mut first, &mut second) });
    assert_eq!((read_integers::<T>(first, ty, distinct.len()), read(second)), (distinct, counts));
}

#[test]
fn integers_are_exact() {
    for runtime in RUNTIMES {
        let device = open(runtime);
        check_integers(device, BROOKLET_INT32, &[i32::MAX, 16_777_217, i32::MIN, 16_777_216, 16_777_217, -1]);
        check_integers(device, BROOKLET_UINT32, &[u32::MAX, 1 << 31, 0, u32::MAX - 1, 1 << 31]);
        check_integers(device, BROOKLET_INT64, &[i64::MAX, (1 << 53) + 1, i64::MIN, 1 << 53, (1 << 53) + 1, -1]);
        check_integers(device, BROOKLET_UINT64, &[u64::MAX, 1 << 63, 0, u64::MAX - 1, 1 << 63]);
        let (x, mut to) = (integers(device, BROOKLET_INT32, &[1i32]), 0);
        let status = unsafe { brooklet_argsort_integers(x, BROOKLET_INT64, 0, &mut to) };
        assert_eq!(status, Status::Argument);
        let said = "what is sorted is a stream of float2: integers of this type are one of float4";
        assert!(error_text().contains(said), "{}", error_text());
        let status = unsafe { brooklet_argsort_integers(x, 5, 0, &mut to) };
        assert_eq!(status, Status::Argument);
        assert!(error_text().contains("the type of integers is 5: it must be 1"), "{}", error_text());
    }
}

#[test]
fn selections_by_rank() {
    for runtime in RUNTIMES {
        let device = open(runtime);
        let keys = numbers(device, &[3.0, 1.0, 4.0, 4.0, 2.0]);
        let (mut values, mut positions) = (0, 0);
        ok(unsafe { brooklet_top(keys, 3, 0, &mut values, &mut positions) });
        assert_eq!((read(values), read(positions)), (vec![4.0, 4.0, 3.0], vec![2.0, 3.0, 0.0]));
        ok(unsafe { brooklet_top(keys, 1, BROOKLET_TOP_SMALLEST, &mut values, &mut positions) });
        assert_eq!((read(values), read(positions)), (vec![1.0], vec![1.0]));
        let found = made(|found| unsafe { brooklet_quantile(keys, [0.5, 0.125, 1.0].as_ptr(), 3, found) });
        assert_eq!(read(found), [3.0, 1.5, 4.0]);
    }
}

#[test]
fn groups_and_positions() {
    for runtime in RUNTIMES {
        let device = open(runtime);
        let keys = numbers(device, &[3.0, 1.0, 3.0, 2.0]);
        let values = upload(device, 2, &[4], &[0.0, 10.0, 1.0, 11.0, 2.0, 12.0, 3.0, 13.0]);
        let sum = c("sum");
        let (mut distinct, mut other) = (0, 0);
        ok(unsafe { brooklet_unique(keys, &mut distinct, &mut other) });
        assert_eq!((read(distinct), read(other)), (vec![1.0, 2.0, 3.0], vec![1.0, 1.0, 2.0]));
        ok(unsafe { brooklet_group(keys, values, sum.as_ptr(), &mut distinct, &mut other) });
        assert_eq!((read(distinct), read(other)), (vec![1.0, 2.0, 3.0], vec![1.0, 11.0, 3.0, 13.0, 2.0, 22.0]));
        let heads = numbers(device, &[0.0, 0.0, 1.0, 0.0]);
        let scanned = made(|scanned| unsafe { brooklet_segmented_scan(keys, heads, sum.as_ptr(), scanned) });
        assert_eq!(read(scanned), [3.0, 4.0, 3.0, 5.0]);
        let positions = numbers(device, &[3.0, 0.0]);
        assert_eq!(read(made(|taken| unsafe { brooklet_take(values, positions, taken) })), [3.0, 13.0, 0.0, 10.0]);
        let moved = numbers(device, &[7.0, 8.0]);
        let put = |op| read(made(|to| unsafe { brooklet_put(keys, positions, moved, op, to) }));
        assert_eq!((put(std::ptr::null()), put(sum.as_ptr())), (vec![8.0, 1.0, 3.0, 7.0], vec![11.0, 1.0, 3.0, 9.0]));
        let more = numbers(device, &[0.0, 3.0, 4.0]);
        assert_eq!(read(made(|to| unsafe { brooklet_merge(more, moved, to) })), [0.0, 3.0, 4.0, 7.0, 8.0]);
    }
}

#[test]
fn axes() {
    use Status::{Argument, Call, Null};
    for runtime in RUNTIMES {
        let device = open(runtime);
        let x = upload(device, 1, &[2, 3], &[3.0, 1.0, 2.0, 5.0, 6.0, 4.0]);
        let (sum, mean) = (c("sum"), c("mean"));
        let reduced =
            |op: &std::ffi::CString, axis| read(made(|to| unsafe { brooklet_reduce_axis(x, op.as_ptr(), axis, to) }));
        assert_eq!((reduced(&sum, 1), reduced(&mean, -2)), (vec![6.0, 15.0], vec![4.0, 3.5, 3.0]));
        let scanned =
            |axis, exclusive| read(made(|to| unsafe { brooklet_scan_axis(x, sum.as_ptr(), axis, exclusive, to) }));
        assert_eq!(scanned(0, 0), [3.0, 1.0, 2.0, 8.0, 7.0, 6.0]);
        assert_eq!(scanned(-1, 1), [0.0, 3.0, 4.0, 0.0, 5.0, 11.0]);
        let sorted = |axis, flags| read(made(|to| unsafe { brooklet_sort_axis(x, axis, flags, to) }));
        assert_eq!(sorted(1, 0), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!(sorted(0, BROOKLET_SORT_DESCENDING), [5.0, 6.0, 4.0, 3.0, 1.0, 2.0]);
        let order = made(|to| unsafe { brooklet_argsort_axis(x, 1, 0, to) });
        assert_eq!(read(made(|to| unsafe { brooklet_take_along_axis(x, order, 1, to) })), sorted(1, 0));
        assert_eq!(read(order), [1.0, 2.0, 0.0, 2.0, 0.0, 1.0]);
        let (places, flags) = (numbers(device, &[2.0, 0.0]), numbers(device, &[0.0, 1.0]));
        assert_eq!(read(made(|to| unsafe { brooklet_take_axis(x, places, 1, to) })), [2.0, 3.0, 4.0, 5.0]);
        assert_eq!(read(made(|to| unsafe { brooklet_filter_axis(x, flags, 0, to) })), [5.0, 6.0, 4.0]);
        let (mut to, mut moved) = (0, 0);
        ok(unsafe { brooklet_top_axis(x, 2, 1, 0, &mut to, &mut moved) });
        assert_eq!((read(to), read(moved)), (vec![3.0, 2.0, 6.0, 5.0], vec![0.0, 2.0, 1.0, 0.0]));
        let best = |axis, flags| read(made(|to| unsafe { brooklet_argmax_axis(x, axis, flags, to) }));
        assert_eq!((best(1, 0), best(-1, BROOKLET_TOP_SMALLEST)), (vec![0.0, 1.0], vec![1.0, 2.0]));
        let found = made(|to| unsafe { brooklet_quantile_axis(x, [1.0, 0.5].as_ptr(), 2, 1, to) });
        assert_eq!(read(found), [3.0, 6.0, 2.0, 5.0]);
        unsafe {
            wrong(brooklet_top_axis(x, 3, 0, 0, &mut to, &mut moved), Call, "the top 3 of 2 elements");
            wrong(brooklet_top_axis(x, 1, 0, 2, &mut to, &mut moved), Argument, "flags are 0x2");
            wrong(brooklet_top_axis(x, 1, 0, 0, &mut to, std::ptr::null_mut()), Null, "places");
            wrong(brooklet_argmax_axis(x, 0, 4, &mut to), Argument, "flags are 0x4");
            wrong(brooklet_quantile_axis(x, std::ptr::null(), 1, 0, &mut to), Null, "quantiles");
            wrong(brooklet_sort_axis(x, 2, 0, &mut to), Call, "there is no axis 2: a stream of 2 × 3 has 2 axes");
            wrong(brooklet_argsort_axis(x, 0, 2, &mut to), Argument, "flags are 0x2");
            wrong(brooklet_reduce_axis(x, sum.as_ptr(), 0, std::ptr::null_mut()), Null, "reduced");
            wrong(brooklet_scan_axis(x, sum.as_ptr(), 0, 2, &mut to), Argument, "exclusive is 2");
            wrong(brooklet_filter_axis(x, flags, 1, &mut to), Call, "they must have the same shape");
        }
    }
}

#[test]
fn histograms() {
    for runtime in RUNTIMES {
        let device = open(runtime);
        let x = numbers(device, &[0.0, 1.0, 2.0, 3.0, 4.0, 9.0]);
        let y = numbers(device, &[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]);
        let (bins, range, null) = ([4, 2], [0.0, 4.0, 0.0, 1.0], std::ptr::null_mut::<f32>());
        let mut edges = [0.0f32; 8];
        let counts =
            made(|to| unsafe { brooklet_histogram(x, 0, 0, bins.as_ptr(), range.as_ptr(), edges.as_mut_ptr(), 5, to) });
        assert_eq!((read(counts), &edges[..5]), (vec![1.0, 1.0, 1.0, 2.0], &[0.0, 1.0, 2.0, 3.0, 4.0][..]));
        let sums = made(|to| unsafe { brooklet_histogram(x, 0, x, bins.as_ptr(), range.as_ptr(), null, 0, to) });
        assert_eq!(read(sums), [0.0, 1.0, 2.0, 7.0]);
        let pairs = made(|to| unsafe {
            brooklet_histogram(x, y, 0, bins.as_ptr(), std::ptr::null(), edges.as_mut_ptr(), 8, to)
        });
        assert_eq!((extents(pairs), read(pairs)), (vec![4, 2], vec![3.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 1.0]));
        assert_eq!(edges, [0.0, 2.25, 4.5, 6.75, 9.0, 0.0, 0.5, 1.0]);
    }
}

/// A stream of structs.
fn pairs(device: Handle) -> Handle {
    let (name, types) = (c("Pair"), [1, 2]);
    let layout =
        ElementLayout { name: name.as_ptr(), types: types.as_ptr(), offsets: std::ptr::null(), count: 2, size: 0 };
    made(|made| unsafe { brooklet_stream_new(device, &layout, [4].as_ptr(), 1, made) })
}

#[test]
fn what_primitives_refuse() {
    use Status::{Argument, Call, Compile, Null};
    let device = open("cpu");
    let (x, v) = (numbers(device, &[1.0, 2.0]), upload(device, 2, &[2], &[1.0, 2.0, 3.0, 4.0]));
    let (y, pairs) = (numbers(device, &[1.0, 2.0, 3.0]), pairs(device));
    let (mut to, mut value) = (7, 0.0);
    let none: *mut Handle = std::ptr::null_mut();
    unsafe {
        wrong(map("x +", &[("x", x)], &[], &mut to), Compile, "expression:1");
        wrong(map("x + z", &[("x", x)], &[], &mut to), Compile, "there is no `z`");
        wrong(map("a", &[], &[("a", &[1.0])], &mut to), Argument, "no input of a map is a stream (inputs: 1)");
        wrong(map("x + p", &[("x", x), ("p", pairs)], &[], &mut to), Argument, "input `p` is a stream of struct Pair");
        wrong(map("x + y", &[("x", x), ("y", y)], &[], &mut to), Call, "3");
        wrong(map("x", &[("x", x)], &[("a", &[])], &mut to), Argument, "`a` has neither");
        wrong(brooklet_reduce(x, c("mul").as_ptr(), &mut value, 1), Argument, "no operator `mul`");
        wrong(brooklet_reduce(v, c("sum").as_ptr(), &mut value, 1), Argument, "2 numbers, and there is room for 1");
        wrong(brooklet_reduce(pairs, c("sum").as_ptr(), &mut value, 1), Argument, "struct Pair");
        wrong(brooklet_reduce(x, c("sum").as_ptr(), none.cast(), 1), Null, "value is a null pointer");
        wrong(brooklet_scan(x, c("mean").as_ptr(), 0, &mut to), Argument, "no operator `mean`");
        wrong(brooklet_scan(x, c("sum").as_ptr(), 2, &mut to), Argument, "exclusive is 2");
        wrong(brooklet_filter(x, c("x >").as_ptr(), &mut to), Compile, "expression:1");
        wrong(brooklet_partition(x, c("x >").as_ptr(), &mut 0, &mut to), Compile, "expression:1");
        wrong(
            brooklet_partition(x, c("x > 0").as_ptr(), std::ptr::null_mut(), &mut to),
            Null,
            "kept is a null pointer",
        );
        wrong(brooklet_filter(pairs, c("x > 0").as_ptr(), &mut to), Argument, "struct Pair");
        wrong(brooklet_sort(v, 0, 0, &mut to, none), Argument, "a stream of float2: only float has an order");
        wrong(brooklet_sort(x, 0, 4, &mut to, none), Argument, "flags are 0x4");
        wrong(brooklet_sort(x, v, 0, &mut to, none), Null, "sorted_payload is a null pointer");
        let both = &raw mut to;
        wrong(brooklet_sort(x, y, 0, both, both), Argument, "sorted and sorted_payload are the same address");
        let mut moved = 0;
        wrong(brooklet_sort(x, y, 0, &mut to, &mut moved), Call, "keys and payload");
        wrong(brooklet_argsort(v, 0, 0, 0.0, 0.0, &mut to), Argument, "a stream of float2: only float has an order");
        wrong(brooklet_argsort(x, 2, 0, 0.0, 0.0, &mut to), Argument, "flags are 0x2");
        wrong(brooklet_argsort(x, 0, 25, 0.0, 0.0, &mut to), Call, "keys of 25 bits");
        wrong(brooklet_argsort(x, 0, 8, 1.0, 1.0, &mut to), Call, "1 to 1 is not a range");
        wrong(brooklet_argsort(x, 0, 0, 0.0, 0.0, none), Null, "order");
        wrong(brooklet_top(x, 1000, 0, &mut to, &mut moved), Call, "the top 1000 of");
        wrong(brooklet_top(x, 1, 2, &mut to, &mut moved), Argument, "flags are 0x2");
        wrong(brooklet_top(v, 1, 0, &mut to, &mut moved), Argument, "what is selected from is a stream of float2");
        wrong(brooklet_top(x, 1, 0, &mut to, none), Null, "positions");
        wrong(brooklet_quantile(x, [0.5, 2.0].as_ptr(), 2, &mut to), Call, "2 is not a quantile");
        wrong(brooklet_quantile(x, std::ptr::null(), 1, &mut to), Null, "quantiles");
        wrong(brooklet_unique(x, both, both), Argument, "distinct and counts are the same address");
        wrong(brooklet_unique(v, both, &mut moved), Argument, "a stream of float2: only float has an order");
        wrong(brooklet_group(x, y, c("sum").as_ptr(), both, &mut moved), Call, "keys and values of groups");
        wrong(brooklet_group(x, x, c("mean").as_ptr(), both, &mut moved), Argument, "no operator `mean`");
        wrong(brooklet_group(x, x, c("sum").as_ptr(), both, none), Null, "combined");
        wrong(brooklet_segmented_scan(x, y, c("sum").as_ptr(), both), Call, "values and flags");
        wrong(brooklet_take(x, v, both), Argument, "a stream of positions");
        wrong(brooklet_put(x, v, x, std::ptr::null(), both), Argument, "a stream of positions");
        wrong(brooklet_put(v, x, x, std::ptr::null(), both), Argument, "elements of different types");
        wrong(brooklet_put(x, x, x, c("mean").as_ptr(), both), Argument, "no operator `mean`");
        wrong(brooklet_put(x, x, y, std::ptr::null(), both), Call, "positions and values of a put");
        wrong(brooklet_put(x, x, x, std::ptr::null(), none), Null, "result");
        wrong(brooklet_merge(x, v, both), Argument, "what is merged is a stream of float2: only float has an order");
        wrong(brooklet_merge(x, x, none), Null, "merged");
        wrong(brooklet_search(x, v, 0, &mut to), Argument, "a stream of queries");
        wrong(brooklet_search(x, x, 5, &mut to), Argument, "upper is 5");
        wrong(brooklet_search(x, x, 0, none), Null, "positions");
        wrong(brooklet_random(device, [4].as_ptr(), 1, 0, 2, &mut to), Argument, "normal is 2");
        wrong(brooklet_random(device, [4].as_ptr(), 0, 0, 0, &mut to), Argument, "0 dimensions");
        wrong(brooklet_random(device, [4].as_ptr(), 1, 0, 0, none), Null, "numbers");
        let alike: *mut _ = &mut to;
        wrong(brooklet_random_bits(device, [4].as_ptr(), 1, 0, alike, alike), Argument, "the same address");
        let (bins, range, null) = ([2u32, 70_000], [0.0f32, 1.0], std::ptr::null());
        let histogram = |second, bins: *const u32, range, count, to| {
            brooklet_histogram(x, second, 0, bins, range, none.cast(), count, to)
        };
        wrong(histogram(0, bins.as_ptr(), range.as_ptr(), 0, none), Null, "counts");
        wrong(histogram(0, std::ptr::null(), null, 0, &mut to), Null, "bins");
        wrong(histogram(0, bins.as_ptr(), null, 2, &mut to), Argument, "there are 3 edges, and there is room for 2");
        wrong(histogram(0, bins.as_ptr(), null, 3, &mut to), Null, "edges");
        wrong(histogram(x, bins.as_ptr(), null, 0, &mut to), Call, "65536 bins, not 140000");
        wrong(histogram(v, bins.as_ptr(), null, 0, &mut to), Argument, "what is counted is a stream of float2");
        wrong(histogram(0, bins[1..].as_ptr(), null, 0, &mut to), Call, "not 70000");
        let ints = made(|made| brooklet_stream_of(device, BROOKLET_INT + 1, [2].as_ptr(), 1, made));
        wrong(map("x", &[("x", ints)], &[], &mut to), Argument, "a stream of int2: a primitive takes float to float4");
        wrong(brooklet_stream_of(device, 37, [2].as_ptr(), 1, &mut to), Argument, "type code 37 is unknown");
        wrong(brooklet_stream_of(device, 0, [2].as_ptr(), 1, &mut to), Argument, "type code 0 is unknown");
        let empty = numbers(device, &[]);
        wrong(brooklet_reduce(empty, c("max").as_ptr(), &mut value, 1), Call, "max");
        // Of two devices.
        let other = numbers(open("cpu"), &[1.0, 2.0]);
        wrong(map("x + o", &[("x", x), ("o", other)], &[], &mut to), Call, "device");
        wrong(brooklet_sort(x, other, 0, &mut to, &mut moved), Call, "device");
        wrong(brooklet_search(x, other, 0, &mut to), Call, "device");
    }
    assert_eq!(to, 7, "nothing is written where there is an error");
}
