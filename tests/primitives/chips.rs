//! The chips with 24 bits, R300 and R420: every method that fits, on numbers that they hold, against the reference; which do
//! not fit, and in which words that is said.

use brooklet::fragment_program::Chip;
use brooklet::kernel::Source;
use brooklet::primitives::{
    self, Filter, Histogram, Infinity, Merge, Put, Quantile, Random, RandomOptions, Reduce, Scan, Search, Sort,
    SortOptions, Top,
};
use brooklet::{Bins, Device, Error, Layout, LayoutError, Operator, Shape, Stream, reference};
use expect_test::expect;

const CHIPS: [Chip; 2] = [Chip::R300, Chip::R420];

fn device(chip: Chip) -> Device {
    Device::builder().poison(-1.0e9).emulated(chip).unwrap()
}

/// Small whole numbers: their sums are whole numbers below 131,072, which 24 bits hold.
fn data(count: usize) -> Vec<f32> {
    (0..count).map(|i| ((i * 7919 + i / 5) % 31) as f32 - 9.0).collect()
}

/// What a method gave, held against the reference; or the words in which it was refused.
fn line<T: PartialEq + std::fmt::Debug>(what: &str, found: Result<T, Error>, wanted: &T) -> String {
    match found {
        Ok(found) => {
            assert_eq!(found, *wanted, "{what}");
            format!("{what}: right\n")
        }
        Err(error) => {
            assert!(error.is_missing_feature(), "{what}: {error}");
            format!("{what}: {error}\n")
        }
    }
}

