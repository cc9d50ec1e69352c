//! Convolutions and blurs, against the plain-Rust reference.

use crate::pictures::{layouts, sizes, some, whole};
use crate::support;

use brooklet::Layout;
use brooklet::primitives::{self, Border, Convolve, Weights};
use brooklet::reference;
use support::level::is_quick;
use support::{bits, builder, each_dialect, fitting, noise, open, runs_here};

/// Weights of odd and even sizes, products of a column and a row and others. Their sums of whole numbers are exact.
fn weights() -> Vec<Weights> {
    let of = |size: [usize; 2], seed| Weights::new(size, &whole(size[0] * size[1], seed)).unwrap();
    let product = |down: &[f32], across: &[f32]| {
        let values: Vec<f32> = down.iter().flat_map(|v| across.iter().map(move |u| u * v)).collect();
        Weights::new([down.len(), across.len()], &values).unwrap()
    };
    let mut all = vec![
        of([1, 1], 1),
        of([3, 3], 2),
        of([1, 4], 3),
        of([2, 1], 4),
        product(&[1.0, 4.0, 6.0, 4.0, 1.0], &[1.0, 4.0, 6.0, 4.0, 1.0]),
    ];
    if !is_quick() {
        all.extend([
            of([4, 5], 5),
            of([5, 2], 6),
            product(&[1.0, 2.0, 1.0], &[1.0, 0.0, -1.0]),
            of([1, 9], 7),
            of([11, 13], 8),
        ]);
    }
    all
}

#[test]
fn convolutions_are_those_of_the_reference() {
    each_dialect(|device| {
        for (number, size) in sizes().into_iter().enumerate() {
            let values = whole(size[0] * size[1], 5);
            for (turn, weights) in some(weights(), number) {
                let border = Border::ALL[(number + number / 4 + turn / 4) % 4];
                let wanted = reference::convolve(&values, size, &weights, border);
                let exact = [Convolve::Direct, Convolve::Separable].into_iter();
                for method in exact.filter(|method| runs_here(device, method.name(), method.runs_on(device))) {
                    let layout = layouts()[(number / 2 + turn / 4) % 2];
                    let stream = device.upload_with(size, layout, &values).unwrap();
                    let what = format!("{method:?} of {size:?} {layout} by {weights:?}, {border:?}");
                    let Some(found) = fitting(primitives::convolve_by(&stream, &weights, border, method)) else {
                        continue;
                    };
                    assert_eq!((found.shape(), found.layout()), (stream.shape(), layout), "{what}");
                    assert_eq!(found.read().unwrap(), wanted, "{what}");
                }
            }
            let vectors: Vec<[f32; 3]> = values.iter().map(|v| [*v, 1.0, -*v]).collect();
            let stream = device.upload_shaped(size, &vectors).unwrap();
            let weights = &weights()[1];
            let Some(found) = fitting(primitives::convolve(&stream, weights, Border::Reflect)) else { continue };
            let wanted = reference::convolve(&values, size, weights, Border::Reflect);
            let first: Vec<f32> = found.read().unwrap().iter().map(|v| v[0]).collect();
            assert_eq!(first, wanted, "vectors of {size:?}");
        }
    });
}

/// The root mean square.
fn size_of(numbers: &[f64]) -> f64 {
    (numbers.iter().map(|x| x * x).sum::<f64>() / numbers.len().max(1) as f64).sqrt()
}

#[test]
fn convolutions_by_spectra_are_as_exact_as_they_say() {
    each_dialect(|device| {
        if !runs_here(device, "spectra", Convolve::Spectra.runs_on(device)) {
            return;
        }
        let sizes =
            sizes().into_iter().filter(|size| size[0] * size[1] > 0 && !(is_quick() && size[0] * size[1] > 300));
        for (number, size) in sizes.enumerate() {
            let values = noise(size[0] * size[1], 5);
            for (turn, weights) in some(weights(), number) {
                let border = Border::ALL[(number + turn) % 4];
                let layout = layouts()[number % 2];
                let stream = device.upload_with(size, layout, &values).unwrap();
                let what = format!("{size:?} {layout} by {:?}, {border:?}", weights.size());
                let found = primitives::convolve_by(&stream, &weights, border, Convolve::Spectra);
                let Some(found) = fitting(found) else { continue };
                assert_eq!((found.shape(), found.layout()), (stream.shape(), layout), "{what}");
                let wanted = reference::convolve(&values, size, &weights, border);
                let off =
                    found.read().unwrap().into_iter().zip(&wanted).map(|(found, wanted)| f64::from(found - wanted));
                // No number of the picture is beyond 1. With its zeros, the extended one is at most twice as large as what is covered.
                let extended = (2 * (size[0] + weights.size()[0] - 1) * (size[1] + weights.size()[1] - 1)) as f64;
                let share = (extended / (size[0] * size[1]) as f64).sqrt();
                let most: f64 = weights.values().iter().map(|weight| f64::from(weight.abs())).sum();
                let bound = 3e-7 * (1.0 + extended.log2()) * most * share * support::roundoff() / 2f64.powi(-24);
                let error = size_of(&off.collect::<Vec<_>>());
                assert!(error <= bound, "{what}: {error:e} of {bound:e}");
            }
            let vectors: Vec<[f32; 3]> = values.iter().map(|v| [*v, 1.0, -*v]).collect();
            let stream = device.upload_shaped(size, &vectors).unwrap();
            let weights = &weights()[1];
            let found = primitives::convolve_by(&stream, weights, Border::Reflect, Convolve::Spectra);
            let Some(found) = fitting(found) else { continue };
            let wanted = reference::convolve(&values, size, weights, Border::Reflect);
            for (found, wanted) in found.read().unwrap().iter().zip(wanted) {
                let sum: f32 = weights.values().iter().sum();
                let off = [found[0] - wanted, found[1] - sum, found[2] + wanted];
                let bound = 1e-3 * support::roundoff() / 2f64.powi(-24);
                assert!(off.iter().all(|off| f64::from(off.abs()) < bound), "vectors of {size:?}: {off:?}");
            }
        }
    });
}

