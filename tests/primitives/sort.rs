//! Sorts against the plain-Rust reference, and their passes against the chapter.

use crate::support;
use crate::support::level::{is_full, sample};

use brooklet::kernel::Source;
use brooklet::primitives::{self, PrimitiveError, Sort, SortOptions};
use brooklet::{Device, DeviceError, Error, Layout, ShapeError, Stream, reference};
use proptest::prelude::*;
use support::{SPECIAL, bits, builder, each_dialect, fitting, noise, open};

/// Keys of which many are equal.
fn few(count: usize, seed: u64) -> Vec<f32> {
    noise(count, seed).iter().map(|v| (v * 3.0).round() + 0.0).collect()
}

fn passes(n: usize) -> usize {
    let k = n.max(1).next_power_of_two().ilog2() as usize;
    match n {
        0 => 0,
        1 => 1, // a copy
        _ => k * (k + 1) / 2,
    }
}

/// Those that the device runs.
fn options(device: &Device) -> Vec<SortOptions> {
    let all = support::sorts(device).into_iter().flat_map(|method| {
        let plain = SortOptions::default().method(method);
        [plain, plain.descending(), plain.stable(), plain.descending().stable()]
    });
    all.collect()
}

/// The plainest: with addresses in integers, where there are some.
fn bitonic(device: &Device) -> Sort {
    if Sort::Bitonic.runs_on(device) { Sort::Bitonic } else { Sort::BitonicFloat }
}

fn is_merge(options: SortOptions) -> bool {
    options.method(Sort::Merge) == options
}

/// Passes of the merge sort of texels of four keys, or of two pairs: groups of twice as many texels as there are render
/// targets, then a merge for each doubling, with a search before it where runs are long and many.
fn merges(device: &Device, n: usize, group: usize) -> usize {
    if n == 0 {
        return 0;
    }
    let targets = device.limits().targets.min(8);
    let runs = std::iter::successors(Some(2 * targets), |run| Some(2 * run)).take_while(|run| *run < n.div_ceil(group));
    let many = n.div_ceil(group) > 1 << 16;
    1 + runs.map(|run| if run >= 1024 && many { 2 } else { 1 }).sum::<usize>()
}

fn is_packed(options: SortOptions) -> bool {
    options.method(Sort::BitonicPacked) == options
}

/// Passes of the packed sort up to the one that writes the result: one sorts groups of as many texels as there are render
/// targets, 4 at most, then each stage takes its steps over whole groups two at a time.
fn packed_merges(device: &Device, n: usize, group: usize) -> usize {
    if n == 0 {
        return 0;
    }
    let streams = 1 << device.limits().targets.min(4).ilog2();
    let stages = n.div_ceil(group).div_ceil(streams).next_power_of_two().ilog2() as usize;
    let passes = 1 + (1..=stages).map(|steps| steps.div_ceil(2)).sum::<usize>();
    assert_eq!(passes, 1 + (stages + 1) * (stages + 1) / 4);
    passes
}

fn is_descending(options: SortOptions) -> bool {
    options.descending() == options
}

fn is_stable(options: SortOptions) -> bool {
    options.stable() == options
}

/// The same elements, whatever their order.
fn same_elements(a: &[f32], b: &[f32]) -> bool {
    let (mut a, mut b) = (bits(a), bits(b));
    a.sort_unstable();
    b.sort_unstable();
    a == b
}

