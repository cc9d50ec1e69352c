//! Histograms against the plain-Rust reference, and against what NumPy counted.

use crate::support;

use brooklet::primitives::{self, Histogram, HistogramOptions, PrimitiveError};
use brooklet::{BinEdges, Bins, BinsError, Device, Error, Layout, Stream, compute, reference};
use proptest::prelude::*;
use support::{builder, each_dialect, fitting, noise, open};

const LAYOUTS: [Layout; 2] = [Layout::Plain, Layout::Packed];

fn methods(device: &Device) -> Vec<Histogram> {
    Histogram::ALL
        .into_iter()
        .filter(|method| support::runs_here(device, method.name(), method.runs_on(device)))
        .collect()
}

fn check(device: &Device, values: &[f32], bins: Bins) {
    let wanted = reference::histogram(values, bins).unwrap();
    for layout in LAYOUTS {
        let x = device.upload_with(values.len(), layout, values).unwrap();
        for method in methods(device) {
            let Some(counts) = fitting(primitives::histogram_by(&x, bins, method)) else { continue };
            assert_eq!(counts.shape().extents(), [bins.count()]);
            assert_eq!(counts.read().unwrap(), wanted, "{method:?} of {} {layout} in {bins:?}", values.len());
        }
        let Some(counts) = fitting(primitives::histogram(&x, bins)) else { continue };
        assert_eq!(counts.read().unwrap(), wanted);
    }
    if device.compute().is_none() {
        return;
    }
    let x = device.upload_buffer(values).unwrap();
    for method in compute::Histogram::ALL {
        if method == compute::Histogram::SharedAtomics && bins.count() > 2048 {
            continue;
        }
        assert_eq!(compute::histogram_by(&x, bins, method).unwrap().read().unwrap(), wanted, "{method:?}");
    }
}

/// Whole numbers from -20 to 20, many of them on the edges of bins.
fn whole(count: usize, seed: u64) -> Vec<f32> {
    noise(count, seed).iter().map(|v| (v * 20.0).round() + 0.0).collect()
}

/// The data of the examples that NumPy counted: multiples of an eighth and of a quarter.
fn eighths() -> Vec<f32> {
    (0..200).map(|i| (i * 37 % 101) as f32 / 8.0).collect()
}

fn quarters() -> Vec<f32> {
    (0..200).map(|i| (i * 53 % 89) as f32 / 4.0).collect()
}

#[test]
fn counts_are_those_of_numpy() {
    let x = eighths();
    // numpy.histogram(x, 10, range=(0.0625, 12.5625)), whose edges no element equals
    let of_ten = [20, 20, 19, 20, 20, 20, 19, 20, 20, 20].map(|count| count as f32);
    assert_eq!(reference::histogram(&x, Bins::between(10, 0.0625, 12.5625)).unwrap(), of_ten);
    // numpy.histogram(x, 7, range=(2.03, 9.01)), which drops elements
    let of_seven = [16, 15, 16, 16, 16, 15, 16].map(|count| count as f32);
    assert_eq!(reference::histogram(&x, Bins::between(7, 2.03, 9.01)).unwrap(), of_seven);
    // numpy.histogram2d(x, y, [3, 4], [[0.03, 12.03], [0.03, 20.03]])
    let of_two =
        reference::histogram_2d(&x, &quarters(), [Bins::between(3, 0.03, 12.03), Bins::between(4, 0.03, 20.03)]);
    assert_eq!(of_two.unwrap(), [11, 16, 15, 14, 16, 15, 14, 12, 15, 12, 14, 14].map(|count| count as f32));
    // numpy.histogram(x, 5, range=(0.03, 12.03), weights=w)
    let weights: Vec<f32> = (0..200).map(|i| (i % 7 - 2) as f32).collect();
    let weighted = reference::histogram_weighted(&x, &weights, Bins::between(5, 0.03, 12.03)).unwrap();
    assert_eq!(weighted, [37, 38, 36, 39, 36].map(f64::from));
    // On edges: an element belongs to the bin above, but for the last edge.
    let on_edges = [0.0, 1.0, 2.0, 3.0, 4.0, 4.0, 4.0, -1.0, 5.0];
    assert_eq!(reference::histogram(&on_edges, Bins::between(4, 0.0, 4.0)).unwrap(), [1.0, 1.0, 1.0, 4.0]);
    assert_eq!(reference::histogram_edges(&[3.0; 5], 4).unwrap().as_slice(), [2.5, 2.75, 3.0, 3.25, 3.5]);
    assert_eq!(reference::histogram(&[3.0; 5], 4).unwrap(), [0.0, 0.0, 5.0, 0.0]);
    assert_eq!(reference::histogram(&[], 3).unwrap(), [0.0; 3]);
    assert_eq!(reference::histogram_edges(&[], 2).unwrap().as_slice(), [0.0, 0.5, 1.0]);
}

