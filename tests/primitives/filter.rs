//! Filters against the plain-Rust reference, and their passes against the chapter.

use crate::support;
use crate::support::level::sample;

use brooklet::primitives::{self, Filter, Infinity, PrimitiveError};
use brooklet::{Components, Device, Error, Layout, LayoutError, Stream, Texel, reference};
use proptest::prelude::*;
use support::{builder, each_dialect, fitting, noise, open};

const NULL: f32 = f32::INFINITY;

fn log2(n: usize) -> usize {
    n.max(1).next_power_of_two().ilog2() as usize
}

/// Levels of the pyramid of counts, by sixteens, until 16 are left.
fn levels(n: usize) -> usize {
    1 + std::iter::successors(Some(n.div_ceil(16)), |n| Some(n.div_ceil(16))).take_while(|n| *n > 16).count()
}

/// Whether so many are kept that a fragment writes several texels.
fn dense(n: usize, kept: usize) -> bool {
    8 * kept >= n
}

/// `step`: those of a step of the stable sort; `targets`: those of the walk.
fn passes(method: Filter, step: usize, targets: usize, floats: bool, n: usize, kept: usize) -> usize {
    let k = log2(n);
    let some = (kept > 0) as usize;
    match method {
        _ if n == 0 => 0,
        Filter::StableSort if n == 1 => 1 + 2 + 1 + some,
        Filter::StableSort => 1 + k * (k + 1) / 2 * step + 1 + some,
        Filter::ScanSearchGather => k + some,
        Filter::ScanSearchGatherMultipass => k + some * (k + 1),
        Filter::OcclusionQuery => 1 + k + some,
        // Plain floats are packed first, and unpacked by the copy.
        Filter::HistoPyramid if floats && n > 16 => 1 + levels(n) + 2 * some,
        Filter::HistoPyramid => levels(n) + some + some * (dense(n, kept) && targets > 1) as usize,
    }
}

fn bytes<T: Texel>(elements: &[T]) -> Vec<u8> {
    bytemuck::cast_slice(elements).to_vec()
}

fn check<T: Texel>(stream: &Stream<T>, x: &[T]) {
    let expected = reference::compact(x);
    // Without array textures the walk writes one texel at a time.
    let targets = if stream.device().features().array_textures { stream.device().limits().targets } else { 1 };
    let step = support::passes_of(stream.device(), &[1, T::COMPONENTS.count(), 1]);
    let floats = T::COMPONENTS == Components::One && stream.layout() == Layout::Plain;
    let (count, largest) = (stream.len(), stream.device().limits().texture);
    for method in support::filters(stream.device()) {
        if method == Filter::OcclusionQuery && count > largest * largest {
            // A fragment counts one element.
            let error = primitives::compact_by(stream, method).unwrap_err();
            assert!(matches!(error, Error::Layout(LayoutError::TooLarge { .. })), "{error}");
            continue;
        }
        let (kept, trace) = stream.device().traced(|| primitives::compact_by(stream, method));
        let Some(kept) = fitting(kept) else { continue };
        assert_eq!(
            trace.passes().count(),
            passes(method, step, targets, floats, x.len(), expected.len()),
            "{method:?} of {}",
            x.len()
        );
        let rows = if stream.device().limits().texture < 4 { 2 } else { 1 };
        let reads = if method == Filter::OcclusionQuery { 0..=0 } else { 1..=rows };
        assert!(reads.contains(&trace.readbacks().count()) || x.is_empty());
        let max = if method == Filter::HistoPyramid { 4 } else { 1 };
        assert!(trace.readbacks().all(|read| read.width * read.height <= max));
        assert_eq!(kept.shape().extents(), [expected.len()]);
        let got = kept.read().unwrap();
        assert!(bytes(&got) == bytes(&expected), "{method:?}: {got:?}\n{expected:?}");
    }
}

/// Records of which about this part is null.
fn records(count: usize, null: f32, seed: u64) -> Vec<f32> {
    let chance = noise(count, seed + 1);
    noise(count, seed).iter().zip(chance).map(|(v, c)| if (c + 1.0) / 2.0 < null { NULL } else { *v }).collect()
}

