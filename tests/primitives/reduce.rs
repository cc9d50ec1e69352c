//! Reductions against the plain-Rust reference, and their passes against the papers.

use crate::support;
use crate::support::level::sample;

use brooklet::primitives::{self, PrimitiveError, Reduce};
use brooklet::{
    Device, Error, Layout, LayoutError, Operator, OperatorError, PassEvent, Shape, Stream, Texel, Trace, reference,
};
use proptest::prelude::*;
use support::{SPECIAL, builder, each_dialect, fitting, noise, open};

const OPS: [fn() -> Operator<f32>; 4] = [Operator::max, Operator::min, Operator::sum, Operator::product];

/// Composition of the maps t -> a.x t + a.y: associative, and does not commute.
fn affine() -> Operator<[f32; 2]> {
    Operator::new("affine", "vec2(b.x * a.x, b.x * a.y + b.y)", |a: [f32; 2], b: [f32; 2]| {
        [b[0] * a[0], b[0] * a[1] + b[1]]
    })
}

/// Exact in any order and grouping: maps with factors of 1 and small whole offsets compose without rounding, and only the
/// first and last element of a projection survive.
fn ends() -> Operator<[f32; 2]> {
    Operator::new("ends", "vec2(a.x, b.y)", |a: [f32; 2], b: [f32; 2]| [a[0], b[1]])
}

/// A bound on the error of a sum or product by a tree with so many roundings on a path.
fn bound(op: &Operator<f32>, x: &[f32], roundings: usize) -> f64 {
    let gamma = roundings as f64 * support::roundoff() * 1.01;
    match op.name() {
        "sum" => gamma * x.iter().map(|v| v.abs() as f64).sum::<f64>(),
        "product" => (x.len() as f64 * support::roundoff() * 1.01) * x.iter().map(|v| *v as f64).product::<f64>().abs(),
        _ => 0.0,
    }
}

fn exact(op: &Operator<f32>, x: &[f32]) -> f64 {
    match op.name() {
        "sum" => x.iter().map(|v| *v as f64).sum(),
        "product" => x.iter().map(|v| *v as f64).product(),
        _ => reference::reduce(x, op).unwrap() as f64,
    }
}

/// Methods whose kernels compute. Blending and mip levels know few operators, and what these units make of NaN and denormals is the device's own
/// matter.
fn by_kernels(device: &Device) -> impl Iterator<Item = Reduce> {
    support::reduces(device).into_iter().filter(|method| ![Reduce::Blending, Reduce::MipLevels].contains(method))
}

/// Methods that compute an operator.
fn methods_of<T: Texel>(device: &Device, op: &Operator<T>) -> Vec<Reduce> {
    support::reduces(device).into_iter().filter(|method| method.computes(op)).collect()
}

/// Roundings on a path from an element to the result, of passes, or of the first mip level.
fn roundings(method: Reduce, trace: &Trace) -> usize {
    let passes = trace.passes().count();
    let levels = |side: usize| side.ilog2() as usize;
    match method {
        Reduce::MipLevels => trace.mip_levels().map(|first| 4 * levels(first.width) + 3).sum(),
        Reduce::Blending => passes / 2,
        Reduce::TwoByTwo => 2 * passes,
        Reduce::Brook => 7 * passes,
        Reduce::Runs | Reduce::Columns => 14 * passes + 2 + 6,
    }
}

fn check(stream: &Stream<f32>, x: &[f32], what: &str) {
    for make in OPS {
        check_operator(stream, x, &make(), what);
    }
}

fn check_operator(stream: &Stream<f32>, x: &[f32], op: &Operator<f32>, what: &str) {
    let side = stream.device().limits().texture;
    for method in methods_of(stream.device(), op) {
        let (got, trace) = stream.device().traced(|| primitives::reduce_by(stream, op, method));
        if method == Reduce::MipLevels && !side.is_power_of_two() && got.is_err() {
            // A square of a power of two may not fit where the elements do.
            assert!(matches!(got, Err(Error::Layout(LayoutError::TooLarge { .. }))), "{got:?}");
            continue;
        }
        let Some(got) = fitting(got) else { continue };
        let bound = bound(op, x, roundings(method, &trace));
        let error = (got as f64 - exact(op, x)).abs();
        assert!(error <= bound, "{what}: {op:?} by {method:?} gives {got}, off by {error}, more than {bound}");
    }
}