fn check(device: &Device, keys: &[f32], layout: Layout) {
    let stream = device.upload_with(keys.len(), layout, keys).unwrap();
    let places: Vec<[f32; 2]> = (0..keys.len()).map(|i| [i as f32, keys[i]]).collect();
    let payload = device.upload(&places).unwrap();
    for options in options(device) {
        let (expected, expected_places) = reference::sort_pairs(keys, &places, is_descending(options));
        let (sorted, trace) = device.traced(|| primitives::sort_with(&stream, options).unwrap());
        let sorted = sorted.read().unwrap();
        assert_eq!(sorted, expected, "{options:?}");
        assert!(same_elements(&sorted, keys), "{options:?}: {sorted:?}");
        let n = keys.len();
        // A step writes keys and payload, stably also positions; of one element it is two copies.
        let writes = |payload: usize| match is_stable(options) {
            _ if n == 1 => 2,
            true => support::passes_of(device, &[1, payload, 1]),
            false => support::passes_of(device, &[1, payload]),
        };
        let last = n.min(1);
        let expected_passes = match (is_merge(options), is_stable(options)) {
            _ if is_packed(options) => packed_merges(device, n, if is_stable(options) { 2 } else { 4 }) + last,
            (true, false) => merges(device, n, 4) + last,
            (true, true) => merges(device, n, 2) + last,
            (false, false) => passes(n),
            (false, true) => passes(n) * writes(1),
        };
        assert_eq!(trace.passes().count(), expected_passes, "{options:?} of {n}");
        let (pairs, trace) = device.traced(|| primitives::sort_pairs_with(&stream, &payload, options).unwrap());
        let (got, got_places) = (pairs.0.read().unwrap(), pairs.1.read().unwrap());
        assert_eq!(got, expected, "{options:?}");
        let expected_passes = match options {
            options if is_merge(options) => merges(device, n, 2) + 2 * last,
            options if is_packed(options) => packed_merges(device, n, 2) + 2 * last,
            _ => passes(n) * writes(2),
        };
        assert_eq!(trace.passes().count(), expected_passes, "{options:?} of {n}");
        if is_stable(options) || is_merge(options) || is_packed(options) {
            assert_eq!(bits(&got), bits(&expected), "{options:?}");
            assert_eq!(got_places, expected_places, "{options:?}");
        }
        // Each payload is still beside its own key, and none is lost.
        assert!(got.iter().zip(&got_places).all(|(key, place)| key.to_bits() == place[1].to_bits()));
        let mut places: Vec<u32> = got_places.iter().map(|place| place[0] as u32).collect();
        places.sort_unstable();
        assert!(places.into_iter().eq(0..keys.len() as u32));
    }
}

#[test]
fn blending_sorts_keys_of_all_sizes() {
    each_dialect(|device| {
        if !support::runs_here(device, "blending", Sort::Blending.runs_on(device)) {
            return;
        }
        let check = |keys: &[f32], layout: Layout, options: SortOptions| {
            let stream = device.upload_with(keys.len(), layout, keys).unwrap();
            let (sorted, trace) = device.traced(|| primitives::sort_with(&stream, options.method(Sort::Blending)));
            let Some(sorted) = fitting(sorted) else { return };
            assert_eq!((sorted.shape(), sorted.layout()), (stream.shape(), layout));
            let expected = reference::sort(keys, is_descending(options));
            assert_eq!(bits(&sorted.read().unwrap()), bits(&expected), "{options:?} of {}", keys.len());
            let k = keys.len().max(1).next_power_of_two().ilog2() as usize;
            assert_eq!(trace.passes().count(), if k == 0 { keys.len() } else { 3 * k * k + 2 });
            let halves: Vec<_> = trace.passes().filter(|pass| pass.kernel == "blending_sort_mirror").collect();
            assert!(halves.len() == 2 * k * k && halves.iter().all(|pass| pass.operations.blend.is_some()));
        };
        for n in support::sizes() {
            let layout = if n % 2 == 0 { Layout::Packed } else { Layout::Plain };
            check(&noise(n, n as u64), layout, SortOptions::default());
            check(&few(n, n as u64), Layout::Plain, SortOptions::default().descending());
        }
        let mut special: Vec<f32> = noise(70, 1);
        special.extend([f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN, f32::INFINITY]);
        check(&special, Layout::Plain, SortOptions::default());
        check(&special, Layout::Plain, SortOptions::default().descending());
    });
}

#[test]
fn blending_sorts_keys_alone() {
    each_dialect(|device| {
        if !support::runs_here(device, "blending", Sort::Blending.runs_on(device)) {
            return;
        }
        let (keys, ints) = (device.upload(&[2.0, 1.0]).unwrap(), device.upload(&[2u32, 1]).unwrap());
        let by = SortOptions::default().method(Sort::Blending);
        let error = primitives::sort_pairs_with(&keys, &keys, by).unwrap_err();
        assert_eq!(error.to_string(), "the method blending sorts floats alone, without a payload: use merge");
        let error = primitives::sort_with(&keys, by.stable()).unwrap_err();
        assert_eq!(error.to_string(), "the method blending sorts floats alone, and equal keys in no order: use merge");
        let error = primitives::sort_with(&ints, by).unwrap_err();
        assert_eq!(error.to_string(), "the method blending sorts floats alone, and no integers: use merge");
    });
}