/// Every primitive by every method, on streams of one texture and layout.
fn table(chip: Chip, layout: Layout) -> String {
    let device = device(chip);
    let values = data(300);
    let x = device.upload_with(300, layout, &values).unwrap();
    let (sum, max) = (Operator::sum(), Operator::max());
    let mut lines = String::new();
    let squares: Vec<f32> = values.iter().map(|x| x * x + 1.0).collect();
    let map = primitives::map(&device, "x * x + 1.0").input("x", &x).run::<f32>();
    lines += &line("map", map.and_then(|y| y.read()), &squares);

    lines += &line("reduce", primitives::reduce(&x, &sum), &values.iter().sum());
    for method in Reduce::ALL {
        let name = format!("reduce by {}", method.name());
        lines += &line(&name, primitives::reduce_by(&x, &sum, method), &values.iter().sum());
    }
    let running = reference::scan(&values, &sum);
    lines += &line("scan", primitives::scan(&x, &sum).and_then(|y| y.read()), &running);
    for method in Scan::ALL {
        let scanned = primitives::scan_by(&x, &sum, method).and_then(|y| y.read());
        lines += &line(&format!("scan by {}", method.name()), scanned, &running);
        let scanned = primitives::scan_by(&x, &max, method).and_then(|y| y.read());
        let of_max = line(&format!("scan of max by {}", method.name()), scanned, &reference::scan(&values, &max));
        assert!(of_max.ends_with("right\n") || layout == Layout::Packed || method == Scan::Pyramid, "{of_max}");
    }
    let sorted = reference::sort(&values, false);
    lines += &line("sort", primitives::sort(&x).and_then(|y| y.read()), &sorted);
    for method in Sort::WITH_PAYLOAD {
        let options = SortOptions::default().method(method);
        let keys = primitives::sort_with(&x, options).and_then(|y| y.read());
        lines += &line(&format!("sort by {}", method.name()), keys, &sorted);
        // The payload says where a key was.
        let places: Vec<[f32; 2]> = (0..300).map(|i| [i as f32, values[i]]).collect();
        let (_, wanted) = reference::sort_pairs(&values, &places, false);
        let payload = device.upload(&places).unwrap();
        let pairs = primitives::sort_pairs_with(&x, &payload, options.stable()).and_then(|(_, payload)| payload.read());
        lines += &line(&format!("stable pairs by {}", method.name()), pairs, &wanted);
    }
    let ordered = device.upload_with(300, layout, &sorted).unwrap();
    let found = reference::lower_bound(&sorted, &values);
    for method in Search::ALL {
        let places = primitives::lower_bound_by(&ordered, &x, method).and_then(|y| y.read());
        lines += &line(&format!("search by {}", method.name()), places, &found);
    }
    let other = reference::sort(&data(200), false);
    let second = device.upload_with(200, layout, &other).unwrap();
    let merged = reference::merge(&sorted, &other);
    lines += &line("merge", primitives::merge(&ordered, &second).and_then(|y| y.read()), &merged);
    for method in Merge::ALL {
        let found = primitives::merge_by(&ordered, &second, method).and_then(|y| y.read());
        lines += &line(&format!("merge by {}", method.name()), found, &merged);
    }
    let positions: Vec<f32> = (0..300).map(|i| (i * 37 % 301) as f32 - 1.0).collect();
    let at = device.upload_with(300, layout, &positions).unwrap();
    let put = reference::put(&values, &positions, &sorted);
    lines += &line("put", primitives::put(&x, &at, &ordered).and_then(|y| y.read()), &put);
    for method in Put::ALL {
        let changed = primitives::put_by(&x, &at, &ordered, method).and_then(|y| y.read());
        lines += &line(&format!("put by {}", method.name()), changed, &put);
        let added = reference::put_with(&values, &positions, &sorted, &sum);
        let changed = primitives::put_with_by(&x, &at, &ordered, &sum, method).and_then(|y| y.read());
        lines += &line(&format!("put of sums by {}", method.name()), changed, &added);
    }
    let kept = reference::filter(&values, |x| *x > 0.0);
    lines += &line("filter", primitives::filter(&x, "x > 0").and_then(|y| y.read()), &kept);
    for method in Filter::ALL {
        let filtered = primitives::filter_with(&x, "x > 0", method, Infinity::Made).and_then(|y| y.read());
        lines += &line(&format!("filter by {}", method.name()), filtered, &kept);
        let partitioned = primitives::partition_by(&x, "x > 0", method).and_then(|(y, kept)| Ok((y.read()?, kept)));
        let parts = reference::partition(&values, |x| *x > 0.0);
        lines += &line(&format!("partition by {}", method.name()), partitioned, &parts);
    }
    let options = RandomOptions::default().layout(layout);
    let random = |options| primitives::random(&device, 300, options).and_then(|y| y.read());
    lines += &line("random", random(options), &reference::random(300, 0, Random::fastest(&device).generator()));
    for method in Random::ALL {
        let wanted = reference::random(300, 0, method.generator());
        lines += &line(&format!("random by {}", method.name()), random(options.method(method)), &wanted);
    }
    let bins = Bins::between(10, -9.0, 21.0);
    let counts = reference::histogram(&values, bins).unwrap();
    lines += &line("histogram", primitives::histogram(&x, bins).and_then(|y| y.read()), &counts);
    for method in Histogram::ALL {
        let counted = primitives::histogram_by(&x, bins, method).and_then(|y| y.read());
        lines += &line(&format!("histogram by {}", method.name()), counted, &counts);
    }
    let read = |found: Result<(Stream<f32>, Stream<f32>), Error>| found.and_then(|(v, at)| Ok((v.read()?, at.read()?)));
    lines += &line("top", read(primitives::top(&x, 7)), &reference::top(&values, 7, false));
    for method in Top::ALL {
        let found = read(primitives::top_by(&x, 7, method));
        lines += &line(&format!("top by {}", method.name()), found, &reference::top(&values, 7, false));
    }
    lines += &line("argmax", primitives::argmax(&x), &(reference::top(&values, 1, false).1[0] as usize));
    let quarters = reference::quantile(&values, &[0.25, 0.5]);
    lines += &line("quantile", primitives::quantile(&x, &[0.25, 0.5]).and_then(|y| y.read()), &quarters);
    for method in Quantile::ALL {
        let found = primitives::quantile_by(&x, &[0.25, 0.5], method).and_then(|y| y.read());
        lines += &line(&format!("quantile by {}", method.name()), found, &quarters);
    }
    lines
}