/// Numbers around one, so that products stay in range.
fn around_one(n: usize, seed: u64) -> Vec<f32> {
    noise(n, seed).iter().map(|v| 1.0 + v * 0.01).collect()
}

#[test]
fn lists_of_all_sizes_and_layouts() {
    each_dialect(|device| {
        for n in support::sizes().filter(|&n| n > 0) {
            let x = around_one(n, n as u64);
            for layout in [Layout::Plain, Layout::Packed] {
                check(&device.upload_with(n, layout, &x).unwrap(), &x, &format!("{n} {layout}"));
            }
        }
    });
}

#[test]
fn arrays_of_all_ranks() {
    each_dialect(|device| {
        for (a, b) in sample([(1, 1), (1, 9), (9, 1), (7, 5), (16, 16), (17, 33), (2, 300), (300, 2)], 0, 3) {
            let x = around_one(a * b, 1);
            check(&device.upload_shaped([a, b], &x).unwrap(), &x, &format!("{a} × {b}"));
            check(&device.upload_with([a, b], Layout::Packed, &x).unwrap(), &x, &format!("{a} × {b} packed"));
        }
        let x = around_one(3 * 5 * 7 * 2, 2);
        check(&device.upload_shaped([3, 5, 14], &x).unwrap(), &x, "3-D");
        check(&device.upload_shaped([3, 5, 7, 2], &x).unwrap(), &x, "4-D");
    });
}

#[test]
fn arrays_that_wrap() {
    for dialect in support::dialects() {
        let device = open(builder(dialect).largest_texture(64));
        for (a, b) in sample([(1, 1000), (1000, 1), (3, 1000), (100, 40)], 0, 2) {
            let x = around_one(a * b, 3);
            check(&device.upload_shaped([a, b], &x).unwrap(), &x, &format!("{a} × {b}"));
            check(&device.upload_with([a, b], Layout::Packed, &x).unwrap(), &x, &format!("{a} × {b} packed"));
        }
        for n in [4095, 4096] {
            let x = around_one(n, 4);
            check(&device.upload(&x).unwrap(), &x, "full");
        }
        for n in [4097, 16383, 16384] {
            let x = around_one(n, 5);
            check(&device.upload_with(n, Layout::Packed, &x).unwrap(), &x, "full, packed");
        }
    }
}

#[test]
fn the_smallest_textures_do() {
    for dialect in support::dialects() {
        for largest in [1, 2, 3, 4, 5, 7, 8] {
            let device = open(builder(dialect).largest_texture(largest));
            for n in sample(1..=4 * largest * largest, largest, 7) {
                let x = around_one(n, n as u64);
                for layout in [Layout::Plain, Layout::Packed] {
                    if n > largest * largest * layout.lanes() {
                        let error = device.upload_with(n, layout, &x).unwrap_err();
                        assert!(matches!(error, Error::Layout(LayoutError::TooLarge { .. })), "{error}");
                        continue;
                    }
                    let stream = device.upload_with(n, layout, &x).unwrap();
                    let (_, trace) = device.traced(|| check(&stream, &x, &format!("{n} {layout} in {largest}")));
                    assert!(trace.passes().all(|pass| pass.width <= largest && pass.height <= largest));
                }
            }
        }
    }
}

#[test]
fn vectors_go_component_by_component() {
    each_dialect(|device| {
        let floats = noise(4 * 321, 6);
        let x: Vec<[f32; 4]> = floats.chunks(4).map(|v| [v[0], v[1], v[2], v[3]]).collect();
        let stream = device.upload(&x).unwrap();
        let y: Vec<[f32; 3]> = floats.chunks(3).map(|v| [v[0], v[1], v[2]]).collect();
        let three = device.upload(&y).unwrap();
        for method in methods_of(device, &Operator::<f32>::max()) {
            let max = primitives::reduce_by(&stream, &Operator::max(), method).unwrap();
            assert_eq!(max, reference::reduce(&x, &Operator::max()).unwrap());
            let min = primitives::reduce_by(&three, &Operator::min(), method).unwrap();
            assert_eq!(min, reference::reduce(&y, &Operator::min()).unwrap());
        }
        let mean = primitives::mean(&stream).unwrap();
        let expected = reference::mean(&x).unwrap();
        for c in 0..4 {
            approx::assert_abs_diff_eq!(mean.component(c), expected.component(c), epsilon = 1e-6);
        }
    });
}

