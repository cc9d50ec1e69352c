//! SAXPY, SGEMV and matrix products, against sums in f64.

use brooklet::applications::Error;
use brooklet::applications::linear::{Matrix, Vector, product, saxpy, sgemv};
use brooklet::fragment_program::Chip;
use brooklet::{Device, Event};
use proptest::prelude::*;

use crate::support::{chip, devices, each_dialect, noise, roundoff};

/// What was made; none on a chip that has no room for it and says so.
fn fitting<T>(result: Result<T, Error>) -> Option<T> {
    match result {
        Err(Error::Device(error)) => crate::support::fitting(Err(error)),
        result => Some(result.unwrap()),
    }
}

/// A sum of products in f64, and the sum of their magnitudes.
fn dot(pairs: impl Iterator<Item = (f32, f32)>) -> (f64, f64) {
    pairs.fold((0.0, 0.0), |(sum, all), (a, x)| {
        let product = f64::from(a) * f64::from(x);
        (sum + product, all + product.abs())
    })
}

#[track_caller]
fn near(found: f32, (wanted, magnitude): (f64, f64), terms: usize) {
    let bound = (terms + 2) as f64 * roundoff() * magnitude + 1e-37;
    assert!((f64::from(found) - wanted).abs() <= bound, "{found} and not {wanted}, within {bound:e}");
}

fn check_saxpy(device: &Device, n: usize) {
    let (x, y) = (noise(n, 1), noise(n, 2));
    let found = saxpy(-1.5, &Vector::upload(device, &x).unwrap(), &Vector::upload(device, &y).unwrap());
    let Some(found) = fitting(found) else { return };
    assert_eq!(found.len(), n);
    for ((found, x), y) in found.read().unwrap().iter().zip(&x).zip(&y) {
        near(*found, dot([(-1.5, *x), (1.0, *y)].into_iter()), 2);
    }
}

fn check_sgemv(device: &Device, [rows, columns]: [usize; 2]) {
    let (a, x, y) = (noise(rows * columns, 3), noise(columns, 4), noise(rows, 5));
    let matrix = Matrix::upload(device, [rows, columns], &a).unwrap();
    assert_eq!(matrix.read().unwrap(), a);
    let (vector, other) = (Vector::upload(device, &x).unwrap(), Vector::upload(device, &y).unwrap());
    let Some(found) = fitting(sgemv(2.0, &matrix, &vector, -0.5, &other)) else { return };
    let found = found.read().unwrap();
    assert_eq!(found.len(), rows);
    for (row, found) in found.iter().enumerate() {
        let terms = a[row * columns..][..columns].iter().map(|a| 2.0 * a).zip(x.iter().copied());
        near(*found, dot(terms.chain([(-0.5, y[row])])), columns + 2);
    }
}

fn check_product(device: &Device, [rows, inner, columns]: [usize; 3]) {
    let (a, b) = (noise(rows * inner, 6), noise(inner * columns, 7));
    let left = Matrix::upload(device, [rows, inner], &a).unwrap();
    let right = Matrix::upload(device, [inner, columns], &b).unwrap();
    let Some(found) = fitting(product(&left, &right)) else { return };
    assert_eq!(found.size(), [rows, columns]);
    for (at, found) in found.read().unwrap().iter().enumerate() {
        let (row, column) = (at / columns, at % columns);
        near(*found, dot((0..inner).map(|k| (a[row * inner + k], b[k * columns + column]))), inner);
    }
}

#[test]
fn every_shape_within_its_bound() {
    each_dialect(|device| {
        for n in [1, 3, 4, 5, 31, 33, 1000, 4097] {
            check_saxpy(device, n);
        }
        for size in [[1, 1], [1, 100], [100, 1], [5, 3], [32, 32], [33, 65], [130, 257]] {
            check_sgemv(device, size);
        }
        for size in [[1, 1, 1], [2, 3, 4], [33, 5, 9], [40, 64, 33], [64, 64, 64]] {
            check_product(device, size);
        }
        if !cfg!(debug_assertions) && chip().is_none() {
            check_sgemv(device, [1024, 1024]);
            check_product(device, [256, 256, 256]);
        }
    });
}

#[test]
fn results_go_on_as_operands() {
    each_dialect(|device| {
        // Whole numbers, whose sums are exact: (A B) x = A (B x).
        let whole = |n: usize, seed| noise(n, seed).iter().map(|x| (4.0 * x).round()).collect::<Vec<f32>>();
        let matrix =
            |rows, columns, seed| Matrix::upload(device, [rows, columns], &whole(rows * columns, seed)).unwrap();
        let (a, b) = (matrix(20, 30, 1), matrix(30, 10, 2));
        let x = Vector::upload(device, &whole(10, 3)).unwrap();
        let zero = |n| Vector::upload(device, &vec![0.0; n]).unwrap();
        let Some(both) = fitting(product(&a, &b)) else { return };
        let Some(at_once) = fitting(sgemv(1.0, &both, &x, 0.0, &zero(20))) else { return };
        let after = sgemv(1.0, &b, &x, 0.0, &zero(30)).unwrap();
        let after = sgemv(1.0, &a, &after, 0.0, &zero(20)).unwrap();
        assert_eq!(at_once.read().unwrap(), after.read().unwrap());
        let twice = saxpy(1.0, &at_once, &after).unwrap().read().unwrap();
        assert!(twice.iter().zip(after.read().unwrap()).all(|(twice, once)| *twice == 2.0 * once));
    });
}