#[test]
fn lists_of_all_sizes_and_layouts() {
    each_dialect(|device| {
        for n in support::sizes() {
            check(device, &noise(n, n as u64), Layout::Plain);
            check(device, &few(n, n as u64), if n % 2 == 0 { Layout::Packed } else { Layout::Plain });
        }
    });
}

#[test]
fn orders_that_are_already_there() {
    each_dialect(|device| {
        for n in [16, 100, 257] {
            let rising: Vec<f32> = (0..n).map(|i| i as f32).collect();
            let falling: Vec<f32> = rising.iter().rev().copied().collect();
            for keys in [rising, falling, vec![7.0; n]] {
                check(device, &keys, Layout::Plain);
            }
        }
    });
}

#[test]
fn infinities_and_zeros_are_keys_like_others() {
    let special: Vec<f32> = SPECIAL.iter().copied().filter(|v| !v.is_subnormal()).collect();
    each_dialect(|device| {
        for n in [3, 10, 16, 33, 100] {
            let keys: Vec<f32> = (0..n).map(|i| special[(i * 7 + n) % special.len()]).collect();
            check(device, &keys, Layout::Plain);
        }
        check(device, &[f32::INFINITY; 21], Layout::Plain);
    });
}

#[test]
fn no_element_is_lost_whatever_the_keys() {
    each_dialect(|device| {
        for n in [5, 64, 100] {
            let mut keys: Vec<f32> = (0..n).map(|i| SPECIAL[i * 5 % SPECIAL.len()]).collect();
            keys[n / 2] = f32::NAN;
            keys[1] = f32::from_bits(0xffc1_2345);
            let stream = device.upload(&keys).unwrap();
            let keys: Vec<f32> = keys.into_iter().map(support::held).collect();
            for options in options(device) {
                let sorted = primitives::sort_with(&stream, options).unwrap().read().unwrap();
                assert!(same_elements(&sorted, &keys), "{options:?}: {sorted:?}");
            }
        }
    });
}

#[test]
fn passes_are_those_of_the_chapter_and_nothing_else_is_drawn() {
    each_dialect(|device| {
        for (n, expected) in [(2, 1), (16, 10), (1 << 10, 55), (1000, 55), (1 << 16, 136)] {
            let keys = noise(n, 1);
            let stream = device.upload(&keys).unwrap();
            let (sorted, trace) = device.traced(|| primitives::sort_by(&stream, bitonic(device)).unwrap());
            assert_eq!(trace.events.len(), expected, "{n}");
            assert!(trace.passes().all(|pass| pass.kernel == "bitonic_sort" && pass.outputs == 1));
            assert_eq!(sorted.read().unwrap(), reference::sort(&keys, false));
        }
        assert_eq!(passes(1 << 20), 210);
    });
}

#[test]
fn arrays_sort_in_c_order() {
    for dialect in support::dialects() {
        let device = open(builder(dialect).largest_texture(64));
        for (a, b) in [(5, 7), (8, 8), (3, 200)] {
            let keys = noise(a * b, 2);
            let stream = device.upload_shaped([a, b], &keys).unwrap();
            for method in support::sorts(&device) {
                let sorted = primitives::sort_by(&stream, method).unwrap();
                assert_eq!(sorted.shape(), stream.shape());
                assert_eq!(sorted.read().unwrap(), reference::sort(&keys, false));
            }
        }
    }
}

#[test]
fn ping_pong_takes_two_textures() {
    each_dialect(|device| {
        let stream = device.upload(&noise(1000, 1)).unwrap();
        let before = device.textures_created();
        let sorted = primitives::sort_by(&stream, bitonic(device)).unwrap();
        assert_eq!(device.textures_created() - before, 2);
        drop(sorted);
    });
}

