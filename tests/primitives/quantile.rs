//! Quantiles against the plain-Rust reference, and against what NumPy computes.

use crate::support;

use brooklet::primitives::{self, Quantile};
use brooklet::{Device, Layout, compute, reference};
use proptest::prelude::*;
use support::{builder, each_dialect, fitting, noise, open};

/// Quantiles in no order, some of them equal or near.
const MANY: [f64; 9] = [0.5, 0.0, 1.0, 0.99, 0.25, 0.2501, 0.5, 0.001, 0.75];

fn methods(device: &Device) -> Vec<Quantile> {
    Quantile::ALL
        .into_iter()
        .filter(|method| support::runs_here(device, method.name(), method.runs_on(device)))
        .collect()
}

/// Compares results with the exact ones: they are those where no interpolation is, and else near.
fn same(found: &[f32], values: &[f32], quantiles: &[f64], what: &dyn Fn() -> String) {
    let expected = reference::quantile(values, quantiles);
    assert_eq!(found.len(), expected.len(), "{}", what());
    let largest = values.iter().filter(|v| v.is_finite()).fold(0.0f32, |most, v| most.max(v.abs()));
    for ((found, expected), q) in found.iter().zip(&expected).zip(quantiles) {
        let whole = (q * (values.len() - 1) as f64).fract() == 0.0;
        let near = (f64::from(*found) - f64::from(*expected)).abs() <= 5.0 * support::roundoff() * f64::from(largest);
        assert!(found == expected || (!whole && near), "{}: {found} instead of {expected} at {q}", what());
    }
}

fn check(device: &Device, values: &[f32], quantiles: &[f64], layout: Layout) {
    let x = device.upload_with(values.len(), layout, values).unwrap();
    let what = |by: &str| format!("{by} of {} {layout}", values.len());
    for method in methods(device) {
        let Some(found) = fitting(primitives::quantile_by(&x, quantiles, method)) else { continue };
        same(&found.read().unwrap(), values, quantiles, &|| what(method.name()));
    }
    if let Some(found) = fitting(primitives::quantile(&x, quantiles)) {
        same(&found.read().unwrap(), values, quantiles, &|| what("the fastest"));
    }
    if let Some(median) = fitting(primitives::median(&x)) {
        same(&[median], values, &[0.5], &|| what("the median"));
    }
    if device.compute().is_some() {
        let found = compute::quantile(&x, quantiles).unwrap().read().unwrap();
        same(&found, values, quantiles, &|| what("compute shaders"));
    }
}

#[test]
fn the_reference_is_numpys() {
    let x: Vec<f32> = (0..200).map(|i| (i * 37 % 101) as f32 / 8.0).collect();
    // numpy.quantile(x, [0, 0.1, 0.25, 0.5, 0.9, 1])
    let expected = [0.0, 1.2375, 3.09375, 6.25, 11.2625, 12.5];
    for (found, expected) in reference::quantile(&x, &[0.0, 0.1, 0.25, 0.5, 0.9, 1.0]).iter().zip(expected) {
        assert!((found - expected).abs() < 2e-6, "{found} {expected}");
    }
}

#[test]
fn lists_of_all_sizes_and_layouts() {
    each_dialect(|device| {
        for n in support::sizes().filter(|n| *n > 0) {
            let layout = if n % 2 == 0 { Layout::Plain } else { Layout::Packed };
            check(device, &noise(n, n as u64), &MANY, layout);
        }
    });
}

/// Lists in which a sample is small beside all elements, and brackets have a part of them.
#[test]
fn brackets_of_long_lists() {
    each_dialect(|device| {
        for n in [5000, 16384, 16385, 40_000, 70_001] {
            check(device, &noise(n, 7), &MANY, Layout::Packed);
            check(device, &noise(n, 9), &[0.5], Layout::Plain);
        }
    });
}

