//! Scans against the plain-Rust reference, and their passes against the papers.

use crate::support;

use brooklet::primitives::{self, Scan};
use brooklet::{Components, Error, Layout, Operator, OperatorError, Shape, Stream, Texel, reference};
use proptest::prelude::*;
use support::{SPECIAL, bits, builder, each_dialect, fitting, noise, open};

fn log2(n: usize) -> usize {
    n.max(1).next_power_of_two().ilog2() as usize
}

/// Passes of each method; one element is copied. The pyramid's levels shrink by 4 texels, until 64 are left.
fn passes<T: Texel>(method: Scan, layout: Layout, n: usize) -> usize {
    match (n, method) {
        (0, _) => 0,
        (_, Scan::Pyramid) => {
            let floats = T::COMPONENTS == Components::One;
            // Plain floats are packed and unpacked, where it takes more than one pass.
            let both_ways = if floats && layout == Layout::Plain && n > 64 { 2 } else { 0 };
            let lanes = if both_ways > 0 { 4 } else { layout.lanes() };
            let levels = std::iter::successors(Some(n), |n| Some(n.div_ceil(lanes).div_ceil(4)));
            both_ways + 1 + 2 * levels.take_while(|n| n.div_ceil(lanes) > 64).count()
        }
        (1, _) => 1,
        (_, Scan::HillisSteele) => log2(n),
        (_, Scan::UpDownSweep) => 2 * log2(n),
        (_, Scan::Hybrid) => {
            let levels = log2(n).saturating_sub(12);
            2 * levels + log2(n) - levels
        }
    }
}

/// Scans that only move and compare: bit for bit. Both ways, by both methods.
fn check<T: Texel>(stream: &Stream<T>, x: &[T], op: &Operator<T>) {
    let device = stream.device();
    let same = |got: Stream<T>, expected: Vec<T>, what: &str| {
        assert_eq!(got.shape(), stream.shape());
        let got = got.read().unwrap();
        let bytes = |elements: &[T]| bytemuck::cast_slice::<T, u8>(elements).to_vec();
        assert!(bytes(&got) == bytes(&expected), "{what} {op:?} of {}: {got:?}\n{expected:?}", stream.shape());
    };
    for method in Scan::ALL {
        let (got, trace) = device.traced(|| primitives::scan_by(stream, op, method));
        let Some(got) = fitting(got) else { continue };
        same(got, reference::scan(x, op), method.name());
        assert_eq!(
            support::passes_of_kernels(&trace),
            passes::<T>(method, stream.layout(), x.len()),
            "{method:?} of {}",
            x.len()
        );
        if op.identity_element().is_some() {
            let (got, trace) = device.traced(|| primitives::exclusive_scan_by(stream, op, method));
            let Some(got) = fitting(got) else { continue };
            same(got, reference::exclusive_scan(x, op).unwrap(), method.name());
            assert_eq!(support::passes_of_kernels(&trace), passes::<T>(method, stream.layout(), x.len()));
        }
    }
}

/// Keeps the first element: associative, and does not commute.
fn ends() -> Operator<[f32; 2]> {
    Operator::new("ends", "vec2(a.x, b.y)", |a: [f32; 2], b: [f32; 2]| [a[0], b[1]])
}

#[test]
fn lists_of_all_sizes_and_layouts() {
    each_dialect(|device| {
        for n in support::sizes() {
            let x = noise(n, n as u64);
            for layout in [Layout::Plain, Layout::Packed] {
                let stream = device.upload_with(n, layout, &x).unwrap();
                check(&stream, &x, &Operator::max());
                check(&stream, &x, &Operator::min());
            }
            // Whole numbers add exactly.
            let counts: Vec<f32> = x.iter().map(|v| (v * 8.0).round() + 0.0).collect(); // no -0: 0 + -0 is 0
            check(&device.upload(&counts).unwrap(), &counts, &Operator::sum());
            let signs: Vec<f32> = x.iter().map(|v| v.signum() * if *v > 0.99 { 2.0 } else { 1.0 }).collect();
            check(&device.upload(&signs).unwrap(), &signs, &Operator::product());
        }
    });
}

#[test]
fn order_is_kept_and_no_identity_needed() {
    each_dialect(|device| {
        for n in support::sizes() {
            let x: Vec<[f32; 2]> = (0..n).map(|i| [i as f32, -(i as f32)]).collect();
            check(&device.upload(&x).unwrap(), &x, &ends());
        }
        let x = device.upload(&[[1.0, 2.0]]).unwrap();
        assert_eq!(
            primitives::exclusive_scan(&x, &ends()).unwrap_err().to_string(),
            "an exclusive scan begins with the identity, and operator `ends` has none: declare it with \
             Operator::identity(), or scan inclusively"
        );
    });
}