#[test]
fn what_does_not_fit_together_is_refused() {
    each_dialect(|device| {
        let (keys, values) = (device.upload(&[1.0, 2.0]).unwrap(), device.upload(&[1.0]).unwrap());
        assert_eq!(
            primitives::sort_pairs(&keys, &values).unwrap_err().to_string(),
            "keys and payload of a sort: `keys` is 2, `values` is 1; they must have the same shape"
        );
    });
    for dialect in support::dialects() {
        let device = open(Device::builder().dialect(dialect));
        if !support::has_integers(&device) {
            continue;
        }
        let many: Stream<f32> = device.stream((1 << 24) + 1).unwrap();
        assert_eq!(
            primitives::sort_by(&many, Sort::BitonicFloat).unwrap_err().to_string(),
            "bitonic-float counts positions in floats, which are exact up to 16777216; there are 16777217 elements: \
             use merge"
        );
        assert_eq!(
            primitives::sort_pairs_with(&many, &many, SortOptions::default().method(Sort::BitonicPacked))
                .unwrap_err()
                .to_string(),
            "bitonic-packed counts positions in floats, which are exact up to 16777216; there are 16777217 elements: \
             use merge"
        );
        assert!(matches!(
            primitives::sort_with(&many, SortOptions::default().method(Sort::Bitonic).stable()),
            Err(Error::Primitive(PrimitiveError::FloatAddress { .. }))
        ));
        let one = open(Device::builder().dialect(dialect).max_targets(1));
        let keys = one.upload(&[2.0, 1.0]).unwrap();
        assert_eq!(primitives::sort_pairs(&keys, &keys).unwrap().1.read().unwrap(), [1.0, 2.0]);
        assert_eq!(primitives::sort(&keys).unwrap().read().unwrap(), [1.0, 2.0]);
        assert!(matches!(primitives::sort_pairs(&keys, &many), Err(Error::Shape(ShapeError::Mismatch { .. }))));
        let (mine, theirs) = (device.upload(&[1.0]).unwrap(), one.upload(&[1.0]).unwrap());
        assert!(matches!(primitives::sort_pairs(&mine, &theirs), Err(Error::Device(DeviceError::OtherDevice { .. }))));
    }
}

#[test]
fn float_addresses_are_those_of_integers_as_far_as_floats_count() {
    // Where there are integers.
    let text = "
        constant float base;
        output vec2 found;
        #include \"shared/bitonic.glsl\"
        void main() {
            index i = index(base) + here();
            found = vec2(float(partner_of(i)), ascends(i) ? 1.0 : 0.0);
        }";
    each_dialect(|device| {
        if !support::has_integers(device) {
            return;
        }
        let kernel =
            |floats: bool| device.kernel(&Source::new("addresses", text).parameter("in_floats", floats)).unwrap();
        let (integers, floats) = (kernel(false), kernel(true));
        for base in [0, 1 << 12, 1 << 22, (1 << 23) - 8, 1 << 23, (1 << 23) + (1 << 22), (1 << 24) - 64] {
            for block in [2, 8, 64, 1 << 12, 1 << 23, 1 << 24] {
                for (offset, mirror) in [(1, false), (1, true), (block / 2, false), (block / 2, true)] {
                    let find = |kernel, of_floats| {
                        let mut found = device.stream::<[f32; 2]>(64).unwrap();
                        let mut pass = device.pass(kernel).constant("base", base).constant("mirror", mirror);
                        pass = pass.constant("block", block).constant("offset", offset);
                        if of_floats {
                            let (per_block, per_offset) = (1.0 / block as f32, 1.0 / offset as f32);
                            pass = pass.constant("per_block", per_block).constant("per_offset", per_offset);
                        }
                        pass.output("found", &mut found).run().unwrap();
                        found.read().unwrap()
                    };
                    assert_eq!(find(&floats, true), find(&integers, false), "{base} {block} {offset} {mirror}");
                }
            }
        }
    });
}

#[test]
fn packed_keys_and_payload_stay_packed_where_plain_ones_would_not_fit() {
    for dialect in support::dialects() {
        let device = open(builder(dialect).largest_texture(3));
        let keys = noise(33, 1);
        let stream = device.upload_with(33, Layout::Packed, &keys).unwrap();
        for options in sample(options(&device), 1, 3) {
            let expected = reference::sort(&keys, is_descending(options));
            // With one render target, four keys to a texel take a texture each, which here may be too small.
            let one_target = device.limits().targets == 1;
            let Some(sorted) = fitting(primitives::sort_with(&stream, options)) else {
                assert!(one_target);
                continue;
            };
            assert_eq!(sorted.read().unwrap(), expected);
            let Some((sorted, values)) = fitting(primitives::sort_pairs_with(&stream, &stream, options)) else {
                assert!(one_target);
                continue;
            };
            assert_eq!((sorted.layout(), values.layout()), (Layout::Packed, Layout::Packed));
            assert_eq!((sorted.read().unwrap(), values.read().unwrap()), (expected.clone(), expected));
        }
    }
}

