//! Sums by mip levels: their error, their passes, and what they refuse.

use crate::support;

use brooklet::backend::TextureSpec;
use brooklet::capture::Step;
use brooklet::primitives::{self, PrimitiveError, Reduce, resident};
use brooklet::{Device, Error, Layout, Operator, OperatorError, Texel};
use support::{each_dialect, noise};

/// The devices that have mip levels of floats.
fn each_device(test: impl Fn(&Device)) {
    each_dialect(|device| {
        if support::reduces(device).contains(&Reduce::MipLevels) {
            test(device);
        }
    });
}

fn sum<T: Texel>(device: &Device, layout: Layout, x: &[T]) -> T {
    let stream = device.upload_with(x.len(), layout, x).unwrap();
    primitives::reduce_by(&stream, &Operator::sum(), Reduce::MipLevels).unwrap()
}

/// The bound in the documentation of the method, for numbers that are packed.
fn bound(x: &[f32]) -> f64 {
    let side = (1usize..).map(|k| 1 << (k - 1)).find(|side: &usize| 4 * side * side >= x.len()).unwrap();
    let levels = f64::from(side.ilog2());
    let all: f64 = x.iter().map(|v| f64::from(v.abs())).sum();
    let tiny = 16.0 * (side * side) as f64 * (levels + 1.0) * f64::from(f32::MIN_POSITIVE);
    (4.0 * levels + 3.0) * 2f64.powi(-24) * 1.001 * all + tiny
}

fn check(device: &Device, x: &[f32], what: &str) {
    for layout in [Layout::Plain, Layout::Packed] {
        let expected: f64 = x.iter().map(|v| f64::from(*v)).sum();
        let got = sum(device, layout, x);
        let (error, bound) = ((f64::from(got) - expected).abs(), bound(x));
        assert!(error <= bound, "{what}, {} {layout}: {got} is off by {error:e}, more than {bound:e}", x.len());
    }
}

#[test]
fn the_error_of_random_sums_is_within_the_bound() {
    each_device(|device| {
        let squares = (0..8).map(|k| 1 << (2 * k)).flat_map(|n: usize| [n - 1, n, n + 1]);
        for n in squares.filter(|n| *n > 0).chain([2, 3, 7, 100, 1000, 40_000]) {
            check(device, &noise(n, n as u64), "around zero");
            check(device, &noise(n, 3).iter().map(|v| v.abs() + 1.0).collect::<Vec<_>>(), "positive");
            let powers = noise(n, 4).into_iter().enumerate().map(|(i, v)| v * 2f32.powi((i % 41) as i32 - 20));
            check(device, &powers.collect::<Vec<_>>(), "of many sizes");
        }
    });
}

#[test]
fn the_error_of_sums_that_cancel_is_within_the_bound() {
    each_device(|device| {
        let mut x: Vec<f32> = noise(5000, 8).iter().map(|v| v * 1e6).collect();
        x.extend(x.clone().iter().map(|v| -v));
        x.extend(noise(3000, 9));
        check(device, &x, "cancelling");
        x.sort_by(f32::total_cmp);
        check(device, &x, "cancelling, in order");
        let largest: Vec<f32> = (0..1000).map(|i| if i % 2 == 0 { 1.0 } else { -1.0 } * 2f32.powi(125)).collect();
        check(device, &largest, "the largest");
        let tiny: Vec<f32> = noise(1000, 5).iter().map(|v| v * f32::MIN_POSITIVE * 8.0).collect();
        check(device, &tiny, "tiny");
    });
}

#[test]
fn whole_numbers_are_added_exactly() {
    each_device(|device| {
        for n in support::sizes().filter(|n| *n > 0) {
            let x: Vec<f32> = (0..n).map(|i| (i % 17) as f32 - 5.0).collect();
            let expected: f32 = x.iter().sum();
            for layout in [Layout::Plain, Layout::Packed] {
                assert_eq!(sum(device, layout, &x), expected, "{n} {layout}");
            }
            let vectors: Vec<[f32; 3]> = x.iter().map(|&v| [v, 2.0 * v, 1.0]).collect();
            assert_eq!(sum(device, Layout::Plain, &vectors), [expected, 2.0 * expected, n as f32], "{n}");
            let pairs: Vec<[f32; 2]> = x.iter().map(|&v| [v, -v]).collect();
            assert_eq!(sum(device, Layout::Plain, &pairs), [expected, -expected], "{n}");
        }
    });
}

#[test]
fn infinities_and_nan_are_seen() {
    each_device(|device| {
        for n in [1, 2, 5, 70] {
            for at in [0, n / 2, n - 1] {
                let with = |value: f32| {
                    let mut x = vec![1.0; n];
                    x[at] = value;
                    sum(device, Layout::Plain, &x)
                };
                assert!(with(f32::NAN).is_nan(), "NaN at {at} of {n}");
                // A filter may take the difference of two infinities.
                assert!(!with(f32::INFINITY).is_finite() && with(f32::INFINITY) != f32::NEG_INFINITY, "{at} of {n}");
                assert!(!with(f32::NEG_INFINITY).is_finite() && with(f32::NEG_INFINITY) != f32::INFINITY);
            }
        }
        assert!(sum(device, Layout::Plain, &[f32::INFINITY, f32::NEG_INFINITY]).is_nan());
    });
}

