//! Products with sparse matrices on compute shaders against the plain-Rust reference.

use crate::each;
use crate::support;

use brooklet::compute::{self, SparseMatrix, Spmv};
use brooklet::{Device, Layout, reference};
use proptest::prelude::*;
use support::noise;

/// Whole numbers, of which sums are exact.
fn whole(count: usize, seed: u64) -> Vec<f32> {
    noise(count, seed).iter().map(|v| (v * 7.0).round() + 0.0).collect()
}

/// Multiplies a matrix with rows of these lengths.
fn check(device: &Device, lengths: &[usize], columns: usize) {
    let mut offsets = vec![0u32];
    offsets.extend(lengths.iter().scan(0, |sum, length| {
        *sum += *length as u32;
        Some(*sum)
    }));
    let entries = lengths.iter().sum();
    // Longer rows are refused.
    let runs = lengths.iter().all(|length| *length <= 1 << 15);
    let indices: Vec<u32> = (0..entries).map(|k| (k * 7919 % columns) as u32).collect();
    let (values, vector) = (whole(entries, 1), whole(columns, 2));
    let floats = |numbers: &[u32]| numbers.iter().map(|number| *number as f32).collect::<Vec<_>>();
    let wanted = reference::spmv(&floats(&offsets), &floats(&indices), &values, &vector);
    let matrix = SparseMatrix::new(device, columns, &offsets, &indices, &values).unwrap();
    assert_eq!((matrix.size(), matrix.entries()), ([lengths.len(), columns], entries));
    let x = device.upload_buffer(&vector).unwrap();
    for method in Spmv::ALL.into_iter().filter(|method| runs || *method != Spmv::Runs) {
        let found = compute::spmv_by(&matrix, &x, method).unwrap().read().unwrap();
        assert!(found == wanted, "{method:?} of {} rows with {entries} entries", lengths.len());
    }
    assert!(compute::spmv(&matrix, &x).unwrap().read().unwrap() == wanted, "{} rows with {entries}", lengths.len());
}

#[test]
fn rows_of_any_length_are_summed() {
    each(|device| {
        for lengths in [&[][..], &[0], &[1], &[0, 0, 3, 0], &[5, 1, 0, 0, 0, 2], &[300], &[0; 70], &[1; 257]] {
            check(device, lengths, 10);
        }
        // One long row over several groups, at the start, in the middle and at the end.
        for at in [0, 3, 9] {
            check(device, &(0..10).map(|row| if row == at { 5000 } else { row % 3 }).collect::<Vec<_>>(), 77);
        }
        // Rows that end where a group does.
        for length in [7, 15, 255, 2047, 2048] {
            check(device, &[length; 9], 100);
        }
        check(device, &[vec![0; 5000], vec![9], vec![0; 4000]].concat(), 3);
        // What groups of 32 leave takes two dispatches and three, of rows that end in their block and of one that does not.
        check(device, &(0..70).map(|row| if row % 7 == 3 { 9000 } else { 40 }).collect::<Vec<_>>(), 5);
        check(device, &[40_000], 1000);
        check(device, &[10_000; 60], 500);
    });
}

