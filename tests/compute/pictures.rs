//! Convolutions on compute shaders against the plain-Rust reference, and data that are longer than a loop may be.

use crate::each;
use crate::support;

use brooklet::compute::{self, Convolve};
use brooklet::primitives::{Border, Weights};
use brooklet::{Layout, reference};
use support::noise;

/// Whole numbers, of which sums are exact.
fn whole(count: usize, seed: u64) -> Vec<f32> {
    noise(count, seed).iter().map(|v| (v * 4.0).round() + 0.0).collect()
}

/// Weights of odd and even sizes, products and others, of which a group of tiles loads few and too many elements.
fn weights() -> Vec<Weights> {
    let of = |size: [usize; 2], seed| Weights::new(size, &whole(size[0] * size[1], seed)).unwrap();
    let product = |down: usize, across: usize| {
        let (down, across) = (whole(down, 8), whole(across, 9));
        let values: Vec<f32> = down.iter().flat_map(|v| across.iter().map(move |u| u * v)).collect();
        Weights::new([down.len(), across.len()], &values).unwrap()
    };
    vec![of([1, 1], 1), of([3, 3], 2), of([1, 4], 3), of([2, 1], 4), of([17, 17], 5), of([18, 40], 6), product(5, 6)]
}

#[test]
fn convolutions_are_those_of_the_reference() {
    each(|device| {
        for (number, size) in [[1, 1], [1, 7], [5, 1], [16, 16], [17, 33], [3, 300], [70, 41]].into_iter().enumerate() {
            let values = whole(size[0] * size[1], 11);
            let buffer = device.upload_buffer(&values).unwrap();
            for (turn, weights) in weights().iter().enumerate() {
                let border = Border::ALL[(number + turn) % 4];
                let wanted = reference::convolve(&values, size, weights, border);
                for method in Convolve::ALL {
                    let found = compute::convolve_by(&buffer, size, weights, border, method).unwrap().read().unwrap();
                    assert_eq!(found, wanted, "{method:?} of {size:?} by {:?}, {border:?}", weights.size());
                }
            }
            let vectors: Vec<[f32; 4]> = values.iter().map(|v| [*v, 1.0, -*v, 0.5]).collect();
            let stream = device.upload_with(size, Layout::Plain, &vectors).unwrap();
            let weights = &weights()[1];
            let found = compute::convolve(&stream, size, weights, Border::Wrap).unwrap();
            let wanted = reference::convolve(&values, size, weights, Border::Wrap);
            let first: Vec<f32> = found.read().unwrap().iter().map(|v| v[0]).collect();
            assert_eq!((found.shape(), first), (stream.shape(), wanted), "vectors of {size:?}");
        }
    });
}

#[test]
fn pictures_of_nothing_and_wrong_shapes() {
    each(|device| {
        let (weights, border) = (&weights()[1], Border::Reflect);
        let none = device.upload_buffer::<f32>(&[]).unwrap();
        for method in Convolve::ALL {
            let empty = compute::convolve_by(&none, [0, 3], weights, border, method).unwrap();
            assert!(empty.read().unwrap().is_empty());
        }
        let six = device.upload_buffer(&[1.0; 6]).unwrap();
        let error = compute::convolve(&six, [2, 2], weights, border).unwrap_err().to_string();
        assert!(error.contains('6') && error.contains("2 × 2"), "{error}");
        let error = compute::convolve(&six, 6, weights, border).unwrap_err().to_string();
        assert_eq!(error, "a convolution takes one picture, of rows and columns; a stream of 6 has 1 axis");
    });
}

#[test]
fn more_than_a_loop_takes_is_left_to_more_dispatches_or_refused() {
    let device = support::device(support::dialects()[0]);
    if !support::has_compute(&device) {
        return;
    }
    // Sums of whole numbers are exact.
    let (rows, depth, columns) = (3, 70_001, 2);
    let (a, b) = (whole(rows * depth, 1), whole(depth * columns, 2));
    let wanted = reference::matmul(&a, &b, [rows, depth, columns]);
    let (a, b) = (device.upload_buffer(&a).unwrap(), device.upload_buffer(&b).unwrap());
    for method in compute::Matmul::ALL {
        let found = compute::matmul_by(&a, &b, [[rows, depth], [depth, columns]], method).unwrap();
        assert_eq!(found.read().unwrap(), wanted, "{method:?}");
    }
    let weights = Weights::new([200, 200], &whole(40_000, 3)).unwrap();
    let picture = device.upload_buffer(&[1.0; 6]).unwrap();
    assert_eq!(
        compute::convolve(&picture, [2, 3], &weights, Border::Clamp).unwrap_err().to_string(),
        "the method runs loops over up to 32768 weights, not 40000: some drivers end longer loops; use primitives::convolve"
    );
}