#[test]
fn passes_are_as_documented() {
    for device in devices() {
        if let Some(chip) = chip() {
            crate::support::left_out(format!("what is so on drivers alone: the chip {chip}"));
            return;
        }
        let a = Matrix::upload(&device, [64, 64], &noise(4096, 1)).unwrap();
        let x = Vector::upload(&device, &noise(64, 2)).unwrap();
        let passes = |trace: brooklet::Trace| {
            assert!(trace.events.iter().all(|event| matches!(event, Event::Pass(_))), "nothing is read back");
            trace.passes().count()
        };
        assert_eq!(passes(device.traced(|| saxpy(1.0, &x, &x).unwrap()).1), 1);
        assert_eq!(passes(device.traced(|| sgemv(1.0, &a, &x, 1.0, &x).unwrap()).1), 2);
        let (_, trace) = device.traced(|| product(&a, &a).unwrap());
        assert_eq!(passes(trace), 1 + device.limits().targets.min(8));
    }
}

#[test]
fn what_does_not_fit_is_refused_with_both_numbers() {
    let device = &devices()[0];
    let vector = |n: usize| Vector::upload(device, &vec![1.0; n]).unwrap();
    let matrix = |rows, columns| Matrix::upload(device, [rows, columns], &vec![1.0; rows * columns]).unwrap();
    let said = saxpy(1.0, &vector(3), &vector(4)).unwrap_err().to_string();
    assert_eq!(said, "saxpy: x has 3 elements, and y has 4");
    let said = sgemv(1.0, &matrix(2, 3), &vector(2), 0.0, &vector(2)).unwrap_err().to_string();
    assert_eq!(said, "sgemv: a has 3 columns or elements, and x has 2");
    let said = sgemv(1.0, &matrix(2, 3), &vector(3), 0.0, &vector(3)).unwrap_err().to_string();
    assert_eq!(said, "sgemv: a has 2 rows or elements, and y has 3");
    let said = product(&matrix(2, 3), &matrix(2, 3)).unwrap_err().to_string();
    assert_eq!(said, "product: a has 3 columns or rows, and b has 2");
    let said = Matrix::upload(device, [2, 2], &[1.0; 3]).unwrap_err().to_string();
    assert_eq!(said, "a matrix of 2 × 2 has 4 elements, and 3 were given");
    assert_eq!(Vector::upload(device, &[]).unwrap_err().to_string(), "a vector has no elements");
    assert_eq!(Matrix::upload(device, [0, 4], &[]).unwrap_err().to_string(), "a matrix has no elements");
    // More elements than can be counted.
    let said = Matrix::upload(device, [usize::MAX, 2], &[1.0]).unwrap_err().to_string();
    assert_eq!(said, format!("a matrix of {} × 2 has more elements than can be counted, and 1 were given", usize::MAX));
}

#[test]
fn emulated_chips() {
    for chip in [Chip::None, Chip::R300, Chip::Nv30, Chip::Nv40] {
        let device = Device::emulated(chip).unwrap();
        // Small whole numbers are exact on every chip.
        let a: Vec<f32> = (0..12).map(|k| (k % 5) as f32).collect();
        let matrix = Matrix::upload(&device, [3, 4], &a).unwrap();
        let x = Vector::upload(&device, &[1.0, 2.0, 3.0, 4.0]).unwrap();
        let y = Vector::upload(&device, &[1.0, 1.0, 1.0]).unwrap();
        let right = |found: Result<Vec<f32>, Error>, wanted: &[f32]| match found {
            Ok(found) => assert_eq!(found, wanted, "{chip:?}"),
            Err(error) => {
                assert!(error.is_missing_feature(), "{chip:?}: {error}");
                assert!(!matches!(chip, Chip::None | Chip::Nv40), "{chip:?}: {error}");
            }
        };
        right(saxpy(2.0, &x, &x).and_then(|z| z.read()), &[3.0, 6.0, 9.0, 12.0]);
        right(sgemv(1.0, &matrix, &x, 1.0, &y).and_then(|z| z.read()), &[21.0, 16.0, 16.0]);
        let b = Matrix::upload(&device, [4, 1], &[1.0, 2.0, 3.0, 4.0]).unwrap();
        right(product(&matrix, &b).and_then(|c| c.read()), &[20.0, 15.0, 15.0]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_shape(rows in 1usize..70, inner in 1usize..70, columns in 1usize..40) {
        for device in devices() {
            check_sgemv(&device, [rows, inner]);
            check_product(&device, [rows, inner, columns]);
        }
    }
}