#[test]
fn passes_are_those_of_the_papers() {
    each_dialect(|device| {
        let passes = |shape: Shape, method| {
            let stream = device.upload_shaped(shape, &vec![0.0; shape.count()]).unwrap();
            let (_, trace) = device.traced(|| primitives::reduce_by(&stream, &Operator::max(), method).unwrap());
            assert_eq!(trace.readbacks().map(|r| r.bytes).collect::<Vec<_>>(), [4]);
            trace.passes().count()
        };
        // Buck and Purcell: 1024 × 1024 takes 10; each dimension halves.
        assert_eq!(passes(Shape::from([1024, 1024]), Reduce::TwoByTwo), 10);
        assert_eq!(passes(Shape::from(1 << 20), Reduce::TwoByTwo), 10);
        // Brook: 8 · 8 · 8 · 2 of each axis.
        assert_eq!(passes(Shape::from([1024, 1024]), Reduce::Brook), 8);
        assert_eq!(passes(Shape::from(1 << 20), Reduce::Brook), 8);
        if support::reduces(device).contains(&Reduce::Blending) {
            for (n, halvings) in [(1, 0), (2, 1), (3, 2), (8, 3), (9, 4), (1000, 10), (1 << 20, 20)] {
                assert_eq!(passes(Shape::from(n), Reduce::Blending), 2 * halvings, "{n}");
            }
        }
        for (h, w, halvings, groups) in [
            (1, 1, 0, 0),
            (1, 2, 1, 1),
            (3, 3, 2, 2),
            (8, 8, 3, 2),
            (9, 8, 4, 3),
            (1, 64, 6, 2),
            (65, 1, 7, 3),
            (100, 7, 7, 4),
            (640, 480, 10, 7),
        ] {
            assert_eq!(passes(Shape::from([h, w]), Reduce::TwoByTwo), halvings, "{h} × {w}");
            assert_eq!(passes(Shape::from([h, w]), Reduce::Brook), groups, "{h} × {w}");
        }
    });
}

#[test]
fn the_extents_of_each_pass_are_those_of_the_papers() {
    each_dialect(|device| {
        let stream = device.upload_shaped([1024, 1024], &vec![0.0; 1 << 20]).unwrap();
        let sizes = |method| {
            let (_, trace) = device.traced(|| primitives::reduce_by(&stream, &Operator::sum(), method).unwrap());
            trace.passes().map(|pass| (pass.width, pass.height)).collect::<Vec<_>>()
        };
        assert_eq!(sizes(Reduce::TwoByTwo), (0..10).rev().map(|k| (1 << k, 1 << k)).collect::<Vec<_>>());
        let brook = [(128, 1024), (16, 1024), (2, 1024), (1, 1024), (1, 128), (1, 16), (1, 2), (1, 1)];
        assert_eq!(sizes(Reduce::Brook), brook);
    });
}

#[test]
fn a_few_texels_can_be_left_to_the_cpu() {
    each_dialect(|device| {
        let x = noise(1 << 12, 7); // 64 × 64
        let stream = device.upload(&x).unwrap();
        // Texels along a side at which to stop; passes and texels read of each method. Brook's takes whole rows first.
        for (stop_at, two, brook, runs, blending) in [
            (1, (6, 1), (4, 1), (1, 64), (24, 1)),
            (2, (5, 4), (4, 1), (1, 64), (20, 4)),
            (8, (3, 64), (3, 8), (1, 64), (12, 64)),
            (16, (2, 256), (3, 8), (1, 64), (8, 256)),
            (64, (0, 4096), (0, 4096), (0, 4096), (0, 4096)),
            (1000, (0, 4096), (0, 4096), (0, 4096), (0, 4096)),
        ] {
            for method in methods_of(device, &Operator::<f32>::max()) {
                let (got, trace) =
                    device.traced(|| primitives::reduce_until(&stream, &Operator::max(), method, stop_at).unwrap());
                assert_eq!(got, reference::reduce(&x, &Operator::max()).unwrap());
                let (passes, texels) = match method {
                    Reduce::TwoByTwo => two,
                    Reduce::Brook => brook,
                    Reduce::Runs | Reduce::Columns => runs,
                    Reduce::Blending => blending,
                    Reduce::MipLevels => unreachable!("it computes no maxima"),
                };
                assert_eq!(trace.passes().count(), passes, "{method:?} to {stop_at}");
                let read: usize = trace.readbacks().map(|r| r.bytes).sum();
                assert_eq!(read, 4 * texels, "{method:?} to {stop_at}");
            }
        }
        assert!(matches!(
            primitives::reduce_until(&stream, &Operator::max(), Reduce::TwoByTwo, 0),
            Err(Error::Primitive(PrimitiveError::Zero { .. }))
        ));
    });
}