#[test]
fn arrays_are_scanned_in_c_order() {
    for dialect in support::dialects() {
        for largest in [16384, 32] {
            let device = open(builder(dialect).largest_texture(largest));
            for shape in [Shape::from([5, 7]), Shape::from([3, 100]), Shape::from([2, 3, 4]), Shape::from([2, 3, 4, 5])]
            {
                let x: Vec<f32> = noise(shape.count(), 3);
                check(&device.upload_shaped(shape, &x).unwrap(), &x, &Operator::max());
            }
        }
    }
}

#[test]
fn passes_are_those_of_the_papers() {
    each_dialect(|device| {
        for n in [2, 3, 1024, 1025, 1 << 16] {
            let stream = device.upload(&vec![1.0; n]).unwrap();
            let count = |method| device.traced(|| primitives::scan_by(&stream, &Operator::sum(), method).unwrap()).1;
            assert_eq!(count(Scan::HillisSteele).passes().count(), log2(n));
            assert_eq!(count(Scan::UpDownSweep).passes().count(), 2 * log2(n));
        }
    });
}

#[test]
fn work_of_the_sweeps_is_linear() {
    each_dialect(|device| {
        let stream = device.upload(&vec![1.0; 1 << 14]).unwrap();
        let work = |method| {
            let (_, trace) = device.traced(|| primitives::scan_by(&stream, &Operator::sum(), method).unwrap());
            trace.passes().map(|pass| pass.width * pass.height).sum::<usize>()
        };
        assert_eq!(work(Scan::HillisSteele), 14 << 14);
        assert!(work(Scan::UpDownSweep) <= 3 << 14);
    });
}

#[test]
fn sums_stay_within_the_bound() {
    each_dialect(|device| {
        let mut x: Vec<f32> = noise(5000, 8).iter().map(|v| v * 1.0e6).collect();
        x.extend(x.clone().iter().map(|v| -v));
        let layouts = [Layout::Plain, Layout::Packed].map(|layout| device.upload_with(x.len(), layout, &x).unwrap());
        // 10,000 elements: 7 and 5 passes of the pyramid.
        for (method, depth) in [(Scan::HillisSteele, 14), (Scan::UpDownSweep, 28), (Scan::Pyramid, 3 * 7 + 14)] {
            for stream in &layouts {
                let Some(got) = fitting(primitives::scan_by(stream, &Operator::sum(), method)) else { continue };
                let got = got.read().unwrap();
                let (mut sum, mut size) = (0.0, 0.0);
                for (got, x) in got.iter().zip(&x) {
                    sum += *x as f64;
                    size += x.abs() as f64;
                    assert!((*got as f64 - sum).abs() <= depth as f64 * support::roundoff() * 1.01 * size);
                }
            }
        }
    });
}

#[test]
fn special_values_keep_their_bits() {
    each_dialect(|device| {
        let x: Vec<f32> = (0..100).map(|i| SPECIAL[i * 7 % SPECIAL.len()]).filter(|v| !v.is_subnormal()).collect();
        for method in Scan::ALL {
            let stream = device.upload(&x).unwrap();
            let Some(got) = fitting(primitives::scan_by(&stream, &Operator::max(), method)) else { continue };
            let got = got.read().unwrap();
            let expected = reference::scan(&x, &Operator::max());
            // Of -0 and 0 either is the larger.
            assert!(got.iter().zip(&expected).all(|(a, b)| a == b), "{got:?}");
            assert!(got.iter().all(|v| bits(&x).contains(&v.to_bits())));
            let mut with_nan = noise(50, 1);
            with_nan[20] = f32::NAN;
            let stream = device.upload(&with_nan).unwrap();
            let Some(got) = fitting(primitives::scan_by(&stream, &Operator::max(), method)) else { continue };
            let got = got.read().unwrap();
            assert!(got[..20].iter().all(|v| !v.is_nan()) && got[20..].iter().all(|v| v.is_nan()));
        }
    });
}

#[test]
fn two_textures_do_for_the_steps() {
    each_dialect(|device| {
        let stream = device.upload(&noise(4096, 1)).unwrap();
        let before = device.textures_created();
        let result = primitives::scan_by(&stream, &Operator::sum(), Scan::HillisSteele).unwrap();
        assert_eq!(device.textures_created() - before, 2);
        assert!(matches!(
            primitives::exclusive_scan(&result, &Operator::new("first", "a", |a: f32, _: f32| a)),
            Err(Error::Operator(OperatorError::NoIdentity { .. }))
        ));
    });
}

proptest! {
    #![proptest_config(support::cases(4, 16))]

    #[test]
    fn any_list_scans(x in prop::collection::vec(-100i32..100, 0..700), largest in 30usize..100) {
        let x: Vec<f32> = x.into_iter().map(|v| v as f32).collect();
        for dialect in support::dialects() {
            let device = open(builder(dialect).largest_texture(largest));
            let stream = device.upload(&x).unwrap();
            check(&stream, &x, &Operator::sum());
            check(&stream, &x, &Operator::max());
        }
    }
}