#[test]
fn bitonic_pairs_are_written_in_as_many_passes_as_the_render_targets_ask_for() {
    for dialect in support::dialects() {
        for targets in [1, 2, 3] {
            let device = open(builder(dialect).max_targets(targets));
            for n in [1, 2, 37, 64] {
                let keys = few(n, 9);
                let places: Vec<[f32; 3]> = (0..n).map(|i| [i as f32, keys[i], -1.0]).collect();
                let (x, payload) = (device.upload(&keys).unwrap(), device.upload(&places).unwrap());
                for (stable, columns) in [(false, &[1, 3][..]), (true, &[1, 3, 1])] {
                    let options = SortOptions::default().method(Sort::BitonicFloat);
                    let options = if stable { options.stable() } else { options };
                    let (result, trace) = device.traced(|| primitives::sort_pairs_with(&x, &payload, options));
                    let (sorted, payload) = result.unwrap();
                    let (expected, expected_places) = reference::sort_pairs(&keys, &places, false);
                    let (sorted, payload) = (sorted.read().unwrap(), payload.read().unwrap());
                    assert_eq!(sorted, expected, "{targets} {n}");
                    assert!(sorted.iter().zip(&payload).all(|(key, place)| key.to_bits() == place[1].to_bits()));
                    if stable {
                        assert_eq!(payload, expected_places, "{targets} {n}");
                    }
                    let k = n.next_power_of_two().ilog2() as usize;
                    let passes = (k * (k + 1) / 2) * support::passes_of(&device, columns);
                    assert_eq!(trace.passes().count(), if n == 1 { 2 } else { passes }, "{targets} {n}");
                }
            }
        }
    }
}

#[test]
fn fewer_render_targets_take_more_passes_and_sort_the_same() {
    for dialect in support::dialects() {
        // 5 and 7 are cut to 4, as 3 is to 2.
        for targets in sample(if is_full() { vec![1, 2, 3, 4, 5, 7] } else { vec![1, 2, 3, 4] }, 1, 2) {
            let device = open(builder(dialect).max_targets(targets));
            let layers = 1 << targets.ilog2();
            for n in sample([1, 7, 32, 33, 1000, 5000], targets, 2) {
                let keys = few(n, n as u64);
                for layout in [Layout::Plain, Layout::Packed] {
                    let stream = device.upload_with(n, layout, &keys).unwrap();
                    let (sorted, trace) = device.traced(|| primitives::sort(&stream).unwrap());
                    assert_eq!(bits(&sorted.read().unwrap()), bits(&reference::sort(&keys, false)), "{targets} {n}");
                    let sorts_by_merges = support::sorts(&device).contains(&Sort::Merge);
                    assert!(trace.passes().all(|pass| pass.outputs <= layers));
                    let (packed, trace) = device.traced(|| primitives::sort_by(&stream, Sort::BitonicPacked).unwrap());
                    assert_eq!(bits(&packed.read().unwrap()), bits(&reference::sort(&keys, false)), "{targets} {n}");
                    assert!(trace.passes().all(|pass| pass.outputs <= layers.min(4)));
                    assert_eq!(trace.passes().count(), packed_merges(&device, n, 4) + 1);
                    let places: Vec<f32> = (0..n).map(|i| i as f32).collect();
                    let payload = device.upload(&places).unwrap();
                    let (expected, expected_places) = reference::sort_pairs(&keys, &places, false);
                    for method in [Sort::Merge, Sort::BitonicPacked] {
                        if method == Sort::Merge && !sorts_by_merges {
                            continue;
                        }
                        let options = SortOptions::default().method(method);
                        let pairs = primitives::sort_pairs_with(&stream, &payload, options).unwrap();
                        let got = (pairs.0.read().unwrap(), pairs.1.read().unwrap());
                        assert_eq!(got, (expected.clone(), expected_places.clone()));
                    }
                }
            }
        }
    }
}