#[test]
fn what_is_compared_comes_out_bit_for_bit() {
    each_dialect(|device| {
        let special: Vec<f32> = SPECIAL.iter().copied().filter(|v| v.is_finite()).collect();
        for n in [1, 2, 3, 4, 5, 9, 64, 100] {
            for shift in 0..special.len() {
                let x: Vec<f32> = (0..n).map(|i| special[(i * 7 + shift) % special.len()]).collect();
                let stream = device.upload(&x).unwrap();
                for method in by_kernels(device) {
                    for op in [Operator::max(), Operator::min()] {
                        let got = primitives::reduce_by(&stream, &op, method).unwrap();
                        assert!(
                            x.iter().any(|v| support::held(*v).to_bits() == got.to_bits()),
                            "{got:e} is none of {x:?}"
                        );
                        // Denormals compare as the device compares them, perhaps as zero; all else is exact.
                        let expected = reference::reduce(&x, &op).unwrap();
                        let flushed = |v: f32| if v.is_subnormal() { 0.0 } else { v };
                        assert_eq!(flushed(got), flushed(expected), "{op:?} of {x:?}");
                    }
                }
            }
        }
    });
}

#[test]
fn a_denormal_alone_among_smaller_ones_is_kept() {
    let tiny = 1.0e-40;
    each_dialect(|device| {
        for method in by_kernels(device) {
            for at in 0..16 {
                let mut x = [-1.0; 16];
                x[at] = tiny;
                let got = primitives::reduce_by(&device.upload(&x).unwrap(), &Operator::max(), method).unwrap();
                assert_eq!(got.to_bits(), support::held(tiny).to_bits());
            }
        }
    });
}

#[test]
fn infinities_and_nan_are_seen() {
    each_dialect(|device| {
        for method in by_kernels(device) {
            let reduce = |x: &[f32], op| primitives::reduce_by(&device.upload(x).unwrap(), &op, method).unwrap();
            assert_eq!(reduce(&[1.0, f32::NEG_INFINITY], Operator::max()), 1.0);
            assert_eq!(reduce(&[f32::NEG_INFINITY; 5], Operator::max()), f32::NEG_INFINITY);
            assert_eq!(reduce(&[f32::INFINITY, 2.0, 3.0], Operator::max()), f32::INFINITY);
            assert_eq!(reduce(&[f32::INFINITY; 70], Operator::min()), f32::INFINITY);
            assert_eq!(reduce(&[f32::INFINITY, 1.0, 2.0], Operator::sum()), f32::INFINITY);
            for at in 0..13 {
                let mut x = [1.0; 13];
                x[at] = f32::NAN;
                assert!(reduce(&x, Operator::max()).is_nan(), "NaN at {at}");
                assert!(reduce(&x, Operator::min()).is_nan(), "NaN at {at}");
                assert!(reduce(&x, Operator::sum()).is_nan(), "NaN at {at}");
            }
        }
    });
}

#[test]
fn of_no_elements_the_sum_is_zero_the_product_one_and_the_others_an_error() {
    each_dialect(|device| {
        let none = device.upload::<f32>(&[]).unwrap();
        for method in support::reduces(device) {
            let reduce = |op| primitives::reduce_by(&none, &op, method);
            assert_eq!(reduce(Operator::sum()).unwrap(), 0.0);
            if method == Reduce::MipLevels {
                continue;
            }
            assert_eq!(reduce(Operator::product()).unwrap(), 1.0);
            for op in [Operator::max(), Operator::min()] {
                assert!(matches!(reduce(op), Err(Error::Operator(OperatorError::NoElements { .. }))));
            }
        }
        assert!(matches!(primitives::mean(&none), Err(Error::Operator(OperatorError::NoElements { .. }))));
        assert!(matches!(reference::mean::<f32>(&[]), Err(Error::Operator(OperatorError::NoElements { .. }))));
    });
}

