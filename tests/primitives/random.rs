//! Random numbers against the plain-Rust reference, in every layout, by every method.

use crate::support;

use brooklet::primitives::{self, PrimitiveError, Random, RandomOptions};
use brooklet::{Device, Error, Layout, LayoutError, Shape, compute, reference};
use proptest::prelude::*;
use support::{bits, each_dialect, has_compute, passes_of_kernels, runs_here};

const LAYOUTS: [Layout; 2] = [Layout::Plain, Layout::Packed];

/// The methods that a device has everything for.
fn methods(device: &Device) -> Vec<Random> {
    Random::ALL.into_iter().filter(|method| runs_here(device, method.name(), method.runs_on(device))).collect()
}

/// The most that a normal number is off: absolute, since what is computed near 0 is off by as much. The chips of 24 bits hold a
/// number to 2^-17, and an angle of up to 6.3 as exactly; their logarithms are no better.
fn tolerance(device: &Device) -> f64 {
    if device.features().exact_integer < 1 << 24 { 2e-3 } else { 3e-5 }
}

/// All that a method gives for a shape and a seed, in both layouts, against the reference.
fn check(device: &Device, shape: Shape, seed: u64) {
    for (method, layout) in methods(device).into_iter().flat_map(|method| LAYOUTS.map(|layout| (method, layout))) {
        let what = format!("{} of {shape}, {layout}", method.name());
        let (count, generator) = (shape.count(), method.generator());
        let options = RandomOptions::default().seed(seed).method(method).layout(layout);

        let (numbers, trace) = device.traced(|| primitives::random(device, shape, options));
        let numbers = numbers.unwrap();
        assert_eq!((numbers.shape(), numbers.layout()), (shape, layout));
        assert_eq!(bits(&numbers.read().unwrap()), bits(&reference::random(count, seed, generator)), "{what}");
        let passes = if count == 0 { 0 } else { 3 - layout.lanes().min(2) };
        assert_eq!(passes_of_kernels(&trace), passes, "{what}");

        let (upper, lower) = primitives::random_bits(device, shape, options).unwrap();
        assert_eq!((upper.shape(), lower.layout()), (shape, layout));
        let halves = upper.read().unwrap().into_iter().zip(lower.read().unwrap());
        let words: Vec<u32> = halves.map(|(upper, lower)| (upper as u32) << 16 | lower as u32).collect();
        assert_eq!(words, reference::random_bits(count, seed, generator), "{what}");

        let normal = primitives::random(device, shape, options.normal()).unwrap().read().unwrap();
        for (at, (got, wanted)) in normal.into_iter().zip(reference::random_normal(count, seed, generator)).enumerate()
        {
            let off = f64::from(got - wanted).abs();
            assert!(off <= tolerance(device), "{what}, normal, at {at}: {got}, not {wanted}");
        }
    }
}

#[test]
fn lists_of_all_sizes_and_layouts() {
    each_dialect(|device| {
        for count in support::sizes() {
            check(device, count.into(), count as u64);
        }
    });
}

#[test]
fn arrays_and_seeds_of_all_kinds() {
    each_dialect(|device| {
        for shape in
            [Shape::from([5, 7]), Shape::from([3, 8]), Shape::from([2, 3, 4]), Shape::from([2, 0]), Shape::from([1; 4])]
        {
            check(device, shape, 1);
        }
        for seed in [0, 1, 1 << 31, u64::from(u32::MAX), 1 << 32, u64::MAX] {
            check(device, 10.into(), seed);
        }
    });
}

#[test]
fn any_shape_and_seed() {
    each_dialect(|device| {
        proptest!(support::cases(3, 24), |(a in 1usize..12, b in 1usize..80, seed in any::<u64>())| {
            check(device, [a, b].into(), seed);
        });
    });
}

/// A tail of a texel, which no element of the stream owns, does not matter to primitives that follow.
#[test]
fn what_is_past_the_end_is_not_read() {
    each_dialect(|device| {
        let options = RandomOptions::default().seed(3).layout(Layout::Packed);
        let numbers = primitives::random(device, 1021, options).unwrap();
        let wanted = reference::random(1021, 3, Random::fastest(device).generator());
        assert_eq!(primitives::sort(&numbers).unwrap().read().unwrap(), reference::sort(&wanted, false));
    });
}

#[test]
fn compute_shaders_give_the_same_bits() {
    each_dialect(|device| {
        if !has_compute(device) {
            let refused = compute::random(device, 4, compute::RandomOptions::default()).unwrap_err();
            assert_eq!(refused.to_string(), support::no_compute(device));
            return;
        }
        for (seed, count) in support::sizes().enumerate().map(|(k, count)| ((k as u64) << 30, count)) {
            for method in compute::Random::ALL {
                let options = compute::RandomOptions::default().seed(seed).method(method);
                let generator = method.generator();
                let numbers = compute::random(device, count, options).unwrap().read().unwrap();
                assert_eq!(bits(&numbers), bits(&reference::random(count, seed, generator)));
                let words = compute::random_bits(device, count, options).unwrap().read().unwrap();
                assert_eq!(words, reference::random_bits(count, seed, generator));
                let normal = compute::random(device, count, options.normal()).unwrap().read().unwrap();
                let wanted = reference::random_normal(count, seed, generator);
                let near = |(got, wanted): (f32, f32)| f64::from(got - wanted).abs() <= tolerance(device);
                assert!(normal.into_iter().zip(wanted).all(near));
            }
        }
    });
}

#[test]
fn limits_are_errors_with_both_numbers() {
    each_dialect(|device| {
        let side = device.limits().texture;
        let options = RandomOptions::default();
        let error = primitives::random(device, [side + 1, side + 1, side], options).unwrap_err();
        // The networks in floats end before the texture does.
        let limit = match Random::fastest(device) {
            Random::Philox => {
                assert!(matches!(error, Error::Layout(LayoutError::TooLarge { .. })), "{error}");
                side
            }
            Random::Feistel12 | Random::Feistel8 => {
                assert!(matches!(error, Error::Primitive(PrimitiveError::Blocks { .. })), "{error}");
                1 << 24
            }
        };
        assert!(error.to_string().contains(&limit.to_string()), "{error}");
        for method in Random::ALL.into_iter().filter(|method| !method.runs_on(device)) {
            let error = primitives::random(device, 4, options.method(method)).unwrap_err();
            assert!(error.is_missing_feature(), "{error}");
            let said = error.to_string();
            let instead = Random::fastest(device).name();
            assert!(said.contains(method.name()) && said.ends_with(&format!("use {instead}")), "{said}");
            if let Error::Primitive(PrimitiveError::InexactIntegers { needed, exact, .. }) = error {
                assert!(said.contains(&needed.to_string()) && said.contains(&exact.to_string()), "{said}");
            }
        }
        // The blocks of a network are numbered by floats.
        let exact = (device.features().exact_integer as usize).min(1 << 24);
        for method in methods(device).into_iter().filter(|method| *method != Random::Philox) {
            let shapes = [Shape::from([exact / 256 + 1, 1024]), Shape::from([exact / 512 + 1, 1024])];
            let uniform = primitives::random(device, shapes[0], options.method(method)).map(drop);
            let words = primitives::random_bits(device, shapes[1], options.method(method)).map(drop);
            for (refused, blocks) in [(uniform, exact + 256), (words, exact + 512)] {
                let said = refused.unwrap_err().to_string();
                assert!(said.contains(method.name()) && said.contains(&exact.to_string()), "{said}");
                assert!(said.contains(&blocks.to_string()), "{said}");
            }
        }
    });
}