#[test]
fn the_packed_sort_loses_nothing_among_nans_and_zeros() {
    for dialect in support::dialects() {
        for targets in [1, 2, 4] {
            let device = open(builder(dialect).max_targets(targets));
            for n in sample([1, 3, 4, 5, 15, 16, 17, 31, 63, 64, 65, 100, 129, 257, 1000], targets, 3) {
                let mut keys: Vec<f32> = (0..n).map(|i| SPECIAL[i * 5 % SPECIAL.len()]).collect();
                keys[n / 2] = f32::NAN;
                keys[0] = f32::from_bits(0xffc1_2345);
                keys[n - 1] = f32::INFINITY;
                let zeros: Vec<f32> = (0..n).map(|i| if i * i % 3 == 0 { -0.0 } else { 0.0 }).collect();
                for keys in [keys, zeros, vec![f32::NAN; n]] {
                    let stream = device.upload(&keys).unwrap();
                    let keys: Vec<f32> = keys.into_iter().map(support::held).collect();
                    let options = SortOptions::default().method(Sort::BitonicPacked);
                    for options in [options, options.descending(), options.stable(), options.descending().stable()] {
                        let sorted = primitives::sort_with(&stream, options).unwrap().read().unwrap();
                        assert!(same_elements(&sorted, &keys), "{options:?}, {targets} targets: {sorted:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_packed_sort_goes_along_rows_and_from_row_to_row() {
    for dialect in support::dialects() {
        for (targets, largest) in [(1, 64), (2, 50), (4, 33), (4, 4096)] {
            let device = open(builder(dialect).max_targets(targets).largest_texture(largest));
            for n in sample([1 << 12, (1 << 12) + 1, 3000, 4095], targets, 2) {
                for keys in sample([noise(n, 3), few(n, 3), (0..n).map(|i| (n - i) as f32).collect()], n, 2) {
                    let stream = device.upload_with(n, Layout::Packed, &keys).unwrap();
                    let options = SortOptions::default().method(Sort::BitonicPacked);
                    let sorted = primitives::sort_with(&stream, options).unwrap();
                    assert_eq!(bits(&sorted.read().unwrap()), bits(&reference::sort(&keys, false)), "{n}");
                    if device.limits().targets > 1 {
                        let (sorted, _) = primitives::sort_pairs_with(&stream, &stream, options.descending()).unwrap();
                        assert_eq!(bits(&sorted.read().unwrap()), bits(&reference::sort(&keys, true)), "{n}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_merge_sort_keeps_the_total_order_of_floats() {
    each_dialect(|device| {
        if !support::sorts(device).contains(&Sort::Merge) {
            return;
        }
        for n in [5, 64, 100, 1000] {
            let mut keys: Vec<f32> = (0..n).map(|i| SPECIAL[i * 5 % SPECIAL.len()]).collect();
            keys[n / 2] = f32::NAN;
            keys[1] = f32::from_bits(0xffc1_2345);
            keys[n - 1] = f32::from_bits(0x7fff_ffff);
            let mut expected = keys.clone();
            expected.sort_by(f32::total_cmp);
            let stream = device.upload(&keys).unwrap();
            assert_eq!(bits(&primitives::sort(&stream).unwrap().read().unwrap()), bits(&expected));
            expected.reverse();
            let falling = primitives::sort_with(&stream, SortOptions::default().descending()).unwrap();
            assert_eq!(bits(&falling.read().unwrap()), bits(&expected));
        }
    });
}

#[test]
fn long_runs_merge_where_they_were_searched_beforehand() {
    each_dialect(|device| {
        if !support::sorts(device).contains(&Sort::Merge) {
            return;
        }
        for n in [1 << 14, 40_000, (1 << 16) + 1, (1 << 18) + 1] {
            for keys in [noise(n, 3), few(n, 3), (0..n).map(|i| (n - i) as f32).collect()] {
                let stream = device.upload_with(n, Layout::Packed, &keys).unwrap();
                let (sorted, trace) = device.traced(|| primitives::sort(&stream).unwrap());
                assert_eq!(bits(&sorted.read().unwrap()), bits(&reference::sort(&keys, false)), "{n}");
                assert_eq!(trace.passes().count(), merges(device, n, 4) + 1);
                assert_eq!(trace.passes().any(|pass| pass.kernel == "sort_starts"), n > 1 << 18);
            }
        }
    });
}

#[test]
fn any_keys_sort() {
    let devices = support::devices();
    let key = prop_oneof![-1e3f32..1e3, Just(0.0), Just(-0.0), Just(f32::INFINITY)];
    proptest!(support::cases(4, 12), |(keys in prop::collection::vec(key, 0..300))| {
        for device in &devices {
            check(device, &keys, Layout::Plain);
        }
    });
}