#[test]
fn blending_compares_exactly_and_refuses_what_it_does_not_compute() {
    each_dialect(|device| {
        if !support::reduces(device).contains(&Reduce::Blending) {
            return;
        }
        let x = [3.5, -7.25, f32::INFINITY, 0.0, 1e-30, -1e30, 2.0, 8.0, f32::NEG_INFINITY];
        for n in 1..=x.len() {
            let stream = device.upload(&x[..n]).unwrap();
            for op in [Operator::max(), Operator::min()] {
                let expected = reference::reduce(&x[..n], &op).unwrap();
                assert_eq!(primitives::reduce_by(&stream, &op, Reduce::Blending).unwrap(), expected, "{op:?} of {n}");
            }
        }
        let stream = device.upload(&x).unwrap();
        let difference = Operator::new("difference", "a - b", |a: f32, b: f32| a - b);
        let said = primitives::reduce_by(&stream, &difference, Reduce::Blending).unwrap_err().to_string();
        for part in ["blending", "difference", "use runs"] {
            assert!(said.contains(part) || said.contains("use columns"), "{said}");
        }
    });
}

#[test]
fn brook_keeps_the_order_of_the_elements() {
    each_dialect(|device| {
        for n in support::sizes().filter(|&n| n > 0) {
            let x: Vec<[f32; 2]> = (0..n).map(|i| [i as f32, i as f32 + 0.5]).collect();
            let stream = device.upload(&x).unwrap();
            let expected = [0.0, n as f32 - 0.5];
            assert_eq!(primitives::reduce_by(&stream, &ends(), Reduce::Brook).unwrap(), expected);
            assert_eq!(primitives::reduce(&stream, &ends()).unwrap(), expected, "the default takes a method that does");
            assert_eq!(primitives::reduce_until(&stream, &ends(), Reduce::Brook, 8).unwrap(), expected);
        }
        // t -> -t + i, composed: whole numbers, exact.
        let x: Vec<[f32; 2]> = (0..777).map(|i| [-1.0, (i % 10) as f32]).collect();
        let stream = device.upload(&x).unwrap();
        assert_eq!(primitives::reduce(&stream, &affine()).unwrap(), reference::reduce(&x, &affine()).unwrap());
    });
}

#[test]
fn many_rows_become_one_column_by_column() {
    each_dialect(|device| {
        let lists = [1 << 14, (1 << 14) - 1, (1 << 14) + 1, (1 << 16) - 300, (1 << 16) + 3, 100_000].map(Shape::from);
        let arrays = [[128, 3], [129, 5], [130, 7], [192, 2], [193, 4], [257, 1], [2000, 9]].map(Shape::from);
        for shape in sample(lists.into_iter().chain(arrays), 1, 3) {
            let x = around_one(shape.count(), 5);
            for layout in [Layout::Plain, Layout::Packed] {
                let stream = device.upload_with(shape, layout, &x).unwrap();
                for op in [Operator::max(), Operator::min(), Operator::sum()] {
                    check_operator(&stream, &x, &op, &format!("{shape} {layout}"));
                }
            }
        }
        let stream = device.upload_shaped([1024, 1024], &vec![0.0; 1 << 20]).unwrap();
        let sizes = |method| {
            let (sum, trace) = device.traced(|| primitives::reduce_by(&stream, &Operator::sum(), method));
            let size = |pass: &PassEvent| (pass.kernel.clone(), pass.width, pass.height);
            fitting(sum).map(|_| trace.passes().map(size).collect::<Vec<_>>())
        };
        let runs = "reduce_runs".to_owned();
        let [first, columns] = ["reduce_runs", "reduce_columns"].map(|kernel| (kernel.to_owned(), 1024, 16));
        let rest = [(runs.clone(), 256, 1), (runs, 4, 1)];
        assert!(sizes(Reduce::Columns).is_none_or(|sizes| sizes[0] == columns && sizes[1..] == rest));
        assert!(sizes(Reduce::Runs).is_none_or(|sizes| sizes[0] == first && sizes[1..] == rest));
    });
}