#[test]
fn equal_elements_and_infinities() {
    each_dialect(|device| {
        for n in [1, 64, 9000, 40_000] {
            check(device, &vec![2.5; n], &MANY, Layout::Packed);
            let few: Vec<f32> = noise(n, 3).iter().map(|v| (v * 3.0).round() + 0.0).collect();
            check(device, &few, &MANY, Layout::Packed);
            let ends = [f32::NEG_INFINITY, f32::INFINITY, 1.0, 1.0];
            let infinite: Vec<f32> = (0..n).map(|i| ends[i % 4]).collect();
            check(device, &infinite, &[0.0, 0.5, 1.0], Layout::Packed);
            let rare: Vec<f32> = (0..n).map(|i| if i % 500 == 7 { f32::INFINITY } else { i as f32 }).collect();
            check(device, &rare, &[0.0, 0.1, 0.5, 1.0], Layout::Packed);
        }
    });
}

/// Orders that a sample at equal distances would misjudge; and many quantiles, of which several share a bracket.
#[test]
fn ordered_lists_and_many_quantiles() {
    each_dialect(|device| {
        let n = 30_000;
        let ascending: Vec<f32> = (0..n).map(|i| i as f32).collect();
        let periodic: Vec<f32> = (0..n).map(|i| (i % 16) as f32 * 1000.0 + (i / 16) as f32).collect();
        let spike: Vec<f32> = (0..n).map(|i| if i < n / 50 { 1e6 - i as f32 } else { i as f32 }).collect();
        let all: Vec<f64> = (0..=40).map(|i| f64::from(i) / 40.0).collect();
        for values in [&ascending, &periodic, &spike] {
            check(device, values, &MANY, Layout::Packed);
            check(device, values, &all, Layout::Packed);
        }
    });
}

#[test]
fn a_sample_reads_back_counts_alone() {
    each_dialect(|device| {
        if support::chip().is_some() || !Quantile::Sample.runs_on(device) {
            return;
        }
        let x = device.upload_with(1 << 16, Layout::Packed, &noise(1 << 16, 4)).unwrap();
        let (_, trace) = device.traced(|| primitives::quantile_by(&x, &[0.5], Quantile::Sample).unwrap());
        let counts = trace.passes().filter(|pass| pass.kernel == "quantile_counts").count();
        assert_eq!(counts, 1, "a bracket has missed");
        let sorted = trace.passes().filter(|pass| pass.kernel == "sort_groups").count();
        assert_eq!(sorted, 2, "the sample and what is in the bracket");
    });
}

/// With few render targets, the counts take several passes.
#[test]
fn few_render_targets() {
    for targets in [1, 2, 4] {
        for dialect in support::dialects() {
            let device = open(builder(dialect).max_targets(targets));
            check(&device, &noise(6000, 5), &MANY, Layout::Packed);
        }
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let device = open(builder(support::dialects()[0]));
    let x = device.upload(&[1.0, 2.0]).unwrap();
    for q in [-0.1, 1.5, f64::NAN] {
        assert_eq!(
            primitives::quantile(&x, &[0.5, q]).unwrap_err().to_string(),
            format!("{q} is not a quantile: it must be from 0 (the smallest element) to 1 (the largest)")
        );
    }
    let none = device.upload::<f32>(&[]).unwrap();
    let said = primitives::median(&none).unwrap_err().to_string();
    assert!(said.starts_with("a reduction of no elements by `median` has no value"), "{said}");
    assert!(primitives::quantile(&x, &[]).unwrap().is_empty());
}

proptest! {
    #![proptest_config(support::cases(8, 100))]

    #[test]
    fn random_values_and_shapes(rows in 1usize..128, columns in 1usize..128, seed in any::<u64>(), q in 0.0f64..1.0) {
        let values = noise(rows * columns, seed);
        for dialect in support::dialects() {
            let device = open(builder(dialect).largest_texture(128));
            let x = device.upload_shaped([rows, columns], &values).unwrap();
            for method in methods(&device) {
                let Some(found) = fitting(primitives::quantile_by(&x, &[q, 0.5], method)) else { continue };
                same(&found.read().unwrap(), &values, &[q, 0.5], &|| format!("{method:?} of {rows} × {columns}"));
            }
        }
    }
}