#[test]
fn elements_of_all_sizes_are_counted() {
    each_dialect(|device| {
        for n in support::sizes() {
            let values = whole(n, n as u64);
            check(device, &values, Bins::between(40, -20.0, 20.0));
            check(device, &values, 7.into());
        }
    });
}

#[test]
fn bins_of_all_numbers_are_counted() {
    each_dialect(|device| {
        let values = noise(1000, 5);
        for bins in [1, 2, 3, 4, 5, 8, 31, 32, 33, 63, 64, 65, 100, 256, 257] {
            check(device, &values, bins.into());
            check(device, &values, Bins::between(bins, -0.5, 0.7));
        }
    });
}

#[test]
fn many_bins_are_counted() {
    each_dialect(|device| {
        if device.features().exact_integer < 1 << 24 || device.info().dialect.is_none() {
            support::lacks(device, "speed for 65,536 bins");
            return;
        }
        let values = noise(300, 6);
        check(device, &values, Bins::between(65_536, -1.0, 1.0));
        check(device, &values, Bins::between(3001, -1.0, 1.0));
    });
}

#[test]
fn elements_next_to_edges_are_in_the_bins_that_comparisons_say() {
    each_dialect(|device| {
        if !device.features().integers {
            support::lacks(device, "floats of 32 bits");
            return;
        }
        for (bins, first, last) in
            [(10, 0.1, 0.9), (256, -3.3, 77.7), (7, -1e-3, 1e30), (3, f32::MIN, f32::MAX), (5, -1e-30, 0.0)]
        {
            let edges = BinEdges::new(bins, first, last).unwrap();
            let near = edges.as_slice().iter().flat_map(|x| [x.next_down(), *x, x.next_up()]);
            let values: Vec<f32> = near.filter(|x| !x.is_subnormal()).collect();
            check(device, &values, (&edges).into());
        }
    });
}

#[test]
fn infinities_and_zeros() {
    each_dialect(|device| {
        if !device.features().infinities {
            support::lacks(device, "infinities");
            return;
        }
        let values = [f32::INFINITY, -0.0, 0.0, f32::NEG_INFINITY, 1.0, -1.0, f32::MAX, f32::MIN];
        check(device, &values, Bins::between(2, -1.0, 1.0));
        check(device, &values, Bins::between(3, 0.0, 1.0));
        check(device, &values, Bins::between(3, f32::MIN, f32::MAX));
        let x = device.upload(&values).unwrap();
        let error = primitives::histogram(&x, 4).unwrap_err();
        assert!(matches!(error, Error::Bins(BinsError::Range { .. })), "{error}");
        assert_eq!(
            error.to_string(),
            "a range of bins goes from a finite number to one that is not smaller, not from -inf to inf: if the data have infinities, \
             give the range"
        );
    });
}

#[test]
fn equal_elements_are_in_a_bin_of_half_around() {
    each_dialect(|device| {
        for n in [1, 5, 300, 5000] {
            check(device, &vec![3.0; n], 4.into());
            check(device, &vec![-0.0; n], 3.into());
        }
    });
}

#[test]
fn weights_are_summed() {
    each_dialect(|device| {
        for n in support::sizes() {
            let (values, weights) = (whole(n, 3), whole(n, 4));
            let bins = Bins::between(13, -15.0, 20.0);
            let wanted: Vec<f32> =
                reference::histogram_weighted(&values, &weights, bins).unwrap().iter().map(|sum| *sum as f32).collect();
            let (x, w) = (device.upload(&values).unwrap(), device.upload(&weights).unwrap());
            for method in methods(device) {
                let options = HistogramOptions::default().weights(&w).method(method);
                let Some(sums) = fitting(primitives::histogram_with(&x, bins, options)) else { continue };
                assert_eq!(sums.read().unwrap(), wanted, "{method:?} of {n}");
            }
            if device.compute().is_some() {
                let options = compute::HistogramOptions::default().weights(&w);
                assert_eq!(compute::histogram_with(&x, bins, options).unwrap().read().unwrap(), wanted);
            }
        }
    });
}