#[test]
fn many_weights_are_convolved_by_spectra() {
    if support::chip().is_some() {
        return;
    }
    let device = open(builder(support::dialects()[0]));
    let passes = |size: [usize; 2], weights: &Weights| {
        let values = noise(size[0] * size[1], 8);
        let stream = device.upload_with(size, Layout::Packed, &values).unwrap();
        let (found, trace) = device.traced(|| primitives::convolve(&stream, weights, Border::Wrap));
        (values, found.unwrap().read().unwrap(), trace.passes().count())
    };
    let weights = |side: usize| Weights::new([side; 2], &noise(side * side, 9)).unwrap();
    assert_eq!(passes([300, 300], &weights(11)).2, 1);
    assert_eq!(passes([700, 700], &weights(9)).2, 1);
    assert_eq!(passes([700, 700], &Weights::gaussian(2.0).unwrap()).2, 2);
    let (values, found, passes) = passes([530, 531], &weights(11));
    assert!(passes > 8, "{passes}");
    let wanted = reference::convolve(&values, [530, 531], &weights(11), Border::Wrap);
    assert!(found.iter().zip(&wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-3));
}

#[test]
fn blurs_are_as_exact_as_they_say() {
    let close = |found: &brooklet::Stream<f32>, wanted: &[f32], roundings: f64, what: &str| {
        for (found, wanted) in found.read().unwrap().iter().zip(wanted) {
            let bound = roundings * support::roundoff();
            assert!(f64::from((found - wanted).abs()) <= bound, "{what}: {found}, not {wanted}");
        }
    };
    each_dialect(|device| {
        let (size, values) = ([40, 36], noise(40 * 36, 6));
        for layout in layouts() {
            let stream = device.upload_with(size, layout, &values).unwrap();
            let cases = [(0.4, Border::Reflect), (1.5, Border::Zero), (3.0, Border::Wrap), (20.0, Border::Clamp)];
            for (sigma, border) in cases {
                let weights = Weights::gaussian(sigma).unwrap();
                let wanted = reference::convolve(&values, size, &weights, border);
                // The weights are positive, and their sum is 1.
                let terms = 2.0 * weights.size()[0] as f64;
                let what = format!("{sigma} {border:?} {layout}");
                if let Some(found) = fitting(primitives::blur(&stream, sigma, border)) {
                    close(&found, &wanted, (terms + 6.0) * 1.01, &what);
                }
                // As a matrix, it is found to be of products.
                if let Some(found) = fitting(primitives::convolve(&stream, &weights, border)) {
                    close(&found, &wanted, terms + 8.0, &what);
                }
            }
            let Some(same) = fitting(primitives::blur(&stream, 0.0, Border::Reflect)) else { continue };
            let held: Vec<f32> = values.iter().map(|value| support::held(*value)).collect();
            assert_eq!(bits(&same.read().unwrap()), bits(&held));
        }
    });
}

#[test]
fn weights_are_separated_where_they_are_products() {
    assert_eq!(
        Weights::gaussian(2.0).unwrap().separated().map(|[down, across]| [down.len(), across.len()]),
        Some([17, 17])
    );
    let of = |values: &[f32]| Weights::new([2, 2], values).unwrap().separated();
    assert_eq!(of(&[1.0, 2.0, 3.0, 4.0]), None);
    assert_eq!(of(&[0.0; 4]), None);
    assert_eq!(of(&[f32::NAN, 1.0, 1.0, 1.0]), None);
    assert_eq!(of(&[2.0, 4.0, 4.0, 8.0]).map(|[down, across]| down[1] * across[1]), Some(8.0));
    let said = |result: Result<Weights, brooklet::Error>| result.unwrap_err().to_string();
    let wanted = "2 × 3 weights cannot be 5 numbers: at least one is needed, and as many as rows times columns";
    assert_eq!(said(Weights::new([2, 3], &[0.0; 5])), wanted);
    assert!(said(Weights::new([0, 3], &[])).starts_with("0 × 3 weights cannot be 0 numbers"));
    let wanted = "a Gaussian with a standard deviation of -1 elements: it must be from 0 to 4096";
    assert_eq!(said(Weights::gaussian(-1.0)), wanted);
    assert!(Weights::gaussian(f32::NAN).is_err());
}