#[test]
fn lists_of_all_sizes_and_layouts_and_densities() {
    each_dialect(|device| {
        for n in support::sizes() {
            for null in [0.0, 0.1, 0.5, 0.95, 1.0] {
                let x = records(n, null, n as u64);
                let layout = if n % 2 == 0 { Layout::Packed } else { Layout::Plain };
                check(&device.upload_with(n, layout, &x).unwrap(), &x);
            }
        }
    });
}

#[test]
fn null_records_at_either_end_and_alone() {
    each_dialect(|device| {
        for n in [2, 3, 8, 9, 100] {
            for at in [0, n / 2, n - 1] {
                let mut x: Vec<f32> = (0..n).map(|i| i as f32).collect();
                x[at] = NULL;
                check(&device.upload(&x).unwrap(), &x);
                let mut x = vec![NULL; n];
                x[at] = 7.0;
                check(&device.upload(&x).unwrap(), &x);
            }
        }
    });
}

#[test]
fn only_infinity_is_null() {
    each_dialect(|device| {
        let x = [f32::NEG_INFINITY, NULL, f32::NAN, f32::MAX, NULL, -0.0, 1e-40, f32::from_bits(0xffc1_2345), f32::MIN];
        check(&device.upload(&x).unwrap(), &x.map(support::held));
        let kept = primitives::compact(&device.upload(&x).unwrap()).unwrap();
        assert_eq!(kept.len(), 7);
    });
}

#[test]
fn records_are_null_by_their_x() {
    each_dialect(|device| {
        let x = records(4 * 90, 0.4, 3);
        let four: Vec<[f32; 4]> = x.chunks(4).map(|v| [v[0], v[1], v[2], v[3]]).collect();
        check(&device.upload(&four).unwrap(), &four);
        let three: Vec<[f32; 3]> = x.chunks(3).map(|v| [v[0], v[1], v[2]]).collect();
        check(&device.upload(&three).unwrap(), &three);
        let two: Vec<[f32; 2]> = x.chunks(2).map(|v| [v[0], v[1]]).collect();
        check(&device.upload(&two).unwrap(), &two);
    });
}

#[test]
fn arrays_are_filtered_in_c_order() {
    for dialect in support::dialects() {
        let device = open(builder(dialect).largest_texture(64));
        for (a, b) in [(5, 7), (3, 200)] {
            let x = records(a * b, 0.5, 4);
            check(&device.upload_shaped([a, b], &x).unwrap(), &x);
        }
    }
}

#[test]
fn packed_records_are_filtered_where_plain_ones_would_not_fit() {
    for dialect in support::dialects() {
        let device = open(builder(dialect).largest_texture(3));
        for null in [0.0, 0.5] {
            let x = records(33, null, 7);
            let stream = device.upload_with(33, Layout::Packed, &x).unwrap();
            check(&stream, &x);
            assert_eq!(primitives::compact(&stream).unwrap().layout(), Layout::Packed);
            let kept = primitives::filter(&stream, "x < 0.5").unwrap();
            assert_eq!(kept.read().unwrap(), reference::filter(&x, |v| *v < 0.5));
        }
    }
}

#[test]
fn passes_are_those_of_the_chapter() {
    each_dialect(|device| {
        let x = records(1 << 12, 0.5, 5);
        let stream = device.upload(&x).unwrap();
        let count = |method| device.traced(|| primitives::compact_by(&stream, method).unwrap()).1.passes().count();
        assert_eq!(count(Filter::ScanSearchGather), 13);
        assert_eq!(count(Filter::ScanSearchGatherMultipass), 25);
        if device.features().fragment_counts {
            assert_eq!(count(Filter::OcclusionQuery), 14);
        }
        assert_eq!(count(Filter::StableSort), 1 + 78 * support::passes_of(device, &[1, 1, 1]) + 2);
    });
}