#[test]
fn texels_past_the_elements_do_not_count() {
    each_device(|device| {
        // The same texture is taken again, with other numbers in it, and in all of its levels.
        let larger = vec![1e20; 256];
        for n in (1..256).rev().step_by(51) {
            assert_eq!(sum(device, Layout::Plain, &larger), 256.0 * 1e20);
            assert_eq!(sum(device, Layout::Plain, &vec![1.0; n]), n as f32);
        }
        let before = device.textures_created();
        sum(device, Layout::Plain, &larger);
        assert_eq!(device.textures_created(), before, "textures come from the pool");
    });
    // A texture with levels is a kind of its own, and takes a third more memory.
    let (levels, plain) = (TextureSpec::mip_levels(8, 4), TextureSpec::floats(8, 8, 4, 1));
    assert_ne!(levels, plain);
    assert_eq!((levels.levels, levels.bytes(), plain.bytes()), (4, (64 + 16 + 4 + 1) * 16, 64 * 16));
}

#[test]
fn two_passes_and_one_computation_of_levels() {
    each_device(|device| {
        for (n, side) in [(1, 1), (4, 1), (5, 2), (1000, 16), (1 << 12, 32), ((1 << 12) + 1, 64)] {
            let x = device.upload(&vec![1.0; n]).unwrap();
            let (total, trace) = device.traced(|| primitives::reduce_by(&x, &Operator::sum(), Reduce::MipLevels));
            assert_eq!(total.unwrap(), n as f32);
            let passes: Vec<_> = trace.passes().map(|pass| (pass.kernel.as_str(), pass.width)).collect();
            assert_eq!(passes, [("reduce_half", side), ("reduce_from_mean", 1)]);
            let levels: Vec<_> = trace.mip_levels().map(|t| (t.width, t.height, t.bytes)).collect();
            assert_eq!(levels, [(side, side, 16 * side * side)]);
            assert_eq!(trace.readbacks().map(|read| read.bytes).sum::<usize>(), 4);
            assert!(trace.to_string().contains("mip levels"), "{trace}");
            assert_eq!(trace.to_json("")["mip_levels"][0]["width"], side);
        }
    });
}

#[test]
fn a_capture_computes_the_levels_again() {
    each_device(|device| {
        let x = device.upload(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        let run = || resident::reduce(&x, &Operator::sum(), Some(Reduce::MipLevels));
        let (total, capture) = device.capture(run).unwrap();
        assert_eq!(total.read().unwrap(), [15.0]);
        let mut replay = capture.replay();
        replay.seek(1).unwrap();
        let Step::Pass(last) = &capture.steps()[1] else { panic!("a pass") };
        let contents = replay.read(&last.outputs[0]).unwrap();
        assert_eq!(f32::from_bits(contents.value(0).unwrap().words()[0]), 15.0);
        // Bare passes have no levels between them.
        assert!(capture.bare().unwrap().is_none());
    });
}

#[test]
fn other_operators_are_refused() {
    each_device(|device| {
        let x = device.upload(&[1.0, 2.0]).unwrap();
        for op in [Operator::max(), Operator::product(), Operator::new("first", "a", |a: f32, _| a)] {
            let error = primitives::reduce_by(&x, &op, Reduce::MipLevels).unwrap_err();
            assert!(matches!(error, Error::Operator(OperatorError::NotASum { .. })), "{error:?}");
            let said = error.to_string();
            let start =
                format!("the method mip-levels computes sums alone, by averages, and not `{}`: use ", op.name());
            assert!(said.starts_with(&start), "{said}");
            assert!(resident::reduce(&x, &op, Some(Reduce::MipLevels)).is_err());
        }
        // One's own sum is a sum.
        let own = Operator::new("own", "a + b", |a: f32, b: f32| a + b).commutative();
        assert_eq!(primitives::reduce_by(&x, &own, Reduce::MipLevels).unwrap(), 3.0);
    });
}

#[test]
fn chips_say_that_they_lack_levels() {
    for chip in brooklet::fragment_program::Chip::ALL {
        let device = Device::emulated(chip).unwrap();
        let x = device.upload(&[1.0, 2.0, 3.0]).unwrap();
        match primitives::reduce_by(&x, &Operator::sum(), Reduce::MipLevels) {
            Ok(total) => assert!(total == 6.0 && device.features().float_mip_levels, "{chip}"),
            Err(Error::Primitive(PrimitiveError::Lacks { needs, .. })) => {
                assert_eq!(needs, "mip levels of 32-bit floats");
                assert!(!device.features().float_mip_levels, "{chip}");
            }
            Err(error) => panic!("{chip}: {error}"),
        }
    }
}