#[test]
fn sums_of_fractions_are_as_exact_as_they_say() {
    each_dialect(|device| {
        if support::chip().is_some() {
            return;
        }
        let (values, weights) = (noise(70_000, 8), noise(70_000, 9));
        let bins = Bins::between(20, -1.0, 1.0);
        let wanted = reference::histogram_weighted(&values, &weights, bins).unwrap();
        let sizes: Vec<f32> = weights.iter().map(|weight| weight.abs()).collect();
        let sizes = reference::histogram_weighted(&values, &sizes, bins).unwrap();
        let all: f64 = sizes.iter().sum();
        let (x, w) = (device.upload(&values).unwrap(), device.upload(&weights).unwrap());
        for method in Histogram::ALL {
            let options = HistogramOptions::default().weights(&w).method(method);
            let sums = primitives::histogram_with(&x, bins, options).unwrap().read().unwrap();
            for ((sum, wanted), size) in sums.iter().zip(&wanted).zip(&sizes) {
                let bound = match method {
                    Histogram::SortAndSearch => 100.0 * all,
                    _ => 300.0 * size,
                } * 2f64.powi(-24);
                assert!((f64::from(*sum) - wanted).abs() <= bound, "{method:?}: {sum} for {wanted}");
            }
        }
    });
}

#[test]
fn infinite_weights_stay_in_their_bins() {
    each_dialect(|device| {
        if !device.features().infinities {
            return;
        }
        let x = device.upload(&[0.0, 1.0, 2.0, 9.0]).unwrap();
        let w = device.upload(&[1.0, f32::INFINITY, 2.0, f32::NAN]).unwrap();
        for method in [Histogram::CompareAndReduce, Histogram::PackedCounters] {
            let options = HistogramOptions::default().weights(&w).method(method);
            let Some(sums) = fitting(primitives::histogram_with(&x, Bins::between(3, 0.0, 3.0), options)) else {
                continue;
            };
            assert_eq!(sums.read().unwrap(), [1.0, f32::INFINITY, 2.0], "{method:?}");
        }
    });
}

#[test]
fn pairs_are_counted_in_two_dimensions() {
    each_dialect(|device| {
        for n in support::sizes() {
            let (values_x, values_y) = (whole(n, 1), whole(n, 2));
            for bins in [[3.into(), 5.into()], [Bins::between(8, -10.0, 20.0), Bins::between(4, -20.0, 3.0)]] {
                let wanted = reference::histogram_2d(&values_x, &values_y, bins).unwrap();
                for (of_x, of_y) in [(Layout::Plain, Layout::Packed), (Layout::Packed, Layout::Packed)] {
                    let x = device.upload_with(n, of_x, &values_x).unwrap();
                    let y = device.upload_with(n, of_y, &values_y).unwrap();
                    for method in methods(device) {
                        let options = HistogramOptions::default().method(method);
                        let counts = primitives::histogram_2d_with(&x, &y, bins, options);
                        let Some(counts) = fitting(counts) else { continue };
                        assert_eq!(counts.shape().extents(), [bins[0].count(), bins[1].count()]);
                        assert_eq!(counts.read().unwrap(), wanted, "{method:?} of {n}");
                    }
                    let Some(counts) = fitting(primitives::histogram_2d(&x, &y, bins)) else { continue };
                    assert_eq!(counts.read().unwrap(), wanted);
                    if of_x == of_y && device.compute().is_some() {
                        let counts = compute::histogram_2d(&x, &y, bins).unwrap();
                        assert_eq!(counts.read().unwrap(), wanted);
                        let options = compute::HistogramOptions::default().method(compute::Histogram::GlobalAtomics);
                        let counts = compute::histogram_2d_with(&x, &y, bins, options).unwrap();
                        assert_eq!(counts.read().unwrap(), wanted);
                    }
                }
            }
        }
    });
}