#[test]
fn a_predicate_marks_and_every_path_of_infinity_does() {
    each_dialect(|device| {
        for n in sample([0, 1, 2, 9, 100], 1, 3) {
            let x = noise(n, 6);
            let stream = device.upload(&x).unwrap();
            let expected = reference::filter(&x, |v| *v > 0.1);
            for method in support::filters(device) {
                for infinity in [Infinity::Made, Infinity::Streamed] {
                    let kept = primitives::filter_with(&stream, "x > 0.1", method, infinity);
                    let Some(kept) = fitting(kept) else { continue };
                    assert_eq!(kept.read().unwrap(), expected, "{method:?} {infinity:?}");
                }
            }
        }
        // One pass marks; it is the last before the scan.
        let stream = device.upload(&noise(64, 6)).unwrap();
        let (_, trace) = device.traced(|| primitives::filter_by(&stream, "x < 2", Filter::ScanSearchGather).unwrap());
        let kernels: Vec<_> = trace.passes().map(|pass| pass.kernel.as_str()).collect();
        assert_eq!(kernels.iter().filter(|kernel| **kernel == "filter_mark").count(), 1);
        assert_eq!(kernels[kernels.len() - 8..][..2], ["filter_mark", "filter_count"]);
        // The pyramid needs no mark.
        let (kept, trace) = device.traced(|| primitives::filter_by(&stream, "x < 2", Filter::HistoPyramid));
        if fitting(kept).is_none() {
            return;
        }
        let kernels: Vec<_> = trace.passes().map(|pass| pass.kernel.as_str()).collect();
        assert_eq!(kernels, ["copy", "filter_counts_packed", "filter_walk_packed", "unpack"]);
    });
}

#[test]
fn an_infinity_that_would_be_kept_is_an_error_to_the_chapter_alone() {
    each_dialect(|device| {
        let x = device.upload(&[1.0, NULL, -1.0]).unwrap();
        let by_pyramid = |x: &Stream<f32>, keep| {
            let kept = fitting(primitives::filter_by(x, keep, Filter::HistoPyramid));
            kept.map(|kept| kept.read().unwrap())
        };
        assert!(by_pyramid(&x, "x > 0").is_none_or(|kept| kept == [1.0, NULL]));
        assert!(Filter::fastest(device) != Filter::HistoPyramid || primitives::filter(&x, "x > 0").unwrap().len() == 2);
        let filter = |x: &Stream<f32>, keep| primitives::filter_by(x, keep, Filter::ScanSearchGather);
        assert_eq!(
            filter(&x, "x > 0").unwrap_err().to_string(),
            "the predicate `x > 0` keeps a record whose x is +inf, which stands for a null record and would be dropped: \
             exclude it, or replace it first"
        );
        assert!(matches!(filter(&x, "x > 0"), Err(Error::Primitive(PrimitiveError::KeptInfinity { .. }))));
        assert_eq!(filter(&x, "x < 5").unwrap().read().unwrap(), [1.0, -1.0]);
        let one = device.upload(&[NULL]).unwrap();
        assert!(matches!(filter(&one, "true"), Err(Error::Primitive(PrimitiveError::KeptInfinity { .. }))));
        assert!(by_pyramid(&one, "true").is_none_or(|kept| kept == [NULL]));
    });
}

#[test]
fn a_wrong_predicate_is_shown_with_a_caret() {
    each_dialect(|device| {
        let x = device.upload(&[1.0, 2.0]).unwrap();
        let say = |keep| primitives::filter(&x, keep).unwrap_err().to_string();
        assert_eq!(
            say("y > 0"),
            "kernel `filter` does not compile\nerror[K0302]: there is no `y`\n --> expression:1:1\n  |\n1 | y > 0\n  | ^\n  |\n  \
             = help: it is not bound; the bound names are x"
        );
        let said = say("x + 1");
        assert!(said.contains("expected a `bool`, found a `float`\n --> expression:1:1\n"), "{said}");
        assert!(said.contains("1 | x + 1\n  | ^^^^^"), "{said}");
        // Among no elements it is wrong all the same.
        let none = device.upload::<f32>(&[]).unwrap();
        assert!(matches!(primitives::filter(&none, "y > 0"), Err(Error::Compile(_))));
    });
}