#[test]
fn a_method_that_reorders_refuses_an_operator_that_minds() {
    each_dialect(|device| {
        let x = device.upload(&[[1.0, 2.0], [3.0, 4.0]]).unwrap();
        assert_eq!(
            primitives::reduce_by(&x, &ends(), Reduce::TwoByTwo).unwrap_err().to_string(),
            "the method 2x2 reorders elements, and operator `ends` is not declared commutative: \
             use brook, or Operator::commutative() if order does not matter"
        );
    });
}

#[test]
fn an_operator_of_ones_own_with_statements() {
    let gcd = Operator::with_body(
        "gcd",
        "float x = a;\nfloat y = b;\nfor (int i = 0; i < 64; i++) {\n    if (y > 0.5) {\n        float r = mod(x, y);\n        x = y;\n        y = floor(r + 0.5);\n    }\n}\nreturn x;",
        |a: f32, b: f32| {
            let (mut x, mut y) = (a as u32, b as u32);
            while y > 0 {
                (x, y) = (y, x % y);
            }
            x as f32
        },
    )
    .commutative()
    .identity(0.0);
    each_dialect(|device| {
        let x: Vec<f32> = (1..500).map(|i| (i * 42) as f32).collect();
        for method in by_kernels(device) {
            let stream = device.upload(&x).unwrap();
            assert!(fitting(primitives::reduce_by(&stream, &gcd, method)).is_none_or(|found| found == 42.0));
        }
        assert_eq!(primitives::reduce(&device.upload::<f32>(&[]).unwrap(), &gcd).unwrap(), 0.0);
        let odd =
            Operator::new("a \"name\"\nin two lines", "a + b // and a note \\", |a: f32, b: f32| a + b).commutative();
        assert_eq!(primitives::reduce(&device.upload(&[1.0, 2.0, 4.0]).unwrap(), &odd).unwrap(), 7.0);
        let wrong = Operator::new("wrong", "a + c", |a: f32, _: f32| a).commutative();
        let message = primitives::reduce(&device.upload(&x).unwrap(), &wrong).unwrap_err().to_string();
        assert_eq!(
            message,
            "kernel `operator wrong` does not compile\nerror[K0302]: there is no `c`\n --> operator wrong:1:5\n  |\n1 | a + c\n  |     ^\n  |\n  \
             = help: it is not bound; the bound names are a, b"
        );
        for glsl in ["", "a + b;", "a + b; } float foo() { return 1.0", "fetch(values, 0)", "a + identity"] {
            let wrong = Operator::new("wrong", glsl, |a: f32, _: f32| a).commutative();
            assert!(
                matches!(primitives::reduce(&device.upload(&x).unwrap(), &wrong), Err(Error::Compile(_))),
                "{glsl}"
            );
        }
        // What a driver finds in the statements of an operator is shown in its own line, too.
        let wrong = Operator::with_body("wrong", "float c = a;\nreturn c + d;", |a: f32, _: f32| a).commutative();
        let message = primitives::reduce(&device.upload(&x).unwrap(), &wrong).unwrap_err().to_string();
        assert!(message.contains(" --> operator wrong:2:12\n"), "{message}");
    });
}

fn check_blocks<T: Texel>(device: &Device, x: &[T], from: Shape, to: Shape, op: &Operator<T>) -> usize {
    let stream = device.upload_shaped(from, x).unwrap();
    let (got, trace) = device.traced(|| primitives::reduce_to(&stream, op, to).unwrap());
    assert_eq!(got.shape(), to);
    assert_eq!(got.read().unwrap(), reference::reduce_to(x, from, op, to).unwrap(), "{from} to {to}");
    trace.passes().count()
}