#[test]
fn arrays_are_counted_whatever_their_shape() {
    for dialect in support::dialects() {
        let device = open(builder(dialect).largest_texture(64));
        let values = whole(3 * 100, 1);
        let wanted = reference::histogram(&values, 11).unwrap();
        for layout in LAYOUTS {
            let x = device.upload_with([3, 100], layout, &values).unwrap();
            for method in methods(&device) {
                let Some(counts) = fitting(primitives::histogram_by(&x, 11, method)) else { continue };
                assert_eq!(counts.read().unwrap(), wanted, "{method:?}");
            }
        }
    }
}

#[test]
fn one_target_is_enough() {
    for dialect in support::dialects() {
        let device = open(builder(dialect).max_targets(1));
        let values = noise(3000, 1);
        let x = device.upload(&values).unwrap();
        let counts = fitting(primitives::histogram_by(&x, 50, Histogram::PackedCounters));
        assert_eq!(counts.map(|counts| counts.read().unwrap()), Some(reference::histogram(&values, 50).unwrap()));
        // Bins and weights are then written by a pass each.
        let (x, weights) = (whole(300, 3), whole(300, 4));
        let bins = Bins::between(13, -15.0, 20.0);
        let wanted: Vec<f32> =
            reference::histogram_weighted(&x, &weights, bins).unwrap().iter().map(|sum| *sum as f32).collect();
        let (x, w) = (device.upload(&x).unwrap(), device.upload(&weights).unwrap());
        for method in methods(&device) {
            let options = HistogramOptions::default().weights(&w).method(method);
            let Some(sums) = fitting(primitives::histogram_with(&x, bins, options)) else { continue };
            assert_eq!(sums.read().unwrap(), wanted, "{method:?}");
        }
    }
}

#[test]
fn limits_are_errors_with_both_numbers() {
    for dialect in support::dialects() {
        let device = open(Device::builder().dialect(dialect));
        let x = device.upload(&[1.0, 2.0]).unwrap();
        let said = |result: Result<Stream<f32>, Error>| result.unwrap_err().to_string();
        assert_eq!(said(primitives::histogram(&x, 0)), "a histogram has 1 to 65536 bins, not 0");
        assert_eq!(said(primitives::histogram(&x, 65_537)), "a histogram has 1 to 65536 bins, not 65537");
        let square = [Bins::between(300, 0.0, 1.0); 2];
        assert_eq!(said(primitives::histogram_2d(&x, &x, square)), "a histogram has 1 to 65536 bins, not 90000");
        assert_eq!(
            said(primitives::histogram(&x, Bins::between(9, 1.0, 1.0 + f32::EPSILON))),
            "9 bins from 1 to 1.0000001 are narrower than floats are apart: there are 1 floats in this range"
        );
        let y = device.upload(&[1.0]).unwrap();
        let error = primitives::histogram_2d(&x, &y, [2.into(), 2.into()]).unwrap_err();
        assert!(matches!(error, Error::Shape(_)), "{error}");
        let error = primitives::histogram_with(&x, 2, HistogramOptions::default().weights(&y)).unwrap_err();
        assert!(matches!(error, Error::Shape(_)), "{error}");
        if device.features().exact_integer <= 1 << 24 {
            support::lacks(&device, "positions beyond 2^24");
            continue;
        }
        let many: Stream<f32> = device.stream((1 << 24) + 1).unwrap();
        let error = primitives::histogram(&many, Bins::between(2, 0.0, 1.0)).unwrap_err();
        assert!(matches!(error, Error::Primitive(PrimitiveError::FloatAddress { count: 16_777_217, .. })), "{error}");
    }
}

#[test]
fn a_million_elements_are_counted() {
    each_dialect(|device| {
        let values: Vec<f32> = (0..1_000_003).map(|i| (i * 7 % 1000) as f32).collect();
        check(device, &values, 256.into());
        check(device, &vec![5.0; 1 << 18], Bins::between(100, 0.0, 10.0));
    });
}

#[test]
fn any_elements_in_any_bins() {
    let devices = support::devices();
    let values = prop::collection::vec(-9i32..9, 0..600);
    proptest!(support::cases(6, 24), |(values in values, bins in 1usize..70, first in -10i32..5, width in 1i32..15)| {
        let values: Vec<f32> = values.into_iter().map(|v| v as f32).collect();
        for device in &devices {
            check(device, &values, Bins::between(bins, first as f32, (first + width) as f32));
            check(device, &values, bins.into());
        }
    });
}