#[test]
fn more_records_than_floats_count_are_refused() {
    for dialect in support::dialects() {
        let device = open(Device::builder().dialect(dialect));
        let many: Stream<f32> = match device.stream((1 << 24) + 1) {
            Ok(many) => many,
            // They are more than the largest texture holds.
            Err(Error::Layout(LayoutError::TooLarge { .. })) => {
                assert!(device.limits().texture.pow(2) <= 1 << 24);
                continue;
            }
            // Positions are floats themselves.
            Err(error) => {
                assert_eq!(device.features().exact_integer, 1 << 24);
                assert!(matches!(error, Error::Layout(LayoutError::Inexact { .. })));
                continue;
            }
        };
        let integers = device.features().integers;
        let instead = match integers {
            true => "use histopyramid",
            false => "filter them in parts, or on a device with integers (OpenGL 3.3, OpenGL ES 3.0)",
        };
        for method in support::filters(&device) {
            if integers && method == Filter::HistoPyramid {
                continue;
            }
            assert_eq!(
                primitives::compact_by(&many, method).unwrap_err().to_string(),
                format!(
                    "{} counts positions in floats, which are exact up to 16777216; there are 16777217 elements: {instead}",
                    method.name()
                )
            );
        }
    }
}

#[test]
fn integers_count_more_records_than_floats() {
    // What is kept is more than 2^24 too, and the last record of each 2^24 is another's neighbour.
    let n = (1 << 24) + (1 << 20) + 5;
    let record = |i: usize| if i % 29 == 3 { NULL } else { f32::from_bits(0x2000_0000 + i as u32) };
    let x: Vec<f32> = (0..n).map(record).collect();
    let expected = bytes(&reference::compact(&x));
    assert!(expected.len() / 4 > 1 << 24);
    for dialect in support::dialects() {
        let device = open(Device::builder().dialect(dialect));
        if device.features().integers && Filter::HistoPyramid.runs_on(&device) {
            let kept = primitives::compact(&device.upload_with(n, Layout::Packed, &x).unwrap()).unwrap();
            assert!(bytes(&kept.read().unwrap()) == expected, "{dialect:?}");
        }
    }
}

#[test]
fn fewer_render_targets_filter_the_same() {
    for dialect in support::dialects() {
        for targets in sample([1, 2, 3, 4, 7], 0, 3) {
            let device = open(builder(dialect).max_targets(targets));
            for n in sample([1, 16, 17, 1000, 5000], targets, 2) {
                for null in [0.0, 0.3, 0.9, 0.99] {
                    let x = records(n, null, n as u64);
                    for layout in [Layout::Plain, Layout::Packed] {
                        let stream = device.upload_with(n, layout, &x).unwrap();
                        let kept = primitives::compact(&stream).unwrap();
                        assert_eq!(kept.read().unwrap(), reference::compact(&x), "{targets} {n} {null}");
                    }
                }
            }
        }
    }
}

#[test]
fn long_gaps_are_crossed() {
    each_dialect(|device| {
        let n = 200_000;
        // Records in clusters, far from each other; few, and many.
        for every in [1000, 40_000, 90_000] {
            for long in [1, 7, 900] {
                let x: Vec<f32> = (0..n).map(|i| if i % every < long { i as f32 } else { NULL }).collect();
                for layout in [Layout::Plain, Layout::Packed] {
                    let stream = device.upload_with(n, layout, &x).unwrap();
                    let kept = primitives::compact(&stream).unwrap();
                    assert_eq!(kept.read().unwrap(), reference::compact(&x), "{every} {long} {layout}");
                }
            }
        }
        // Half is kept, in one stretch at either end.
        let x: Vec<f32> = (0..n).map(|i| if i < n / 4 || i >= 3 * n / 4 { i as f32 } else { NULL }).collect();
        let stream = device.upload_with(n, Layout::Packed, &x).unwrap();
        assert_eq!(primitives::compact(&stream).unwrap().read().unwrap(), reference::compact(&x));
    });
}

#[test]
fn any_records_filter() {
    let devices = support::devices();
    let records = prop::collection::vec(prop_oneof![Just(NULL), -1e3f32..1e3], 0..400);
    proptest!(support::cases(6, 16), |(x in records)| {
        for device in &devices {
            check(&device.upload(&x).unwrap(), &x);
        }
    });
}