#[test]
fn streams_stay_streams_and_wrong_numbers_are_refused() {
    each(|device| {
        let of = |offsets: &[u32], indices: &[u32]| {
            SparseMatrix::new(device, 3, offsets, indices, &[5.0, 6.0, 7.0])
                .map(drop)
                .map_err(|error| error.to_string())
        };
        let matrix = SparseMatrix::new(device, 3, &[0, 2, 3], &[0, 2, 1], &[5.0, 6.0, 7.0]).unwrap();
        let x = device.upload_with(3, Layout::Packed, &[1.0, 10.0, 100.0]).unwrap();
        let product = compute::spmv(&matrix, &x).unwrap();
        assert_eq!((product.read().unwrap(), product.layout()), (vec![605.0, 70.0], Layout::Packed));
        let error = compute::spmv(&matrix, &device.upload(&[1.0]).unwrap()).unwrap_err().to_string();
        assert!(error.contains("3 columns") && error.contains("has 1"), "{error}");
        assert!(of(&[], &[0, 2, 1]).unwrap_err().contains("these are none"));
        assert!(of(&[0, 2, 3], &[0, 2]).unwrap_err().contains("2 columns and 3 values"));
        for (offsets, start) in [
            ([1, 2, 3], "offset 0 of a sparse matrix of 3 entries is 1:"),
            ([0, 2, 2], "offset 2 of a sparse matrix of 3 entries is 2:"),
            ([0, 4, 3], "offset 1 of a sparse matrix of 3 entries is 4:"),
            ([0, 2, u32::MAX], "offset 2 of a sparse matrix of 3 entries is 4294967295:"),
        ] {
            let error = of(&offsets, &[0, 2, 1]).unwrap_err();
            assert!(error.starts_with(start), "{offsets:?}: {error}");
        }
        assert_eq!(
            of(&[0, 2, 3], &[0, 3, 1]).unwrap_err(),
            "the column of entry 1 of a sparse matrix is 3: columns are whole numbers from 0 to 2"
        );
        let none = SparseMatrix::new(device, 0, &[0, 0, 0], &[], &[]).unwrap();
        for method in Spmv::ALL {
            let empty = device.upload::<f32>(&[]).unwrap();
            assert_eq!(compute::spmv_by(&none, &empty, method).unwrap().read().unwrap(), [0.0, 0.0]);
        }
    });
}

#[test]
fn a_row_that_is_longer_than_a_loop_is_left_to_tiles() {
    let device = support::device(support::dialects()[0]);
    if !support::has_compute(&device) {
        return;
    }
    check(&device, &[3, 70_000, 0, 2], 900);
    let (columns, ones) = (vec![0; 40_000], vec![1.0; 40_000]);
    let matrix = SparseMatrix::new(&device, 1, &[0, 40_000], &columns, &ones).unwrap();
    let error = compute::spmv_by(&matrix, &device.upload_buffer(&[1.0]).unwrap(), Spmv::Runs).unwrap_err().to_string();
    assert_eq!(
        error,
        "the method runs loops over up to 32768 entries of a row, not 40000: some drivers end longer loops; use tiles"
    );
}

#[test]
fn what_is_not_finite_stays_in_its_rows() {
    each(|device| {
        // Each row has an entry for its own column.
        let rows = 5000u32;
        let (offsets, values) = ((0..=rows).collect::<Vec<_>>(), vec![1.0f32; 5000]);
        let matrix = SparseMatrix::new(device, 5000, &offsets, &offsets[..5000], &values).unwrap();
        let mut x = whole(5000, 3);
        (x[17], x[2047], x[2048], x[4999]) = (f32::NAN, f32::INFINITY, f32::NAN, f32::NEG_INFINITY);
        let buffer = device.upload_buffer(&x).unwrap();
        for method in Spmv::ALL {
            let found = compute::spmv_by(&matrix, &buffer, method).unwrap().read().unwrap();
            assert!(found.iter().zip(&x).all(|(a, b)| a == b || (a.is_nan() && b.is_nan())), "{method:?}");
        }
    });
}

#[test]
fn dispatches_of_a_product() {
    each(|device| {
        let many = 100_000u32;
        let offsets: Vec<u32> = (0..=many).collect();
        let ones = vec![1.0; many as usize];
        let matrix = SparseMatrix::new(device, many as usize, &offsets, &offsets[..many as usize], &ones).unwrap();
        let x = device.upload_buffer(&ones).unwrap();
        use brooklet::catalog::Methods;
        for method in Spmv::ALL {
            let (_, trace) = device.traced(|| compute::spmv_by(&matrix, &x, method).unwrap());
            assert_eq!(trace.dispatches().count().to_string(), Spmv::TABLE[method as usize].of_2_20, "{method:?}");
        }
    });
}

proptest! {
    #![proptest_config(support::cases(10, 100))]
    #[test]
    fn random_rows(lengths in prop::collection::vec(prop_oneof![0usize..4, 0usize..90, 0usize..3000], 0..60)) {
        let device = support::device(support::dialects()[0]);
        if support::has_compute(&device) {
            check(&device, &lengths, 501);
        }
    }
}