#[test]
fn blocks_reduce_to_a_smaller_stream_in_their_order() {
    each_dialect(|device| {
        let check = |from: Shape, to: Shape| {
            let x: Vec<[f32; 2]> = (0..from.count()).map(|i| [i as f32, i as f32]).collect();
            check_blocks(device, &x, from, to, &ends())
        };
        assert_eq!(check(Shape::from([10, 10]), Shape::from([2, 5])), 2);
        assert_eq!(check(Shape::from([50, 50]), Shape::from([50, 1])), 2); // Brook's matrix and vector
        assert_eq!(check(Shape::from([50, 50]), Shape::from([1, 50])), 2);
        assert_eq!(check(Shape::from([1, 1000]), Shape::from([1, 1])), 4);
        assert_eq!(check(Shape::from(1000), Shape::from(8)), 3); // 125 a block: 16, 2, 1
        assert_eq!(check(Shape::from(1000), Shape::from(1)), 4);
        assert_eq!(check(Shape::from([6, 9, 10]), Shape::from([2, 3, 5])), 3);
        assert_eq!(check(Shape::from([4, 3, 6, 9]), Shape::from([2, 1, 6, 3])), 3);
        // To the same shape: a copy, since the result is a stream of its own.
        assert_eq!(check(Shape::from([7, 3]), Shape::from([7, 3])), 1);
    });
}

#[test]
fn extents_that_do_not_divide_are_named() {
    each_dialect(|device| {
        let x = device.upload_shaped([10, 10], &[0.0; 100]).unwrap();
        let say = |shape: Shape| primitives::reduce_to(&x, &Operator::sum(), shape).unwrap_err().to_string();
        assert_eq!(
            say(Shape::from([5, 7])),
            "cannot reduce a stream of 10 × 10 to an output of 5 × 7: 7 does not divide 10"
        );
        assert_eq!(
            say(Shape::from([0, 5])),
            "cannot reduce a stream of 10 × 10 to an output of 0 × 5: 0 does not divide 10"
        );
        assert_eq!(
            say(Shape::from(10)),
            "cannot reduce a stream of 10 × 10 to an output of 10: one has 2 dimensions, the other 1; the numbers must be equal"
        );
        let none = device.upload_shaped([0, 4], &[0.0; 0]).unwrap();
        assert_eq!(primitives::reduce_to(&none, &Operator::sum(), [3, 2]).unwrap().read().unwrap(), [0.0; 6]);
        assert_eq!(primitives::reduce_to(&none, &Operator::sum(), [0, 2]).unwrap().read().unwrap(), [0.0; 0]);
        assert!(matches!(
            primitives::reduce_to(&none, &Operator::max(), [1, 4]),
            Err(Error::Operator(OperatorError::NoElements { .. }))
        ));
    });
}

#[test]
fn ill_conditioned_sums_stay_within_the_bound() {
    each_dialect(|device| {
        // Large numbers that cancel, and small ones that remain.
        let mut x: Vec<f32> = noise(5000, 8).iter().map(|v| v * 1.0e6).collect();
        x.extend(x.clone().iter().map(|v| -v));
        x.extend(noise(3000, 9));
        check_operator(&device.upload(&x).unwrap(), &x, &Operator::sum(), "cancelling");
    });
}

fn any_shape() -> impl Strategy<Value = (Shape, Shape)> {
    // Extents as block × blocks, so that the smaller shape divides.
    let axis = || (1usize..20, 1usize..6);
    prop_oneof![
        axis().prop_map(|(k, m)| (Shape::from(k * m), Shape::from(m))),
        (axis(), axis()).prop_map(|(a, b)| (Shape::from([a.0 * a.1, b.0 * b.1]), Shape::from([a.1, b.1]))),
        (axis(), axis(), axis())
            .prop_map(|(a, b, c)| { (Shape::from([a.0 * a.1, b.0 * b.1, c.0 * c.1]), Shape::from([a.1, b.1, c.1]),) }),
    ]
}

proptest! {
    #![proptest_config(support::cases(6, 24))]

    #[test]
    fn any_shape_reduces_to_one_and_to_blocks((from, to) in any_shape(), seed in 0u64..1000, largest in 200usize..4096) {
        for dialect in support::dialects() {
            let device = open(builder(dialect).largest_texture(largest));
            let x = around_one(from.count(), seed);
            if from.count() > largest * largest {
                let error = device.upload_shaped(from, &x).unwrap_err();
                assert!(matches!(error, Error::Layout(LayoutError::TooLarge { .. })), "{error}");
                continue;
            }
            let stream = device.upload_shaped(from, &x).unwrap();
            check(&stream, &x, &from.to_string());
            check_blocks(&device, &x, from, to, &Operator::max());
            let pairs: Vec<[f32; 2]> = (0..from.count()).map(|i| [i as f32, i as f32]).collect();
            check_blocks(&device, &pairs, from, to, &ends());
        }
    }
}