/// Lists that are so long that groups compete.
#[test]
#[cfg_attr(debug_assertions, ignore = "slow where nothing is optimised: .ci/run has it in release")]
fn tournaments_are_right_or_refused() {
    for chip in [Chip::R300, Chip::Nv30, Chip::Nv40, Chip::None] {
        let device = device(chip);
        let values = data(4200);
        let x = device.upload_with(4200, Layout::Packed, &values).unwrap();
        let read = |found: Result<(Stream<f32>, Stream<f32>), Error>| {
            found.and_then(|(values, positions)| Ok((values.read()?, positions.read()?)))
        };
        let wanted = reference::top(&values, 3, false);
        let named = line(chip.name(), read(primitives::top_by(&x, 3, Top::Tournament)), &wanted);
        assert_eq!(named, format!("{}: right\n", chip.name()));
        assert_eq!(read(primitives::top(&x, 3)).unwrap(), wanted, "{chip}");
        assert_eq!(primitives::argmin(&x).unwrap(), reference::top(&values, 1, true).1[0] as usize, "{chip}");
    }
}

/// Every method on none, one and two elements: right, or refused.
fn few(chip: Chip, layout: Layout) {
    let device = device(chip);
    for values in [&[][..], &[-729.0], &[4.0], &[-729.0, 4.0], &[4.0, -729.0], &[4.0, 4.0]] {
        let what = |method: &str| format!("{method} of {values:?} on {chip}, {layout:?}");
        let x = device.upload_with(values.len(), layout, values).unwrap();
        let (sum, min) = (Operator::sum(), Operator::min());
        for method in Reduce::ALL.into_iter().filter(|_| !values.is_empty()) {
            line(&what(method.name()), primitives::reduce_by(&x, &sum, method), &values.iter().sum());
            if method.computes(&min) {
                let wanted = reference::reduce(values, &min).unwrap();
                line(&what(method.name()), primitives::reduce_by(&x, &min, method), &wanted);
            }
        }
        for method in Scan::ALL {
            let scanned = primitives::scan_by(&x, &sum, method).and_then(|y| y.read());
            line(&what(method.name()), scanned, &reference::scan(values, &sum));
            let scanned = primitives::exclusive_scan_by(&x, &sum, method).and_then(|y| y.read());
            line(&what(method.name()), scanned, &reference::exclusive_scan(values, &sum).unwrap());
        }
        let sorted = reference::sort(values, false);
        let payload: Vec<[f32; 2]> = values.iter().map(|value| [*value, 1.0]).collect();
        for method in Sort::WITH_PAYLOAD {
            let options = SortOptions::default().method(method);
            line(&what(method.name()), primitives::sort_with(&x, options).and_then(|y| y.read()), &sorted);
            let (_, wanted) = reference::sort_pairs(values, &payload, false);
            let pairs = primitives::sort_pairs_with(&x, &device.upload(&payload).unwrap(), options.stable());
            line(&what(method.name()), pairs.and_then(|(_, payload)| payload.read()), &wanted);
        }
        let ordered = device.upload_with(values.len(), layout, &sorted).unwrap();
        for method in Search::ALL {
            for queries in [&[][..], &[4.0], &[-1000.0, 1000.0]] {
                let found = device.upload(queries).and_then(|queries| {
                    primitives::lower_bound_by(&ordered, &queries, method).and_then(|places| places.read())
                });
                line(&what(method.name()), found, &reference::lower_bound(&sorted, queries));
            }
        }
        for method in Filter::ALL {
            for (keep, kept) in [("abs(x) < 1.0", 1.0), ("abs(x) < 100.0", 100.0), ("abs(x) < 1000.0", 1000.0)] {
                let wanted = reference::filter(values, |x: &f32| x.abs() < kept);
                for infinity in [Infinity::Made, Infinity::Streamed] {
                    let filtered = primitives::filter_with(&x, keep, method, infinity).and_then(|y| y.read());
                    line(&what(&format!("{} for {keep}", method.name())), filtered, &wanted);
                }
            }
            let compacted = primitives::compact_by(&x, method).and_then(|y| y.read());
            line(&what(method.name()), compacted, &values.to_vec());
        }
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow where nothing is optimised: .ci/run has it in release")]
fn none_one_and_two_elements_are_right_by_every_method_on_every_chip() {
    for chip in Chip::ALL {
        few(chip, Layout::Plain);
    }
    for chip in [Chip::R300, Chip::Nv40, Chip::None] {
        few(chip, Layout::Packed);
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow where nothing is optimised: .ci/run has it in release")]
fn methods_are_right_or_refused_in_these_words_on_r300() {
    expect![[r#"
        map: right
        reduce: right
        reduce by 2x2: right
        reduce by brook: right
        reduce by runs: the method runs needs loops whose end depends on data, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use 2x2
        reduce by columns: the method columns needs loops whose end depends on data, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use 2x2
        reduce by blending: the method blending needs blending of 32-bit floats, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use 2x2
        reduce by mip-levels: the method mip-levels needs mip levels of 32-bit floats, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use 2x2
        scan: right
        scan by hillis-steele: right
        scan by up-down-sweep: right
        scan by hybrid: right
        scan by pyramid: right
        sort: right
        sort by bitonic: the method bitonic needs integers, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use bitonic-float
        stable pairs by bitonic: the method bitonic needs integers, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use bitonic-float
        sort by bitonic-float: right
        stable pairs by bitonic-float: right
        sort by bitonic-packed: right
        stable pairs by bitonic-packed: right
        sort by merge: the method merge needs integers, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use bitonic-float
        stable pairs by merge: the method merge needs integers, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use bitonic-float
        search by binary-search: right
        search by index-pyramid: right
        search by early-z: right
        merge: right
        merge by rank-search: right
        merge by merge-path: right
        put: right
        put by bitonic-search: right
        put of sums by bitonic-search: right
        put by sort-search: right
        put of sums by sort-search: right
        put by points: right
        put of sums by points: the method points needs blending of 32-bit floats, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use sort-search
        filter: right
        filter by stable-sort: right
        partition by stable-sort: right
        filter by scan-search-gather: right
        partition by scan-search-gather: right
        filter by scan-search-gather-multipass: right
        partition by scan-search-gather-multipass: right
        filter by histopyramid: the method histopyramid needs loops whose end depends on data, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use scan-search-gather-multipass
        partition by histopyramid: the method histopyramid needs loops whose end depends on data, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use scan-search-gather-multipass
        filter by occlusion-query: right
        partition by occlusion-query: right
        random: right
        random by philox: the method philox needs integers, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use feistel-8
        random by feistel-12: the method feistel-12 computes with integers up to 16777216 in floats, which are exact up to 131072 on this device: use feistel-8
        random by feistel-8: right
        histogram: right
        histogram by compare-reduce: right
        histogram by sort-search: right
        histogram by packed-counters: right
        histogram by points: the method points needs blending of 32-bit floats, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use packed-counters
        top: right
        top by bitonic: right
        top by sort: right
        top by tournament: right
        argmax: right
        quantile: right
        quantile by bitonic: right
        quantile by sort: right
        quantile by sample: the method sample needs integers, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use sort
        quantile by occlusion-query: the method occlusion-query needs integers, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use sort
    "#]].assert_eq(&table(Chip::R300, Layout::Plain));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow where nothing is optimised: .ci/run has it in release")]
fn methods_on_packed_streams_are_right_or_refused_in_these_words_on_r300() {
    expect![[r#"
        map: right
        reduce: right
        reduce by 2x2: right
        reduce by brook: right
        reduce by runs: the method runs needs loops whose end depends on data, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use 2x2
        reduce by columns: the method columns needs loops whose end depends on data, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use 2x2
        reduce by blending: the method blending needs blending of 32-bit floats, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use 2x2
        reduce by mip-levels: the method mip-levels needs mip levels of 32-bit floats, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use 2x2
        scan: right
        scan by hillis-steele: right
        scan by up-down-sweep: right
        scan by hybrid: right
        scan by pyramid: right
        sort: right
        sort by bitonic: the method bitonic needs integers, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use bitonic-float
        stable pairs by bitonic: the method bitonic needs integers, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use bitonic-float
        sort by bitonic-float: right
        stable pairs by bitonic-float: right
        sort by bitonic-packed: right
        stable pairs by bitonic-packed: right
        sort by merge: the method merge needs integers, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use bitonic-float
        stable pairs by merge: the method merge needs integers, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use bitonic-float
        search by binary-search: right
        search by index-pyramid: right
        search by early-z: right
        merge: right
        merge by rank-search: right
        merge by merge-path: right
        put: right
        put by bitonic-search: right
        put of sums by bitonic-search: right
        put by sort-search: right
        put of sums by sort-search: right
        put by points: right
        put of sums by points: the method points needs blending of 32-bit floats, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use sort-search
        filter: right
        filter by stable-sort: right
        partition by stable-sort: right
        filter by scan-search-gather: right
        partition by scan-search-gather: right
        filter by scan-search-gather-multipass: right
        partition by scan-search-gather-multipass: right
        filter by histopyramid: the method histopyramid needs loops whose end depends on data, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use scan-search-gather-multipass
        partition by histopyramid: the method histopyramid needs loops whose end depends on data, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use scan-search-gather-multipass
        filter by occlusion-query: right
        partition by occlusion-query: right
        random: right
        random by philox: the method philox needs integers, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use feistel-8
        random by feistel-12: the method feistel-12 computes with integers up to 16777216 in floats, which are exact up to 131072 on this device: use feistel-8
        random by feistel-8: right
        histogram: right
        histogram by compare-reduce: right
        histogram by sort-search: right
        histogram by packed-counters: right
        histogram by points: the method points needs blending of 32-bit floats, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use packed-counters
        top: right
        top by bitonic: right
        top by sort: right
        top by tournament: right
        argmax: right
        quantile: right
        quantile by bitonic: right
        quantile by sort: right
        quantile by sample: the method sample needs integers, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use sort
        quantile by occlusion-query: the method occlusion-query needs integers, which this device (r300 (Radeon 9700, 9800), emulated) does not have: use sort
    "#]].assert_eq(&table(Chip::R300, Layout::Packed));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow where nothing is optimised: .ci/run has it in release")]
fn methods_are_right_or_refused_in_these_words_on_r420() {
    expect![[r#"
        map: right
        reduce: right
        reduce by 2x2: right
        reduce by brook: right
        reduce by runs: the method runs needs loops whose end depends on data, which this device (r420 (Radeon X800), emulated) does not have: use 2x2
        reduce by columns: the method columns needs loops whose end depends on data, which this device (r420 (Radeon X800), emulated) does not have: use 2x2
        reduce by blending: the method blending needs blending of 32-bit floats, which this device (r420 (Radeon X800), emulated) does not have: use 2x2
        reduce by mip-levels: the method mip-levels needs mip levels of 32-bit floats, which this device (r420 (Radeon X800), emulated) does not have: use 2x2
        scan: right
        scan by hillis-steele: right
        scan by up-down-sweep: right
        scan by hybrid: right
        scan by pyramid: right
        sort: right
        sort by bitonic: the method bitonic needs integers, which this device (r420 (Radeon X800), emulated) does not have: use bitonic-float
        stable pairs by bitonic: the method bitonic needs integers, which this device (r420 (Radeon X800), emulated) does not have: use bitonic-float
        sort by bitonic-float: right
        stable pairs by bitonic-float: right
        sort by bitonic-packed: right
        stable pairs by bitonic-packed: right
        sort by merge: the method merge needs integers, which this device (r420 (Radeon X800), emulated) does not have: use bitonic-float
        stable pairs by merge: the method merge needs integers, which this device (r420 (Radeon X800), emulated) does not have: use bitonic-float
        search by binary-search: right
        search by index-pyramid: right
        search by early-z: right
        merge: right
        merge by rank-search: right
        merge by merge-path: right
        put: right
        put by bitonic-search: right
        put of sums by bitonic-search: right
        put by sort-search: right
        put of sums by sort-search: right
        put by points: right
        put of sums by points: the method points needs blending of 32-bit floats, which this device (r420 (Radeon X800), emulated) does not have: use sort-search
        filter: right
        filter by stable-sort: right
        partition by stable-sort: right
        filter by scan-search-gather: right
        partition by scan-search-gather: right
        filter by scan-search-gather-multipass: right
        partition by scan-search-gather-multipass: right
        filter by histopyramid: the method histopyramid needs loops whose end depends on data, which this device (r420 (Radeon X800), emulated) does not have: use scan-search-gather-multipass
        partition by histopyramid: the method histopyramid needs loops whose end depends on data, which this device (r420 (Radeon X800), emulated) does not have: use scan-search-gather-multipass
        filter by occlusion-query: right
        partition by occlusion-query: right
        random: right
        random by philox: the method philox needs integers, which this device (r420 (Radeon X800), emulated) does not have: use feistel-8
        random by feistel-12: the method feistel-12 computes with integers up to 16777216 in floats, which are exact up to 131072 on this device: use feistel-8
        random by feistel-8: right
        histogram: right
        histogram by compare-reduce: right
        histogram by sort-search: right
        histogram by packed-counters: right
        histogram by points: the method points needs blending of 32-bit floats, which this device (r420 (Radeon X800), emulated) does not have: use packed-counters
        top: right
        top by bitonic: right
        top by sort: right
        top by tournament: right
        argmax: right
        quantile: right
        quantile by bitonic: right
        quantile by sort: right
        quantile by sample: the method sample needs integers, which this device (r420 (Radeon X800), emulated) does not have: use sort
        quantile by occlusion-query: the method occlusion-query needs integers, which this device (r420 (Radeon X800), emulated) does not have: use sort
    "#]].assert_eq(&table(Chip::R420, Layout::Plain));
    expect![[r#"
        map: right
        reduce: right
        reduce by 2x2: right
        reduce by brook: right
        reduce by runs: the method runs needs loops whose end depends on data, which this device (r420 (Radeon X800), emulated) does not have: use 2x2
        reduce by columns: the method columns needs loops whose end depends on data, which this device (r420 (Radeon X800), emulated) does not have: use 2x2
        reduce by blending: the method blending needs blending of 32-bit floats, which this device (r420 (Radeon X800), emulated) does not have: use 2x2
        reduce by mip-levels: the method mip-levels needs mip levels of 32-bit floats, which this device (r420 (Radeon X800), emulated) does not have: use 2x2
        scan: right
        scan by hillis-steele: right
        scan by up-down-sweep: right
        scan by hybrid: right
        scan by pyramid: right
        sort: right
        sort by bitonic: the method bitonic needs integers, which this device (r420 (Radeon X800), emulated) does not have: use bitonic-float
        stable pairs by bitonic: the method bitonic needs integers, which this device (r420 (Radeon X800), emulated) does not have: use bitonic-float
        sort by bitonic-float: right
        stable pairs by bitonic-float: right
        sort by bitonic-packed: right
        stable pairs by bitonic-packed: right
        sort by merge: the method merge needs integers, which this device (r420 (Radeon X800), emulated) does not have: use bitonic-float
        stable pairs by merge: the method merge needs integers, which this device (r420 (Radeon X800), emulated) does not have: use bitonic-float
        search by binary-search: right
        search by index-pyramid: right
        search by early-z: right
        merge: right
        merge by rank-search: right
        merge by merge-path: right
        put: right
        put by bitonic-search: right
        put of sums by bitonic-search: right
        put by sort-search: right
        put of sums by sort-search: right
        put by points: right
        put of sums by points: the method points needs blending of 32-bit floats, which this device (r420 (Radeon X800), emulated) does not have: use sort-search
        filter: right
        filter by stable-sort: right
        partition by stable-sort: right
        filter by scan-search-gather: right
        partition by scan-search-gather: right
        filter by scan-search-gather-multipass: right
        partition by scan-search-gather-multipass: right
        filter by histopyramid: the method histopyramid needs loops whose end depends on data, which this device (r420 (Radeon X800), emulated) does not have: use scan-search-gather-multipass
        partition by histopyramid: the method histopyramid needs loops whose end depends on data, which this device (r420 (Radeon X800), emulated) does not have: use scan-search-gather-multipass
        filter by occlusion-query: right
        partition by occlusion-query: right
        random: right
        random by philox: the method philox needs integers, which this device (r420 (Radeon X800), emulated) does not have: use feistel-8
        random by feistel-12: the method feistel-12 computes with integers up to 16777216 in floats, which are exact up to 131072 on this device: use feistel-8
        random by feistel-8: right
        histogram: right
        histogram by compare-reduce: right
        histogram by sort-search: right
        histogram by packed-counters: right
        histogram by points: the method points needs blending of 32-bit floats, which this device (r420 (Radeon X800), emulated) does not have: use packed-counters
        top: right
        top by bitonic: right
        top by sort: right
        top by tournament: right
        argmax: right
        quantile: right
        quantile by bitonic: right
        quantile by sort: right
        quantile by sample: the method sample needs integers, which this device (r420 (Radeon X800), emulated) does not have: use sort
        quantile by occlusion-query: the method occlusion-query needs integers, which this device (r420 (Radeon X800), emulated) does not have: use sort
    "#]].assert_eq(&table(Chip::R420, Layout::Packed));
}

#[test]
fn loops_are_kept_where_there_is_no_room_to_unroll_them() {
    let device = Device::builder().poison(-1.0e9).emulated(Chip::R520).unwrap();
    let sorted: Vec<f32> = (0..300).map(|i| (i / 3) as f32).collect();
    let x = device.upload_with(300, Layout::Packed, &sorted).unwrap();
    let places = primitives::lower_bound_by(&x, &x, Search::BinarySearch).unwrap();
    assert_eq!(places.read().unwrap(), reference::lower_bound(&sorted, &sorted));
}

#[test]
fn a_default_that_does_not_fit_makes_way_for_a_method_that_does() {
    let device = Device::builder().poison(-1.0e9).emulated(Chip::Nv30).unwrap();
    let count = 1 << 17;
    let sorted: Vec<f32> = (0..count).map(|i| (i / 2) as f32).collect();
    let queries = [-1.0, 0.0, 0.5, 777.0, 65_535.0, 65_536.0];
    let elements = device.upload_with(count, Layout::Packed, &sorted).unwrap();
    let asked = device.upload_with(queries.len(), Layout::Packed, &queries).unwrap();
    assert_eq!(Search::fastest(&device, count, queries.len()), Search::BinarySearch);
    // By name it is cut into several passes.
    let (places, trace) = device.traced(|| primitives::lower_bound_by(&elements, &asked, Search::BinarySearch));
    let wanted = reference::lower_bound(&sorted, &queries);
    assert_eq!(places.unwrap().read().unwrap(), wanted);
    let parts: Vec<_> = trace.passes().map(|pass| pass.part.map(|part| part.number)).collect();
    assert!(parts.len() > 1 && parts.iter().copied().eq((1..=parts.len()).map(Some)), "{parts:?}");
    // What was tried in vain is no step of a capture.
    let (places, capture) = device.capture(|| primitives::lower_bound(&elements, &asked)).unwrap();
    assert_eq!(places.read().unwrap(), wanted);
    assert_eq!(capture.steps().len(), capture.trace().passes().count());
    assert!(capture.trace().passes().all(|pass| pass.part.is_none()));
}

#[test]
fn what_is_selected_and_copied_keeps_the_bits_that_24_hold() {
    for chip in CHIPS {
        let device = device(chip);
        // 16 bits behind the point, of all sizes that 24 bits have.
        let values: Vec<f32> = (0..200)
            .map(|i| {
                f32::from_bits(
                    ((i as u32 * 7) % 120 + 67) << 23 | (i as u32 * 9973 % 65536) << 7 | (i as u32 % 2) << 31,
                )
            })
            .collect();
        let x = device.upload(&values).unwrap();
        assert_eq!(x.read().unwrap(), values);
        let packed = x.to_layout(Layout::Packed).unwrap();
        assert_eq!(packed.read().unwrap(), values);
        assert_eq!(primitives::sort(&x).unwrap().read().unwrap(), reference::sort(&values, false));
        for op in [Operator::max(), Operator::min()] {
            assert_eq!(primitives::reduce(&x, &op).unwrap(), reference::reduce(&values, &op).unwrap());
            assert_eq!(primitives::scan(&x, &op).unwrap().read().unwrap(), reference::scan(&values, &op));
        }
        // What they do not hold is cut off.
        let cut = device.upload(&[1.0 + f32::EPSILON, -1.0 - f32::EPSILON, 131_073.0]).unwrap();
        assert_eq!(cut.read().unwrap(), [1.0, -1.0, 131_072.0]);
    }
}

#[test]
fn streams_that_24_bits_do_not_number_are_arrays_by_column_and_row() {
    for chip in CHIPS {
        let device = device(chip);
        let max = device.features().exact_integer as usize;
        assert_eq!(max, 131_072);
        device.stream::<f32>(max).unwrap();
        let error = device.stream::<f32>(max + 1).map(drop).unwrap_err();
        assert!(matches!(error, Error::Layout(LayoutError::Inexact { .. })) && error.is_missing_feature(), "{error}");
        assert!(error.to_string().contains("131072"), "{error}");
        let shape = Shape::from([400, 500]);
        let values = data(shape.count());
        let x = device.upload_shaped(shape, &values).unwrap();
        assert_eq!(x.read().unwrap(), values);
        // Each texel where it is, and its neighbour to the left.
        let text = "
            input float x;
            output float y;
            void main() { y = fetch(x, here()) + clamped(x, here_x() - 1, here_y()); }";
        let kernel = device.kernel(&Source::new("neighbours", text)).unwrap();
        let mut y: Stream<f32> = device.stream(shape).unwrap();
        device.pass(&kernel).input("x", &x).output("y", &mut y).run().unwrap();
        let wanted: Vec<f32> =
            (0..values.len()).map(|i| values[i] + values[if i % 500 == 0 { i } else { i - 1 }]).collect();
        assert_eq!(y.read().unwrap(), wanted);
        // One that numbers elements would number some alike.
        let text = "output float y; void main() { y = float(here()); }";
        let kernel = device.kernel(&Source::new("numbers", text)).unwrap();
        let error = device.pass(&kernel).output("y", &mut y).run().unwrap_err();
        assert!(error.is_missing_feature(), "{error}");
        let said = error.to_string();
        assert!(said.contains("131072") && said.contains("200000"), "{said}");
    }
}
